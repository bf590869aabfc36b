"""Text at 200 %: every screen scrolls where it must, and nothing is cut off or out of reach."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import Seated, Visitor
from tests.page.fitting import cut_off
from tests.page.openings import nearly_over

WORDS = catalogue("fr")
SIZES = [DESKTOP, PHONE]


@pytest.mark.layout
@pytest.mark.parametrize("size", SIZES)
def test_large_text_fits_before_a_game(visit: Visitor, size: tuple[int, int]) -> None:
    ann = visit("/", look=Look("fr", size, large=True))
    expect(ann.page.locator(".mode").first).to_be_visible()
    assert cut_off(ann.page) == [], "start"
    ann.go("/rules")
    ann.page.get_by_role("heading").first.wait_for()
    assert cut_off(ann.page) == [], "rules"
    ann.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    ann.sees(WORDS.say("page.invite.title"))
    assert cut_off(ann.page) == [], "lobby"


@pytest.mark.layout
@pytest.mark.parametrize("size", SIZES)
def test_a_game_is_played_and_looked_at_again_in_large_text(
    seated: Seated, size: tuple[int, int]
) -> None:
    look = Look("fr", size, large=True)
    late = nearly_over(3, 5, 8, by="merchant")
    ann = seated("me", "merchant", "merchant", opening=late, look=look)
    page = ann.page
    assert ann.wait()
    ann.shows(ann.socket.number)
    page.get_by_role("button", name=WORDS.say("page.settings.title")).first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert cut_off(page) == [], "settings"
    page.keyboard.press("Escape")
    while ann.wait():
        ann.shows(ann.socket.number)
        assert cut_off(page) == [], ann.socket.scene["asked"]
        ann.act(ann.fancy())
    expect(page.locator("[data-phase=over]")).to_have_count(1)
    assert cut_off(page) == [], "end"
    page.get_by_role("button", name=WORDS.say("page.end.replay")).first.click()
    page.get_by_role("slider").wait_for()
    assert cut_off(page) == [], "replay"
