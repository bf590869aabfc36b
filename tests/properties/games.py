"""The random games that all properties are checked in."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

from naqala import Game
from tests.play import game_of_a_box

GAMES = int(os.environ.get("NAQALA_GAMES", "500"))
PARTS = 10
"""Every test plays the games in so many parts, which can run side by side."""


@contextmanager
def played(number: int) -> Iterator[Game]:
    """The game of this number; if something is wrong, the record says how to get there."""
    game = game_of_a_box(number)
    try:
        yield game
    except Exception as error:
        error.add_note(f"in game {number}, after {len(game.history)} actions:\n{game.record()}")
        raise


def is_dear(number: int) -> bool:
    """Whether this game, one of forty, is checked at every step where that is dear."""
    return number % 41 == 0
