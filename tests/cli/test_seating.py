"""Who sits where."""

import pytest

from naqala import Game
from naqala.cli.refusals import Refused
from naqala.cli.seating import all_names, random_choice, random_seats, seating
from tests.cli.terminals import ENGLISH


def test_seats_are_read_from_text() -> None:
    assert random_seats("2, 3", 3, ENGLISH) == {1, 2}
    assert random_seats("none", 3, ENGLISH) == random_seats("", 3, ENGLISH) == frozenset()


@pytest.mark.parametrize("text", ["0", "4", "2,", "two", "-1", "1.5", "²"])
def test_other_seats_are_refused(text: str) -> None:
    with pytest.raises(Refused, match="is no seat; write seats from 1 to 3"):
        random_seats(text, 3, ENGLISH)


def test_people_come_first_and_numbers_name_the_rest() -> None:
    assert all_names(["Ann"], 3, frozenset({2}), ENGLISH) == ("Ann", "Player 2", "Random 3")
    game = Game.new(players=2, seed=1)
    assert seating(game.options, frozenset({1}), ENGLISH).people == [0]


def test_a_random_choice_is_legal_and_the_same_again() -> None:
    game = Game.new(players=2, seed=1)
    assert random_choice(game) in game.legal()
    assert random_choice(game) == random_choice(game.copy())
