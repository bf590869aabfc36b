"""The fast points of bots equal those of the score sheet."""

from random import Random

import pytest

from naqala import Game
from naqala.bots.value.points import LOSS, is_lost, margin, points
from naqala.rules.scoring import score
from tests.play import steps
from tests.solo import HE_STRUCK, solo


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("boxes", [(), ("whims",), ("artisans",), ("whims", "artisans")])
def test_fast_points_equal_the_score_sheet(seed: int, boxes: tuple[str, ...]) -> None:
    game = Game.new(players=2 + seed % 3, seed=seed, expansions=boxes)
    for _ in steps(game, Random(seed)):
        state = game.state
        for player in state.players:
            assert points(state, player) == score(state, player).total


def test_a_margin_is_the_lead_over_the_best_rival() -> None:
    state = Game.new(players=3, seed=1).state
    state.players[0].gold, state.players[1].gold, state.players[2].gold = 60, 55, 20
    assert [margin(state, seat) for seat in range(3)] == [5, -5, -40]


def test_a_tie_of_viziers_loses_when_both_have_acted_in_the_last_round() -> None:
    """Y13: the player who is still to move has not lost yet."""
    lines = ("flags last-round", HE_STRUCK, "yazid viziers 2", "p1-has gold 20 viziers 2")
    ended = solo("a1:Y b1:YB e5:W f5:WWB", *lines, "pending finishing").state
    moving = solo("a1:Y b1:YB e5:W f5:WWB", *lines, "pending moving").state
    assert is_lost(ended)
    assert not is_lost(moving)
    assert margin(ended, 0) == margin(moving, 0) + LOSS
