"""Comparing turns with the best one, on a small board."""

from __future__ import annotations

import pytest

from naqala.puzzles import BadPuzzle, Puzzle, Verdict, judge, parse_puzzle, puzzle_text

POSITION = """naqala position 1
players 2
board 4x3
tiles m6 v5 s15 m6/o8 m6 m6 m4/m6 m6 m4 m8
meeples - W W -/- W - -/Y RY W RG
row silk fish wheat spices ivory
p1-has gold 9
flags last-round
pending moving
"""
PUZZLE = Puzzle(
    id="small",
    level=1,
    position=POSITION,
    best=("sow b3 c3W",),
    points=19,
    others={"b2 b3W": 6.0, "a1 b1Y": 9.6},
)


def verdict(*actions: str, of: Puzzle = PUZZLE) -> Verdict:
    game = of.start()
    for action in actions:
        game.play(action)
    return judge(of, game)


def test_the_best_turn_is_found_also_after_its_end() -> None:
    assert verdict("sow b3 c3W") == Verdict(True, 0, 19, ("b3", "c3"))
    assert verdict("take b3", "drop c3W", "end").found


def test_a_listed_outcome_has_its_distance_and_its_own_points() -> None:
    assert verdict("sow b2 b3W", "end") == Verdict(False, 6, 14, ("b2", "b3"))


def test_an_outcome_that_is_not_listed_is_worse_than_those_that_are() -> None:
    assert verdict("sow c3 b3W").short >= 10


def test_the_same_outcome_counts_by_any_path_but_only_with_choices_that_bring_as_much() -> None:
    """Two paths lead from b1 to the Merchant on the large market of c2."""
    market = PUZZLE._replace(
        position=POSITION.replace("m6 m6 m4/m6", "m6 l4 m4/m6").replace(
            "- W - -/Y RY", "- - G -/Y RG"
        ),
        best=("sow b1 b2R c2G", "buy wheat spices"),
        others={"b3 c3W": 3.0},
    )
    assert verdict("sow b1 b2R c2G", "buy wheat spices", "end", of=market).found
    assert verdict("sow b1 c1R c2G", "buy spices wheat", "end", of=market).found
    passed = verdict("sow b1 b2R c2G", "pass", "end", of=market)
    assert (passed.found, passed.short > 0) == (False, True)


@pytest.mark.parametrize(
    "text", ["", "puzzle x", puzzle_text(PUZZLE).replace("level 1", "level 9")]
)
def test_a_text_that_is_not_a_puzzle_is_refused(text: str) -> None:
    with pytest.raises(BadPuzzle):
        parse_puzzle(text)
    assert parse_puzzle(puzzle_text(PUZZLE)) == PUZZLE
