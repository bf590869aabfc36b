"""The features of states: the inputs of the value net."""

import numpy as np
import pytest

from naqala import Game
from naqala.bots.value.features import feature_names
from naqala.bots.value.numpy_backend.features import features
from naqala.rules.djinns import DJINNS
from tests.bots.modes import MODES, Boxes, moments


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_the_features_of_a_state_do_not_depend_on_the_batch(number: int, boxes: Boxes) -> None:
    states = moments(number, boxes, 12)
    together = features(states, 0)
    alone = np.vstack([features([state], 0) for state in states])
    assert np.array_equal(together, alone)
    assert np.isfinite(together).all()


@pytest.mark.parametrize(("number", "boxes"), MODES)
def test_every_column_has_a_unique_name(number: int, boxes: Boxes) -> None:
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
