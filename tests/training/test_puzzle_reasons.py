"""The reasons of puzzles are found again."""

from __future__ import annotations

import pytest

from naqala.bots.advice.stored_reasons import restored, stored
from naqala.puzzles import Puzzle, puzzle, puzzle_ids
from training import puzzle_reasons
from training.puzzle_reasons import explained

SOME = [each for each in map(puzzle, puzzle_ids()[:12]) if each]


def without_reasons(old: Puzzle) -> Puzzle:
    return old._replace(points=-1, reasons=(), why=None, but=None)


@pytest.mark.parametrize("old", SOME, ids=lambda each: each.id)
def test_both_turns_are_explained_however_short_the_search_is(
    monkeypatch: pytest.MonkeyPatch, old: Puzzle
) -> None:
    monkeypatch.setattr(puzzle_reasons, "EVALUATIONS", 1)
    new = explained(without_reasons(old))
    assert new is not None
    assert new.reasons
    assert [stored(restored(reason)) for reason in new.reasons] == [*new.reasons]
    assert new.points == old.points
    assert without_reasons(new) == without_reasons(old)


def test_a_puzzle_without_a_known_second_turn_is_not_explained(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzle_reasons, "EVALUATIONS", 1)
    assert explained(SOME[0]._replace(others={"a1 a1Y": 5.0})) is None
