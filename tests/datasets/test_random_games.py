"""Games of random choices."""

import pytest

from naqala import Game
from naqala.datasets.random_games import game_of_rows, play, play_seeds
from naqala.datasets.rows import rows_of
from naqala.rules.setup import set_up
from naqala.rules.state import Options

MODES = [Options(1, 3), Options(2, 5), Options(5, 1, frozenset({"whims", "artisans"}))]


def test_the_same_seed_plays_the_same_game() -> None:
    assert play(Options(2, 5)) == play(Options(2, 5))


def test_seeds_differ() -> None:
    one, other = play_seeds(Options(2, 0), [5, 6])
    assert one != other
    assert one == play(Options(2, 5))._replace(actions=())


@pytest.mark.parametrize("options", MODES, ids=lambda options: str(options.players))
def test_rows_contain_everything_that_the_statistics_need(options: Options) -> None:
    played = play(options)
    game = Game(set_up(options), new=True)
    for action in played.actions:
        game.play(action)
    rows = rows_of(game, ["random"] * options.players)
    assert game_of_rows(rows) == played._replace(actions=())
