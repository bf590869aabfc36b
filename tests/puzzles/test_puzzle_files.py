"""The puzzles that ship with the package."""

from __future__ import annotations

from importlib.resources import files

import pytest

from naqala.bots.advice.stored_reasons import restored, stored
from naqala.puzzles import puzzle, puzzle_ids
from naqala.puzzles.files import FILE, FOLDER
from naqala.puzzles.judging import judge, outcome_of
from naqala.puzzles.puzzle import LEVELS, Puzzle, parse_puzzle, puzzle_text
from naqala.rules.turn import Moving

LARGEST = 200_000
CLEAR = 2.5
"""The least lead of the best turn, in points."""


def shipped() -> list[Puzzle]:
    return [found for found in map(puzzle, puzzle_ids()) if found]


def test_the_file_is_small_and_its_ids_are_unique() -> None:
    assert len(files(FOLDER).joinpath(FILE).read_bytes()) <= LARGEST
    assert puzzle("chess") is None
    assert all(name.isalnum() for name in puzzle_ids())


def test_a_third_is_solo_or_has_a_box_and_all_numbers_of_players_and_levels_occur() -> None:
    found = shipped()
    options = [each.start().options for each in found]
    assert 3 * sum(each.players == 1 or bool(each.expansions) for each in options) >= len(found)
    assert {each.players for each in options} == {1, 2, 3, 4, 5}
    assert {each.level for each in found} == set(LEVELS)


@pytest.mark.parametrize("part", range(4))
def test_every_best_turn_is_legal_and_found_and_no_other_outcome_is_the_same(part: int) -> None:
    for name in puzzle_ids()[part::4]:
        found = puzzle(name)
        assert found is not None
        assert parse_puzzle(puzzle_text(found)) == found
        game = found.start()
        assert type(game.state.pending[-1]) is Moving
        for action in found.best:
            game.play(action)
        best = outcome_of([event for played in game.history for event in played.events])
        assert str(best) not in found.others, name
        assert min(found.others.values()) >= CLEAR, name
        assert judge(found, game).found, name
        for data in (*found.reasons, found.why, found.but):
            assert data is None or restored(stored(restored(data))) == restored(data)
