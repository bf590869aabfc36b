"""The page over plain http at an address that browsers do not trust."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import INSECURE
from tests.page.conftest import Visitor
from tests.page.openings import nearly_over
from tests.page.players import Player
from tests.page.visits import Visit

WORDS = catalogue("en")
SELECTED = "document.activeElement.value.slice(document.activeElement.selectionStart)"
LAY = """async (asked) => {
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(asked);
    const answer = await fetch('/api/tables', { method: 'POST', headers, body });
    return (await answer.json()).table;
}"""


def laid(ann: Visit, origin: str, *seats: str, **asked: Any) -> str:
    """Lay a table from within the page, because only the browser knows its address."""
    plans = [{"kind": s} if s in ("me", "open") else {"kind": "bot", "bot": s} for s in seats]
    table: str = ann.page.evaluate(LAY, {"seats": plans, **asked})
    ann.page.goto(f"{origin}/table/{table}")
    return table


def test_a_game_is_opened_shared_and_played_at_an_insecure_address(visit: Visitor) -> None:
    ann = visit(None)
    port = ann.server.address.rsplit(":", 1)[1]
    origin = f"http://{INSECURE}:{port}"
    ann.page.goto(origin)
    assert ann.page.evaluate("isSecureContext") is False
    ann.page.get_by_role("button", name=WORDS.say("page.start.solo_play")).click()
    expect(ann.page.locator("[role=grid]")).to_be_visible()

    table = laid(ann, origin, "me", "open")
    ann.page.get_by_role("button", name=WORDS.say("page.invite.copy")).click()
    ann.sees(WORDS.say("page.invite.by_hand"))
    assert ann.page.evaluate(SELECTED) == f"{origin}/table/{table}"
    code = ann.page.get_by_role("img", name=WORDS.say("page.invite.code"))
    expect(code).to_have_attribute("data-link", f"{origin}/table/{table}")

    table = laid(ann, origin, "me", "merchant", opening=nearly_over(2, 8, 6))
    player = Player(ann, table, 1)
    assert player.play() > 0
    player.close()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    ann.page.get_by_text(WORDS.say("page.end.fair")).click()
    ann.sees(player.socket.info["commitment"])
    ann.page.get_by_role("button", name=WORDS.say("page.end.share")).click()
    ann.sees(WORDS.say("page.invite.by_hand"))
    assert ann.page.evaluate(SELECTED) == f"{origin}/table/{table}"
    # Chromium says so of every header that counts at secure addresses only.
    ann.complaints.forgive("Cross-Origin-Opener-Policy")
