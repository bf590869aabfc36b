"""Djinn: the net of the sultan, and a search at the root for as long as the budget lasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from naqala.bots.thinkers import SHARE, Sultan
from naqala.rules.actions import Action
from naqala.rules.state import State

WIDTH = 12
"""How many turns begin the search."""
FOR_TURNS = 0.4
"""The part of the time that goes into finding turns, before any is searched."""
DEALS = 2
"""How often everything that is left is played on before half of it goes."""


class Djinn(Sultan):
    """Sequential halving over turns and bids: the replies are played, chance is drawn anew."""

    name = "djinn"
    budget = 2.0
    deep = 16
    paths = 8
    replies = WIDTH
    answers = 6

    def move(self, state: State) -> Sequence[Action]:
        """The turn that does best after the replies to it.

        In the solo game nothing is drawn by lot: more turns are judged over all rolls.
        """
        if state.yazid:
            return super().move(state)
        began = monotonic()
        seat = state.seat
        found = self.turns(state, began + FOR_TURNS * SHARE * self.budget)
        if len(found) < 2:
            return found[0].actions if found else [self.best(state)]

        def play_on(nth: int, seed: int) -> float:
            return self.after_replies(dealt(found[nth].state, seed), seat)

        number = min(WIDTH, len(found))
        nth = self._halve(number, play_on, DEALS, began + SHARE * self.budget)
        return found[nth].actions

    def bid(self, state: State) -> Action:
        """The bid that does best when the round is played to its end."""
        until = monotonic() + SHARE * self.budget
        seat = state.seat
        ranked = self.auctions(state)

        def play_on(nth: int, seed: int) -> float:
            return self.after_round(dealt(ranked[nth][1], seed), seat)

        return ranked[self._halve(len(ranked), play_on, 1, until)][0]

    def _halve(
        self, number: int, play_on: Callable[[int, int], float], deals: int, until: float
    ) -> int:
        """Play on from each, drop the worse half, and so on until one is left or time is up."""
        sums = [0.0] * number
        left = list(range(number))
        while len(left) > 1:
            for _ in range(deals):
                seed = self.rng.getrandbits(64)
                found = []
                for nth in left:
                    if monotonic() > until:
                        return left[0]
                    found.append(play_on(nth, seed))
                for nth, value in zip(left, found, strict=True):
                    sums[nth] += value
                left.sort(key=lambda nth: -sums[nth])
            left = left[: (len(left) + 1) // 2]
        return left[0]


def dealt(state: State, seed: int) -> State:
    """A copy whose chances come out otherwise."""
    other = state.copy()
    other.options = replace(state.options, seed=seed)
    return other
