"""Records of games that are nearly over, for tests of the end of a game."""

from __future__ import annotations

import random
from typing import Any

from naqala import Game
from naqala.bots import bot


def nearly_over(players: int, seed: int, left: int, by: str = "", **options: Any) -> str:
    """The record of a game, played at random or by a bot, with `left` actions to play.

    There may be a few more, because the record never ends within a move.
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
