"""Games against bots, with every box, and how the page carries them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.page.browsers import PHONE, Look
from tests.page.conftest import Seated
from tests.page.openings import nearly_over


def over(seat: Any) -> None:
    expect(seat.page.locator("[data-phase=over]")).to_have_count(1)


def test_a_game_against_a_bot_is_played_to_its_end_by_mouse(seated: Seated) -> None:
    ann = seated("me", "merchant", opening=nearly_over(2, 1, 70))
    ann.play()
    over(ann)
    for player in ann.socket.scene["players"]:
        ann.visit.sees(str(player["score"]["total"]))
    assert ann.visit.violations() == []


@pytest.mark.parametrize(
    ("seats", "boxes", "size"),
    [
        (["me", "merchant", "merchant"], ["artisans"], (6, 6)),
        (["me", "merchant", "merchant", "merchant"], ["artisans", "whims"], (7, 6)),
        (["me", *["merchant"] * 4], ["whims"], (6, 6)),
    ],
)
def test_the_board_of_every_box_is_drawn_and_played_on(
    seated: Seated, seats: list[str], boxes: list[str], size: tuple[int, int]
) -> None:
    ann = seated(*seats, seed=5, expansions=boxes)
    columns, rows = size
    expect(ann.page.locator("[role=grid] [role=row]")).to_have_count(rows)
    expect(ann.page.locator("[role=grid] [data-tile]")).to_have_count(columns * rows)
    ann.play(4)
    assert ann.visit.violations() == []


def test_a_game_is_ended_on_a_phone_in_french_with_fingers(seated: Seated) -> None:
    opening = nearly_over(3, 11, 8)
    ann = seated("me", "me", "merchant", opening=opening, look=Look("fr", PHONE, dark=True))
    assert ann.visit.overflow() == 0
    assert ann.visit.violations() == []
    ann.play()
    over(ann)
    assert ann.visit.overflow() == 0
    assert ann.visit.violations() == []


@pytest.mark.layout
def test_on_a_phone_board_hand_and_the_next_action_fit_one_screen(seated: Seated) -> None:
    ann = seated("me", "merchant", "merchant", seed=3, look=Look(size=PHONE))
    for _ in range(3):
        assert ann.wait()
        ann.shows(ann.socket.number)
        for each in ("[role=grid]", "[data-hand]", "h1"):
            box = ann.page.locator(each).first.bounding_box()
            assert box is not None
            assert box["y"] >= 0, each
            assert box["y"] + box["height"] <= PHONE[1], each
        assert ann.visit.overflow() == 0
        ann.act(ann.fancy())


def test_a_finished_game_is_looked_at_again_step_by_step(seated: Seated) -> None:
    ann = seated("me", "merchant", opening=nearly_over(2, 8, 6))
    ann.play()
    over(ann)
    ann.visit.go(f"/table/{ann.table}?moment=20")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    assert ann.visit.violations() == []
    ann.page.keyboard.press("ArrowRight")  # a turn on
    expect(ann.page).not_to_have_url(re.compile(r"moment=20$"))
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page).to_have_url(re.compile(r"moment=(1\d|20)$"))


COUNT_CALLS = """() => {
    const replace = history.replaceState.bind(history);
    window.calls = 0;
    history.replaceState = (...given) => { window.calls++; replace(...given); };
}"""


def test_a_slow_scrub_of_a_whole_game_asks_for_little(seated: Seated) -> None:
    """Safari refuses more than 100 changes of the address in 30 seconds."""
    ann = seated("me", "merchant", opening=nearly_over(2, 8, 6))
    ann.visit.go(f"/table/{ann.table}?moment=0")
    slider = ann.page.get_by_role("slider")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.page.evaluate(COUNT_CALLS)
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    ann.page.mouse.move(box["x"] + 8, middle)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + box["width"] - 2, middle, steps=150)
    assert ann.page.evaluate("calls") == 0
    ann.page.mouse.up()
    last = slider.get_attribute("max")
    expect(ann.page).to_have_url(re.compile(rf"moment={last}$"))
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate("calls") == 1
    assert 10 < len(asked) <= 20
