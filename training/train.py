"""Train the net of one number of players by self-play: python -m training.train --players 2.

Every generation plays games with the newest net on all cores, adds them to those of the last
generations, and fits the net to their TD(λ) targets. A checkpoint and the learning curve are
written after each generation, so that a run can be stopped and resumed.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections import deque
from dataclasses import replace
from multiprocessing import Pool
from multiprocessing.pool import MapResult
from multiprocessing.pool import Pool as Workers
from pathlib import Path
from typing import NamedTuple

import numpy as np

from naqala.bots.bot import BadWeights, Bot
from naqala.bots.merchant import Merchant
from naqala.bots.sultan import Sultan
from naqala.bots.value.features import feature_names
from naqala.bots.value.numpy_backend.net import Net
from naqala.bots.value.points import margin
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.rules.turn import apply
from naqala.rules.view import view
from training.learning import (
    adapted,
    fit,
    fit_linear,
    initial_net,
    smoothed,
    targets,
    with_random_layers,
)
from training.selfplay import Episode, play

MODES = {"base": (), "whims": ("whims",), "artisans": ("artisans",), "both": ("whims", "artisans")}
UNLIMITED = 1000.0
"""Seconds per turn: the result of a match must not depend on the speed of the machine."""
FIRST_GENERATIONS = 12
"""While a new net plays these, the oldest games are dropped: they are too weak to learn from."""


def options_of(players: int, modes: list[str], seed: int) -> Options:
    """The options for a seed; the modes alternate."""
    boxes = MODES[modes[seed % len(modes)]]
    promos = frozenset({"dhenim"}) if seed % 5 == 0 else frozenset[str]()
    return Options(players, seed, frozenset(boxes), promos)


def one_game(task: tuple[Options, Net, int, bool]) -> list[Episode]:
    """Play one game, in a worker process."""
    options, net, seed, careful = task
    return play(options, net, seed, careful=careful)


class Match(NamedTuple):
    """The result of a game against merchants."""

    won: float
    """1 for a victory, 0.5 for a shared one; in the solo game, 1 if the net survived."""
    margin: float


def one_match(task: tuple[Options, Net, int]) -> Match:
    """Play the net against merchants, without a time limit."""
    options, net, seed = task
    state = set_up(options)
    hero = seed % options.players
    bots: list[Bot] = [
        Sultan(seed, net) if seat == hero else Merchant(seed) for seat in range(options.players)
    ]
    bots[hero].budget = UNLIMITED
    while not state.over:
        apply(state, bots[state.seat].answer(view(state, state.seat), state.choices))
    gap = margin(state, hero)
    if state.yazid:
        return Match(float(not state.yazid.lost), gap)
    return Match(1.0 if gap > 0 else 0.5 if gap == 0 else 0.0, gap)


def against_merchants(
    pool: Workers, net: Net, players: int, modes: list[str], matches: int
) -> dict[str, float]:
    """The results of the net against merchants; in the solo game, how often it survives."""
    duels = [(options_of(players, modes, 77_000 + n), net, n) for n in range(matches)]
    found = pool.map(one_match, duels, chunksize=1)
    return {
        "won": round(sum(each.won for each in found) / matches, 3),
        "by": round(sum(each.margin for each in found) / matches, 1),
    }


def start_games(
    pool: Workers, players: int, modes: list[str], net: Net, seeds: range, *, careful: bool
) -> MapResult[list[Episode]]:
    """Start the games of a generation."""
    tasks = [(options_of(players, modes, seed), net, seed, careful) for seed in seeds]
    return pool.map_async(one_game, tasks, chunksize=1)


def load_to_resume(file: Path, players: int, modes: list[str]) -> Net:
    """A net to continue from, adapted if the features have changed since."""
    net = replace(Net.load(file), players=players)
    names = feature_names(players)
    if net.names != names:
        first = initial_net(players, names)
        games = [play(options_of(players, modes, seed), first, seed) for seed in range(9)]
        net = adapted(net, names, np.concatenate([each.rows for game in games for each in game]))
    return net


def save_checkpoint(net: Net, file: Path) -> None:
    """Write a checkpoint atomically, so that stopping a run cannot damage it."""
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        net.save(stream)
    part.replace(file)


def main() -> None:
    """Train until the time is up."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--modes", default="base", help="comma-separated: " + ", ".join(MODES))
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--games", type=int, default=400, help="games per generation")
    parser.add_argument("--matches", type=int, default=0, help="evaluation games against merchants")
    parser.add_argument("--kept", type=int, default=12, help="generations that it learns from")
    parser.add_argument("--every", type=int, default=3, help="generations between evaluations")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path("training/runs"))
    parser.add_argument("--resume", type=Path, help="start from this net")
    parser.add_argument("--seed", type=int, help="seed of the first game")
    parser.add_argument("--careful", action="store_true", help="solo: consider Yazid's dice")
    asked = parser.parse_args()
    modes = asked.modes.split(",")
    if unknown := [mode for mode in modes if mode not in MODES]:
        parser.error(f"there is no mode {unknown[0]!r}; there are {', '.join(MODES)}")
    weights = asked.out / f"players-{asked.players}.npz"
    curve = asked.out / f"players-{asked.players}.jsonl"
    try:
        if asked.resume:
            net = load_to_resume(asked.resume, asked.players, modes)
        else:
            net = initial_net(asked.players, feature_names(asked.players))
    except BadWeights as refused:
        parser.error(str(refused))
    asked.out.mkdir(parents=True, exist_ok=True)
    memory: deque[list[Episode]] = deque(maxlen=asked.kept)
    end = time.time() + 60 * asked.minutes
    usual = 1_000_000 * asked.players + (500_000 if asked.resume else 0)
    seed, generation = usual if asked.seed is None else asked.seed, 0
    newest = net
    with Pool(asked.jobs) as pool:

        def next_games() -> MapResult[list[Episode]]:
            seeds = range(seed, seed + asked.games)
            return start_games(pool, asked.players, modes, net, seeds, careful=asked.careful)

        coming = next_games()
        while time.time() < end:
            began = time.time()
            games = coming.get()
            seed += asked.games
            # The next games are played while the net is fitted, so their net is one generation old.
            coming = next_games()
            memory.append([episode for game in games for episode in game])
            if len(memory) > 3 and generation < FIRST_GENERATIONS and not asked.resume:
                memory.popleft()
            played = time.time()
            episodes = [episode for kept in memory for episode in kept]
            rows = np.concatenate([episode.rows for episode in episodes])
            known = net if net.layers else None
            goal = np.concatenate([targets(episode, known) for episode in episodes])
            linear = fit_linear(rows, goal)
            begun = with_random_layers(newest, rows, linear, 1)
            if newest.layers:
                begun = replace(newest, linear=linear)
            epochs = 2 if newest.layers else 6
            newest, error = fit(begun, rows, goal, epochs=epochs, seed=generation)
            settled = generation > 3 or asked.resume is not None
            net = smoothed(net, newest) if net.layers and settled else newest
            save_checkpoint(net, weights)
            last = memory[-1]
            line = {
                "generation": generation,
                "games": asked.games,
                "rows": len(rows),
                "error": round(error, 2),
                "margin": round(float(np.mean([abs(e.final) for e in last])), 2),
                "mean": round(float(np.mean([e.final for e in last])), 2),
                "play_s": round(played - began, 1),
                "fit_s": round(time.time() - played, 1),
            }
            if asked.matches and (generation % asked.every == 0 or time.time() > end):
                line |= against_merchants(pool, net, asked.players, modes, asked.matches)
            print(json.dumps(line), flush=True)
            with curve.open("a") as file:
                file.write(json.dumps(line) + "\n")
            generation += 1


if __name__ == "__main__":
    main()
