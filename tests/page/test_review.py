"""The review of a finished game: worked out, walked through, linked and played on from."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from naqala import Game
from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.layout import layout_faults
from tests.positions import base_board, game_at

GAME = Path(__file__).parents[1] / "games" / "base-2-55.naqala"
LEFT = 20
"""How many actions of the recorded game are reviewed: all of them would take too long."""
BLUNDER = game_at(
    base_board("b3:W c3:W e1:W e2:W", "c3:s15 e2:m4"), "flags last-round", "pending moving"
).position()
"""The last turn of a game, with a tile of 15 points and one of 4."""
STATE = "[data-total]"
COMPLETE = """() => {
    const { done, total, moment } = document.querySelector('[data-total]')?.dataset ?? {};
    return Number(total) > 0 && done === total && Number(moment) >= 0;
}"""
WORDS = catalogue("en")


def say(key: str, **values: object) -> str:
    return WORDS.say(f"page.review.{key}", **values)


def moment(page: Page) -> int:
    return int(page.locator(STATE).get_attribute("data-moment") or -1)


def test_a_recorded_game_is_reviewed(start_game: StartGame) -> None:
    recorded = Game.load(GAME.read_text(encoding="utf-8"))
    last = [str(played.action) for played in recorded.history[-LEFT:]]
    recorded.undo(LEFT)
    ann = start_game("me", "me", opening=recorded.position())
    page, visitor = ann.page, ann.visitor
    for action in last:
        ann.socket.act(action)
    page.get_by_role("button", name=WORDS.say("page.end.review"), exact=True).click()
    expect(page).to_have_url(re.compile(rf"/review/{ann.table}"))
    page.wait_for_function(COMPLETE)
    expect(page.locator("svg.board")).to_be_visible()
    assert visitor.axe_violations() == []
    assert layout_faults(page) == []

    # The arrow keys walk from decision to decision, and digits choose a moment.
    first = moment(page)
    expect(page).to_have_url(re.compile(rf"moment={first}$"))
    page.keyboard.press("ArrowRight")
    expect(page.locator(STATE)).not_to_have_attribute("data-moment", str(first))
    page.keyboard.press("ArrowLeft")
    expect(page.locator(STATE)).to_have_attribute("data-moment", str(first))
    page.keyboard.press("1")
    chosen = page.locator("button.moment[aria-expanded=true]")
    expect(chosen).to_contain_text("1")
    for label in ("played", "better", "because"):
        expect(page.locator("dt", has_text=say(label)).first).to_be_visible()

    # Another player has other moments, and the address keeps the decision.
    page.locator("section", has_text=say("accuracy")).get_by_role("button").nth(1).click()
    expect(page.locator("main [aria-pressed=true]")).to_contain_text(
        ann.socket.info["seats"][1]["name"]
    )
    expect(page.get_by_text(re.compile(r"as the adviser would tell"))).to_be_visible()
    linked = moment(page)
    with page.expect_request(re.compile(r"/review$")):  # loaded again, but not computed again
        page.reload()
    page.wait_for_function(COMPLETE)
    assert moment(page) == linked
    expect(page.locator("main [aria-pressed=true]")).to_contain_text(
        ann.socket.info["seats"][1]["name"]
    )

    # The game goes on from here against bots.
    page.get_by_role("button", name=say("play")).click()
    page.wait_for_url(re.compile(r"/table/(?!" + ann.table + ")"))
    copy = visitor.api(f"tables/{page.url.rpartition('/')[2]}")
    assert [seat["kind"] for seat in copy["info"]["seats"]] == ["bot", "person"]


def test_a_slip_is_shown_with_both_paths_on_a_phone(open_page: OpenPage) -> None:
    look = Look(size=PHONE, language="fr", dark=True)
    visitor, words = open_page("/rules", look=look), catalogue("fr")
    page = visitor.page
    table = visitor.create_table("me", "merchant", opening=BLUNDER)
    for nth, action in enumerate(("sow e1 e2W", "end")):
        seen = visitor.api(f"tables/{table}")["number"]
        command = {"type": "act", "id": f"a{nth}", "seen": seen, "action": action}
        visitor.api(f"tables/{table}/commands", command)
    visitor.goto(f"/review/{table}")
    page.wait_for_function(COMPLETE)
    board = page.locator("svg.board")
    expect(board).to_have_attribute("data-route", "b3 c3")
    expect(board).to_have_attribute("data-played", "e1 e2")
    expect(page.locator("[data-gain]")).to_have_count(2)
    for text in (
        words.say("page.review.played_you"),
        "de e1 à e2, 2 Sages : +8 tout de suite",
        "de b3 à c3, 2 Sages : +19 tout de suite",
        "Cette option rapporte 11 points de plus tout de suite (19 au lieu de 8).",
    ):
        expect(page.get_by_text(text, exact=True)).to_be_visible()
    assert visitor.axe_violations() == []
    assert layout_faults(page) == []

    # In landscape, the whole board is beside the words.
    width, height = reversed(PHONE)
    page.set_viewport_size({"width": width, "height": height})
    expect(board).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name=words.say("page.review.play"))).to_be_in_viewport(
        ratio=1
    )
    assert layout_faults(page) == []

    # A link that names no moment of this game is answered with a sentence.
    for moment in ("999", "last"):
        visitor.goto(f"/review/{table}?moment={moment}")
        visitor.expect_text(words.say("page.review.no_moment"))
    assert visitor.axe_violations() == []


def test_what_cannot_be_reviewed_says_why(open_page: OpenPage) -> None:
    visitor = open_page("/rules")
    table = visitor.create_table("me", "me", opening=BLUNDER)
    visitor.goto(f"/review/{table}")
    visitor.expect_text(WORDS.say("error.unfinished_game"))
    assert visitor.axe_violations() == []
    # To try again would not help; the game goes on at its table.
    again = visitor.page.get_by_role("button", name=WORDS.say("page.lost.again"))
    expect(again).to_have_count(0)
    visitor.page.get_by_role("link", name=WORDS.say("page.review.to_game")).click()
    expect(visitor.page.locator("[data-phase=running]")).to_have_count(1)
    assert visitor.page.url.endswith(f"/table/{table}")
    visitor.goto("/review/aaaaaaaaaaaaaaaaaaaa")
    visitor.expect_text(WORDS.say("page.lost.no_table_text"))
    visitor.console_errors.ignore("status of 4")
