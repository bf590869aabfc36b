"""The bundled typefaces: how they arrive, and that nothing depends on them or on system fonts."""

from __future__ import annotations

import pytest
from playwright.sync_api import Route, expect

from naqala.text import LANGUAGES, catalogue
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import Seated, Visitor
from tests.page.fitting import cut_off
from tests.page.openings import nearly_over
from tests.page.visits import Visit

SHIFTS = """
    window.shifts = [];
    new PerformanceObserver((list) => {
        for (const each of list.getEntries()) {
            const moved = each.sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
            window.shifts.push({ value: each.value, moved });
        }
    }).observe({ type: 'layout-shift', buffered: true });
"""
MOST_SHIFT = 0.02
"""Cumulative layout shift of a first load."""
WIDTHS = """async ([token, weight, text]) => {
  const families = getComputedStyle(document.documentElement).getPropertyValue(token).split(',');
  const width = async (family) => {
    const line = document.body.appendChild(document.createElement('span'));
    line.textContent = text;
    line.style.cssText = 'position: fixed; white-space: nowrap';
    line.style.font = `${weight} 50px ${family}`;
    line.getBoundingClientRect(); // asks for its font
    await document.fonts.ready;
    const found = line.getBoundingClientRect().width;
    line.remove();
    return found;
  };
  return [await width(families[0]), await width(families.slice(1).join())];
}"""
"""Of a text in a bundled typeface, and in whatever stands in for it here."""
OTHER = {DESKTOP: (1280, 720), PHONE: (667, 375)}
"""A small laptop, and a phone held sideways."""
LONG = "fr"
"""The language with the longer words."""
LATIN = {"figtree-latin", "el-messiri-latin"}


def fetched(visit: Visit, path: str) -> set[str]:
    """The typefaces that a page asks for."""
    names: set[str] = set()
    visit.page.on("request", lambda request: names.add(request.url.rsplit("/", 1)[1]))
    visit.go(path)
    visit.page.wait_for_load_state("networkidle")
    visit.page.evaluate("document.fonts.ready.then(() => undefined)")
    kinds = (name.partition("-wght-")[0] for name in names if name.endswith(".woff2"))
    return set(kinds)


def fits(visit: Visit, size: tuple[int, int]) -> None:
    """Nothing is cut off, at this size and another of the same kind of screen."""
    for width, height in (size, OTHER[size]):
        visit.page.set_viewport_size({"width": width, "height": height})
        assert cut_off(visit.page) == [], (width, height)


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
@pytest.mark.parametrize("place", ["start", "table"])
def test_nothing_moves_when_the_typefaces_arrive(
    visit: Visitor, place: str, size: tuple[int, int]
) -> None:
    ann = visit(None, look=Look(LONG, size))
    path = "/"
    if place != "start":
        path = f"/table/{ann.create_table('me', 'merchant', 'merchant', seed='3')}"
    held: list[Route] = []
    ann.page.route("**/*.woff2", lambda route: held.append(route))
    ann.page.add_init_script(SHIFTS)
    ann.page.goto(f"{ann.server.address}{path}", wait_until="commit")
    expect(ann.page.locator(".mode" if place == "start" else "[role=grid]").first).to_be_visible()
    # Two frames with system fonts, so that the typefaces really replace them.
    frames = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
    ann.page.evaluate(frames)
    assert len(held) == 2
    for route in held:
        route.continue_()
    ann.page.wait_for_function("[...document.fonts].filter(f => f.status === 'loaded').length >= 2")
    ann.page.evaluate(frames)
    shifts = ann.page.evaluate("window.shifts")
    assert sum(each["value"] for each in shifts) < MOST_SHIFT, shifts


@pytest.mark.layout
@pytest.mark.parametrize("token", ["--sans", "--serif"])
def test_system_fonts_are_as_wide_as_the_typefaces(visit: Visitor, token: str) -> None:
    page = visit("/").page
    for language in LANGUAGES:
        text = catalogue(language).say("tribe.assassins.text")
        for weight in (400, 600, 700):
            bundled, fallback = page.evaluate(WIDTHS, [token, weight, text])
            assert fallback == pytest.approx(bundled, rel=0.04), (language, weight)


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_latin_is_fetched_until_a_name_needs_more(visit: Visitor, language: str) -> None:
    ann = visit(None, look=Look(language))
    assert fetched(ann, "/") == LATIN
    assert fetched(ann, "/rules") == LATIN  # with œ in French
    seats = [{"kind": "me", "name": "Łukasz"}, {"kind": "open"}]
    asked = {"seats": seats, "options": {"players": 2}, "listed": False}
    table = ann.call("tables", asked)["table"]
    assert fetched(ann, f"/table/{table}") == {*LATIN, "figtree-latin-ext"}


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_everything_fits_in_system_fonts_before_a_game(
    visit: Visitor, size: tuple[int, int]
) -> None:
    ann = visit("/", look=Look(LONG, size, typefaces=False))
    expect(ann.page.locator(".mode").first).to_be_visible()
    fits(ann, size)
    ann.create_table("me", "open", "merchant", options={"expansions": ["whims"]})
    ann.sees(catalogue(LONG).say("page.invite.title"))
    fits(ann, size)
    ann.complaints.forgive("ERR_FAILED")


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_everything_fits_in_system_fonts_to_the_end_of_a_game(
    seated: Seated, size: tuple[int, int]
) -> None:
    look = Look(LONG, size, typefaces=False)
    late = nearly_over(3, 5, 8, by="merchant")
    ann = seated("me", "merchant", "merchant", opening=late, look=look)
    while ann.wait():
        ann.shows(ann.socket.number)
        fits(ann.visit, size)
        ann.act(ann.fancy())
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)
    fits(ann.visit, size)
    ann.visit.complaints.forgive("ERR_FAILED")
