"""Fit the chances to win and check them: python -m training.chances --games 1000 --jobs 16.

For every number of players, the nets of the package play games against themselves. The models of
`naqala.bots.value.chances` are fitted to some of the games and checked on the others: how often did
positions win to which they give a chance of 0 to 10 %, 10 to 20 %, and so on?
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import erf, sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from naqala.bots.merchant import Merchant
from naqala.bots.value.chances import EXTREME, SOLO, STAGE, VALUE, solo_inputs, stage
from naqala.bots.value.expected_margin import expected_margins, is_settled
from naqala.bots.value.numpy_backend.board_arrays import Numbers
from naqala.bots.value.points import is_lost, points
from naqala.rules.actions import Action
from naqala.rules.scoring import scores
from naqala.rules.setup import set_up
from naqala.rules.state import State
from naqala.rules.yazid import TITLES
from training.selfplay import Careful, Learner, finish_game
from training.train import options_of

TARGET = Path("src/naqala/bots/value/weights/chances.json")
FIRST_SEED = 9_200_000
"""Nets are trained with smaller seeds."""
SHARES = ["base", "whims", "base", "artisans", "both"]
"""The modes of the games, in turn."""
BINS = 10
BOUND = 0.04
"""The largest expected calibration error that is accepted."""
STEPS = 3000
RATE = 0.02
RIDGE = 1e-3
SOLO_RIDGE = 2e-3
"""The solo models have more weights than there are lost games of each kind."""


class Steady(Learner):
    """The net without exploration, at the speed that thousands of games need."""

    effort = replace(Learner.effort, deep=0, starts=2, likely=16)
    explore = 0.0
    begins = 0


class SteadySolo(Careful):
    """The net in the solo game without exploration, after up to eight rounds of a merchant.

    The merchant does not care about Yazid, so there are enough games in danger to learn from.
    """

    explore = 0.0

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.merchant = Merchant(seed)
        self.begins = 1 + seed // 10 % 9
        """The first round that the net plays."""

    def think(self, state: State) -> Sequence[Action]:
        """The plan of the merchant, or that of the net."""
        return super().think(state) if state.round >= self.begins else self.merchant.think(state)


Check = tuple[str, Numbers, Numbers]
"""What was predicted, the chances, and what was seen."""


class Samples(NamedTuple):
    """Positions after turns and bids, a row for each seat, and how their games ended."""

    values: Numbers
    """The expected margin of the seat."""
    stages: Numbers
    """The inputs of STAGE."""
    solo: Numbers
    """The inputs of SOLO; no columns in games of several players."""
    won: Numbers
    """1 for a victory, a part for a shared one; in the solo game, 1 if the player survived."""
    points: Numbers
    """The final points of the seat."""
    fitted: Numbers
    """1 in the games that the models are fitted to, 0 in those that check them."""


def play(players: int, fitted: int, nth: int) -> Samples:
    """Play the n-th game; so many are to fit the models to."""
    seed = FIRST_SEED + 10_000 * players + nth
    modes = ["base"] if players == 1 else ["whims", "artisans", "both"] if players == 5 else SHARES
    state = set_up(options_of(players, modes, seed))
    kind = SteadySolo if players == 1 else Steady
    seats = range(players)
    rows: list[tuple[int, float, tuple[float, ...], tuple[float, ...]]] = []
    bots: list[Steady | SteadySolo] = [kind(seed * 10 + seat) for seat in seats]

    def record() -> None:
        if is_settled(state) or state.round < bots[0].begins:
            return
        for seat in seats:
            value = expected_margins([state], seat)[0]
            inputs = solo_inputs(state, value) if state.yazid else ()
            rows.append((seat, value, stage(state), inputs))

    finish_game(state, bots, Random(seed), record)
    if state.yazid:
        won, totals = [float(not is_lost(state))], [points(state, state.players[0])]
    else:
        totals = [score.total for score in scores(state)]
        winners = state.flow.winners(state, totals)
        won = [(seat in winners) / len(winners) for seat in seats]
    solo = len(SOLO) if state.yazid else 0
    return Samples(
        np.array([value for _, value, _, _ in rows]),
        np.array([found for _, _, found, _ in rows]).reshape(-1, len(STAGE)),
        np.array([found for _, _, _, found in rows]).reshape(len(rows), solo),
        np.array([won[seat] for seat, _, _, _ in rows]),
        np.array([totals[seat] for seat, _, _, _ in rows], float),
        np.full(len(rows), float(nth < fitted)),
    )


def gather(games: Sequence[Samples]) -> Samples:
    """The samples of all games."""
    return Samples(*(np.concatenate(column) for column in zip(*games, strict=True)))


def part(samples: Samples, *, fitted: bool) -> Samples:
    """The games to fit to, or those to check with."""
    chosen = samples.fitted == float(fitted)
    return Samples(*(column[chosen] for column in samples))


def minimised(start: Numbers, slope: Callable[[Numbers], Numbers]) -> Numbers:
    """Follow the slope of a function down to its minimum (Adam)."""
    found = start.copy()
    mean, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, STEPS + 1):
        gradient = slope(found)
        mean += 0.1 * (gradient - mean)
        square += 0.001 * (gradient**2 - square)
        rate = RATE * min(1.0, 3 * (1 - step / STEPS))
        found -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return found


def logistic(logits: Numbers) -> Numbers:
    """Chances with these logits."""
    found: Numbers = 1 / (1 + np.exp(-np.clip(logits, -EXTREME, EXTREME)))
    return found


def fit_wins(samples: Samples) -> Numbers:
    """The bias and the weights of the spread: the largest likelihood of the results."""

    def slope(weights: Numbers) -> Numbers:
        scaled = samples.values * np.exp(-samples.stages @ weights[1:])
        off = logistic(weights[0] + scaled) - samples.won
        found: Numbers = np.concatenate([[off.mean()], -(off * scaled) @ samples.stages / len(off)])
        return found + RIDGE * np.concatenate([[0, 0], weights[2:]])

    return minimised(np.array([0.0, 3.0, *([0.0] * (len(STAGE) - 1))]), slope)


def win_chances(weights: Numbers, samples: Samples) -> Numbers:
    """The chances that the fitted weights give."""
    return logistic(weights[0] + samples.values * np.exp(-samples.stages @ weights[1:]))


def fit_survival(samples: Samples) -> Numbers:
    """The weights of a logistic regression."""

    def slope(weights: Numbers) -> Numbers:
        off = logistic(samples.solo @ weights) - samples.won
        found: Numbers = off @ samples.solo / len(off)
        return found + SOLO_RIDGE * np.concatenate([[0.0], weights[1:]])

    return minimised(np.zeros(len(SOLO)), slope)


def fit_points(samples: Samples) -> tuple[Numbers, Numbers]:
    """The weights of the expected points of those who survive, and of their spread."""
    survived = samples.won > 0
    inputs, stages = samples.solo[survived], samples.stages[survived]
    goal = samples.points[survived] / VALUE
    square = inputs.T @ inputs + RIDGE * len(inputs) * np.eye(len(SOLO))
    weights: Numbers = np.linalg.solve(square, inputs.T @ goal).astype(float)
    off = (VALUE * (goal - inputs @ weights)) ** 2

    def slope(spread: Numbers) -> Numbers:
        found: Numbers = (1 - off * np.exp(-2 * stages @ spread)) @ stages / len(off)
        return found + RIDGE * np.concatenate([[0.0], spread[1:]])

    return weights, minimised(np.array([3.0, *([0.0] * (len(STAGE) - 1))]), slope)


def title_chances(
    survival: Numbers, weights: Numbers, spread: Numbers, samples: Samples, title: int
) -> Numbers:
    """The chances to survive with more than these points."""
    mean = VALUE * samples.solo @ weights
    off = (title + 0.5 - mean) / np.exp(samples.stages @ spread) / sqrt(2)
    above = np.array([0.5 * (1 - erf(each)) for each in off])
    found: Numbers = logistic(samples.solo @ survival) * above
    return found


def calibration(chances: Numbers, seen: Numbers) -> tuple[float, list[tuple[int, float, float]]]:
    """The expected calibration error; for each bin its size, the mean chance and what was seen."""
    places = np.minimum((chances * BINS).astype(int), BINS - 1)
    rows = []
    for nth in range(BINS):
        inside = places == nth
        if inside.any():
            rows.append(
                (int(inside.sum()), float(chances[inside].mean()), float(seen[inside].mean()))
            )
    error = sum(size * abs(chance - won) for size, chance, won in rows) / len(chances)
    return error, rows


def fit(
    players: int, samples: Samples
) -> tuple[dict[str, Any], Iterator[tuple[str, Numbers, Numbers]]]:
    """A fitted model, and its chances with what was seen in the games that it was not fitted to."""
    ours, others = part(samples, fitted=True), part(samples, fitted=False)
    if players > 1:
        wins = fit_wins(ours)
        model = {"bias": _rounded(wins[0]), "spread": _named(STAGE, wins[1:])}
        return model, iter([("wins", win_chances(wins, others), others.won)])
    survival = fit_survival(ours)
    weights, spread = fit_points(ours)
    model = {
        "survival": _named(SOLO, survival),
        "points": _named(SOLO, weights),
        "spread": _named(STAGE, spread),
    }

    def checks() -> Iterator[Check]:
        yield "survives", logistic(others.solo @ survival), others.won
        for title in TITLES:
            seen = (others.won > 0) & (others.points > title)
            chances = title_chances(survival, weights, spread, others, title)
            yield f"survives with more than {title} points", chances, seen.astype(float)

    return model, checks()


def _rounded(number: float) -> float:
    return round(float(number), 5)


def _named(names: Sequence[str], weights: Numbers) -> dict[str, float]:
    return {name: _rounded(weight) for name, weight in zip(names, weights, strict=True)}


def table(title: str, rows: Sequence[tuple[int, float, float]], error: float) -> str:
    """The rows of a calibration as Markdown."""
    lines = [
        f"{title}: expected calibration error {error:.3f}",
        "",
        "| predicted | seen | positions |",
    ]
    lines.append("|---|---|---|")
    lines += [
        f"| {100 * chance:.1f} % | {100 * won:.1f} % | {size:,} |" for size, chance, won in rows
    ]
    return "\n".join([*lines, ""])


def main() -> None:
    """Play, fit, check and write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", default="1,2,3,4,5", help="comma-separated")
    parser.add_argument("--games", type=int, default=1000, help="games to check the models")
    parser.add_argument("--fit", type=int, default=500, help="games to fit the models to")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument(
        "--samples", type=Path, help="a folder for samples; those that are there are used again"
    )
    parser.add_argument("--out", type=Path, default=TARGET)
    asked = parser.parse_args()
    models = json.loads(asked.out.read_text(encoding="utf-8")) if asked.out.exists() else {}
    failed = False
    with Pool(asked.jobs) as pool:
        for players in map(int, asked.players.split(",")):
            file = asked.samples / f"players-{players}.npz" if asked.samples else None
            if file and file.exists():
                with np.load(file) as stored:
                    samples = Samples(**stored)
            else:
                numbers = range(asked.fit + asked.games)
                samples = gather(pool.map(partial(play, players, asked.fit), numbers, 4))
            if file and not file.exists():
                file.parent.mkdir(parents=True, exist_ok=True)
                np.savez_compressed(file, **samples._asdict())
            models[str(players)], checks = fit(players, samples)
            for title, chances, seen in checks:
                error, rows = calibration(chances, seen)
                failed |= error > BOUND
                name = f"{players} players" if players > 1 else "solo"
                print(table(f"{name}, {title}", rows, error), flush=True)
    if failed:
        parser.exit(1, f"A calibration error is above {BOUND}; nothing was written.\n")
    asked.out.write_text(json.dumps(models, indent=1, sort_keys=True) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
