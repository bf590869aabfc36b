"""Rewards at the end of a game."""

from naqala.rules.errors import BadOptions, brief
from naqala.rules.game import Game

FORFEITS = {"margin": -500.0, "win": -1.0}
"""The kinds of rewards, each with the reward of a game forfeited by an illegal action."""


def check(kind: str) -> None:
    """Raise an error for an unknown kind of reward."""
    if kind not in FORFEITS:
        raise BadOptions("unknown_reward", kind=brief(repr(kind)), known=tuple(FORFEITS))


def rewards(game: Game, kind: str) -> list[float]:
    """The reward of every seat at the end of a game.

    `margin`: the points minus those of the best opponent; in the solo game the points, or 0 if it
    is lost. `win`: 1 for a victory, divided among the winners; otherwise 0.
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
