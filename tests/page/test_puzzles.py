"""The puzzles: found, missed, shown, tried again, and kept on the device."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from naqala.puzzles import puzzle, puzzle_ids
from naqala.rules.actions import End
from naqala.rules.notation.position_reader import parse_position
from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage
from tests.page.explorer import Explorer
from tests.page.layout import layout_faults
from tests.page.solver import Solver


@pytest.mark.parametrize("look", [Look(), Look(size=PHONE, language="fr", dark=True)])
def test_ten_puzzles_are_found_missed_and_shown(open_page: OpenPage, look: Look) -> None:
    """On a phone three others; no screen has faults of layout or accessibility."""
    visitor, words = open_page(None, look=look), catalogue(look.language)
    faults: dict[str, object] = {}
    names = puzzle_ids()[10:13] if look.phone else puzzle_ids()[:10]
    for nth, name in enumerate(names):
        solver = Solver(visitor, name)
        assert layout_faults(visitor.page) == [], name
        if look.phone:
            expect_everything_beside_the_board(solver)
        if nth % 3 == 0:
            solver.play(solver.best_turn())
            solver.expect_verdict("found")
        elif nth % 3 == 1:
            solver.play(solver.other_turn())
            solver.expect_verdict("close", "more")
            expect(visitor.page.locator(".board .route-was")).to_have_count(1)
        else:
            for key in ("hint", "another_hint", "solution"):
                label = words.say(f"page.puzzle.{key}")
                visitor.page.get_by_role("button", name=label, exact=True).click()
            solver.expect_verdict("shown")
        assert layout_faults(visitor.page) == [], name
        if nth < 3:
            faults[name] = visitor.axe_violations()
    assert faults == {name: [] for name in faults}
    # The streak is kept on the device, and the next puzzle is one that was not answered.
    visitor.goto("/")
    door = visitor.page.get_by_role("link", name=words.say("page.start.door.puzzle"))
    expect(door).to_contain_text(words.say("page.start.door.puzzle_streak", count=1))
    door.click()
    expect(visitor.page.locator("[data-puzzle]")).to_be_attached()


def expect_everything_beside_the_board(solver: Solver) -> None:
    """The prompt and the buttons are in view on a phone, in portrait and in landscape."""
    page = solver.page
    for width, height in ((844, 390), PHONE):
        page.set_viewport_size({"width": width, "height": height})
        for part in (page.locator(".pprompt"), solver.submit):
            expect(part).to_be_in_viewport(ratio=1)
        assert layout_faults(page) == [], solver.puzzle.id
        assert solver.visitor.horizontal_overflow() == 0
    # In portrait, the board is above the prompt and needs no scrolling.
    bottom, top = (
        page.locator(part).evaluate(f"each => each.getBoundingClientRect().{side}")
        for part, side in ((".board", "bottom"), (".foot", "top"))
    )
    assert bottom <= top, solver.puzzle.id


def test_the_prices_of_djinns_fit_into_their_cards_on_a_phone(open_page: OpenPage) -> None:
    solver = Solver(open_page(None, look=Look(size=PHONE)), _with_dear_djinns())
    wide = """all => all.filter(each => each.scrollWidth > each.clientWidth)
        .map(each => each.textContent)"""
    bodies = solver.page.locator("[data-lying] .body")
    expect(bodies).to_have_count(3)
    assert bodies.evaluate_all(wide) == []


def test_a_turn_is_played_on_the_board_and_tried_again(open_page: OpenPage) -> None:
    solver = Solver(open_page(None), _with_short_move())
    page = solver.page
    start, end = solver.puzzle.best[0].split()[1], solver.puzzle.best[0].split()[-1][:2]
    expect(solver.submit).to_be_disabled()
    page.get_by_role("button", name="A hint").click()
    expect(page.locator("[data-hint]")).to_contain_text(f"Start on {start}")
    page.locator(f'[data-tile="{start}"]').click()
    page.locator(f'[data-tile="{end}"]').click()
    # Only one button is emphasised: first to sow, then to end the turn.
    expect(solver.submit).to_be_disabled()
    expect(page.locator(".btn.primary:visible")).to_have_count(1)
    page.locator(".btn.primary:visible").click()
    expect(solver.submit).to_be_enabled()
    expect(page.locator(".btn.primary:visible")).to_have_count(1)
    solver.submit.click()
    solver.expect_verdict("found")
    page.get_by_role("button", name="Try again").click()
    solver.expect_question()
    solver.play(solver.other_turn())
    solver.expect_verdict("close", "more")
    # A full browser keeps the verdict on the page and says what would be lost.
    page.get_by_role("button", name="Try again").click()
    solver.expect_question()
    page.evaluate("() => { Storage.prototype.setItem = () => { throw new Error('full'); }; }")
    solver.play(solver.other_turn())
    solver.expect_verdict("close", "more")
    expect(page.get_by_text("could not store your result")).to_be_visible()
    page.get_by_role("link", name="Another puzzle").click()
    page.wait_for_url(re.compile(r"/puzzle/\w+$"))
    solver.expect_question()
    assert solver.puzzle.id not in page.url


def test_a_solved_puzzle_is_explored_without_what_its_player_cannot_know(
    open_page: OpenPage,
) -> None:
    name = next(name for name in puzzle_ids() if _holds_hidden_cards(name))
    solver = Solver(open_page(None), name)
    for label in ("A hint", "Another hint", "Show the solution"):
        solver.page.get_by_role("button", name=label, exact=True).click()
    solver.page.get_by_role("link", name="Explore this position").click()
    Explorer(solver.visitor)
    saved = json.loads(solver.page.evaluate("localStorage.getItem('naqala.explorations')"))
    position, before = parse_position(saved[0]["text"]), solver.puzzle.start().state
    seat = before.seat
    assert position.piles == before.piles
    assert position.players[seat].hand == before.players[seat].hand
    assert [each.hand for each in position.players] != [each.hand for each in before.players]


def test_an_unknown_puzzle_is_not_found(open_page: OpenPage) -> None:
    visitor = open_page("/puzzle/chess")
    expect(visitor.page.get_by_role("heading", level=1)).to_be_visible()
    expect(visitor.page.locator("[data-puzzle]")).to_have_count(0)
    visitor.console_errors.ignore("404")


def _holds_hidden_cards(name: str) -> bool:
    """Whether others hold cards that the player in turn cannot see."""
    found = puzzle(name)
    assert found is not None
    state = found.start().state
    return any(player.hand for seat, player in enumerate(state.players) if seat != state.seat)


def _with_short_move() -> str:
    """A puzzle whose best turn is only a move of one meeple, so that two presses plan it."""
    for name in puzzle_ids():
        found = puzzle(name)
        assert found is not None
        if len(found.best) == 1 and len(found.best[0].split()) == 3:
            game = found.start()
            game.play(found.best[0])
            if any(isinstance(action, End) for action in game.legal()):
                return name
    raise AssertionError("there is no such puzzle")


def _with_dear_djinns() -> str:
    """A puzzle with three Djinns in the row, two of which have the widest price."""
    words = catalogue("en")
    widest = words.price("utug")
    for name in puzzle_ids():
        found = puzzle(name)
        assert found is not None
        row = [words.price(djinn.name) for djinn in found.start().state.djinn_row]
        if len(row) == 3 and row.count(widest) == 2:
            return name
    raise AssertionError("there is no such puzzle")
