"""Fitting and checking the chances to win."""

import numpy as np
import pytest

from naqala.bots.value.chances import STAGE
from training.chances import (
    Samples,
    calibration,
    fit_wins,
    gather,
    logistic,
    part,
    play,
    win_chances,
)

SIZE = 6_000


def samples(spread: float = 12.0, bias: float = -0.4) -> Samples:
    """Positions whose results have a known distribution."""
    rng = np.random.default_rng(3)
    values = rng.normal(0, 20, SIZE)
    stages = np.zeros((SIZE, len(STAGE)))
    stages[:, 0] = 1.0
    won = (rng.random(SIZE) < logistic(bias + values / spread)).astype(float)
    nothing = np.zeros((SIZE, 0))
    return Samples(values, stages, nothing, won, np.zeros(SIZE), np.tile([0.0, 1.0], SIZE // 2))


def test_the_fit_finds_the_spread_of_the_margin_and_the_bias() -> None:
    weights = fit_wins(samples())
    assert weights[0] == pytest.approx(-0.4, abs=0.15)
    assert np.exp(weights[1]) == pytest.approx(12, rel=0.15)


def test_fitted_chances_agree_with_games_that_they_were_not_fitted_to() -> None:
    found = samples()
    weights = fit_wins(part(found, fitted=True))
    others = part(found, fitted=False)
    error, rows = calibration(win_chances(weights, others), others.won)
    assert error < 0.03
    assert sum(size for size, _, _ in rows) == len(others.won)


def test_chances_that_are_too_sure_have_a_large_error() -> None:
    found = samples()
    sure = np.where(found.values > 0, 0.99, 0.01)
    error, _ = calibration(sure, found.won)
    assert error > 0.1


@pytest.mark.parametrize("players", [1, 2])
def test_a_game_gives_samples_of_all_seats(players: int) -> None:
    found = gather([play(players, 1, 0), play(players, 1, 1)])
    assert all(len(column) == len(found.values) for column in found)
    assert (found.fitted[0], found.fitted[-1]) == (1, 0)
    if players == 2:
        assert found.won.sum() == pytest.approx(len(found.won) / 2)
