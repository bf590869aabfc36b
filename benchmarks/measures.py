"""The code that is timed for Naqala, which uses its public API."""

import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from time import perf_counter, process_time, thread_time

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from benchmarks.timing import side_by_side
from naqala import Game, Options
from naqala.bots import bot
from naqala.bots.value.numpy_backend.net import net_for
from naqala.envs import Encoding, SeatEnv, SeatVectorEnv
from naqala.rules.actions import Action, Bid, Drop, Take
from training import selfplay


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of a finished game and how many decisions it took."""

    text: str
    decisions: int


def play_at_random(game: Game, seed: int) -> Iterator[int]:
    """Play random legal actions to the end; yield the number of played actions before each."""
    chooser = Random(seed)
    played = 0
    while not game.over:
        yield played
        game.play(chooser.choice(game.legal()))
        played += 1


def random_games(players: int, seeds: Iterable[int], expansions: Iterable[str] = ()) -> int:
    """Play a random game for each seed; return the number of actions."""
    actions = 0
    for seed in seeds:
        game = Game.new(players=players, seed=seed, expansions=expansions)
        chooser = Random(seed)
        while not game.over:
            game.play(chooser.choice(game.legal()))
            actions += 1
    return actions


def midgame(players: int = 4, seed: int = 1) -> Game:
    """A random game after half of its actions."""
    half = random_games(players, [seed]) // 2
    game = Game.new(players=players, seed=seed)
    for played in play_at_random(game, seed):
        if played == half:
            break
    return game


def copies(game: Game, times: int) -> int:
    """Copy a game without its history this many times; return the number of copies."""
    for _ in range(times):
        game.copy(history=False)
    return times


def outcome_seconds(game: Game, rounds: int) -> float | None:
    """The time of one call of outcomes(), the best of several rounds; None without outcomes.

    Each round uses a new copy of the game, so that no result can be cached.
    """
    best = float("inf")
    for _ in range(rounds):
        copy = game.copy(history=False)
        start = perf_counter()
        outcomes = copy.outcomes()
        best = min(best, perf_counter() - start)
        if not outcomes:
            return None
    return best


def outcome_times(seeds: Iterable[int], rounds: int) -> list[float]:
    """The seconds of outcomes() in the positions of random four-player games.

    Positions without outcomes are left out, because they would lower the mean.
    """
    times = []
    for seed in seeds:
        game = Game.new(players=4, seed=seed)
        for _ in play_at_random(game, seed):
            if not isinstance(game.legal()[0], Drop):  # not within a move
                seconds = outcome_seconds(game, rounds)
                if seconds is not None:
                    times.append(seconds)
    return times


PILE_OF_TEN = """naqala position 1
players 2
tiles v5 s6 o8 m6 l4 v5/s6 o8 m6 l4 v5 s6/o8 m6 l4 v5 s6 o8/m6 l4 v5 s6 o8 m6/l4 v5 s6 o8 m6 v5
meeples YWG WGB GBR YBR YWR WGR/YGB YYW WWG - GGB BBR/YRR WBR YYWWGGBBRR GBR - YWG/YWB - W YGR Y R/\
B YG WR - WWB G
pending moving
"""


def pile_of_ten() -> Game:
    """A position in which the player can move a pile of ten meeples."""
    return Game.from_position(PILE_OF_TEN)


def recorded_games(seeds: Iterable[int]) -> list[Recorded]:
    """The records of random four-player games, each checked to load to the same finished game."""
    records = []
    for seed in seeds:
        game = Game.new(players=4, seed=seed)
        decisions = sum(1 for _ in play_at_random(game, seed))
        text = game.record()
        loaded = Game.load(text)
        if not loaded.over or loaded.record() != text:
            raise AssertionError(f"the record of game {seed} does not load to the same game")
        records.append(Recorded(text, decisions))
    return records


def replays(records: Iterable[Recorded]) -> int:
    """Load every record, which replays it; return the number of decisions."""
    decisions = 0
    for record in records:
        Game.load(record.text)
        decisions += record.decisions
    return decisions


def start_seconds(rounds: int) -> tuple[float, float]:
    """The seconds to start Python and import naqala, and to start Python alone.

    The bytecode is cached after the first round, which is not counted.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def start(code: str) -> None:
        subprocess.run([sys.executable, "-c", code], check=True, env=environment)

    with_naqala, bare = side_by_side(rounds, lambda: start("import naqala"), lambda: start("pass"))
    return with_naqala.seconds, bare.seconds


def observation_seconds(players: int, expansions: Iterable[str], seeds: Iterable[int]) -> float:
    """The mean seconds of an observation with its mask, over every step of random games.

    Measured as CPU time, because there are too many steps to repeat each of them.
    """
    encoding: Encoding | None = None
    seconds, steps = 0.0, 0
    for seed in seeds:
        game = Game.new(players=players, seed=seed, expansions=expansions)
        encoding = encoding or Encoding(game.options)
        for _ in play_at_random(game, seed):
            start = thread_time()
            legal = encoding.actions.numbers(game.legal(), game.state)
            encoding.observe(game.view(game.seat), legal)
            seconds += thread_time() - start
            steps += 1
    return seconds / steps


def single_steps(seeds: Iterable[int]) -> int:
    """Play random games in a `SeatEnv`, against a random opponent; return the number of steps."""
    env = SeatEnv(players=2)
    steps = 0
    for seed in seeds:
        choose = Random(seed).choice
        seen, _ = env.reset(seed=seed)
        over = False
        while not over:
            seen, _, over, _, _ = env.step(choose(seen["action_mask"].nonzero()[0]))
            steps += 1
    return steps


class VectorSteps:
    """Random steps of a `SeatVectorEnv` against random opponents.

    Games that end are followed by others. The games are at different points when the first round
    begins, so all rounds take about the same time.
    """

    def __init__(self, number: int) -> None:
        mode = AutoresetMode.SAME_STEP
        self._envs = SeatVectorEnv(number, players=2, autoreset_mode=mode)
        self._random = np.random.default_rng(1)
        self._seen, _ = self._envs.reset(seed=1)
        self(300 * number)

    def __call__(self, steps: int) -> int:
        """Make at least this many steps; return their number."""
        rounds = -(-steps // self._envs.num_envs)
        for _ in range(rounds):
            actions = random_legal(self._seen["action_mask"], self._random)
            self._seen = self._envs.step(actions)[0]
        return rounds * self._envs.num_envs


def random_legal(masks: NDArray[np.int8], random: np.random.Generator) -> NDArray[np.int64]:
    """A random legal action for each game; every game has one."""
    flat = np.flatnonzero(masks.view(np.bool_))  # several times as fast as `masks.nonzero()`
    rows, actions = np.divmod(flat, masks.shape[1])
    counts = np.bincount(rows)
    first = np.cumsum(counts) - counts
    chosen: NDArray[np.int64] = actions[first + random.integers(counts)]
    return chosen


def clone_seconds(rounds: int, times: int) -> float:
    """The time to clone and restore a `SeatEnv` in the middle of a game, the best of some rounds.

    The observation that `restore` returns is included.
    """
    env = SeatEnv(players=2)
    env.reset(seed=1, options={"position": midgame(players=2)})
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        for _ in range(times):
            env.restore(env.clone())
        best = min(best, (process_time() - start) / times)
    return best


def bot_games(name: str, players: int, seeds: Iterable[int]) -> int:
    """Play a bot against itself once for each seed; return the number of turns."""
    return sum(bot_turns(name, players, seed) for seed in seeds)


def bot_turns(name: str, players: int, seed: int) -> int:
    """Play a bot against itself for a game; return the number of turns."""
    return sum(isinstance(choice, Take) for choice in _choices(name, players, seed))


def bot_searches(name: str, players: int, seed: int, turns: int) -> int:
    """Play a bot against itself for its first turns; return the number of turns and bids."""
    found = 0
    for choice in _choices(name, players, seed):
        found += isinstance(choice, Take | Bid)
        turns -= isinstance(choice, Take)
        if not turns:
            break
    return found


def _choices(name: str, players: int, seed: int) -> Iterator[Action | str]:
    """The choices of a bot that plays against itself."""
    game = Game.new(players=players, seed=seed)
    bots = [bot(name, seat) for seat in range(players)]
    while not game.over:
        choice = bots[game.seat].choose(game.view(game.seat), game.legal())
        yield choice
        game.play(choice)


def training_games(players: int, seeds: Iterable[int]) -> int:
    """Play games of the packaged net against itself as in training; return their number."""
    return sum(
        bool(selfplay.play(Options(players, seed), net_for(players), seed)) for seed in seeds
    )
