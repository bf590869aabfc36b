"""Somebody without a mouse: from thing to thing with Tab, over the board with arrows."""

from __future__ import annotations

from functools import reduce
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.players import Player

MOST_TABS = 150


class Keys:
    """The keyboard of a page: from thing to thing with Tab, as somebody without a mouse goes."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def reach(self, thing: Locator) -> None:
        """Go to something with Tab."""
        thing.first.wait_for()
        wanted = thing.first.element_handle()
        for _ in range(MOST_TABS):
            if self.page.evaluate("wanted => document.activeElement === wanted", wanted):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {thing}")

    def press(self, thing: Locator) -> None:
        """Go to something with Tab and press Enter."""
        self.reach(thing)
        self.page.keyboard.press("Enter")

    def stays(self) -> None:
        """Whoever has pressed something that is gone now still has a place in the page."""
        expect(self.page.locator("body :focus")).to_have_count(1)


class Typist(Keys):
    """Plays for a player with keys alone; whatever has no key of its own is gone to."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.page)
        self.player = player

    def act(self, action: str) -> None:
        """Do something, and see that it happened."""
        ann = self.player
        ann.shows(ann.socket.number)
        before = ann.socket.number
        if self.page.locator(".curtain").is_visible():
            self.press(self.page.locator(".curtain button"))
        if action.startswith("sow "):
            self.sow(action)
        else:
            self.point(next(c for c in ann.choices if c["action"] == action))
        self.send(action, before)
        while ann.socket.number == before:
            ann.socket.receive()
        ann.shows(ann.socket.number)
        self.stays()

    def sow(self, action: str) -> None:
        _, start, *drops = action.split(" ")
        whole = self.player.sends(action)
        self.walk(start)
        for nth, drop in enumerate(drops):
            tile = self.player.ready(drop[:-1])
            later = [self.player.ready(each[:-1]) for each in drops[nth:]]
            reduce(Locator.or_, later, whole).first.wait_for()
            if not tile.is_visible():  # a drop without a choice is made by itself
                continue
            self.walk(drop[:-1])
            stays = self.page.locator(f"[data-drop='drop {drop}']")
            done = self.page.locator(f".cell:not(.can)[data-tile='{drop[:-1]}']")
            stays.or_(done).or_(whole).first.wait_for()
            if stays.is_visible():
                self.press(stays)

    def point(self, choice: dict[str, Any]) -> None:
        """Touch all that a choice names, until the page offers it."""
        if self.player.offers(choice["action"]).count():
            return
        tiles = [choice[key] for key in ("tile", "to") if choice.get(key)]
        things = self.player.named(choice)
        for thing in things[: len(things) - len(tiles)]:
            self.press(thing)
        for tile in tiles:
            if not self.player.offers(choice["action"]).count():
                self.walk(tile)

    def send(self, action: str, before: int) -> None:
        offered = self.player.offers(action)
        offered.first.wait_for()
        final = self.player.sends(action)
        if not final.count():
            self.press(offered)
            done = self.page.locator(f"[data-number]:not([data-number='{before}'])")
            final.or_(done).first.wait_for(state="attached")
        if final.count() and self.page.locator(f"[data-number='{before}']").count():
            self.press(final)

    def walk(self, tile: str) -> None:
        """Go to the board with Tab, to a tile with arrows, and press Enter."""
        for _ in range(MOST_TABS):
            at = self.page.evaluate("document.activeElement.dataset.tile ?? ''")
            if at:
                break
            self.page.keyboard.press("Tab")
        across, up = ord(tile[0]) - ord(at[0]), int(tile[1:]) - int(at[1:])
        for _ in range(abs(across)):
            self.page.keyboard.press("ArrowRight" if across > 0 else "ArrowLeft")
        for _ in range(abs(up)):
            self.page.keyboard.press("ArrowUp" if up > 0 else "ArrowDown")
        assert self.page.evaluate("document.activeElement.dataset.tile") == tile
        self.page.keyboard.press("Enter")
