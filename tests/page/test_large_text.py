"""With text at 200 %, nothing is cut off or unreachable on any screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.late_games import nearly_over
from tests.page.layout import layout_faults
from tests.page.shots import can_choose, play_until

WORDS = catalogue("fr")
SIZES = [DESKTOP, PHONE]
SIDEWAYS = (844, 390)


@pytest.mark.layout
@pytest.mark.parametrize("size", SIZES)
def test_large_text_fits_before_a_game(open_page: OpenPage, size: tuple[int, int]) -> None:
    ann = open_page("/", look=Look("fr", size, large_text=True))
    expect(ann.page.locator(".mode").first).to_be_visible()
    assert layout_faults(ann.page) == [], "start"
    ann.goto("/rules")
    ann.page.get_by_role("heading").first.wait_for()
    assert layout_faults(ann.page) == [], "rules"
    ann.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    ann.expect_text(WORDS.say("page.invite.title"))
    assert layout_faults(ann.page) == [], "lobby"


TITLE_OVER_PALACE = """() => {
  const [title, palace] = ['.ttl p', '.hero .far'].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  return [title, palace].some((box) => !box.height) || title.bottom > palace.top;
}"""


@pytest.mark.layout
def test_a_large_title_does_not_overlap_the_palace(open_page: OpenPage) -> None:
    ann = open_page("/", look=Look("fr", PHONE, large_text=True))
    expect(ann.page.locator(".ttl p")).to_be_visible()
    for width, height in [PHONE, SIDEWAYS, (768, 1024), (1280, 720), DESKTOP, (1920, 1080)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert not ann.page.evaluate(TITLE_OVER_PALACE), (width, height)


@pytest.mark.layout
def test_large_text_fits_with_the_bids_of_five_players(start_game: StartGame) -> None:
    look = Look("fr", SIDEWAYS, large_text=True)
    ann = start_game("me", *["merchant"] * 4, seed=5, look=look, expansions=["artisans", "whims"])
    assert play_until(ann, can_choose("bid"))
    for width, height in [SIDEWAYS, (1280, 720), (768, 1024)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert layout_faults(ann.page) == [], (width, height)


@pytest.mark.layout
@pytest.mark.parametrize("size", SIZES)
def test_large_text_fits_to_the_end_of_a_game(start_game: StartGame, size: tuple[int, int]) -> None:
    look = Look("fr", size, large_text=True)
    late = nearly_over(3, 5, 8, by="merchant")
    ann = start_game("me", "merchant", "merchant", opening=late, look=look)
    page = ann.page
    assert ann.wait_for_turn()
    ann.wait_for_entry(ann.socket.number)
    page.get_by_role("button", name=WORDS.say("page.settings.title")).first.click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert layout_faults(page) == [], "settings"
    page.keyboard.press("Escape")
    while ann.wait_for_turn():
        ann.wait_for_entry(ann.socket.number)
        assert layout_faults(page) == [], ann.socket.scene["asked"]
        ann.act(ann.random_action())
    expect(page.locator("[data-phase=over]")).to_have_count(1)
    assert layout_faults(page) == [], "end"
    page.get_by_role("button", name=WORDS.say("page.end.replay")).first.click()
    page.get_by_role("slider").wait_for()
    assert layout_faults(page) == [], "replay"
