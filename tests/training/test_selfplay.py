"""Games to learn from, and the luck of the dice in them."""

from collections.abc import Sequence

import numpy as np
import pytest

from naqala.bots.search.dice_lookahead import ROLLS
from naqala.bots.value.expected_margin import expected_margins, is_settled
from naqala.bots.value.numpy_backend.net import net_for
from naqala.rules.actions import END
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import apply
from training.selfplay import dice_luck, play
from training.train import options_of


def end_of_a_turn(seed: int) -> State:
    """A solo game where the first turn is over."""
    state = set_up(Options(1, seed))
    while END not in state.choices:
        apply(state, state.choices[0])
    assert not is_settled(state)
    return state


def points(states: Sequence[State]) -> Sequence[float]:
    return expected_margins(states, 0)


@pytest.mark.parametrize("seed", range(3))
def test_the_luck_of_all_rolls_is_zero_in_the_mean(seed: int) -> None:
    state = end_of_a_turn(seed)
    found = [dice_luck(state, [dice], points) for dice in ROLLS]
    assert sum(found) == pytest.approx(0, abs=1e-3)
    assert max(found) > 0.5


def test_a_solo_game_records_the_luck_of_its_dice() -> None:
    (episode,) = play(options_of(1, ["base"], 3), net_for(1), 3)
    assert len(episode.luck) == len(episode.rows)
    assert np.count_nonzero(episode.luck) > len(episode.luck) / 4


def test_games_without_dice_have_no_luck() -> None:
    episodes = play(options_of(2, ["base"], 4), net_for(2), 4)
    assert episodes
    assert not any(episode.luck.any() for episode in episodes)
