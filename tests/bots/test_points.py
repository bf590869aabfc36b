"""Quick points are the points of the score sheet."""

from random import Random

import pytest

from naqala import Game
from naqala.bots.points import margin, points
from naqala.rules.scoring import score
from tests.play import steps


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("boxes", [(), ("whims",), ("artisans",), ("whims", "artisans")])
def test_quick_points_equal_the_score_sheet(seed: int, boxes: tuple[str, ...]) -> None:
    game = Game.new(players=2 + seed % 3, seed=seed, expansions=boxes)
    for _ in steps(game, Random(seed)):
        state = game.state
        for player in state.players:
            assert points(state, player) == score(state, player).total


def test_a_margin_is_the_lead_over_the_best_rival() -> None:
    state = Game.new(players=3, seed=1).state
    state.players[0].gold, state.players[1].gold, state.players[2].gold = 60, 55, 20
    assert [margin(state, seat) for seat in range(3)] == [5, -5, -40]
