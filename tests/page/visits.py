"""Somebody at the page: goes somewhere, presses what is offered, reads what is said."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.browsers import PATIENCE, Complaints
from tests.server.servers import Server, wait_until

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NUMBER = "[data-number]"
"""How far a table's page is."""
CHOICE = "[data-choice]:not([disabled]):not([aria-disabled='true'])"


class Visit:
    """A page of the browser at the address of a server."""

    def __init__(self, page: Page, server: Server, complaints: Complaints) -> None:
        self.page = page
        self.server = server
        self.complaints = complaints

    def go(self, path: str) -> None:
        self.page.goto(f"{self.server.address}{path}")

    @property
    def language(self) -> str:
        """What the browser asks for; the page itself may still be loading its words."""
        told: str = self.page.evaluate("navigator.language.slice(0, 2)")
        return told

    def text(self) -> str:
        return self.page.locator("#page").inner_text()

    def sees(self, text: str) -> None:
        expect(self.page.locator("#page")).to_contain_text(text)

    # --- Tables, laid over HTTP with the cookie of this browser

    def call(self, path: str, body: object | None = None) -> Any:
        """Ask the server as this browser would."""
        url = f"{self.server.address}/api/{path}"
        headers = {"content-type": "application/json", "origin": self.server.address}
        request = self.page.context.request
        if body is None:
            answer = request.get(url, timeout=PATIENCE)
        else:
            answer = request.post(url, data=json.dumps(body), headers=headers, timeout=PATIENCE)
        assert answer.ok, answer.text()
        return answer.json()

    def create_table(self, *seats: str, **asked: Any) -> str:
        """Create a table and open it; a seat is `me`, `open`, or the name of a bot."""
        if self.page.url != "about:blank":
            # Its first answer brings the cookie: before it, the table would be another's.
            wait_until(self.page.context.cookies, "the page got no cookie")
        named = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        if "opening" not in asked:
            asked["options"] = {"players": len(named), **asked.get("options", {})}
        laid = self.call("tables", {"seats": named, "language": self.language, **asked})
        table: str = laid["table"]
        self.go(f"/table/{table}")
        return table

    def shows(self, number: int) -> None:
        """Wait until the page shows an entry of the log, and perhaps more."""
        shown = self.page.locator(NUMBER)
        deadline = time.monotonic() + PATIENCE / 1000
        while int(shown.get_attribute("data-number") or -1) < number:
            assert time.monotonic() < deadline, f"the page does not come to {number}"
            self.page.wait_for_timeout(10)

    # --- Playing, whatever the table looks like

    def choices(self) -> Locator:
        """All controls that send an action now."""
        return self.page.locator(CHOICE)

    def offered(self) -> list[str]:
        """The actions of all these controls."""
        found: list[str] = self.choices().evaluate_all(
            "all => all.filter(each => each.checkVisibility()).map(each => each.dataset.choice)"
        )
        return found

    def tile(self, name: str) -> Locator:
        return self.page.locator(f"[data-tile='{name}']").first

    def arrived(self) -> None:
        """Wait until something is shown: a page that is still loading says nothing about itself."""
        self.page.locator("main").first.wait_for(state="attached")

    def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        self.arrived()
        found: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found

    # --- Reach

    def violations(self, *without: str) -> list[str]:
        """What axe-core finds wrong with what is shown now.

        Playwright evaluates it past the policy of the page, which stays as it is for visitors.
        """
        self.arrived()
        self.page.evaluate(AXE.read_text(encoding="utf-8"))
        rules = {name: {"enabled": False} for name in without}
        found = self.page.evaluate(
            "rules => axe.run(document, { rules, resultTypes: ['violations'] })", rules
        )
        return [_told(each) for each in found["violations"]]


def _told(violation: Any) -> str:
    nodes: Sequence[Any] = violation["nodes"]
    places = "; ".join(f"{node['target']} {node['html'][:160]}" for node in nodes[:3])
    return f"{violation['id']} ({len(nodes)}): {violation['help']}: {places}"
