"""What the end of a game is worth."""

import pytest

from naqala import BadOptions, Game
from naqala.envs.rewards import check, rewards
from tests.positions import base_board, game_at


def ended(*gold: int) -> Game:
    """A game that is over; nobody has anything but gold."""
    lines = [f"p{nth}-has gold {amount}" for nth, amount in enumerate(gold, 1)]
    return game_at(base_board(""), f"players {len(gold)}", *lines, "flags over", "pending -")


def test_the_margin_is_over_the_best_opponent() -> None:
    assert rewards(ended(50, 30, 45), "margin") == [5, -20, -5]


def test_a_win_is_shared() -> None:
    assert rewards(ended(50, 30, 45), "win") == [1, 0, 0]
    assert rewards(ended(50, 50, 45), "win") == [0.5, 0.5, 0]


def test_solo_the_points_count_if_the_game_is_not_lost() -> None:
    for viziers, points, win in ((3, 3 + 10 + 7, 1), (0, 0, 0)):
        game = game_at(
            base_board(""), "players 1", f"p1-has gold 7 viziers {viziers}", "flags over",
            "pending -",
        )  # fmt: skip
        assert rewards(game, "margin") == [points]
        assert rewards(game, "win") == [win]


def test_other_rewards_are_refused() -> None:
    with pytest.raises(BadOptions, match="margin and win"):
        check("glory")
