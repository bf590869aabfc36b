"""Saved games and their seats."""

from datetime import date
from pathlib import Path

import pytest

from naqala import Game, __version__
from naqala.cli.errors import CommandError
from naqala.cli.files import BadFile
from naqala.cli.saved_games import budget_of, load, seats_of, tag_seats
from naqala.cli.seating import SeatPlayer, seating
from tests.cli.terminals import ENGLISH, FRENCH

BOTS: tuple[SeatPlayer, ...] = ("merchant", None, "djinn")


def saved(file: Path, bots: tuple[SeatPlayer, ...] = BOTS, budget: float | None = None) -> str:
    game = Game.new(players=len(bots), seed=1)
    tag_seats(game, seating(game.options, bots, ENGLISH, budget))
    file.write_text(game.record())
    return str(file)


@pytest.mark.parametrize("budget", [None, 0.25, 5.0])
def test_a_saved_game_is_a_record_that_stores_its_players(budget: float | None) -> None:
    game = Game.new(players=3, seed=1)
    tag_seats(game, seating(game.options, BOTS, ENGLISH, budget))
    again = Game.load(game.record())
    assert seats_of(again) == BOTS
    assert budget_of(again) == budget
    assert again == game


def test_a_saved_game_has_the_standard_tags() -> None:
    game = Game.new(players=3, seed=1, names=["Ana", "Bo", "Cléo"])
    game.tags["date"] = "2026-11-17"
    tag_seats(game, seating(game.options, BOTS, ENGLISH))
    assert Game.load(game.record()).tags == {
        "date": "2026-11-17",
        "site": f"Naqala {__version__}",
        "players": f"{ENGLISH.bot('merchant')}, Bo, {ENGLISH.bot('djinn')}",
        "bots": "merchant person djinn",
    }


def test_a_new_game_is_saved_with_the_day() -> None:
    game = Game.new(players=3, seed=1)
    tag_seats(game, seating(game.options, BOTS, ENGLISH))
    date.fromisoformat(game.tags["date"])
    assert "players" not in game.tags


@pytest.mark.parametrize("bots", ["", "person", "person wizard", "x " * 9, "person os:system"])
def test_without_a_valid_tag_all_players_are_people(bots: str) -> None:
    game = Game.new(players=2, seed=1)
    game.tags["bots"] = bots
    assert seats_of(game) == (None, None)


@pytest.mark.parametrize("budget", ["", "x", "0", "-1", "nan", "inf", "99999"])
def test_an_invalid_budget_is_ignored(budget: str) -> None:
    game = Game.new(players=2, seed=1)
    game.tags["budget"] = budget
    assert budget_of(game) is None


def test_a_loaded_game_has_the_same_bots(tmp_path: Path) -> None:
    _, seats = load(saved(tmp_path / "game", budget=5), FRENCH)
    assert seats.bots == BOTS
    assert seats.names == (FRENCH.bot("merchant"), "Joueur 2", FRENCH.bot("djinn"))
    assert seats.budget == 5


def test_opponents_can_be_replaced_and_people_keep_their_seats(tmp_path: Path) -> None:
    file = saved(tmp_path / "game")
    assert load(file, ENGLISH, ["vizier"])[1].bots == ("vizier", None, "vizier")
    assert load(file, ENGLISH, ["sultan", "person"])[1].bots == ("sultan", None, None)
    assert load(file, ENGLISH, budget=9)[1].budget == 9


def test_without_bots_opponents_replace_all_players_but_the_first(tmp_path: Path) -> None:
    file = saved(tmp_path / "game", (None, None, None))
    assert load(file, ENGLISH, ["vizier"])[1].bots == (None, "vizier", "vizier")


def test_a_wrong_number_of_opponents_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="3 opponents were given, but there are 2 other seats"):
        load(saved(tmp_path / "game"), ENGLISH, ["vizier"] * 3)
    with pytest.raises(CommandError, match="no seat is left"):
        load(saved(tmp_path / "solo", (None,)), ENGLISH, ["vizier"])
    with pytest.raises(CommandError, match="--budget only applies to a djinn"):
        load(saved(tmp_path / "game"), ENGLISH, ["vizier"], budget=1)


def test_the_message_about_a_damaged_file_has_its_name(tmp_path: Path) -> None:
    file = tmp_path / "diary"
    file.write_text("Dear diary")
    with pytest.raises(BadFile, match="diary is not a usable saved game"):
        load(str(file), ENGLISH)
