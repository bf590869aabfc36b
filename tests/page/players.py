"""A player who plays through the page: selects the targets of a choice and sends it.

The legal choices come from the server over a second socket with the same cookie. Everything else is
done through the page, with mouse, touch or keyboard.
"""

from __future__ import annotations

import random
from typing import Any

from playwright.sync_api import Locator

from naqala.text import catalogue
from tests.page.visitor import NUMBER, Visitor
from tests.server.servers import PageClient


class Player:
    """A player at a table, who makes random choices with a seed."""

    def __init__(self, visitor: Visitor, table: str, seed: int = 1) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.table = table
        self.rng = random.Random(seed)
        self.language = visitor.language
        self.words = catalogue(self.language)
        self.connect()

    def connect(self) -> None:
        """Open the second socket, also after the server was restarted."""
        cookies = self.page.context.cookies()
        cookie = "; ".join(f"{each['name']}={each['value']}" for each in cookies)
        self.socket = PageClient(
            self.visitor.server, self.table, cookie=cookie, language=self.language
        )

    # --- Choices

    @property
    def choices(self) -> list[dict[str, Any]]:
        return [
            choice for mine in self.socket.private.values() for choice in mine.get("choices", ())
        ]

    def random_action(self) -> str:
        """A random action of a random kind; a move is one action."""
        kinds = sorted({choice["kind"] for choice in self.choices})
        kind = self.rng.choice(kinds)
        if kind == "take":
            return self.random_move()
        chosen: str = self.rng.choice([c for c in self.choices if c["kind"] == kind])["action"]
        return chosen

    def random_move(self, **filters: str) -> str:
        """A random move, optionally with a given start, end tile or tribe."""
        outcomes = self.socket.ask("ask", what="outcomes", **filters)["outcomes"]
        outcome = self.rng.choice(outcomes)
        ways: list[str] = self.socket.ask("ask", what="ways", **outcome)["ways"]
        return self.rng.choice(ways)

    # --- Playing through the page

    def wait_for_entry(self, number: int) -> None:
        """Wait until the page shows this entry of the log or a later one."""
        self.visitor.wait_for_entry(number)

    def act(self, action: str) -> None:
        """Play an action through the page and wait until the server has accepted it."""
        self.wait_for_entry(self.socket.number)
        before = self.socket.number
        self.page.mouse.move(1, 1)  # a pointer that rests on a card opens its explanation
        self.dismiss_curtain()
        self.go_on()
        if action.startswith("sow "):
            self.sow(action)
            self.send(action)
        elif action.startswith("drop "):  # of a move that was started on the server
            self.legal_tile(action.split(" ")[1][:-1]).click()
            self.choose_meeple(
                action.split(" ")[1],
                self.page.locator(f"[data-number]:not([data-number='{before}'])"),
            )
        else:
            self.select_targets(next(c for c in self.choices if c["action"] == action))
            self.send(action)
        while self.socket.number == before:
            self.socket.receive()

    def dismiss_curtain(self) -> None:
        """Confirm the change of players on a shared screen."""
        if self.page.locator(".curtain").is_visible():
            self.page.locator(".curtain button").click()

    def go_on(self) -> None:
        """Confirm the strikes of Yazid that the page presents."""
        presented = self.page.locator("[data-go-on]")
        while presented.is_visible():
            presented.click()

    def sow(self, action: str) -> None:
        """Click the tiles of a move one by one, and the meeple to drop if there is a choice."""
        _, start, *drops = action.split(" ")
        self.visitor.tile(start).click()
        for nth, drop in enumerate(drops):
            way = " ".join([start, *(each[:-1] for each in drops[: nth + 1])])
            dropped = self.page.locator(f"[data-route^='{way}']")
            tile = self.legal_tile(drop[:-1])
            tile.or_(dropped).first.wait_for(state="attached")
            if dropped.count():  # the page makes drops without a choice
                continue
            tile.click()
            self.choose_meeple(drop, dropped)

    def choose_meeple(self, drop: str, done: Locator) -> None:
        """Choose the meeple to drop on a tile if the page asks for it."""
        meeple = self.page.locator(f"[data-drop='drop {drop}']")
        meeple.or_(done).first.wait_for(state="attached")
        if meeple.is_visible():
            meeple.click()

    def legal_tile(self, tile: str) -> Locator:
        """A tile, if the page offers it."""
        return self.page.locator(f".can[data-tile='{tile}']").first

    def send_button(self, action: str) -> Locator:
        """The button that sends an action at once."""
        return self.page.locator(f".primary[data-choice='{action}']")

    def controls_for(self, action: str) -> Locator:
        """The visible controls that choose an action."""
        return self.page.locator(f"[data-choice='{action}']:visible")

    def select_targets(self, choice: dict[str, Any]) -> None:
        """Click the targets of a choice until the page offers it."""
        if self.controls_for(choice["action"]).count():
            return
        for target in self.targets_of(choice):
            if not target.count():
                continue
            target.first.click()
            if self.controls_for(choice["action"]).count():
                return
        more = self.page.locator(".more:visible")
        if more.count():  # the list of choices that did not fit
            more.click()

    def targets_of(self, choice: dict[str, Any]) -> list[Locator]:
        """The cards, tiles and other controls that belong to a choice."""
        page, kind = self.page, choice["kind"]
        if kind == "bid":
            return [page.locator(f"[data-bid='{choice.get('value', 0)}']")]
        if kind == "buy":
            return [page.locator(f"button[data-place='{place}']") for place in choice["places"]]
        if kind == "sell":
            names = [self.words.say(f"card.{card}.name") for card in choice["cards"]]
            hand = page.locator("[data-hand] button")
            return [hand.filter(has_text=name) for name in names]
        targets = [
            page.locator(f"[data-use='{choice[k]}']:visible, [data-power='{choice[k]}']:visible")
            for k in ("djinn", "item")
            if k in choice
        ]
        if kind == "summon":
            name = self.words.say(f"djinn.{choice['djinn']}.name")
            targets = [page.locator(".offer button").filter(has_text=name)]
        return targets + [
            self.visitor.tile(choice[key]) for key in ("tile", "to") if choice.get(key)
        ]

    def send(self, action: str) -> None:
        """Send an action with one click, or with two if the first only selects it."""
        before = self.page.locator(NUMBER).get_attribute("data-number")
        shown = self.controls_for(action).or_(self.send_button(action))
        shown.first.wait_for()
        final = self.send_button(action)
        if not final.count():
            shown.first.click()
            done = self.page.locator(f"{NUMBER}:not([data-number='{before}'])")
            final.or_(done).first.wait_for(state="attached")
        if final.count() and self.page.locator(f"[data-number='{before}']").count():
            final.first.click()

    def type_command(self, action: str) -> None:
        """Type an action into the command dialog."""
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="detached")
        self.page.keyboard.press("/")
        self.page.locator("#command").fill(action)
        self.page.keyboard.press("Enter")

    def tiles(self) -> list[dict[str, Any]]:
        """The tiles of the board."""
        tiles: list[dict[str, Any]] = self.visitor.api(f"tables/{self.table}")["land"]["tiles"]
        return tiles

    # --- Whole games

    def wait_for_turn(self) -> bool:
        """Wait for a turn of this player; false when the game is over."""
        return self.socket.wait_for_turn()

    def play(self, limit: int = 10**6) -> int:
        """Play to the end or up to a number of actions; return how many were played."""
        for played in range(limit):
            if not self.wait_for_turn():
                self.wait_for_entry(self.socket.number)
                self.go_on()  # a strike may have ended the game
                return played
            self.act(self.random_action())
        return limit

    def skip(self) -> None:
        """Play a random action over the socket, which is faster than through the page."""
        answer = self.socket.act(self.random_action())
        assert answer["type"] == "accepted", answer

    def skip_to_end(self) -> None:
        """Play to the end over the socket, for tests of what comes after it."""
        while self.wait_for_turn():
            self.skip()

    def close(self) -> None:
        self.socket.close()
