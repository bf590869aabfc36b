"""Train the net of one number of players by self-play: python -m training.train --players 2.

In every round the net plays games against itself on all cores, in all modes in equal shares, and is
then fitted to the games of the last rounds. The same command gives the same net. The games of a
round, a checkpoint and the learning curve are written after each round; a run that is started
again goes on after the last stored games.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import Pool
from multiprocessing.pool import Pool as Workers
from pathlib import Path
from typing import NamedTuple

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
from training.episodes import Played, load_games, save_games
from training.learning import initial_net, learn
from training.selfplay import play

MODES = {"base": (), "whims": ("whims",), "artisans": ("artisans",), "both": ("whims", "artisans")}
UNLIMITED = 1000.0
"""Seconds per turn: the result of a match must not depend on the speed of the machine."""


def modes_for(players: int) -> list[str]:
    """The modes that this number of players can play."""
    if players == 1:
        return ["base"]
    return [mode for mode in MODES if mode != "base" or players < 5]


def options_of(players: int, modes: Sequence[str], seed: int) -> Options:
    """The options for a seed; the modes alternate."""
    boxes = MODES[modes[seed % len(modes)]]
    promos = frozenset({"dhenim"}) if seed % 5 == 0 else frozenset[str]()
    return Options(players, seed, frozenset(boxes), promos)


def one_game(task: tuple[Options, Net]) -> Played:
    """Play one game, in a worker process."""
    options, net = task
    return play(options, net, options.seed)


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
    pool: Workers, net: Net, players: int, modes: Sequence[str], matches: int
) -> dict[str, float]:
    """The results of the net against merchants; in the solo game, how often it survives."""
    duels = [(options_of(players, modes, 77_000 + n), net, n) for n in range(matches)]
    found = pool.map(one_match, duels, chunksize=1)
    return {
        "won": round(sum(each.won for each in found) / matches, 3),
        "by": round(sum(each.margin for each in found) / matches, 1),
    }


def play_games(
    pool: Workers, net: Net, modes: Sequence[str], seeds: range, *, every: int = 500
) -> list[Played]:
    """Play a game with each seed, and print from time to time how many there are."""
    tasks = [(options_of(net.players, modes, seed), net) for seed in seeds]
    games: list[Played] = []
    for game in pool.imap(one_game, tasks, chunksize=1):
        games.append(game)
        if len(games) % every == 0:
            print(f"{len(games)} of {len(seeds)} games", file=sys.stderr, flush=True)
    return games


def save_checkpoint(net: Net, file: Path) -> None:
    """Write a checkpoint atomically, so that stopping a run cannot damage it."""
    part = file.with_name(f"{file.name}.part")
    with part.open("wb") as stream:
        net.save(stream)
    part.replace(file)


def main() -> None:
    """Play and learn, round by round."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--modes", help="comma-separated, instead of all: " + ", ".join(MODES))
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=3000, help="games per round")
    parser.add_argument("--kept", type=int, default=3, help="rounds that it learns from")
    parser.add_argument("--matches", type=int, default=0, help="evaluation games against merchants")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, default=Path("training/runs"))
    parser.add_argument("--resume", type=Path, help="start from this net")
    parser.add_argument("--seed", type=int, help="seed of the first game")
    asked = parser.parse_args()
    modes = asked.modes.split(",") if asked.modes else modes_for(asked.players)
    if unknown := [mode for mode in modes if mode not in MODES]:
        parser.error(f"there is no mode {unknown[0]!r}; there are {', '.join(MODES)}")
    try:
        if asked.resume:
            net = replace(Net.load(asked.resume), players=asked.players)
        else:
            net = initial_net(asked.players, feature_names(asked.players))
    except BadWeights as refused:
        parser.error(str(refused))
    asked.out.mkdir(parents=True, exist_ok=True)
    name = f"players-{asked.players}"
    first = 1_000_000 * asked.players if asked.seed is None else asked.seed
    rounds: list[list[Played]] = []
    with Pool(asked.jobs) as pool:
        for number in range(1, asked.rounds + 1):
            began = time.time()
            file = asked.out / f"{name}-games-{number}.npz"
            if not file.exists():
                seeds = range(first + (number - 1) * asked.games, first + number * asked.games)
                save_games(play_games(pool, net, modes, seeds), file)
            rounds.append(load_games(file))
            played = time.time()
            games = [game for kept in rounds[-asked.kept :] for game in kept]
            learned = learn(net, games, feature_names(asked.players))
            net = learned.net
            save_checkpoint(net, asked.out / f"{name}.npz")
            finals = [episode.final for game in rounds[-1] for episode in game]
            line = {
                "round": number,
                "games": len(rounds[-1]),
                "error": round(learned.error, 2),
                "held_out": round(learned.held_out, 2),
                "before": round(learned.before, 2),
                "mean": round(sum(finals) / len(finals), 2),
                "play_s": round(played - began, 1),
                "fit_s": round(time.time() - played, 1),
            }
            if asked.matches:
                line |= against_merchants(pool, net, asked.players, modes, asked.matches)
            print(json.dumps(line), flush=True)
            with (asked.out / f"{name}.jsonl").open("a") as curve:
                curve.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    main()
