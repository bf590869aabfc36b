"""Combining several nets into one."""

from dataclasses import replace

import numpy as np
import pytest

from naqala.bots.bot import BadWeights
from training.blend import blended
from training.learning import fit_linear, initial_net, with_random_layers

ROWS = np.random.default_rng(2).standard_normal((200, 5)).astype(np.float32)
NAMES = ("lead", "ahead.turns.own", "ahead.turns.rival", "a", "b")


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_value_of_a_blend_is_the_mean_of_its_nets(number: int) -> None:
    goals = [10 * ROWS[:, nth] + nth for nth in range(number)]
    first = initial_net(2, NAMES)
    nets = [
        with_random_layers(first, ROWS + nth, fit_linear(ROWS, goal), seed=nth)
        for nth, goal in enumerate(goals)
    ]
    mean = np.mean([net(ROWS) for net in nets], axis=0)
    assert np.allclose(blended(nets)(ROWS), mean, atol=0.2)


def test_a_net_with_fewer_inputs_is_blended_too() -> None:
    wide = with_random_layers(initial_net(2, NAMES), ROWS, fit_linear(ROWS, ROWS[:, 3]), seed=1)
    fewer = (*NAMES[:2], NAMES[4])
    rows = ROWS[:, [0, 1, 4]]
    narrow = replace(wide, names=fewer)
    narrow = with_random_layers(narrow, rows, fit_linear(rows, ROWS[:, 0]), seed=2)
    mean = (wide(ROWS) + narrow(rows)) / 2
    for nets in ([wide, narrow], [narrow, wide]):
        assert np.allclose(blended(nets)(ROWS), mean, atol=0.2)


def test_nets_of_which_none_has_all_inputs_are_not_blended() -> None:
    one = initial_net(2, NAMES)
    with pytest.raises(BadWeights, match="inputs of all others"):
        blended([one, replace(one, names=(*NAMES[:4], "c"))])
