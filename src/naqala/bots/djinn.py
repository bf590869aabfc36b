"""Djinn: the net of the sultan, and a search at the root for as long as the budget lasts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from naqala.bots.features import upcoming
from naqala.bots.net import Net
from naqala.bots.planner import Turn, turns
from naqala.bots.thinkers import SHARE, Sultan
from naqala.rules.actions import END, Action
from naqala.rules.state import State
from naqala.rules.turn import Finishing, Moving, apply

WIDTH = 12
"""How many turns begin the search."""
FOR_TURNS = 0.4
"""The part of the time that goes into finding turns, before any is searched."""
DEALS = 2
"""How often every turn that is left is played on before half of them go."""
DICE = 24
"""The same in the solo game, where playing on is a roll of Yazid's dice."""


class Djinn(Sultan):
    """Sequential halving over the best turns: the replies are played, chance is drawn anew."""

    name = "djinn"
    budget = 2.0
    deep = 16
    paths = 8

    def __init__(self, seed: int = 0, net: Net | None = None) -> None:
        """With the net of the package, or another."""
        super().__init__(seed, net)
        self.rival = Sultan(seed, net)

    def move(self, state: State) -> Sequence[Action]:
        """The turn that does best after the replies to it."""
        began = monotonic()
        found = turns(
            state,
            self.evaluate,
            guess=self.guess,
            deep=self.deep,
            paths=self.paths,
            until=began + FOR_TURNS * SHARE * self.budget,
        )
        if len(found) < 2:
            return found[0].actions if found else [self.best(state)]
        return self._halve(found[:WIDTH], state.seat, began + SHARE * self.budget).actions

    def _halve(self, field: list[Turn], seat: int, until: float) -> Turn:
        """Play on from each, drop the worse half, and so on until one is left or time is up."""
        sums = [0.0] * len(field)
        left = list(range(len(field)))
        deals = 0
        while len(left) > 1:
            for _ in range(DICE if field[0].state.yazid else DEALS):
                seed = self.rng.getrandbits(64)
                found = []
                for nth in left:
                    if monotonic() > until:
                        return field[left[0]]
                    found.append(self._continued(field[nth], seat, seed))
                for nth, value in zip(left, found, strict=True):
                    sums[nth] += value
                deals += 1
                left.sort(key=lambda nth: -sums[nth])
            left = left[: (len(left) + 1) // 2]
        return field[left[0]]

    def _continued(self, turn: Turn, seat: int, seed: int) -> float:
        """What a turn is worth after the replies, until the seat acts again or all must bid."""
        state = turn.state.copy()
        state.options = replace(state.options, seed=seed)
        if state.yazid and self._is_finished(state):
            apply(state, END)
        while self._is_finished(state) and (order := upcoming(state)) and order[0] != seat:
            apply(state, END)
            if state.over or not isinstance(state.pending[-1], Moving):
                break
            replies = turns(state, self.rival.evaluate, guess=self.guess, alike=2)
            if not replies:
                break
            state = replies[0].state
        return float(self.evaluate([state], seat)[0])

    @staticmethod
    def _is_finished(state: State) -> bool:
        return not state.over and type(state.pending[-1]) is Finishing
