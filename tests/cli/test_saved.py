"""Saved games and who sits there."""

from pathlib import Path

import pytest

from naqala import Game
from naqala.cli.files import BadFile
from naqala.cli.saved import load, remark_of, remarked
from tests.cli.terminals import ENGLISH


def test_a_record_keeps_who_plays_at_random_and_stays_a_record() -> None:
    game = Game.new(players=3, seed=1)
    text = remarked(game.record(), frozenset({0, 2}))
    assert remark_of(text, 3, ENGLISH) == {0, 2}
    assert Game.load(text) == game


@pytest.mark.parametrize("remark", ["", "# random seats: 7\n", "# random seats: x\n"])
def test_without_a_good_remark_everybody_is_a_person(remark: str) -> None:
    assert remark_of(remark + Game.new(players=2, seed=1).record(), 2, ENGLISH) == frozenset()


def test_the_seats_can_be_told_anew(tmp_path: Path) -> None:
    file = tmp_path / "game"
    file.write_text(remarked(Game.new(players=2, seed=1).record(), frozenset({1})))
    assert load(str(file), ENGLISH)[1].random == {1}
    assert load(str(file), ENGLISH, lambda players: frozenset({0}))[1].names[0] == "Random 1"


def test_what_is_wrong_with_a_file_is_told_with_its_name(tmp_path: Path) -> None:
    file = tmp_path / "diary"
    file.write_text("Dear diary")
    with pytest.raises(BadFile, match="diary is not a saved game"):
        load(str(file), ENGLISH)
