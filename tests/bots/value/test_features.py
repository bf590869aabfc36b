"""What the net sees: the same numbers for a state alone and among others."""

import numpy as np
import pytest

from naqala import Game, State
from naqala.bots.value.board_arrays import BoardArrays
from naqala.bots.value.features import feature_names, features
from naqala.bots.value.prospects import TOP, Prospects
from naqala.rules.djinns import DJINNS
from tests.bots.modes import MODES, Boxes, moments


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_states_look_the_same_alone_and_together(number: int, boxes: Boxes) -> None:
    states = moments(number, boxes, 12)
    together = features(states, 0)
    alone = np.vstack([features([state], 0) for state in states])
    assert np.array_equal(together, alone)
    assert np.isfinite(together).all()


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_every_column_has_a_name_of_its_own(number: int, boxes: Boxes) -> None:
    state = Game.new(players=number, seed=1, expansions=boxes).state
    names = feature_names(number)
    assert features([state], 0).shape == (1, len(names))
    assert len(set(names)) == len(names)


def test_a_djinn_has_a_column_for_its_owner_and_one_for_rivals() -> None:
    state = Game.new(players=2, seed=1).state
    state.players[0].djinns = (DJINNS["jafaar"],)
    names = feature_names(2)
    own, rival = (dict(zip(names, features([state], seat)[0], strict=True)) for seat in (0, 1))
    assert (own["own.djinn.jafaar"], own["rival.djinn.jafaar"]) == (1, 0)
    assert (rival["own.djinn.jafaar"], rival["rival.djinn.jafaar"]) == (0, 1)


def test_the_gold_of_the_seat_itself_is_left_out() -> None:
    rich, poor = (Game.new(players=2, seed=3).state.copy() for _ in range(2))
    rich.players[0].gold += 20
    assert np.array_equal(features([rich], 0), features([poor], 0))
    assert not np.array_equal(features([rich], 1), features([poor], 1))


def test_the_best_arrivals_come_first() -> None:
    states = moments(3, (), 12)
    best = Prospects(BoardArrays(states)).best([state.players[0] for state in states])
    assert best.shape == (len(states), TOP)
    assert (np.diff(best, axis=1) <= 0).all()
    assert best[0, 0] > 0


def test_a_board_without_meeples_offers_nothing() -> None:
    state: State = Game.new(players=2, seed=3).state.copy()
    state.piles = [0] * len(state.piles)
    assert not Prospects(BoardArrays([state])).best([state.players[0]]).any()


def test_boards_know_what_stands_where() -> None:
    states = moments(2, (), 6)
    boards = BoardArrays(states)
    for nth, state in enumerate(states):
        for place, tile in enumerate(state.land.grid.tiles):
            pile = state.piles[tile]
            found = sum(
                int(number) << 5 * tribe
                for tribe, number in enumerate(boards.counts[:, nth, place])
            )
            assert found == pile
            assert boards.controlled[nth, place] == bool(state.controlled >> tile & 1)
