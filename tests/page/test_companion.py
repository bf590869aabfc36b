"""The companion of the printed game: set-up, score pad, Yazid's dice and the clock."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from naqala.rules.visible_scores import SOURCES_OF_BOX
from naqala.text import catalogue
from tests.games.expected import HERE
from tests.games.score_sheets import final_sheets
from tests.page.browsers import DESKTOP, PHONE, Look
from tests.page.conftest import OpenPage
from tests.page.layout import layout_faults
from tests.page.visitor import Visitor

RECORDED = "base-4-58"
"""A recorded game without Djinns that change the points of other sources."""
PARTS = ("setup", "pad", "dice")
SIZES = [PHONE, (667, 375), (1280, 720)]
FULL = {
    "players": 5,
    "boxes": ["whims", "artisans"],
    "dice": {"white": 4, "black": 6},
    "sheets": [{"typed": {"gold": 120, "viziers": 16, "palms": 10}, "sets": [9, 4]}] * 5,
}
"""A companion with as much as it can show."""


def open_companion(
    open_page: OpenPage, look: Look, stored: dict[str, Any] | None = None
) -> Visitor:
    ann = open_page(None, look=look)
    if stored is not None:
        text = json.dumps(json.dumps(stored))
        ann.page.add_init_script(f"localStorage['naqala.box'] ??= {text}")
    ann.goto("/box")
    ann.page.locator("main h2").first.wait_for(state="attached")
    return ann


def show(page: Page, part: str) -> None:
    """Choose a part of the page, as one does on a phone."""
    tab = page.locator(f".tabs input[value={part}]")
    if tab.is_visible():
        tab.check()


@pytest.mark.parametrize("look", [Look("en", PHONE), Look("fr", DESKTOP)])
def test_a_recorded_game_typed_on_the_keyboard_has_the_score_of_the_engine(
    open_page: OpenPage, look: Look
) -> None:
    """E3, E4"""
    recorded = final_sheets(HERE / f"{RECORDED}.naqala")
    words = catalogue(look.language)
    ann = open_companion(open_page, look, {"players": len(recorded["players"])})
    page = ann.page
    show(page, "pad")
    page.locator("[data-cell='0-gold']").focus()
    for nth, (sheet, score) in enumerate(zip(recorded["players"], recorded["scores"], strict=True)):
        for source in score:
            if source != "total":
                page.keyboard.type(str(sheet["typed"].get(source, score[source])))
                page.keyboard.press("Tab" if nth % 2 else "Enter")
    totals = [str(score["total"]) for score in recorded["scores"]]
    expect(page.locator("tfoot output")).to_have_text(totals)
    (winner,) = recorded["winners"]
    points = sorted(score["total"] for score in recorded["scores"])
    says = words.say(
        "page.box.wins",
        name=words.say("word.player", number=winner + 1),
        points=words.say("count.points", count=points[-1] - points[-2]),
    )
    expect(page.locator(".strip")).to_contain_text(says)
    page.reload()
    expect(page.locator("tfoot output")).to_have_text(totals)


@pytest.mark.parametrize("look", [Look("fr", PHONE, dark=True), Look()])
def test_no_part_has_axe_violations(open_page: OpenPage, look: Look) -> None:
    ann = open_companion(open_page, look, FULL)
    page, words = ann.page, catalogue(look.language)
    found = {}
    for part in PARTS if look.phone else PARTS[:1]:
        show(page, part)
        for summary in page.locator("summary").filter(visible=True).all():
            summary.click()
        found[part] = ann.axe_violations()
    show(page, "pad")
    for key in ("tap_goods", "tap_djinns", "tap_items", "new_sheet"):
        page.get_by_role("button", name=words.say(f"page.box.{key}")).click()
        expect(page.locator("dialog[open]")).to_have_count(1)
        found[key] = ann.axe_violations()
        page.keyboard.press("Escape")
    assert {place: wrong for place, wrong in found.items() if wrong} == {}


@pytest.mark.layout
@pytest.mark.parametrize("language", ["en", "fr"])
def test_everything_fits_on_every_screen(open_page: OpenPage, language: str) -> None:
    ann = open_companion(open_page, Look(language, PHONE), FULL)
    for size in SIZES:
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        for part in PARTS:
            show(ann.page, part)
            assert ann.horizontal_overflow() == 0, (size, part)
            assert layout_faults(ann.page) == [], (size, part)


@pytest.mark.layout
@pytest.mark.parametrize("size", [DESKTOP, PHONE])
def test_large_text_fits(open_page: OpenPage, size: tuple[int, int]) -> None:
    ann = open_companion(open_page, Look("fr", size, large_text=True), FULL)
    for part in PARTS:
        show(ann.page, part)
        assert layout_faults(ann.page) == [], part


def test_the_rows_of_the_pad_follow_the_boxes(open_page: OpenPage) -> None:
    ann = open_companion(open_page, Look("en", DESKTOP), {"players": 3})
    rows = ann.page.locator("tbody [data-cell^='0-']")
    expect(rows).to_have_count(8)
    ann.page.get_by_role("switch", name="Artisans").click()
    expect(rows).to_have_count(8 + len(SOURCES_OF_BOX["artisans"]))


def test_a_link_shows_a_friend_the_same_land(open_page: OpenPage) -> None:
    """S6"""
    ann = open_page("/box?seed=42&players=3&boxes=whims", look=Look("en", PHONE))
    cells = ann.page.get_by_role("gridcell")
    expect(cells).to_have_count(36)
    expected = ann.api("lands?seed=42&players=3&expansions=whims")
    for tile in expected["land"]["tiles"]:
        label = ann.page.locator(f"[data-tile={tile['tile']}]").get_attribute("aria-label")
        assert label is not None
        assert catalogue("en").kind(tile["kind"]).lower() in label.lower()
    ben = open_page("/box?seed=42&players=3&boxes=whims", look=Look("en", DESKTOP))
    expect(ben.page.get_by_role("gridcell")).to_have_count(36)
    labels = "all => all.map(each => each.getAttribute('aria-label'))"
    assert cells.evaluate_all(labels) == ben.page.get_by_role("gridcell").evaluate_all(labels)


def test_the_dice_roll_and_their_button_stays_in_place(open_page: OpenPage) -> None:
    """Y2"""
    ann = open_companion(open_page, Look("en", PHONE), {"players": 1})
    page = ann.page
    show(page, "dice")
    button = page.get_by_role("button", name=catalogue("en").say("page.box.roll"))
    place = button.bounding_box()
    assert place is not None
    assert place["y"] + place["height"] <= PHONE[1]
    heading = page.locator(".yazid h2")
    for _ in range(12):
        button.click()
        expect(heading).to_have_text(re.compile(r"^Yazid strikes [a-f][1-5]( and [a-f]1)?$"))
        assert button.bounding_box() == place
    # It is in view on low screens, too.
    for width, height in ((1280, 720), (667, 600)):
        page.set_viewport_size({"width": width, "height": height})
        expect(button).to_be_in_viewport(ratio=1)


def test_the_start_page_has_a_door_to_the_companion(open_page: OpenPage) -> None:
    ann = open_page("/", look=Look("fr", PHONE))
    name = catalogue("fr").say("page.start.door.box")
    ann.page.get_by_role("link", name=name).click()
    ann.page.wait_for_url("**/box")
    expect(ann.page.get_by_role("heading", name=name)).to_be_attached()
