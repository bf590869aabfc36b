"""The page object of a visitor: one browser tab at a server."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.page.browsers import TIMEOUT_MS, ConsoleErrors
from tests.server.servers import TableHost, wait_until

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
NUMBER = "[data-number]"
"""The element with the number of the last entry that the page shows."""
CHOICE = "[data-choice]:not([disabled]):not([aria-disabled='true'])"


class Visitor:
    """A browser tab at the address of a server."""

    def __init__(self, page: Page, server: TableHost, complaints: ConsoleErrors) -> None:
        self.page = page
        self.server = server
        self.console_errors = complaints

    def goto(self, path: str) -> None:
        self.page.goto(f"{self.server.address}{path}")

    @property
    def language(self) -> str:
        """The language of the browser. The page itself may still be loading its texts."""
        language: str = self.page.evaluate("navigator.language.slice(0, 2)")
        return language

    def expect_text(self, text: str) -> None:
        expect(self.page.locator("#page")).to_contain_text(text)

    # --- Tables

    def api(self, path: str, body: object | None = None) -> Any:
        """Call the HTTP API with the cookies of this browser: GET, or POST with a body."""
        url = f"{self.server.address}/api/{path}"
        headers = {"content-type": "application/json", "origin": self.server.address}
        request = self.page.context.request
        if body is None:
            answer = request.get(url, timeout=TIMEOUT_MS)
        else:
            answer = request.post(url, data=json.dumps(body), headers=headers, timeout=TIMEOUT_MS)
        assert answer.ok, answer.text()
        return answer.json()

    def create_table(self, *seats: str, **fields: Any) -> str:
        """Create a table and open it; a seat is `me`, `open`, or the name of a bot."""
        if self.page.url != "about:blank":
            # Without the cookie of the first response the table would belong to another guest.
            wait_until(self.page.context.cookies, "the page got no cookie")
        table = self.post_table(*seats, **fields)
        self.goto(f"/table/{table}")
        return table

    def post_table(self, *seats: str, **fields: Any) -> str:
        """Create a table without opening it."""
        plans = [
            {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}
            for seat in seats
        ]
        if "opening" not in fields:
            fields["options"] = {"players": len(plans), **fields.get("options", {})}
        created = self.api("tables", {"seats": plans, "language": self.language, **fields})
        table: str = created["table"]
        return table

    def wait_for_entry(self, number: int) -> None:
        """Wait until the page shows this entry of the log or a later one."""
        shown = self.page.locator(NUMBER)
        deadline = time.monotonic() + TIMEOUT_MS / 1000
        while int(shown.get_attribute("data-number") or -1) < number:
            assert time.monotonic() < deadline, f"the page does not show entry {number}"
            self.page.wait_for_timeout(10)

    def offered_actions(self) -> list[str]:
        """The actions of all visible controls that send one."""
        found: list[str] = self.page.locator(CHOICE).evaluate_all(
            "all => all.filter(each => each.checkVisibility()).map(each => each.dataset.choice)"
        )
        return found

    def tile(self, name: str) -> Locator:
        return self.page.locator(f"[data-tile='{name}']").first

    def wait_until_rendered(self) -> None:
        """Wait until the page shows its content, so that it can be measured."""
        self.page.locator("main").first.wait_for(state="attached")

    def horizontal_overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        self.wait_until_rendered()
        found: int = self.page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
        return found

    def axe_violations(self, *disabled: str) -> list[str]:
        """The accessibility violations that axe-core finds in the page.

        Playwright evaluates scripts despite the content security policy, which stays in force.
        """
        self.wait_until_rendered()
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        rules = {name: {"enabled": False} for name in disabled}
        found = self.page.evaluate(
            "rules => axe.run(document, { rules, resultTypes: ['violations'] })", rules
        )
        return [_describe(each) for each in found["violations"]]


def _describe(violation: Any) -> str:
    nodes: Sequence[Any] = violation["nodes"]
    places = "; ".join(f"{node['target']} {node['html'][:160]}" for node in nodes[:3])
    return f"{violation['id']} ({len(nodes)}): {violation['help']}: {places}"
