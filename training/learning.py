"""Fitting a net to episodes: TD(λ) targets, a plain part by ridge regression, layers by Adam."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

import numpy as np

from naqala.bots.features import LEAD
from naqala.bots.net import FAR, Matrix, Net
from training.selfplay import Episode

UNIT = 20.0
"""Points per unit of output."""
FURTHEST = 12.0
"""The largest output that is asked for: a solo game lost with many points is far from the rest."""
HIDDEN = (96, 32)
LAMBDA = 0.8
BATCH = 1024
RATE = 1e-3
DECAY = 0.02
RIDGE = 0.01
"""How strongly the plain part is held at the margin as it stands, in parts of the rows."""
LEAST_RIDGE = 300.0
STEADY = 0.25
"""How much of a newly fitted net goes into the net that plays."""


def opening(length: int) -> Net:
    """What begins the training: the margin as it stands and what the next turns may bring."""
    plain = np.zeros(length + 1, np.float32)
    plain[0] = LEAD
    plain[1], plain[2] = 0.6 * 15, -0.6 * 15
    nothing = np.zeros(length, np.float32)
    return Net(plain, nothing, nothing, (), UNIT)


def fresh(rows: Matrix, plain: Matrix, seed: int) -> Net:
    """A net with small random weights, its inputs scaled by these rows."""
    rng = np.random.default_rng(seed)
    mean = rows.mean(axis=0)
    spread = rows.std(axis=0)
    scale = np.where(spread > 1e-3, 1 / np.maximum(spread, 0.1), 0.0).astype(np.float32)
    sizes = (rows.shape[1], *HIDDEN, 1)
    layers = tuple(
        (
            (rng.standard_normal((a, b)) * np.sqrt(1 / a)).astype(np.float32),
            np.zeros(b, np.float32),
        )
        for a, b in pairwise(sizes)
    )
    layers = (*layers[:-1], (layers[-1][0] * 0.1, layers[-1][1]))
    return Net(plain, mean.astype(np.float32), scale, layers, UNIT)


def widened(net: Net, rows: Matrix) -> Net:
    """The same net for rows with more numbers at their end, of which it knows nothing yet."""
    known = len(net.mean)
    begun = fresh(rows, np.zeros(rows.shape[1] + 1, np.float32), 1)
    plain = np.concatenate([net.plain[:-1], begun.plain[known:-1], net.plain[-1:]])
    mean = np.concatenate([net.mean, begun.mean[known:]])
    scale = np.concatenate([net.scale, begun.scale[known:]])
    (weights, bias), *others = net.layers
    first = np.concatenate([weights, 0.3 * begun.layers[0][0][known:]]), bias
    return Net(plain, mean, scale, (first, *others), net.unit)


def targets(episode: Episode, net: Net | None) -> Matrix:
    """What each row should have been worth beside its purse: the λ-return to the final margin."""
    length = len(episode.rows)
    if net is None:
        return episode.final - episode.purses
    values = net(episode.rows) + episode.purses
    found = np.empty(length, np.float32)
    later = episode.final
    for nth in range(length - 1, -1, -1):
        found[nth] = later
        later = (1 - LAMBDA) * float(values[nth]) + LAMBDA * later
    return found - episode.purses


def steadied(old: Net, new: Net) -> Net:
    """Most of the old net and some of the new one: one generation alone is too noisy."""

    def blend(one: Matrix, other: Matrix) -> Matrix:
        return one + STEADY * (other - one)

    layers = tuple(
        (blend(*weights), blend(*bias))
        for weights, bias in (
            zip(a, b, strict=True) for a, b in zip(old.layers, new.layers, strict=True)
        )
    )
    return Net(blend(old.plain, new.plain), new.mean, new.scale, layers, new.unit)


def fit_plain(rows: Matrix, goal: Matrix) -> Matrix:
    """The plain part: ridge regression of what is left of the goal beside the margin."""
    rest = goal - LEAD * rows[:, 0]
    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    scale = np.where(spread > 1e-3, 1 / np.maximum(spread, 0.1), 0.0)
    inputs = ((rows - mean) * scale).astype(np.float64)
    middle = rest.mean()
    held = max(LEAST_RIDGE, RIDGE * len(rows))
    square = inputs.T @ inputs + held * np.eye(inputs.shape[1])
    slopes = np.linalg.solve(square, inputs.T @ (rest - middle)) * scale
    plain = np.empty(rows.shape[1] + 1, np.float32)
    plain[:-1] = slopes
    plain[-1] = middle - float(mean @ slopes)
    plain[0] += LEAD
    return plain


def fit(net: Net, rows: Matrix, goal: Matrix, *, epochs: int, seed: int) -> tuple[Net, float]:
    """A net whose layers are closer to what its plain part leaves, and its error in points."""
    rng = np.random.default_rng(seed)
    inputs = np.clip((rows - net.mean) * net.scale, -FAR, FAR).astype(np.float32)
    rest = goal - (rows @ net.plain[:-1] + net.plain[-1])
    wanted = np.clip(rest / UNIT, -FURTHEST, FURTHEST).astype(np.float32)
    parameters = [array.copy() for layer in net.layers for array in layer]
    first = [np.zeros_like(p) for p in parameters]
    second = [np.zeros_like(p) for p in parameters]
    step, error = 0, 0.0
    for epoch in range(epochs):
        order = rng.permutation(len(inputs))
        rate = RATE * (1 - epoch / epochs * 0.8)
        error = 0.0
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            loss, slopes = _slopes(parameters, inputs[chosen], wanted[chosen])
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
    found = Net(net.plain, net.mean, net.scale, layers, net.unit)
    return found, UNIT * (error / len(inputs)) ** 0.5


def _slopes(
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
