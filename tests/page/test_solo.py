"""The solo game against Yazid, from the first click to the title."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.conftest import Seated, Visitor


def test_two_clicks_start_a_solo_game(visit: Visitor) -> None:
    ann = visit()
    words = catalogue("en")
    ann.page.get_by_role("button", name=words.say("page.start.solo_play")).click()
    ann.page.wait_for_url("**/table/*")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.sees("Yazid")


def test_a_whole_solo_game_is_played_by_mouse(seated: Seated) -> None:
    ann = seated("me", seed=4)
    assert ann.visit.violations() == []
    ann.play()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    scores = ann.socket.scene["players"]
    ann.visit.sees(str(scores[0]["score"]["total"]))
    assert ann.visit.violations() == []
