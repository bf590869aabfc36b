"""The code that is timed for catanatron (Catan) and python-chess, with their public API."""

import random
import warnings
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

import chess
from catanatron import Color, Game, RandomPlayer

with warnings.catch_warnings():  # it was written for an older Gymnasium
    warnings.simplefilter("ignore")
    from catanatron_gym.envs.catanatron_env import CatanatronEnv

PACKAGES = ("catanatron", "catanatron_gym", "chess")
CATAN_BOTS = {
    "greedy": ("VictoryPointPlayer", ("catanatron.players.search",)),
    "value": (
        "ValueFunctionPlayer",
        (
            "catanatron.players.value",
            "catanatron_experimental.machine_learning.players.value",
        ),
    ),
    "alpha-beta": (
        "AlphaBetaPlayer",
        (
            "catanatron.players.minimax",
            "catanatron_experimental.machine_learning.players.minimax",
        ),
    ),
}
"""Bots of catanatron and the modules that contain them, depending on the version.

The package on PyPI has only the greedy one; the others are in its repository.
"""


def versions() -> dict[str, str]:
    """The installed version of each peer."""
    return {package: version(package) for package in PACKAGES}


def catan_games(seeds: Iterable[int]) -> int:
    """Play a random four-player game for each seed; return the number of actions.

    catanatron seeds the global generator for each game (0 means no seed), so its state is saved and
    restored here. A seed gives the same game only within one process.
    """
    before = random.getstate()
    actions = 0
    for seed in seeds:
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    random.setstate(before)
    return actions


def catan_steps(seeds: Iterable[int]) -> int:
    """Play random games in catanatron's environment, against a random opponent; return the steps.

    A game is always the same, as in `catan_games`.
    """
    before = random.getstate()
    env = CatanatronEnv()
    steps = 0
    for seed in seeds:
        choose = random.Random(seed).choice
        random.seed(seed)  # the map is drawn before the environment uses its seed
        _, info = env.reset(seed=seed)
        over = cut = False
        while not (over or cut):
            _, _, over, cut, info = env.step(choose(info["valid_actions"]))
            steps += 1
    random.setstate(before)
    return steps


@cache
def catan_bot(name: str) -> Any:
    """The class of a bot of catanatron; None if the installed version does not have it."""
    kind, modules = CATAN_BOTS[name]
    for module in modules:
        try:
            return getattr(import_module(module), kind)
        except ImportError:
            continue
    return None


def catan_bot_games(name: str, players: int, seeds: Iterable[int]) -> int:
    """Play a game of bots of one kind for each seed; return the number of turns."""
    before = random.getstate()
    kind = catan_bot(name)
    turns = 0
    for seed in seeds:
        game = Game([kind(color) for color in list(Color)[:players]], seed=seed)
        game.play()
        turns += game.state.num_turns
    random.setstate(before)
    return turns


def chess_game(half_moves: int) -> chess.Board:
    """A random game after exactly this many half-moves; it is always the same game.

    Most random games end before half-move 400, so seeds are tried until one is long enough.
    """
    seed = 0
    while True:
        seed += 1
        chooser = random.Random(seed)
        board = chess.Board()
        while not board.is_game_over():
            if len(board.move_stack) == half_moves:
                return board
            board.push(chooser.choice(list(board.legal_moves)))


def chess_record(board: chess.Board) -> str:
    """The moves that led to a position in standard algebraic notation, separated by spaces."""
    replayed = board.root()
    return " ".join(replayed.san_and_push(move) for move in board.move_stack)


def chess_replay(record: str) -> int:
    """Replay a record in standard algebraic notation; return the number of half-moves."""
    board = chess.Board()
    for san in record.split():
        board.push_san(san)
    return len(board.move_stack)


def chess_copies(board: chess.Board, times: int) -> int:
    """Copy a position without its moves this many times; return the number of copies."""
    for _ in range(times):
        board.copy(stack=False)
    return times
