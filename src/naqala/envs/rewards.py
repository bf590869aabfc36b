"""Rewards at the end of a game."""

from naqala.rules.errors import BadOptions, brief
from naqala.rules.game import Game

FORFEITS = {"margin": -500.0, "win": -1.0}
"""The kinds of rewards, and what an illegal action costs where it forfeits the game."""


def check(kind: str) -> None:
    """Refuse an unknown kind of reward."""
    if kind not in FORFEITS:
        raise BadOptions("unknown_reward", kind=brief(repr(kind)), known=tuple(FORFEITS))


def rewards(game: Game, kind: str) -> list[float]:
    """The reward of every seat at the end of a game.

    `margin`: the points less those of the best opponent; in the solo game the points, 0 if it is
    lost. `win`: 1, which winners share; 0 for the others.
    """
    winners = game.winners
    if kind == "win":
        return [(seat in winners) / max(len(winners), 1) for seat in range(game.options.players)]
    totals = [score.total for score in game.scores()]
    if len(totals) == 1:
        return [float(totals[0]) if winners else 0.0]
    return [
        float(total - max(totals[:seat] + totals[seat + 1 :])) for seat, total in enumerate(totals)
    ]
