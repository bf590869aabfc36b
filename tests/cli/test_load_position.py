"""Loading a game at the decision to analyse."""

from pathlib import Path

import pytest

from naqala.cli.errors import CommandError
from naqala.cli.files import BadFile
from naqala.cli.load_position import load_position
from tests.cli.terminals import ENGLISH, FRENCH, game_after
from tests.positions import game_at

GAMES = Path(__file__).parents[1] / "games"
FINISHED = str(GAMES / "base-2-55.naqala")


def file_of(path: Path, text: str) -> str:
    file = path / "game.naqala"
    file.write_text(text)
    return str(file)


def test_an_unfinished_game_is_loaded_at_its_last_decision(tmp_path: Path) -> None:
    game = game_after(20)
    found = load_position(file_of(tmp_path, game.record()), ENGLISH)
    assert found.game.state == game.state
    assert found.names == ("Player 1", "Player 2", "Player 3")


def test_a_whole_move_counts_as_one_action() -> None:
    """The fifth action of this record is a whole move, the sixth is the end of that turn."""
    assert str(load_position(FINISHED, ENGLISH, at=0).game.legal()[0]) == "bid 0"
    after = load_position(FINISHED, ENGLISH, at=5)
    assert after.after == 5
    assert [str(action) for action in after.game.legal()] == ["end"]
    assert load_position(FINISHED, ENGLISH, at=6).game.seat != after.game.seat


def test_a_seat_selects_its_last_turn_or_bid() -> None:
    for seat in (1, 2):
        found = load_position(FINISHED, ENGLISH, seat=seat)
        assert found.game.seat == seat - 1
        assert str(found.game.legal()[0]).split()[0] in ("take", "bid")


def test_a_position_is_loaded(tmp_path: Path) -> None:
    game = game_at("pending moving")
    found = load_position(file_of(tmp_path, "# by hand\n" + game.position()), ENGLISH)
    assert found.game.state == game.state
    assert found.after is None


@pytest.mark.parametrize(
    ("where", "english", "french"),
    [
        ({}, "use 'naqala review' for all of it, or --at N", "« naqala review » l’analyse"),
        ({"at": 1000}, "it has 103 actions, so write 0 to 102", "elle compte 103 actions"),
        ({"at": -1}, "--at -1 is not in this game", "--at -1 n’est pas dans cette partie"),
        ({"at": 103}, "the game is over", "la partie est finie"),
        ({"seat": 3}, "there is no player 3 in this game: it has 2", "pas de joueur 3"),
        ({"seat": 0}, "there is no player 0", "pas de joueur 0"),
        ({"seat": 1, "at": 3}, "leave one of them out", "retirez l’un des deux"),
    ],
)
def test_invalid_decisions_are_refused(where: dict[str, int], english: str, french: str) -> None:
    with pytest.raises(CommandError) as refused:
        load_position(FINISHED, ENGLISH, **where)
    assert english in str(refused.value)
    assert french in FRENCH.error(refused.value).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "usable saved game: line 1: the first line must be"),
        ("Dear diary,\n", "usable saved game: line 1: the first line must be"),
        (
            "naqala position 1\nplayers 2\ntiles nonsense\nmeeples -\n",
            "saved game: line 3, tiles",
        ),
        (
            "naqala record 1\nplayers 2\nactions 3\nbid 3\n",
            "should have 3 actions but has 1",
        ),
        ("naqala record 1\nplayers 2\nactions 1\ntake a1\n", "is not a usable saved game: line 4"),
    ],
)
def test_damaged_files_are_refused(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BadFile, match=said):
        load_position(file_of(tmp_path, text), ENGLISH)


def test_a_finished_position_is_refused(tmp_path: Path) -> None:
    game = game_after(10_000, 2)
    with pytest.raises(CommandError, match="there is nothing to choose"):
        load_position(file_of(tmp_path, game.position()), ENGLISH)


def test_a_player_without_a_decision_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="player 2 has nothing to choose"):
        load_position(file_of(tmp_path, game_at("pending moving").position()), ENGLISH, seat=2)
