"""Estimates of the best arrivals."""

import numpy as np

from naqala import Game, State
from naqala.bots.value.numpy_backend.board_arrays import BoardArrays
from naqala.bots.value.numpy_backend.player_arrays import PlayerArrays
from naqala.bots.value.numpy_backend.prospects import Prospects
from naqala.bots.value.prospects import TOP
from tests.bots.modes import moments


def test_the_best_arrivals_come_first() -> None:
    states = moments(3, (), 12)
    best = Prospects(PlayerArrays(BoardArrays(states))).best([[0] * len(states)])
    assert best.shape == (1, len(states), TOP)
    assert (np.diff(best, axis=2) <= 0).all()
    assert best[0, 0, 0] > 0


def test_a_board_without_meeples_offers_nothing() -> None:
    state: State = Game.new(players=2, seed=3).state.copy()
    state.piles = [0] * len(state.piles)
    assert not Prospects(PlayerArrays(BoardArrays([state]))).best([[0]]).any()
