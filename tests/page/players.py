"""Somebody who plays through the page: touches what a choice names, and presses what sends it.

What can be chosen is asked of the server over a second socket with the same cookie; whatever is
done is done with the mouse, a finger or the keyboard alone.
"""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator

from naqala.text import catalogue
from tests.page.visits import NUMBER, Visit
from tests.server.servers import PageClient


class Player:
    """A person at a table, with a seed for what they fancy."""

    def __init__(self, visit: Visit, table: str, seed: int = 1) -> None:
        self.visit = visit
        self.page = visit.page
        self.table = table
        self.rng = random.Random(seed)
        self.language = visit.language
        self.words = catalogue(self.language)
        self.listen()

    def listen(self) -> None:
        """Open the second socket, perhaps again."""
        cookies = self.page.context.cookies()
        cookie = "; ".join(f"{each['name']}={each['value']}" for each in cookies)
        self.socket = PageClient(
            self.visit.server, self.table, cookie=cookie, language=self.language
        )

    # --- What can be done

    @property
    def choices(self) -> list[dict[str, Any]]:
        return [
            choice for mine in self.socket.private.values() for choice in mine.get("choices", ())
        ]

    def fancy(self) -> str:
        """Any kind of choice, any choice of that kind; a move as a whole."""
        kinds = sorted({choice["kind"] for choice in self.choices})
        kind = self.rng.choice(kinds)
        if kind == "take":
            return self.move()
        chosen: str = self.rng.choice([c for c in self.choices if c["kind"] == kind])["action"]
        return chosen

    def move(self, **wish: str) -> str:
        """Any move, or one with a certain start, tile or tribe."""
        found = self.socket.ask("ask", what="outcomes", **wish)["outcomes"]
        end = self.rng.choice(found)
        ways: list[str] = self.socket.ask("ask", what="ways", **end)["ways"]
        return self.rng.choice(ways)

    # --- Doing it

    def shows(self, number: int) -> None:
        """Wait until the page shows an entry of the log, and perhaps more."""
        self.visit.shows(number)

    def act(self, action: str) -> None:
        """Do something through the page, and see that it happened."""
        self.shows(self.socket.number)
        before = self.socket.number
        self.uncover()
        if action.startswith("sow "):
            self.sow(action)
            self.send(action)
        elif action.startswith("drop "):  # of a move that was begun at the server
            self.ready(action.split(" ")[1][:-1]).click()
            self.stay(
                action.split(" ")[1],
                self.page.locator(f"[data-number]:not([data-number='{before}'])"),
            )
        else:
            self.reach(next(c for c in self.choices if c["action"] == action))
            self.send(action)
        while self.socket.number == before:
            self.socket.receive()

    def uncover(self) -> None:
        """Where several share a screen: say that it is you."""
        if self.page.locator(".curtain").is_visible():
            self.page.locator(".curtain button").click()

    def sow(self, action: str) -> None:
        """Touch the tiles of a move one by one, and the meeple where several could stay."""
        _, start, *drops = action.split(" ")
        self.visit.tile(start).click()
        for nth, drop in enumerate(drops):
            way = " ".join([start, *(each[:-1] for each in drops[: nth + 1])])
            dropped = self.page.locator(f"[data-route^='{way}']")
            tile = self.ready(drop[:-1])
            tile.or_(dropped).first.wait_for(state="attached")
            if dropped.count():  # a drop without a choice is made by itself
                continue
            tile.click()
            self.stay(drop, dropped)

    def stay(self, drop: str, done: Locator) -> None:
        """Say which meeple stays on a touched tile, where the page asks for it."""
        stays = self.page.locator(f"[data-drop='drop {drop}']")
        stays.or_(done).first.wait_for(state="attached")
        if stays.is_visible():
            stays.click()

    def ready(self, tile: str) -> Locator:
        """A tile once the page offers it."""
        return self.page.locator(f".can[data-tile='{tile}']").first

    def sends(self, action: str) -> Locator:
        """The button that does something at once."""
        return self.page.locator(f".primary[data-choice='{action}']")

    def offers(self, action: str) -> Locator:
        return self.page.locator(f"[data-choice='{action}']:visible")

    def reach(self, choice: dict[str, Any]) -> None:
        """Touch all that a choice names, until the page offers it."""
        if self.offers(choice["action"]).count():
            return
        for touched in self.named(choice):
            if not touched.count():
                continue
            touched.first.click()
            if self.offers(choice["action"]).count():
                return
        more = self.page.locator(".more:visible")
        if more.count():  # a list that has no room in the prompt
            more.click()

    def named(self, choice: dict[str, Any]) -> list[Locator]:
        """The things on the page that a choice names."""
        page, kind = self.page, choice["kind"]
        if kind == "bid":
            return [page.locator(f"[data-bid='{choice.get('value', 0)}']")]
        if kind == "buy":
            return [page.locator(f"button[data-place='{place}']") for place in choice["places"]]
        if kind == "sell":
            names = [self.words.say(f"card.{card}.name") for card in choice["cards"]]
            hand = page.locator("[data-hand] button")
            return [hand.filter(has_text=name) for name in names]
        named = [
            page.locator(f"[data-use='{choice[k]}']:visible, [data-power='{choice[k]}']:visible")
            for k in ("djinn", "item")
            if k in choice
        ]
        if kind == "summon":
            name = self.words.say(f"djinn.{choice['djinn']}.name")
            named = [page.locator(".offer button").filter(has_text=name)]
        return named + [self.visit.tile(choice[key]) for key in ("tile", "to") if choice.get(key)]

    def send(self, action: str) -> None:
        """Press what sends an action: one press, or two where the first only chooses."""
        before = self.page.locator(NUMBER).get_attribute("data-number")
        shown = self.offers(action).or_(self.sends(action))
        shown.first.wait_for()
        final = self.sends(action)
        if not final.count():
            shown.first.click()
            done = self.page.locator(f"{NUMBER}:not([data-number='{before}'])")
            final.or_(done).first.wait_for(state="attached")
        if final.count() and self.page.locator(f"[data-number='{before}']").count():
            final.first.click()

    def type(self, action: str) -> None:
        """Write an action into the box for commands."""
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="detached")
        self.page.keyboard.press("/")
        self.page.locator("#command").fill(action)
        self.page.keyboard.press("Enter")

    def land(self) -> list[dict[str, Any]]:
        """The tiles of the board."""
        tiles: list[dict[str, Any]] = self.visit.call(f"tables/{self.table}")["land"]["tiles"]
        return tiles

    # --- Whole games

    def wait(self) -> bool:
        """Wait for the own turn; false when the game is over."""
        return self.socket.wait_for_turn()

    def play(self, most: int = 10**6) -> int:
        """Play on to the end, or so many choices; how many were made."""
        for made in range(most):
            if not self.wait():
                return made
            self.act(self.fancy())
        return most

    def close(self) -> None:
        self.socket.close()
