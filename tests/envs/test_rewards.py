"""Rewards at the end of a game."""

import pytest

from naqala import BadOptions, Game
from naqala.envs.rewards import check, rewards
from tests.positions import base_board, game_at


def ended(*gold: int) -> Game:
    """A finished game in which the players have only gold."""
    lines = [f"p{nth}-has gold {amount}" for nth, amount in enumerate(gold, 1)]
    return game_at(base_board(""), f"players {len(gold)}", *lines, "flags over", "pending -")


def test_the_margin_is_the_lead_over_the_best_opponent() -> None:
    assert rewards(ended(50, 30, 45), "margin") == [5, -20, -5]


def test_winners_share_the_reward() -> None:
    assert rewards(ended(50, 30, 45), "win") == [1, 0, 0]
    assert rewards(ended(50, 50, 45), "win") == [0.5, 0.5, 0]


def test_the_solo_margin_is_the_points_or_0_if_the_game_is_lost() -> None:
    for viziers, points, win in ((3, 3 + 10 + 7, 1), (0, 0, 0)):
        game = game_at(
            base_board(""), "players 1", f"p1-has gold 7 viziers {viziers}", "flags over",
            "pending -",
        )  # fmt: skip
        assert rewards(game, "margin") == [points]
        assert rewards(game, "win") == [win]


def test_unknown_rewards_are_refused() -> None:
    with pytest.raises(BadOptions, match="margin and win"):
        check("glory")
