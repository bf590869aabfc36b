"""A table as full as it gets: many Djinns, long hands, victims in front of everybody."""

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
MOST_OWN, MOST = 8, 4
"""Djinns in front of the own seat, and of each other one."""


def crowd(page: Page) -> None:
    """Fill the table of every message that comes from now on."""
    retell(page, fill)


def retell(page: Page, change: Callable[[dict[str, Any]], None]) -> None:
    """Change every message with a scene from now on; nothing is done at the server."""

    def changed(frame: str | bytes, route: WebSocketRoute) -> None:
        told = json.loads(frame)
        for message in told if isinstance(told, list) else [told]:
            if message.get("scene"):
                change(message)
        route.send(json.dumps(told))

    def follow(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        server.on_message(lambda frame: changed(frame, route))

    page.route_web_socket("**/socket", follow)


def fill(message: dict[str, Any]) -> None:
    """Put as much in front of everybody as there can be."""
    scene = message["scene"]
    boxes = len(scene["tiles"]) > 30
    djinns = iter(DJINNS)
    for seat, player in enumerate(scene["players"]):
        count = MOST if seat else MOST_OWN
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
        mine["choices"] = [*mine.get("choices", ()), *victims(len(scene["players"]))]


def any_card(message: dict[str, Any]) -> None:
    """Offer every card of the row, as a specialised market does."""
    for mine in message.get("private") or ():
        mine["choices"] = [
            {"action": f"buy {place}", "kind": "buy", "meaning": f"buy {place}", "places": [place]}
            for place in range(1, 10)
        ]


def victims(players: int) -> Iterator[dict[str, Any]]:
    """A Vizier and an Elder of everybody else could be killed."""
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
