"""The panels around the board fit the screen, even with as much content as possible."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage, StartGame
from tests.page.late_games import nearly_over
from tests.page.scene_overrides import fill_table, offer_cards, override_scenes
from tests.page.shots import can_choose, play_until

BOTH = ["artisans", "whims"]
WIDE = [(1440, 900), (1280, 720), (1024, 768)]
COLUMN_FAULTS = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const found = [];
  for (const part of ['.left', '.right']) {
    const one = document.querySelector(part);
    if (one.scrollHeight > one.clientHeight) found.push(`${part} scrolls`);
  }
  const edges = document.querySelector('.left').getBoundingClientRect();
  const parts = '.left :is(.player, .cell, .hand, .things, .bagp, p)';
  for (const one of document.querySelectorAll(parts)) {
    if (one.checkVisibility() && one.scrollWidth > one.clientWidth + 1) {
      found.push(`${one.className} is ${one.scrollWidth} wide in ${one.clientWidth}`);
    }
    const { bottom, height } = one.getBoundingClientRect();
    if (height && bottom > edges.bottom + 1) found.push(`${one.className} lies below the column`);
  }
  const spots = [...document.querySelectorAll('.top .spot')];
  const tools = document.querySelector('.corner').firstElementChild.getBoundingClientRect();
  if (spots.some((one) => one.getBoundingClientRect().right > tools.left)) {
    found.push('the track lies over the tools');
  }
  if (document.documentElement.scrollHeight > innerHeight) found.push('the page scrolls');
  return found;
}"""
"""The parts that do not fit on a wide screen."""


@pytest.mark.parametrize(("seats", "boxes"), [(1, []), (2, BOTH), (3, BOTH), (4, BOTH), (5, BOTH)])
def test_a_full_table_fits_its_columns(open_page: OpenPage, seats: int, boxes: list[str]) -> None:
    ann = open_page(None, look=Look("fr", WIDE[0]))  # the longer texts
    fill_table(ann.page)
    ann.create_table("me", *["merchant"] * (seats - 1), seed="5", options={"expansions": boxes})
    expect(ann.page.locator(".left .player")).to_have_count(max(2, seats))
    expect(ann.page.locator(".left .victims").first).to_be_attached()
    for width, height in WIDE:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(COLUMN_FAULTS) == [], (width, height)


def test_a_gold_cost_fits_one_line_of_the_log(start_game: StartGame) -> None:
    ann = start_game("me", seed=4, look=Look("fr", (1280, 720)))
    cost = ann.page.locator(".journal .gold").filter(has_text="−")
    for _ in range(40):
        assert ann.wait_for_turn()
        ann.wait_for_entry(ann.socket.number)
        if cost.count():
            break
        ann.socket.act(ann.random_action())
    box = cost.bounding_box()
    assert box is not None
    assert box["height"] < 30


def test_a_hint_shows_its_turn_and_its_buttons_without_scrolling(start_game: StartGame) -> None:
    ann = start_game("me", seed=4, look=Look("fr", (1280, 720)))
    assert play_until(ann, can_choose("take"))
    ann.page.keyboard.press("h")
    buttons = ann.page.locator(".hints .acts .btn")
    expect(buttons).to_have_count(2)
    for width, height in [(1280, 720), (1440, 900)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        for part in (ann.page.locator(".hints ol > li.open"), *buttons.all()):
            expect(part).to_be_in_viewport(ratio=1)
    ann.page.get_by_role("tab", name=catalogue("fr").say("page.table.tab_log")).click()
    expect(ann.page.locator(".right .market")).to_be_visible()


NARROW = [(320, 568), (360, 740), (390, 844)]
COUNT_OFF_SCREEN = (
    "all => all.filter((one) => one.getBoundingClientRect().right > innerWidth + 0.5).length"
)


@pytest.mark.layout
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_top_of_a_narrow_phone_fits_the_turn_order_and_all_tools(
    start_game: StartGame, seats: int
) -> None:
    boxes = BOTH if seats == 5 else []
    bots = ["merchant"] * (seats - 1)
    ann = start_game("me", *bots, seed=3, look=Look("fr", PHONE), expansions=boxes)
    assert play_until(ann, can_choose("take"))
    for width, height in NARROW:
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".ptop .order li").first).to_be_visible()
        assert ann.page.locator(".ptop > *, .ptop .icon").evaluate_all(COUNT_OFF_SCREEN) == 0, (
            width,
            height,
        )


PHONES = [(390, 844), (360, 740), (844, 390), (667, 375), (667, 331)]
SMALL_TARGETS = """() => {
  const controls = 'button, a[href], input:not([type=range], [type=file]), select, summary';
  const shown = document.querySelector('dialog[open]') ?? document;
  const found = [...shown.querySelectorAll(controls)].filter((one) => {
    if (!one.checkVisibility() || one.closest('.board, .tl, p')) return false;
    const { width, height } = one.getBoundingClientRect();
    return width > 1 && (width < 43.5 || height < 43.5);
  });
  return found.map((one) => one.outerHTML.slice(0, 120));
}"""
"""Touch targets that are too small, except tiles of the board and links within a sentence."""


HIDDEN_PRICES = """() => [...document.querySelectorAll('.pprompt .spot:has(.marker)')]
  .filter((spot) => {
    const marker = spot.querySelector('.mk').getBoundingClientRect();
    return marker.bottom > spot.querySelector('.pr').getBoundingClientRect().top + 0.5;
  })
  .map((spot) => spot.textContent)"""
"""Prices of bids that the marker of a player covers."""
UNEVEN_GAPS = """() => {
  const line = [...document.querySelectorAll('.threats > span')];
  const boxes = line.map((one) => one.getBoundingClientRect());
  const gaps = boxes.slice(1).map((box, nth) => box.left - boxes[nth].right);
  const found = [];
  if (Math.min(...gaps) < 3) found.push('items touch');
  if (Math.max(...gaps) - Math.min(...gaps) > 1) found.push('the gaps differ');
  const panel = line[0].closest('.opp').getBoundingClientRect();
  if (boxes.at(-1).right > panel.right) found.push('beyond the panel');
  const name = document.querySelector('.yazid .nm');
  const clipped = getComputedStyle(name).clipPath !== 'none';
  if (!clipped && name.scrollWidth > name.clientWidth) found.push('the name is cut');
  return found;
}"""
"""What is wrong with the line of Yazid on a phone."""


def test_the_line_of_yazid_fits_on_every_phone(open_page: OpenPage) -> None:
    ann = open_page(None, look=Look(size=PHONE))

    def late(message: dict[str, Any]) -> None:
        message["scene"]["yazid"] |= {"viziers": 12, "elders": 10, "dearest": 24}

    override_scenes(ann.page, late)
    ann.create_table("me", seed="4")
    expect(ann.page.locator(".threats")).to_contain_text("−24")
    for width, height in [*PHONES, (320, 568), (740, 360)]:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(UNEVEN_GAPS) == [], (width, height)


def small_targets(page: Page) -> list[tuple[tuple[int, int], str]]:
    """The touch targets that are too small on any of the phones."""
    found = []
    for size in PHONES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        found += [(size, one) for one in page.evaluate(SMALL_TARGETS)]
    page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
    return found


def test_every_card_of_a_specialised_market_can_be_pressed_on_a_phone(
    open_page: OpenPage,
) -> None:
    ann = open_page(None, look=Look(size=PHONE))
    override_scenes(ann.page, partial(offer_cards, 9))
    ann.create_table("me", "merchant", seed="5", options={"expansions": ["artisans"]})
    cards = ann.page.locator("button[data-place]")
    expect(cards).to_have_count(9)
    assert small_targets(ann.page) == []
    for width, height in PHONES:
        ann.page.set_viewport_size({"width": width, "height": height})
        for card in cards.all():
            card.click(trial=True)


@pytest.mark.layout
@pytest.mark.parametrize("reach", [3, 6])
def test_a_market_shows_all_cards_and_its_prices_on_a_phone(
    open_page: OpenPage, reach: int
) -> None:
    ann = open_page(None, look=Look("fr", PHONE))
    override_scenes(ann.page, partial(offer_cards, reach))
    ann.create_table("me", "merchant", seed="5", options={"expansions": ["artisans"]})
    expect(ann.page.locator("button[data-place]")).to_have_count(reach)
    for size in [*PHONES, (768, 1024)]:
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        for price in ("table.market_small_short", "table.market_large_short"):
            text = catalogue("fr").say(f"page.{price}")
            expect(ann.page.get_by_text(text, exact=True)).to_be_in_viewport(ratio=1)
        widths = ann.page.locator("[data-place]").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect().width)"
        )
        assert min(widths) > 27.5, size
        assert min(widths[:reach]) > 43.5, size
        if size[0] != 667:  # too narrow for six cards and the rest; the row scrolls
            off_screen = ann.page.locator("[data-place]").evaluate_all(COUNT_OFF_SCREEN)
            assert off_screen == 0, size
        if size[0] == 768:
            assert max(widths) - min(widths) < 1


def test_touch_targets_are_large_enough_on_a_phone(start_game: StartGame) -> None:
    look = Look(size=PHONE)
    ann = start_game("me", *["merchant"] * 4, seed=5, look=look, expansions=BOTH)
    page, words = ann.page, catalogue("en")
    found = {}

    def press(key: str, role: str = "button") -> None:
        page.get_by_role(role, name=words.say(f"page.{key}"), exact=True).first.click()  # type: ignore[arg-type]

    def check(place: str) -> None:
        found[place] = small_targets(page)
        page.keyboard.press("Escape")

    for decision in ("bid", "take"):
        assert play_until(ann, can_choose(decision))
        check(decision)
    page.locator(".opp").first.click()
    check("people")
    for tab in ("log", "chat", "hint"):
        press("table.side")
        press(f"table.tab_{tab}", "tab")
        check(tab)
    press("table.menu")
    check("menu")
    press("settings.title")
    check("settings")
    page.keyboard.press("?")
    check("keys")
    ann = start_game("me", "merchant", opening=nearly_over(2, 8, 3), look=look)
    page = ann.page
    ann.skip_to_end()
    expect(page.locator("[data-phase=over]")).to_have_count(1)
    check("end")
    press("end.replay")
    page.get_by_role("slider").wait_for()
    check("replay")
    ann.visitor.create_table("me", "open", "merchant")
    page.get_by_role("heading", name=words.say("page.invite.title")).wait_for()
    check("lobby")
    ann.visitor.goto("/")
    page.locator(".list li").first.wait_for()
    page.locator("details").evaluate_all("all => all.forEach((one) => (one.open = true))")
    check("start")
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


OVERLAPS = """async () => {
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const notice = document.querySelector('.updated').getBoundingClientRect();
  const parts = '.board, .spot, .opp, .ptop, .top, .pprompt, .panel';
  const shown = [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility());
  return shown.filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return top < notice.bottom && bottom > notice.top && left < notice.right && right > notice.left;
  }).map((one) => one.className.baseVal ?? one.className);
}"""


@pytest.mark.layout
@pytest.mark.parametrize("sizes", [[(1440, 900), (1280, 720), (768, 1024)], PHONES])
def test_the_notice_of_an_update_covers_nothing(
    open_page: OpenPage, sizes: list[tuple[int, int]]
) -> None:
    ann = open_page(None, look=Look("fr", sizes[0]))
    about = {**ann.api("about"), "version": "0"}  # before the update
    ann.page.route("**/api/about", lambda route: route.fulfill(json=about))
    ann.create_table("me", *["merchant"] * 4, seed="5", options={"expansions": BOTH})
    expect(ann.page.get_by_text(catalogue("fr").say("page.updated.text"))).to_be_visible()
    for width, height in sizes:
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".board")).to_be_visible()
        assert ann.page.evaluate(OVERLAPS) == [], (width, height)
        if (width, height) in WIDE:
            assert ann.page.evaluate(COLUMN_FAULTS) == [], (width, height)


TOOLS_OVERLAP = """() => {
  const tools = [...document.querySelectorAll('.tools > *')].filter((one) => one.checkVisibility());
  return tools.filter((one, nth) => {
    const text = document.createRange();
    text.selectNodeContents(one);
    return nth && text.getBoundingClientRect().left
      < tools[nth - 1].getBoundingClientRect().left + tools[nth - 1].scrollWidth;
  }).map((one) => one.textContent);
}"""
"""The tools that begin within the one before."""


TOP_BUTTONS = """() => [...document.querySelectorAll('.corner .icon')]
  .filter((one) => one.checkVisibility())
  .map((one) => one.getBoundingClientRect())
  .filter(({ width, height, top, bottom }) =>
    width < 43.5 || height < 43.5 || Math.abs(top + bottom - 66) > 1).length"""
"""The number of buttons in the top bar of a table that are too small or not centred."""


def test_the_top_buttons_of_a_tablet_are_large_and_in_line(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", seed=3, look=Look(size=PHONE))
    for width, height in WIDE:
        ann.page.set_viewport_size({"width": width, "height": height})
        expect(ann.page.locator(".corner .icon").last).to_be_visible()
        assert ann.page.evaluate(TOP_BUTTONS) == 0, (width, height)


def test_the_tools_fit_on_a_large_touch_screen(open_page: OpenPage) -> None:
    ann = open_page("/", look=Look("fr", PHONE))
    expect(ann.page.locator(".tools")).to_be_visible()
    for width, height in [PHONE, (768, 1024), *WIDE]:
        ann.page.set_viewport_size({"width": width, "height": height})
        assert ann.page.evaluate(TOOLS_OVERLAP) == [], (width, height)
