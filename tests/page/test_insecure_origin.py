"""The page over plain HTTP at an origin that is not a secure context."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import INSECURE
from tests.page.conftest import OpenPage
from tests.page.late_games import nearly_over
from tests.page.players import Player
from tests.page.visitor import Visitor

WORDS = catalogue("en")
SELECTED = "document.activeElement.value.slice(document.activeElement.selectionStart)"
CREATE_TABLE = """async (fields) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(fields);
    const answer = await fetch('/api/tables', { method: 'POST', headers, body });
    return (await answer.json()).table;
}"""


def create_table(ann: Visitor, origin: str, *seats: str, **fields: Any) -> str:
    """Create a table from within the page, because only the browser can resolve its host."""
    plans = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
    table: str = ann.page.evaluate(CREATE_TABLE, {"seats": plans, **fields})
    ann.page.goto(f"{origin}/table/{table}")
    return table


def test_a_game_can_be_created_shared_and_played_at_an_insecure_origin(open_page: OpenPage) -> None:
    ann = open_page(None)
    port = ann.server.address.rsplit(":", 1)[1]
    origin = f"http://{INSECURE}:{port}"
    ann.page.goto(origin)
    assert ann.page.evaluate("isSecureContext") is False
    ann.page.get_by_role("button", name=WORDS.say("page.start.solo_play")).click()
    expect(ann.page.locator("[role=grid]")).to_be_visible()

    table = create_table(ann, origin, "me", "open")
    ann.page.get_by_role("button", name=WORDS.say("page.invite.copy")).click()
    ann.expect_text(WORDS.say("page.invite.by_hand"))
    assert ann.page.evaluate(SELECTED) == f"{origin}/table/{table}"
    code = ann.page.get_by_role("img", name=WORDS.say("page.invite.code"))
    expect(code).to_have_attribute("data-link", f"{origin}/table/{table}")

    table = create_table(ann, origin, "me", "merchant", opening=nearly_over(2, 8, 6))
    player = Player(ann, table, 1)
    assert player.play() > 0
    player.close()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    ann.page.get_by_text(WORDS.say("page.end.fair")).click()
    ann.expect_text(player.socket.info["commitment"])
    ann.page.get_by_role("button", name=WORDS.say("page.end.share")).click()
    ann.expect_text(WORDS.say("page.invite.by_hand"))
    assert ann.page.evaluate(SELECTED) == f"{origin}/table/{table}"
    # Chromium warns that this header has no effect at an insecure origin.
    ann.console_errors.ignore("Cross-Origin-Opener-Policy")
