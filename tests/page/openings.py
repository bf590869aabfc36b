"""Games that are nearly over, so that a test sees the end of one soon."""

from __future__ import annotations

import random
from typing import Any

from naqala import Game
from naqala.bots import bot


def nearly_over(players: int, seed: int, left: int, by: str = "", **options: Any) -> str:
    """The record of a game, played at random or by a bot, with so many actions still to come.

    Perhaps a few more: it never ends within a move, which a page sends as a whole.
    """
    game = Game.new(players=players, seed=seed, **options)
    rng = random.Random(seed)
    player = bot(by, seed=seed) if by else None
    while not game.over:
        legal = game.legal()
        game.play(player.choose(game.view(game.seat), legal) if player else rng.choice(legal))
    while left > 0 or any(str(action).startswith("drop ") for action in game.legal()):
        game.undo()
        left -= 1
    return game.record()
