"""Rewards at the end of a game, and after every step."""

from typing import Any

import pytest

from naqala import BadOptions, Game
from naqala.envs.rewards import Rewards, at_end
from tests.positions import base_board, game_at


def ended(*gold: int) -> Game:
    """A finished game in which the players have only gold."""
    lines = [f"p{nth}-has gold {amount}" for nth, amount in enumerate(gold, 1)]
    return game_at(base_board(""), f"players {len(gold)}", *lines, "flags over", "pending -")


def test_the_margin_is_the_lead_over_the_best_opponent() -> None:
    assert at_end(ended(50, 30, 45), "margin") == [5, -20, -5]


def test_the_scaled_margin_counts_in_hundreds() -> None:
    assert at_end(ended(50, 30, 45), "scaled margin") == [0.05, -0.2, -0.05]
    assert Rewards("scaled margin").forfeit == -5


def test_winners_share_the_reward() -> None:
    assert at_end(ended(50, 30, 45), "win") == [1, 0, 0]
    assert at_end(ended(50, 50, 45), "win") == [0.5, 0.5, 0]


def test_the_solo_margin_is_the_points_or_0_if_the_game_is_lost() -> None:
    for viziers, points, win in ((3, 3 + 10 + 7, 1), (0, 0, 0)):
        game = game_at(
            base_board(""), "players 1", f"p1-has gold 7 viziers {viziers}", "flags over",
            "pending -",
        )  # fmt: skip
        assert at_end(game, "margin") == [points]
        assert at_end(game, "win") == [win]


def test_a_function_is_asked_after_every_step() -> None:
    game = Game.new(players=2, seed=1)
    rewards = Rewards(lambda game, seat: game.scores()[seat].total / 10, forfeit=-3)
    assert rewards.after_step(game, 1) == game.scores()[1].total / 10
    assert rewards.forfeit == -3
    assert Rewards("win").after_step(game, 1) == 0


@pytest.mark.parametrize("kind", ["glory", None, 3])
def test_unknown_rewards_are_refused(kind: Any) -> None:
    with pytest.raises(BadOptions, match="margin, scaled margin and win, or a function"):
        Rewards(kind)


def test_a_forfeit_is_a_number() -> None:
    with pytest.raises(BadOptions, match="forfeit is a number, not 'much'"):
        Rewards("win", "much")  # type: ignore[arg-type]
