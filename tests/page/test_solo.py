"""The solo game against Yazid."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.conftest import OpenPage, StartGame


def test_a_solo_game_starts_from_the_start_page(open_page: OpenPage) -> None:
    ann = open_page()
    words = catalogue("en")
    ann.page.get_by_role("button", name=words.say("page.start.solo_play")).click()
    ann.page.wait_for_url("**/table/*")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.expect_text("Yazid")


def test_a_whole_solo_game_can_be_played_by_mouse(start_game: StartGame) -> None:
    ann = start_game("me", seed=4)
    assert ann.visitor.axe_violations() == []
    ann.play()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    scores = ann.socket.scene["players"]
    ann.visitor.expect_text(str(scores[0]["score"]["total"]))
    assert ann.visitor.axe_violations() == []
