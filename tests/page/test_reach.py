"""Playing without a mouse, and hearing the board instead of seeing it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import Look
from tests.page.conftest import Seated
from tests.page.keyboards import Typist
from tests.page.openings import nearly_over


def test_the_last_rounds_are_played_with_the_keyboard_alone(seated: Seated) -> None:
    ann = seated("me", "merchant", opening=nearly_over(2, 8, 12))
    typist = Typist(ann)
    while ann.wait():
        typist.act(ann.fancy())
    expect(ann.page.locator("[data-phase=over]")).to_have_count(1)


def test_any_action_can_be_written_in_notation(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=9)
    for _ in range(3):
        assert ann.wait()
        ann.shows(ann.socket.number)
        number = ann.socket.number
        ann.type(ann.fancy())
        while ann.socket.number == number:
            ann.socket.receive()
        ann.shows(ann.socket.number)


def test_a_wrong_line_of_notation_is_told_and_loses_nothing(seated: Seated) -> None:
    ann = seated("me", "merchant", seed=9)
    assert ann.wait()
    ann.shows(ann.socket.number)
    ann.type("sow z9 camels")
    expect(ann.page.locator("dialog [role=alert]")).not_to_be_empty()
    expect(ann.page.locator("#command")).to_have_value("sow z9 camels")


def test_the_board_is_heard_as_a_grid_of_named_tiles(seated: Seated) -> None:
    for language in ("en", "fr"):
        ann = seated("me", seed=3, look=Look(language))
        words = catalogue(language)
        cells = ann.page.get_by_role("gridcell")
        expect(cells).to_have_count(30)
        heard = ann.page.get_by_role("grid").aria_snapshot()
        assert len(re.findall("- row", heard)) == 5
        for tile, place in zip(ann.socket.scene["tiles"], ann.land(), strict=True):
            name = ann.page.locator(f"[data-tile={place['tile']}]").get_attribute("aria-label")
            assert name is not None
            assert place["tile"] in name.lower()
            assert words.kind(place["kind"]).lower() in name.lower()
            if tile.get("pile"):
                assert len(name) > len(place["tile"]) + 12


def test_arrows_walk_over_the_board(seated: Seated) -> None:
    ann = seated("me", seed=3)
    ann.page.locator("[role=grid] [tabindex='0']").focus()
    names = []
    for key in ("Home", "ArrowRight", "ArrowDown", "ArrowLeft"):
        ann.page.keyboard.press(key)
        names.append(ann.page.evaluate("document.activeElement.dataset.tile"))
    assert len(set(names)) == len(names)
    assert all(name is not None for name in names)
