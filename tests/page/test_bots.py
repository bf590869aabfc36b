"""Games against bots, with each expansion, and their replay."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.page.browsers import PHONE, Look
from tests.page.conftest import StartGame
from tests.page.late_games import nearly_over
from tests.page.players import Player


def expect_over(player: Player) -> None:
    expect(player.page.locator("[data-phase=over]")).to_have_count(1)


def test_a_game_against_a_bot_can_be_played_to_its_end_by_mouse(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", opening=nearly_over(2, 1, 24))
    ann.play()
    expect_over(ann)
    for player in ann.socket.scene["players"]:
        ann.visitor.expect_text(str(player["score"]["total"]))
    assert ann.visitor.axe_violations() == []


@pytest.mark.parametrize(
    ("seats", "boxes", "size"),
    [
        (["me", "merchant", "merchant"], ["artisans"], (6, 6)),
        (["me", "merchant", "merchant", "merchant"], ["artisans", "whims"], (7, 6)),
        (["me", *["merchant"] * 4], ["whims"], (6, 6)),
    ],
)
def test_games_with_expansions_can_be_played(
    start_game: StartGame, seats: list[str], boxes: list[str], size: tuple[int, int]
) -> None:
    ann = start_game(*seats, seed=5, expansions=boxes)
    columns, rows = size
    expect(ann.page.locator("[role=grid] [role=row]")).to_have_count(rows)
    expect(ann.page.locator("[role=grid] [data-tile]")).to_have_count(columns * rows)
    ann.play(2)
    assert ann.visitor.axe_violations() == []


def test_a_game_can_be_finished_on_a_phone_in_french(start_game: StartGame) -> None:
    opening = nearly_over(3, 11, 8)
    ann = start_game("me", "me", "merchant", opening=opening, look=Look("fr", PHONE, dark=True))
    assert ann.visitor.horizontal_overflow() == 0
    assert ann.visitor.axe_violations() == []
    ann.play()
    expect_over(ann)
    assert ann.visitor.horizontal_overflow() == 0
    assert ann.visitor.axe_violations() == []


@pytest.mark.layout
def test_on_a_phone_board_hand_and_prompt_fit_one_screen(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", "merchant", seed=3, look=Look(size=PHONE))
    for _ in range(3):
        assert ann.wait_for_turn()
        ann.wait_for_entry(ann.socket.number)
        for each in ("[role=grid]", "[data-hand]", "h1"):
            box = ann.page.locator(each).first.bounding_box()
            assert box is not None
            assert box["y"] >= 0, each
            assert box["y"] + box["height"] <= PHONE[1], each
        assert ann.visitor.horizontal_overflow() == 0
        ann.skip()


def test_a_finished_game_can_be_replayed_turn_by_turn(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", opening=nearly_over(2, 8, 6))
    ann.skip_to_end()
    expect_over(ann)
    # The replay is loaded when it is needed, which may fail.
    ann.page.route("**/assets/end-*.js", lambda route: route.abort())
    ann.visitor.goto(f"/table/{ann.table}?moment=20")
    ann.visitor.expect_text(ann.words.say("page.lost.unreachable_title"))
    ann.page.unroute("**/assets/end-*.js")
    ann.visitor.console_errors.ignore("ERR_FAILED")
    ann.page.get_by_role("button", name=ann.words.say("page.lost.again")).click()
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    assert ann.visitor.axe_violations() == []
    ann.page.keyboard.press("ArrowRight")  # next turn
    expect(ann.page).not_to_have_url(re.compile(r"moment=20$"))
    ann.page.keyboard.press("ArrowLeft")
    expect(ann.page).to_have_url(re.compile(r"moment=(1\d|20)$"))


COUNT_CALLS = """() => {
    window.calls = [];
    for (const name of ['pushState', 'replaceState']) {
        const change = history[name].bind(history);
        history[name] = (...args) => { window.calls.push(name); change(...args); };
    }
}"""


def test_dragging_the_slider_makes_few_requests_and_one_entry_in_the_history(
    start_game: StartGame,
) -> None:
    """Safari allows only 100 changes of the address in 30 seconds."""
    ann = start_game("me", "merchant", opening=nearly_over(2, 8, 6))
    ann.visitor.goto(f"/table/{ann.table}?moment=0")
    slider = ann.page.get_by_role("slider")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.page.wait_for_load_state("networkidle")
    requests: list[str] = []
    ann.page.on("request", lambda request: requests.append(request.url))
    ann.page.evaluate(COUNT_CALLS)
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    ann.page.mouse.move(box["x"] + 8, middle)
    ann.page.mouse.down()
    ann.page.mouse.move(box["x"] + box["width"] - 2, middle, steps=150)
    assert ann.page.evaluate("calls") == []
    ann.page.mouse.up()
    last = slider.get_attribute("max")
    expect(ann.page).to_have_url(re.compile(rf"moment={last}$"))
    ann.page.wait_for_load_state("networkidle")
    assert ann.page.evaluate("calls") == ["pushState"]
    assert 10 < len(requests) <= 20
    ann.page.go_back()
    expect(ann.page).to_have_url(re.compile(r"moment=0$"))
    expect(slider).to_have_value("0")
    ann.page.go_forward()
    expect(slider).to_have_value(str(last))
    assert ann.page.evaluate("calls") == ["pushState"]


def test_steps_in_a_row_make_one_entry_in_the_history(start_game: StartGame) -> None:
    ann = start_game("me", "merchant", opening=nearly_over(2, 8, 6))
    ann.visitor.goto(f"/table/{ann.table}?moment=0")
    slider = ann.page.get_by_role("slider")
    expect(ann.page.locator("[role=grid]")).to_be_visible()
    ann.page.clock.install(time=0)
    ann.page.clock.pause_at(1000)  # however long the keys take
    before = ann.page.evaluate("history.length")
    for _ in range(6):
        ann.page.keyboard.press("ArrowRight")
    ann.page.clock.run_for(300)
    there = slider.input_value()
    expect(ann.page).to_have_url(re.compile(rf"moment={there}$"))
    assert ann.page.evaluate("history.length") == before + 1
    ann.page.go_back()
    expect(slider).to_have_value("0")
