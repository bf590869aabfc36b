"""Fit a net to episodes: TD(λ) targets, the linear part by ridge regression, layers by Adam."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from naqala.bots.value.features import AHEAD, CLIP, LEAD
from naqala.bots.value.numpy_backend.net import Matrix, Net
from training.episodes import Episode, Played

UNIT = 20.0
"""Points per unit of output."""
TARGET_CLIP = 12.0
"""Targets are clipped to this: a lost solo game with many points is an outlier."""
HIDDEN = (96, 32)
LAMBDA = 0.95
BATCH = 1024
RATE = 1e-3
DECAY = 0.02
RIDGE = 0.01
"""The strength of the ridge regression towards the current margin, per row."""
LEAST_RIDGE = 300.0
HELD_OUT = 7
"""One of so many games is not learned from; it shows when the net begins to memorise games.

It must have no factor in common with the number of modes, which alternate from game to game.
"""
MOST_EPOCHS = 6


class Learned(NamedTuple):
    """A fitted net and its errors, in points: root mean squares over rows."""

    net: Net
    error: float
    """On the games that it learned from."""
    held_out: float
    """On games that it has not seen."""
    before: float
    """The error of the net before, on the same games."""


def initial_net(players: int, names: tuple[str, ...]) -> Net:
    """The net that training starts from: the current margin, and part of the expected gains."""
    linear = np.zeros(len(names) + 1, np.float32)
    linear[names.index("lead")] = LEAD
    linear[names.index("ahead.turns.own")] = 0.6 * AHEAD["turns.own"]
    linear[names.index("ahead.turns.rival")] = -0.6 * AHEAD["turns.rival"]
    zeros = np.zeros(len(names), np.float32)
    return Net(players, names, linear, zeros, zeros, (), UNIT)


def with_random_layers(net: Net, rows: Matrix, linear: Matrix, seed: int) -> Net:
    """A net for the same games with small random weights, its inputs scaled by these rows.

    Its layers are as large as those of the net, if it has any.
    """
    rng = np.random.default_rng(seed)
    mean = rows.mean(axis=0)
    spread = rows.std(axis=0)
    scale = np.where(spread > 1e-3, 1 / np.maximum(spread, 0.1), 0.0).astype(np.float32)
    hidden = tuple(len(bias) for _, bias in net.layers[:-1]) or HIDDEN
    sizes = (rows.shape[1], *hidden, 1)
    layers = tuple(
        (
            (rng.standard_normal((a, b)) * np.sqrt(1 / a)).astype(np.float32),
            np.zeros(b, np.float32),
        )
        for a, b in pairwise(sizes)
    )
    layers = (*layers[:-1], (layers[-1][0] * 0.1, layers[-1][1]))
    return Net(net.players, net.names, linear, mean.astype(np.float32), scale, layers, UNIT)


def adapted(net: Net, names: tuple[str, ...], rows: Matrix) -> Net:
    """The same net with different inputs; `rows` are examples of them.

    A new input starts with small weights. A removed one counts as 0 from now on, as it does when
    the net plays.
    """
    shape = np.zeros(len(names) + 1, np.float32)
    begun = with_random_layers(replace(net, names=names), rows, shape, 1)
    new = [nth for nth, name in enumerate(names) if name in net.names]
    old = [net.names.index(names[nth]) for nth in new]
    gone = [nth for nth, name in enumerate(net.names) if name not in names]
    linear, mean, scale = begun.linear, begun.mean, begun.scale
    linear[new], linear[-1] = net.linear[old], net.linear[-1]
    mean[new], scale[new] = net.mean[old], net.scale[old]
    (weights, bias), *others = net.layers
    first = 0.3 * begun.layers[0][0]
    first[new] = weights[old]
    zeros = np.clip(-net.mean[gone] * net.scale[gone], -CLIP, CLIP)
    layers = ((first, bias + zeros @ weights[gone]), *others)
    return replace(begun, layers=layers, unit=net.unit)


def learn(net: Net, games: Sequence[Played], names: tuple[str, ...]) -> Learned:
    """Fit the net to games with these features.

    Of several epochs, the one with the smallest error on the games that are held out is kept: after
    it, the net begins to memorise games.
    """
    known = [episode for nth, game in enumerate(games) if nth % HELD_OUT for episode in game]
    unseen = [episode for game in games[::HELD_OUT] for episode in game]
    rows = np.concatenate([episode.rows for episode in known])
    if net.names != names:
        net = adapted(net, names, rows)
    former = net if net.layers else None
    goal = np.concatenate([targets(episode, former) for episode in known])
    linear = fit_linear(rows, goal)
    fitted = with_random_layers(net, rows, linear, 1)
    if net.layers:
        fitted = replace(net, linear=linear)
    before = final_error(net, unseen)
    best: Learned | None = None
    for epoch in range(MOST_EPOCHS):
        fitted, error = fit(fitted, rows, goal, epochs=1, seed=epoch)
        found = Learned(fitted, error, final_error(fitted, unseen), before)
        if best is None or found.held_out < best.held_out:
            best = found
    assert best
    return best


def final_error(net: Net, episodes: Sequence[Episode]) -> float:
    """How far the values of a net are from the final margins without the luck of the dice."""
    off = [net(each.rows) + each.gold_offsets - without_luck(each) for each in episodes]
    return float(np.sqrt(np.mean(np.concatenate(off) ** 2)))


def without_luck(episode: Episode) -> Matrix:
    """The final margin less the luck of the dice after each row."""
    found: Matrix = episode.final - np.cumsum(episode.luck[::-1])[::-1]
    return found


def targets(episode: Episode, net: Net | None) -> Matrix:
    """The target of each row without its gold: the λ-return towards the final margin."""
    if net is None:
        return without_luck(episode) - episode.gold_offsets
    length = len(episode.rows)
    values = net(episode.rows) + episode.gold_offsets
    found = np.empty(length, np.float32)
    later = episode.final
    for nth in range(length - 1, -1, -1):
        found[nth] = later - episode.luck[nth]
        later = (1 - LAMBDA) * float(values[nth]) + LAMBDA * float(found[nth])
    return found - episode.gold_offsets


def fit_linear(rows: Matrix, goal: Matrix) -> Matrix:
    """The linear part: ridge regression of the difference between the goal and the margin."""
    rest = goal - LEAD * rows[:, 0]
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(spread > 1e-3, 1 / np.maximum(spread, 0.1), 0.0)
    inputs = ((rows - mean) * scale).astype(np.float64)
    middle = rest.mean()
    held = max(LEAST_RIDGE, RIDGE * len(rows))
    square = inputs.T @ inputs + held * np.eye(inputs.shape[1])
    slopes = np.linalg.solve(square, inputs.T @ (rest - middle)) * scale
    linear = np.empty(rows.shape[1] + 1, np.float32)
    linear[:-1] = slopes
    linear[-1] = middle - float(mean @ slopes)
    linear[0] += LEAD
    return linear


def fit(net: Net, rows: Matrix, goal: Matrix, *, epochs: int, seed: int) -> tuple[Net, float]:
    """Train the layers on the residual of the linear part; returns the net and its error."""
    rng = np.random.default_rng(seed)
    inputs = np.clip((rows - net.mean) * net.scale, -CLIP, CLIP).astype(np.float32)
    linear = net.linear.astype(np.float32)
    rest = goal - (rows @ linear[:-1] + linear[-1])
    wanted = np.clip(rest / UNIT, -TARGET_CLIP, TARGET_CLIP).astype(np.float32)
    parameters = [array.astype(np.float32) for layer in net.layers for array in layer]
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    step, error = 0, 0.0
    for epoch in range(epochs):
        order = rng.permutation(len(inputs))
        rate = RATE * (1 - epoch / epochs * 0.8)
        error = 0.0
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            loss, slopes = _gradients(parameters, inputs[chosen], wanted[chosen])
            error += loss * len(chosen)
            step += 1
            for p, m, v, g in zip(parameters, first, second, slopes, strict=True):
                m *= 0.9
                m += 0.1 * g
                v *= 0.999
                v += 0.001 * g * g
                p -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
                if p.ndim == 2:
                    p -= rate * DECAY * p
    layers = tuple(zip(parameters[::2], parameters[1::2], strict=True))
    found = replace(net, layers=layers)
    return found, UNIT * (error / len(inputs)) ** 0.5


def _gradients(
    parameters: list[Matrix], inputs: Matrix, wanted: Matrix
) -> tuple[float, Iterable[Matrix]]:
    """The mean squared error of a batch and its gradient for each parameter."""
    seen = [inputs]
    for nth in range(0, len(parameters) - 2, 2):
        seen.append(np.maximum(seen[-1] @ parameters[nth] + parameters[nth + 1], 0))
    output = (seen[-1] @ parameters[-2] + parameters[-1])[:, 0]
    off = output - wanted
    flow = (2 * off / len(off))[:, None]
    found: list[Matrix] = []
    for nth in range(len(parameters) - 2, -1, -2):
        below = seen[nth // 2]
        found += [flow.sum(axis=0, dtype=np.float32), (below.T @ flow).astype(np.float32)]
        if nth:
            flow = (flow @ parameters[nth].T) * (below > 0)
    return float((off**2).mean()), found[::-1]
