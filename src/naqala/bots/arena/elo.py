"""Shares of victories and Elo ratings with 95 % intervals.

Games of one seed are not independent: they are the same game with the seats swapped. So the
intervals come from a Bayesian bootstrap over seeds: each of many replicates gives every seed a
random weight. Each comparison also gets half a seed won by one side and half a seed won by the
other, with random weights. For plain wins and losses this equals the Jeffreys interval, which holds
for few seeds and for seeds that are all won by one side.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, log, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

Z = 1.959964
"""Half the width of a 95 % interval, in standard deviations."""
POINTS = 400 / log(10)
"""Elo points per unit of log-odds: ten to one are 400 points."""
REPLICATES = 10_000
FEWEST = 1000
WEIGHTS = 200_000_000
"""The most weights that are drawn; with many seeds there are fewer replicates."""
CHUNK = 100
"""How many replicates are computed at a time, to limit memory."""
SEED = 1
"""A fixed seed, so that equal results give equal intervals."""
PRIOR = 0.5
"""How many seeds are added for each side (Jeffreys)."""
STEP = 1.5
"""The largest change of a rating in one step of Newton's method."""
CLOSE = 1e-10


class Estimate(NamedTuple):
    """A number with its 95 % interval."""

    value: float
    low: float
    high: float


class Tally(NamedTuple):
    """The results of competitors, seed by seed."""

    beaten: Numbers
    """[seed, one, other]: how often one placed above the other; a tie counts half for both."""
    shares: Numbers
    """[seed, one]: the shares of victories of each competitor."""
    games: Numbers
    """[seed, one]: the number of seats of each competitor."""


def wilson(successes: float, trials: int) -> Estimate:
    """The share of successes in independent trials, with Wilson's interval."""
    if not trials:
        return Estimate(0.0, 0.0, 1.0)
    share = successes / trials
    middle = share + Z * Z / (2 * trials)
    half = Z * sqrt(share * (1 - share) / trials + Z * Z / (4 * trials * trials))
    whole = 1 + Z * Z / trials
    return Estimate(share, max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole))


def win_shares(tally: Tally) -> list[Estimate]:
    """The share of victories of each competitor, from 0 to 1."""
    games = tally.games.sum(axis=0)
    won = tally.shares.sum(axis=0)
    usual = games / len(tally.games)
    found = []
    for weights, rng in _replicates(len(tally.games)):
        size = (len(weights), len(games))
        gain, loss = (usual * rng.gamma(PRIOR, size=size) for _ in range(2))
        whole = weights @ tally.games + gain + loss
        found.append((weights @ tally.shares + gain) / np.maximum(whole, CLOSE))
    low, high = np.quantile(np.concatenate(found), (0.025, 0.975), axis=0)
    return [
        Estimate(
            float(won[one] / games[one]) if games[one] else 0.0,
            0.0 if won[one] <= 0 else float(low[one]),
            1.0 if won[one] >= games[one] else float(high[one]),
        )
        for one in range(len(games))
    ]


def ratings(tally: Tally) -> list[Estimate]:
    """The Elo rating of each competitor by the Bradley–Terry model, 0 on average.

    A competitor that was never beaten has no upper bound; the rating shown assumes half a game lost
    to each rival. The same holds for one that never won.
    """
    beaten = tally.beaten.sum(axis=0)
    met = beaten + beaten.T
    half = np.where((beaten == 0) & (met > 0), np.minimum(0.5, met / 2), 0.0)
    (value,) = _most_likely((beaten + half - half.T)[None])
    seeds, count = len(tally.beaten), len(beaten)
    flat = tally.beaten.reshape(seeds, count * count)
    found = []
    for weights, rng in _replicates(seeds):
        size = (len(weights), count, count)
        unseen = met / seeds * rng.gamma(PRIOR, size=size)
        found.append(_most_likely((weights @ flat).reshape(size) + unseen))
    low, high = np.quantile(np.concatenate(found), (0.025, 0.975), axis=0)
    lost, won = beaten.sum(axis=0), beaten.sum(axis=1)
    return [
        Estimate(
            float(value[one]),
            -inf if won[one] == 0 else float(min(low[one], value[one])),
            inf if lost[one] == 0 else float(max(high[one], value[one])),
        )
        for one in range(count)
    ]


def _replicates(seeds: int) -> Iterator[tuple[Numbers, np.random.Generator]]:
    """Random weights of all seeds, in chunks of replicates."""
    rng = np.random.default_rng(SEED)
    wanted = min(REPLICATES, max(FEWEST, WEIGHTS // seeds))
    for _ in range(wanted // CHUNK):
        yield rng.exponential(size=(CHUNK, seeds)), rng


def _most_likely(beaten: Numbers) -> Numbers:
    """The most likely ratings for each matrix of results, by Newton's method; 0 on average.

    Competitors who are not linked by any game stay at 0.
    """
    met = beaten + beaten.transpose(0, 2, 1)
    count = beaten.shape[1]
    odds = np.zeros(beaten.shape[:2])
    # The likelihood does not change when all ratings rise together: the ones keep their mean at 0.
    # The small diagonal makes the matrix regular for competitors who never met.
    held = np.ones((count, count)) + 1e-9 * np.eye(count)
    won = beaten.sum(axis=2)
    for _ in range(200):
        expected = 1 / (1 + np.exp(odds[:, None, :] - odds[:, :, None]))
        slope = won - (met * expected).sum(axis=2)
        bend = met * expected * (1 - expected)
        curve = bend.sum(axis=2)[:, :, None] * np.eye(count) - bend + held
        step = np.linalg.solve(curve, slope[:, :, None])[:, :, 0]
        odds += np.clip(step, -STEP, STEP)
        if np.abs(step).max(initial=0.0) < CLOSE:
            break
    found: Numbers = POINTS * (odds - odds.mean(axis=1, keepdims=True))
    return found
