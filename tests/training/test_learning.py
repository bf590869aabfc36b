"""Targets, fitting and adapting of nets."""

import numpy as np
import pytest

from naqala.bots.value.numpy_backend.net import Net
from training.episodes import Episode
from training.learning import (
    HELD_OUT,
    LAMBDA,
    adapted,
    fit,
    fit_linear,
    initial_net,
    learn,
    targets,
    with_random_layers,
)
from training.train import MODES

ROWS = np.random.default_rng(1).standard_normal((600, 6)).astype(np.float32)
NAMES = ("lead", "ahead.turns.own", "ahead.turns.rival", "a", "b", "c")
NONLINEAR = (30 * np.maximum(ROWS[:, 1] * 1.5, 0) - 10 * ROWS[:, 2]).astype(np.float32)
"""A function that a linear net cannot learn."""


def episode(rows: int = 3, final: float = 40.0, luck: float = 0.0) -> Episode:
    """An episode whose gold is 0, 1, 2 …, with this luck after each row."""
    gold = np.arange(rows, dtype=np.float32)
    return Episode(ROWS[:rows], gold, final, np.full(rows, luck, np.float32))


def some_net(seed: int = 1) -> Net:
    return with_random_layers(initial_net(2, NAMES), ROWS, fit_linear(ROWS, NONLINEAR), seed)


def test_the_first_targets_are_the_final_margin_without_the_gold() -> None:
    assert targets(episode(), None).tolist() == [40, 39, 38]


def test_targets_are_lambda_returns() -> None:
    net = some_net()
    values = net(ROWS[:3]) + np.arange(3)
    found = targets(episode(), net) + np.arange(3)
    assert found[2] == 40
    assert found[1] == pytest.approx((1 - LAMBDA) * values[2] + LAMBDA * 40, abs=1e-3)
    assert found[0] == pytest.approx((1 - LAMBDA) * values[1] + LAMBDA * found[1], abs=1e-3)


def test_targets_leave_out_the_luck_of_the_dice_after_their_row() -> None:
    assert targets(episode(luck=5), None).tolist() == [40 - 15, 39 - 10, 38 - 5]
    lucky = targets(episode(luck=5), some_net()) + np.arange(3)
    usual = targets(episode(), some_net()) + np.arange(3)
    assert lucky[2] == usual[2] - 5
    assert lucky[1] == pytest.approx(usual[1] - 5 - LAMBDA * 5, abs=1e-3)


def test_the_initial_net_is_the_margin_plus_part_of_the_expected_gains() -> None:
    row = np.zeros((1, 6), np.float32)
    row[0, :3] = 2, 1, 1
    assert initial_net(2, NAMES)(row).tolist() == [100]


def test_layers_learn_the_residual_of_the_linear_part() -> None:
    net = some_net()
    before = float(np.sqrt(np.mean((net(ROWS) - NONLINEAR) ** 2)))
    learned, error = fit(net, ROWS, NONLINEAR, epochs=40, seed=1)
    after = float(np.sqrt(np.mean((learned(ROWS) - NONLINEAR) ** 2)))
    assert after < 0.85 * before
    assert error == pytest.approx(after, rel=0.05)


def test_the_same_seed_fits_the_same_net() -> None:
    one, other = (fit(some_net(), ROWS, NONLINEAR, epochs=2, seed=3)[0] for _ in range(2))
    assert (one(ROWS) == other(ROWS)).all()


def games(number: int) -> list[list[Episode]]:
    """Games of one row each that end as NONLINEAR says."""
    zero = np.zeros(1, np.float32)
    return [
        [Episode(ROWS[nth : nth + 1], zero, float(NONLINEAR[nth]), zero)] for nth in range(number)
    ]


def test_a_net_that_learned_is_closer_to_games_that_it_has_not_seen() -> None:
    learned = learn(initial_net(2, NAMES), games(600), NAMES)
    assert learned.held_out < 0.7 * learned.before
    unseen = np.arange(0, 600, HELD_OUT)
    off = learned.net(ROWS[unseen]) - NONLINEAR[unseen]
    assert learned.held_out == pytest.approx(float(np.sqrt(np.mean(off**2))), rel=1e-3)


def test_games_that_are_held_out_are_not_learned_from() -> None:
    some = games(60)
    changed = [
        [each._replace(final=each.final + 500) for each in game] if nth % HELD_OUT == 0 else game
        for nth, game in enumerate(some)
    ]
    one, other = (learn(some_net(), each, NAMES) for each in (some, changed))
    assert one.held_out < 400 < other.held_out
    assert np.allclose(one.net.linear, other.net.linear)


def test_games_of_every_mode_are_held_out() -> None:
    for number in range(1, len(MODES) + 1):
        held = {nth % number for nth in range(0, 1000, HELD_OUT)}
        assert held == set(range(number))


def test_an_adapted_net_gives_the_same_values() -> None:
    net = some_net()
    names = ("new", *reversed(NAMES[:-1]))  # the last one is removed
    rows = np.hstack([ROWS[:, :1] + 5, ROWS[:, -2::-1]])
    found = adapted(net, names, rows)
    usual = rows.mean(axis=0)[:1]  # the mean of the new input
    before = np.concatenate([ROWS[7, :-1], [0.0]])
    after = np.concatenate([usual, ROWS[7, -2::-1]])
    assert found(after[None])[0] == pytest.approx(float(net(before[None])[0]), abs=1e-3)
    assert found.names == names


def test_an_adapted_net_has_weights_for_new_inputs() -> None:
    net = some_net()
    rows = np.hstack([ROWS, ROWS[:, :1] + 5])
    found = adapted(net, (*NAMES, "new"), rows)
    assert found.layers[0][0][-1].any()
