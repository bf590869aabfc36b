"""The solo game against Yazid."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.conftest import OpenPage, StartGame
from tests.solo import EVERYWHERE, HE_STRIKES_LATER, solo


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


def test_strikes_without_a_choice_are_presented_one_by_one(start_game: StartGame) -> None:
    """The player acted first, and cannot pay to do so again in the next round."""
    words = catalogue("en")
    lines = (HE_STRIKES_LATER, "pending finishing", "p1-has gold 1", "seed 1")
    ann = start_game("me", opening=solo(EVERYWHERE, *lines).position())
    ann.act("end")
    past = ann.socket.scene["yazid"]["past_strikes"]
    assert len(past) == 2
    heading, go_on = ann.page.locator("main h1"), ann.page.locator("[data-go-on]")
    ann.visitor.expect_text(words.say("page.prompt.played_first"))
    expect(heading).to_contain_text(past[0]["strike"]["tiles"][0]["tile"])
    assert ann.visitor.axe_violations() == []
    ann.page.keyboard.press("Enter")
    price = past[1]["strike"]["price"]
    ann.visitor.expect_text(words.say("page.prompt.could_not_pay", price=price))
    expect(heading).to_contain_text(past[1]["strike"]["tiles"][0]["tile"])
    assert ann.page.locator(".can[data-tile]").count() == 0
    go_on.click()
    expect(go_on).to_have_count(0)
    ann.page.locator(".can[data-tile]").first.wait_for()
