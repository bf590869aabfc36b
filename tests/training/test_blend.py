"""One net of several: their mean."""

import numpy as np
import pytest

from training.blend import blended
from training.learning import fit_plain, fresh

ROWS = np.random.default_rng(2).standard_normal((200, 5)).astype(np.float32)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_blend_says_the_mean_of_what_its_nets_say(number: int) -> None:
    goals = [10 * ROWS[:, nth] + nth for nth in range(number)]
    nets = [fresh(ROWS + nth, fit_plain(ROWS, goal), seed=nth) for nth, goal in enumerate(goals)]
    mean = np.mean([net(ROWS) for net in nets], axis=0)
    assert np.allclose(blended(nets)(ROWS), mean, atol=0.2)
