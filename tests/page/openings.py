"""Games that are nearly over, so that a test sees the end of one soon."""

from __future__ import annotations

import random
from typing import Any

from naqala import Game


def nearly_over(players: int, seed: int, left: int, **options: Any) -> str:
    """The record of a game played at random in which so many actions are still to come.

    Perhaps a few more: it never ends within a move, which a page sends as a whole.
    """
    game = Game.new(players=players, seed=seed, **options)
    rng = random.Random(seed)
    while not game.over:
        game.play(rng.choice(game.legal()))
    while left > 0 or any(str(action).startswith("drop ") for action in game.legal()):
        game.undo()
        left -= 1
    return game.record()
