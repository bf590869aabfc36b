"""The bundled typefaces: loading, layout shifts, and the layout without them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from naqala.text import LANGUAGES, catalogue
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.late_games import nearly_over
from tests.page.layout import layout_faults
from tests.page.visitor import Visitor

RECORD_SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) {
            const moved = each.sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
            window.shifts.push({ value: each.value, moved });
        }
    }).observe({ type: 'layout-shift', buffered: true });
"""
MAX_SHIFT = 0.02
"""The maximum cumulative layout shift of a first load."""
WIDTHS = """async ([token, weight, text]) => {
  const families = getComputedStyle(document.documentElement).getPropertyValue(token).split(',');
  const width = async (family) => {
    const line = document.body.appendChild(document.createElement('span'));
    line.textContent = text;
    line.style.cssText = 'position: fixed; white-space: nowrap';
    line.style.font = `${weight} 50px ${family}`;
    line.getBoundingClientRect(); // requests its font
    await document.fonts.ready;
    const found = line.getBoundingClientRect().width;
    line.remove();
    return found;
  };
  return [await width(families[0]), await width(families.slice(1).join())];
}"""
"""The width of a text in a bundled typeface and in its fallback."""
SMALLER = {DESKTOP: (1280, 720), PHONE: (667, 375)}
"""A small laptop, and a phone in landscape."""
LONG = "fr"
"""The language with the longer texts."""
LATIN = {"figtree-latin", "el-messiri-latin"}


def requested_typefaces(visitor: Visitor, path: str) -> set[str]:
    """The typefaces that a page requests."""
    names: set[str] = set()
    visitor.page.on("request", lambda request: names.add(request.url.rsplit("/", 1)[1]))
    visitor.goto(path)
    visitor.page.wait_for_load_state("networkidle")
    visitor.page.evaluate("document.fonts.ready.then(() => undefined)")
    kinds = (name.partition("-wght-")[0] for name in names if name.endswith(".woff2"))
    return set(kinds)


def check_layout(visitor: Visitor, size: tuple[int, int]) -> None:
    """Check that nothing is cut off at this size and at a smaller one of the same device."""
    for width, height in (size, SMALLER[size]):
        visitor.page.set_viewport_size({"width": width, "height": height})
        assert layout_faults(visitor.page) == [], (width, height)


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("place", ["start", "table"])
def test_loading_the_typefaces_causes_no_layout_shift(
    open_page: OpenPage, place: str, size: tuple[int, int]
) -> None:
    ann = open_page(None, look=Look(LONG, size))
    path = "/"
    if place != "start":
        path = f"/table/{ann.create_table('me', 'merchant', 'merchant', seed='3')}"
    held: list[Route] = []
    ann.page.route("**/*.woff2", lambda route: held.append(route))
    ann.page.add_init_script(RECORD_SHIFTS)
    ann.page.goto(f"{ann.server.address}{path}", wait_until="commit")
    expect(ann.page.locator(".mode" if place == "start" else "[role=grid]").first).to_be_visible()
    # Two frames, so that the page is painted with system fonts first.
    frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    ann.page.evaluate(frames)
    assert len(held) == 2
    for route in held:
        route.continue_()
    ann.page.wait_for_function("[...document.fonts].filter(f => f.status === 'loaded').length >= 2")
    ann.page.evaluate(frames)
    shifts = ann.page.evaluate("window.shifts")
    assert sum(each["value"] for each in shifts) < MAX_SHIFT, shifts


@pytest.mark.layout
@pytest.mark.parametrize("token", ["--sans", "--serif"])
def test_fallback_fonts_are_as_wide_as_the_typefaces(open_page: OpenPage, token: str) -> None:
    page = open_page("/").page
    for language in LANGUAGES:
        text = catalogue(language).say("tribe.assassins.text")
        for weight in (400, 600, 700):
            bundled, fallback = page.evaluate(WIDTHS, [token, weight, text])
            assert fallback == pytest.approx(bundled, rel=0.04), (language, weight)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_latin_is_requested_until_a_name_needs_more(
    open_page: OpenPage, language: str
) -> None:
    ann = open_page(None, look=Look(language))
    assert requested_typefaces(ann, "/") == LATIN
    assert requested_typefaces(ann, "/rules") == LATIN  # with œ in French
    seats = [{"kind": "me", "name": "Łukasz"}, {"kind": "open"}]
    fields = {"seats": seats, "options": {"players": 2}, "listed": False}
    table = ann.api("tables", fields)["table"]
    assert requested_typefaces(ann, f"/table/{table}") == {*LATIN, "figtree-latin-ext"}


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_everything_fits_in_system_fonts_before_a_game(
    open_page: OpenPage, size: tuple[int, int]
) -> None:
    ann = open_page("/", look=Look(LONG, size, typefaces=False))
    expect(ann.page.locator(".mode").first).to_be_visible()
    check_layout(ann, size)
    ann.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    ann.expect_text(catalogue(LONG).say("page.invite.title"))
    check_layout(ann, size)
    ann.console_errors.ignore("ERR_FAILED")


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_everything_fits_in_system_fonts_to_the_end_of_a_game(
    start_game: StartGame, size: tuple[int, int]
) -> None:
    look = Look(LONG, size, typefaces=False)
    late = nearly_over(3, 5, 4, by="merchant")
    ann = start_game("me", "merchant", "merchant", opening=late, look=look)
    while ann.wait_for_turn():
        ann.wait_for_entry(ann.socket.number)
        check_layout(ann.visitor, size)
        ann.skip()
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    check_layout(ann.visitor, size)
    ann.visitor.console_errors.ignore("ERR_FAILED")
