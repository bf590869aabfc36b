"""The other libraries: catanatron (Catan) and python-chess, used through their public API."""

import random
from collections.abc import Iterable
from functools import cache
from importlib import import_module
from importlib.metadata import version
from typing import Any

import chess
from catanatron import Color, Game, RandomPlayer  # type: ignore[import-untyped]

PACKAGES = ("catanatron", "chess")
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
"""catanatron's bots and where its versions keep them: the package on PyPI has the greedy one only,
the other two come with an installation from its repository."""


def versions() -> dict[str, str]:
    """The installed version of each peer."""
    return {package: version(package) for package in PACKAGES}


def catan_games(seeds: Iterable[int]) -> int:
    """Play a four-player game of random moves for every seed; how many actions that took.

    catanatron draws everything from the global generator and seeds it for every game (a seed of 0
    counts as none there). A seed gives the same game within one process, but not in the next.
    The generator is left as it was found.
    """
    before = random.getstate()
    actions = 0
    for seed in seeds:
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        game.play()
        actions += len(game.state.actions)
    random.setstate(before)
    return actions


@cache
def catan_bot(name: str) -> Any:
    """A kind of catanatron's bots; None where the installed version has no such bot."""
    kind, modules = CATAN_BOTS[name]
    for module in modules:
        try:
            return getattr(import_module(module), kind)
        except ImportError:
            continue
    return None


def catan_bot_games(name: str, players: int, seeds: Iterable[int]) -> int:
    """Play a game of bots of one kind for every seed; how many turns that took."""
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
    """The position, with its moves, after exactly so many random half-moves, always the same.

    Most games of random moves end before half-move 400, so seeds are tried until one lasts.
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
    """Play a record in standard algebraic notation from the start; how many half-moves it has."""
    board = chess.Board()
    for san in record.split():
        board.push_san(san)
    return len(board.move_stack)


def chess_copies(board: chess.Board, times: int) -> int:
    """Copy a position without its moves again and again; how many copies were made."""
    for _ in range(times):
        board.copy(stack=False)
    return times
