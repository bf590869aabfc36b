"""Rewards: named kinds at the end of a game, or a function that is called after every step."""

from __future__ import annotations

from collections.abc import Callable
from numbers import Real
from typing import TypeAlias

from naqala.rules.errors import BadOptions, brief
from naqala.rules.game import Game

RewardFunction: TypeAlias = Callable[[Game, int], float]
"""A function of the game and a seat that returns the reward of the step that was just made."""

FORFEITS = {"margin": -500.0, "scaled margin": -5.0, "win": -1.0}
"""The kinds of rewards, each with the reward of a game forfeited by an illegal action."""
SCALE = 100.0
"""The margin that `scaled margin` counts as 1."""


class Rewards:
    """The rewards of one environment."""

    kind: str | RewardFunction
    forfeit: float
    """The reward of a game that is forfeited by an illegal action."""

    def __init__(self, kind: str | RewardFunction, forfeit: float | None = None) -> None:
        """Use a kind of `FORFEITS` or a function; BadOptions if it is neither."""
        if not callable(kind) and kind not in FORFEITS:
            raise BadOptions("unknown_reward", kind=brief(repr(kind)), known=tuple(FORFEITS))
        if forfeit is not None and not _is_number(forfeit):
            raise BadOptions("number_option", option="forfeit", value=brief(repr(forfeit)))
        self.kind = kind
        if forfeit is None:
            forfeit = FORFEITS[kind] if isinstance(kind, str) else FORFEITS["win"]
        self.forfeit = float(forfeit)

    def after_step(self, game: Game, seat: int) -> float:
        """The reward of a seat for the last step."""
        kind = self.kind
        if isinstance(kind, str):
            return at_end(game, kind)[seat] if game.state.over else 0.0
        return float(kind(game, seat))


def _is_number(value: object) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


def at_end(game: Game, kind: str) -> list[float]:
    """The reward of every seat at the end of a game.

    `margin`: the points minus those of the best opponent; in the solo game the points, or 0 if it
    is lost. `scaled margin`: the margin divided by 100. `win`: 1 for a victory, divided among the
    winners; otherwise 0.
    """
    winners = game.winners
    if kind == "win":
        return [(seat in winners) / max(len(winners), 1) for seat in range(game.options.players)]
    unit = SCALE if kind == "scaled margin" else 1.0
    totals = [score.total for score in game.scores()]
    if len(totals) == 1:
        return [totals[0] / unit if winners else 0.0]
    return [
        (total - max(totals[:seat] + totals[seat + 1 :])) / unit
        for seat, total in enumerate(totals)
    ]
