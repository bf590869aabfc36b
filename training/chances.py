"""Fit the chances to win to games of the nets: python -m training.chances --players 2.

Some games are used to fit, the others to check: the table compares predicted and seen wins.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import Pool
from random import Random
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from naqala.bots.planning import RankingBot, as_steps, remaining
from naqala.bots.value import win_chance
from naqala.bots.value.expected_margin import expected_margins, is_settled
from naqala.bots.value.points import is_lost, margin
from naqala.rules.actions import END, Action
from naqala.rules.setup import set_up
from naqala.rules.state import Options, State
from naqala.rules.turn import Finishing, apply
from training.selfplay import Careful, Learner
from training.train import MODES, options_of

FIRST_SEED = 8_000_000
"""Nets are trained with smaller seeds."""
BINS = 10
PENALTY = 1e-3

Array = npt.NDArray[np.float64]


class Steady(Learner):
    """The net without exploration."""

    effort = replace(Learner.effort, deep=0, starts=1)

    def think(self, state: State) -> Sequence[Action]:
        """The best plan by the net."""
        return super(Learner, self).think(state)


class SteadySolo(Careful):
    """The net without exploration, against Yazid."""

    effort = replace(Careful.effort, deep=0, replies=2)

    def think(self, state: State) -> Sequence[Action]:
        """The best plan by the net."""
        return super(Learner, self).think(state)


class Sampled(NamedTuple):
    """The inputs of one seat at the end of a turn, and whether it won."""

    inputs: tuple[float, ...]
    won: float


def play(options: Options) -> list[Sampled]:
    """Play one game and sample all seats at the ends of some turns."""
    state = set_up(options)
    rng = Random(options.seed)
    kind = SteadySolo if options.players == 1 else Steady
    bots: list[RankingBot] = [kind(options.seed + seat) for seat in range(options.players)]
    found: list[tuple[int, tuple[float, ...]]] = []
    plan: list[Action] = []
    while not state.over:
        legal = state.choices
        if len(legal) == 1:
            action = legal[0]
        else:
            plan = remaining(plan, legal)
            if not plan:
                plan = remaining(as_steps(bots[state.seat].think(state)), legal)
            action = plan.pop(0) if plan else rng.choice(legal)
        if type(state.pending[-1]) is Finishing and action is END:
            plan = []
            if not is_settled(state) and rng.random() < 0.5:
                for seat in range(options.players):
                    (value,) = expected_margins([state], seat)
                    found.append((seat, win_chance.inputs(state, seat, value)))
        apply(state, action)
    won = [
        float(not is_lost(state) if state.yazid else margin(state, seat) >= 0)
        for seat in range(options.players)
    ]
    return [Sampled(inputs, won[seat]) for seat, inputs in found]


def fit(inputs: Array, won: Array, steps: int = 50) -> Array:
    """Logistic regression by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(steps):
        chance = predicted(inputs, weights)
        gradient = inputs.T @ (won - chance) - PENALTY * weights
        curve = (inputs * (chance * (1 - chance))[:, None]).T @ inputs
        step = np.linalg.solve(curve + PENALTY * np.eye(len(weights)), gradient)
        weights += step
        if np.abs(step).max() < 1e-9:
            break
    return weights


def predicted(inputs: Array, weights: Array) -> Array:
    """The chances that these weights give."""
    limit = win_chance.LARGEST
    return np.asarray(1 / (1 + np.exp(-np.clip(inputs @ weights, -limit, limit))))


def calibration(chance: Array, won: Array) -> tuple[list[tuple[int, float, float]], float]:
    """For each tenth: how many samples, predicted and seen; and the expected calibration error."""
    rows = []
    error = 0.0
    places = np.minimum((chance * BINS).astype(int), BINS - 1)
    for place in range(BINS):
        inside = places == place
        number = int(inside.sum())
        if number:
            said, seen = float(chance[inside].mean()), float(won[inside].mean())
            rows.append((number, said, seen))
            error += number / len(won) * abs(said - seen)
    return rows, error


def main() -> None:
    """Play, fit, check and print."""
    parser = argparse.ArgumentParser(prog="python -m training.chances", description=__doc__)
    parser.add_argument("--players", type=int, required=True, choices=range(1, 6))
    parser.add_argument("--games", type=int, default=1000, help="how many to check")
    parser.add_argument("--fit", type=int, default=500, help="how many more to fit")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    modes = ["base"] if given.players == 1 else list(MODES)
    number_of_games = given.fit + given.games
    tasks = [options_of(given.players, modes, FIRST_SEED + nth) for nth in range(number_of_games)]
    games: list[list[Sampled]] = []
    with Pool(given.jobs) as pool:
        for number, game in enumerate(pool.imap(play, tasks, chunksize=4), 1):
            games.append(game)
            if number % 100 == 0:
                print(f"{number} of {number_of_games} games", flush=True)
    inputs, won = _arrays(games[: given.fit])
    weights = fit(inputs, won)
    print(f"{given.players}: ({', '.join(f'{each:.5g}' for each in weights)}),")
    inputs, won = _arrays(games[given.fit :])
    rows, error = calibration(predicted(inputs, weights), won)
    print("samples  predicted  seen")
    for number, said, seen in rows:
        print(f"{number:7}  {said:9.3f}  {seen:.3f}")
    print(f"expected calibration error {error:.4f} over {given.games} games")


def _arrays(games: Sequence[Sequence[Sampled]]) -> tuple[Array, Array]:
    samples = [sample for game in games for sample in game]
    inputs = np.asarray([sample.inputs for sample in samples])
    return inputs, np.asarray([sample.won for sample in samples])


if __name__ == "__main__":
    main()
