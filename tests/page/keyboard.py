"""Play with the keyboard alone: Tab between controls, arrow keys on the board."""

from __future__ import annotations

from functools import reduce
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.players import Player

MAX_TABS = 150


class Keyboard:
    """Moves the focus of a page with Tab and presses what has the focus."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tab_to(self, control: Locator) -> None:
        """Press Tab until a control has the focus."""
        control.first.wait_for()
        target = control.first.element_handle()
        for _ in range(MAX_TABS):
            if self.page.evaluate("target => document.activeElement === target", target):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab does not lead to {control}")

    def press(self, control: Locator) -> None:
        """Move the focus to a control with Tab and press Enter."""
        self.tab_to(control)
        self.page.keyboard.press("Enter")

    def expect_focus(self) -> None:
        """Check that the focus is not lost, although the pressed control may be gone."""
        expect(self.page.locator("body :focus")).to_have_count(1)


class KeyboardPlayer(Keyboard):
    """Plays the actions of a player with the keyboard alone."""

    def __init__(self, player: Player) -> None:
        super().__init__(player.page)
        self.player = player

    def act(self, action: str) -> None:
        """Play an action and wait until the page shows it."""
        ann = self.player
        ann.wait_for_entry(ann.socket.number)
        before = ann.socket.number
        if self.page.locator(".curtain").is_visible():
            self.press(self.page.locator(".curtain button"))
        if action.startswith("sow "):
            self.sow(action)
        else:
            self.select_targets(next(c for c in ann.choices if c["action"] == action))
        self.send(action, before)
        while ann.socket.number == before:
            ann.socket.receive()
        ann.wait_for_entry(ann.socket.number)
        self.expect_focus()

    def sow(self, action: str) -> None:
        _, start, *drops = action.split(" ")
        send_button = self.player.send_button(action)
        self.press_tile(start)
        for nth, drop in enumerate(drops):
            tile = self.player.legal_tile(drop[:-1])
            later = [self.player.legal_tile(each[:-1]) for each in drops[nth:]]
            reduce(Locator.or_, later, send_button).first.wait_for()
            if not tile.is_visible():  # the page makes drops without a choice
                continue
            self.press_tile(drop[:-1])
            meeple = self.page.locator(f"[data-drop='drop {drop}']")
            done = self.page.locator(f".cell:not(.can)[data-tile='{drop[:-1]}']")
            meeple.or_(done).or_(send_button).first.wait_for()
            if meeple.is_visible():
                self.press(meeple)

    def select_targets(self, choice: dict[str, Any]) -> None:
        """Select the targets of a choice until the page offers it."""
        if self.player.controls_for(choice["action"]).count():
            return
        tiles = [choice[key] for key in ("tile", "to") if choice.get(key)]
        targets = self.player.targets_of(choice)
        for target in targets[: len(targets) - len(tiles)]:
            self.press(target)
        for tile in tiles:
            if not self.player.controls_for(choice["action"]).count():
                self.press_tile(tile)

    def send(self, action: str, before: int) -> None:
        offered = self.player.controls_for(action)
        offered.first.wait_for()
        final = self.player.send_button(action)
        if not final.count():
            self.press(offered)
            done = self.page.locator(f"[data-number]:not([data-number='{before}'])")
            final.or_(done).first.wait_for(state="attached")
        if final.count() and self.page.locator(f"[data-number='{before}']").count():
            self.press(final)

    def press_tile(self, tile: str) -> None:
        """Move to the board with Tab and to a tile with the arrow keys, and press Enter."""
        for _ in range(MAX_TABS):
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
