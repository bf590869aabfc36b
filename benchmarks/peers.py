"""The other libraries: catanatron (Catan) and python-chess, used through their public API."""

import random
from collections.abc import Iterable
from importlib.metadata import version

import chess
from catanatron import Color, Game, RandomPlayer  # type: ignore[import-untyped]

PACKAGES = ("catanatron", "chess")


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
