"""Change the scenes that a page receives, to test layouts that are rare in real games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

DJINNS = [
    "al-amin", "anun-nak", "ba'al", "boaz", "bouraq", "echidna", "enki", "hagis",
    "haurvatat", "jafaar", "kandicha", "kumarbi", "leta", "marid", "monkir", "nekir",
    "shamhat", "sibittis", "sloar", "utug", "lamia", "iblis", "ptah", "geb", "kali",
]  # fmt: skip
GOODS = ["ivory", "gems", "gold", "papyrus", "silk", "spices", "fish", "wheat", "pottery"]
HAND = [*GOODS, "fish", "wheat", "pottery", "fakir", "fakir", "fakir"]
ITEMS = ["crown", "flute", "horn", "jewel"]
OWN_DJINNS, OTHER_DJINNS = 8, 4
"""The number of Djinns of the player's own seat, and of each other seat."""


def fill_table(page: Page) -> None:
    """Show as many cards and pieces as possible in every scene from now on."""
    override_scenes(page, fill_scene)


def override_scenes(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Apply a change to every message with a scene before the page receives it."""

    def forward(frame: str | bytes, route: WebSocketRoute) -> None:
        content = json.loads(frame)
        for message in content if isinstance(content, list) else [content]:
            if message.get("scene"):
                change(message)
        route.send(json.dumps(content))

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda frame: forward(frame, route))

    page.route_web_socket("**/socket", connect)


def fill_scene(message: dict[str, Any]) -> None:
    """Give every player as many cards and pieces as possible."""
    scene = message["scene"]
    boxes = len(scene["tiles"]) > 30
    djinns = iter(DJINNS)
    for seat, player in enumerate(scene["players"]):
        count = OTHER_DJINNS if seat else OWN_DJINNS
        player |= {"viziers": 11, "elders": 12, "cards": 15, "camels": 10}
        player["djinns"] = [name for name, _ in zip(djinns, range(count), strict=False)]
        if boxes:
            player |= {"artisans": 13, "items": 4, "whims": 3, "tents": 1}
        player["score"]["total"] = 188
    if yazid := scene.get("yazid"):
        yazid |= {"assassins": 6, "viziers": 10, "djinns": list(DJINNS[10:15]), "elders": 10}
    for mine in message.get("private") or ():
        mine |= {"gold": 128, "hand": HAND}
        if boxes:
            mine["items"] = ITEMS
        mine["choices"] = [*mine.get("choices", ()), *kill_choices(len(scene["players"]))]


def offer_cards(reach: int, message: dict[str, Any]) -> None:
    """Offer the cards of the row up to a place: 3 or 6, or 9 as a specialised market does."""
    for mine in message.get("private") or ():
        mine["choices"] = [
            {"action": f"buy {place}", "kind": "buy", "meaning": f"buy {place}", "places": [place]}
            for place in range(1, reach + 1)
        ]


def kill_choices(players: int) -> Iterator[dict[str, Any]]:
    """Choices to kill a Vizier or an Elder of each opponent."""
    for seat in range(1, max(2, players)):
        for tribe in "YW":
            action = f"kill p{seat + 1} {tribe}"
            yield {
                "action": action,
                "kind": "kill",
                "meaning": action,
                "seat": seat,
                "victims": tribe,
            }
