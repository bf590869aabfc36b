"""Estimates of the best arrivals."""

import numpy as np

from naqala import Game, State
from naqala.bots.value.numpy_backend import best_arrivals
from naqala.bots.value.prospects import TOP
from tests.bots.modes import moments


def test_the_best_arrivals_come_first() -> None:
    states = moments(3, (), 12)
    best = best_arrivals(states, [0])[0]
    assert np.shape(best) == (len(states), TOP)
    assert (np.diff(best, axis=1) <= 0).all()
    assert best[0][0] > 0


def test_a_board_without_meeples_offers_nothing() -> None:
    state: State = Game.new(players=2, seed=3).state.copy()
    state.piles = [0] * len(state.piles)
    assert not np.any(best_arrivals([state], [0])[0])
