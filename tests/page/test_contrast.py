"""Forced colours and increased contrast."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.page.browsers import Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.test_sowing import play_until_move

FILL = "each => getComputedStyle(each).backgroundColor"
TEXT = "each => getComputedStyle(each).color"
CHANNELS = """name => {
  const one = document.body.appendChild(document.createElement('i'));
  one.style.color = `var(${name})`;
  const found = getComputedStyle(one).color.match(/[\\d.]+/g).slice(0, 3).map(Number);
  one.remove();
  return found;
}"""


def luminance(page: Page, token: str) -> float:
    """The relative luminance of a token, as WCAG defines it."""

    def linear(channel: float) -> float:
        share = channel / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(each) for each in page.evaluate(CHANNELS, token))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(page: Page, first: str, second: str) -> float:
    low, high = sorted(luminance(page, each) for each in (first, second))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_forced_colours_distinguish_the_states_of_controls(open_page: OpenPage, dark: bool) -> None:
    page = open_page("/", look=Look(dark=dark)).page
    page.emulate_media(forced_colors="active")
    page.locator(".boxes .switch").first.click()
    for on, off in (
        (".switch[aria-checked=true] i", ".switch[aria-checked=false] i"),
        ("[type=radio]:checked", "[type=radio]:not(:checked)"),
        (".offer.primary", ".btn:not(.primary)"),
    ):
        fill = page.locator(on).first.evaluate(FILL)
        assert fill != page.locator(off).first.evaluate(FILL), on
        text = page.locator(f"{on} + span" if "radio" in on else on).first.evaluate(TEXT)
        assert fill != text, on
    plates = page.locator(".plate").evaluate_all(f"all => all.map({FILL})")
    assert len(set(plates)) > 2, "the seats keep their colours"
    offer = page.locator(".offer.primary").evaluate(FILL)
    page.goto(f"{page.url}learn")
    assert page.locator(".btn.primary").first.evaluate(FILL) == offer


def test_forced_colours_do_not_change_the_board(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3)
    play_until_move(ann)
    drawn = ".legal, .t-rim, .mp, .board text"
    paint = """all => all.map((each) => {
        const { fill, stroke, color } = getComputedStyle(each);
        return [fill, stroke, color];
    })"""
    before = ann.page.locator(drawn).evaluate_all(paint)
    assert ann.page.locator(".legal").count()
    ann.page.emulate_media(forced_colors="active")
    assert ann.page.locator(drawn).evaluate_all(paint) == before


@pytest.mark.parametrize("dark", [False, True])
def test_increased_contrast_applies_to_texts_and_lines(open_page: OpenPage, dark: bool) -> None:
    page = open_page("/", look=Look(dark=dark)).page
    page.locator(".mode").first.wait_for()
    page.emulate_media(contrast="more")
    texts = ["--ink", "--ink-2", "--lapis", "--terra", "--brass-ink", "--good", "--bad"]
    for text in [*texts, *(f"--p{seat}t" for seat in range(1, 6))]:
        for ground in ("--paper", "--linen", "--page"):
            assert contrast(page, text, ground) >= 7, (text, ground)
    for line in ("--line", "--line-2", "--brass"):
        assert contrast(page, line, "--paper") >= 3, line
