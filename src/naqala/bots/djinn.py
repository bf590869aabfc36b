"""Djinn: the net of the sultan, and a search at the root for as long as the budget lasts."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from time import monotonic

from naqala.bots.features import upcoming
from naqala.bots.net import Net
from naqala.bots.planner import Turn, turns
from naqala.bots.thinkers import Sultan
from naqala.rules.actions import END, Action
from naqala.rules.state import State
from naqala.rules.turn import Bidding, Finishing, Moving, apply

WIDTH = 12
"""How many turns begin the search: outcomes with their best path."""
SHARE = 0.9
"""The part of the budget that a turn may use."""
FOR_TURNS = 0.35
"""The part of it that goes into finding turns, before any is searched."""


class Djinn(Sultan):
    """Sequential halving over the best turns: replies are played, with secrets dealt anew."""

    name = "djinn"
    budget = 2.0
    deep = 16

    def __init__(self, seed: int = 0, net: Net | None = None) -> None:
        """With the net of the package, or another."""
        super().__init__(seed, net)
        self.quick = _Quick(seed, net)

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
        sums = {nth: 0.0 for nth in range(len(field))}
        visits = dict.fromkeys(sums, 0)
        left = list(sums)
        deal = 0
        while len(left) > 1:
            for _ in range(1 if deal == 0 else 2):
                for nth in left:
                    if monotonic() > until:
                        return field[self._best(left, sums, visits, field)]
                    sums[nth] += self._continued(field[nth], seat, deal)
                    visits[nth] += 1
                deal += 1
            left.sort(key=lambda nth: -sums[nth] / visits[nth])
            left = left[: (len(left) + 1) // 2]
        return field[left[0]]

    @staticmethod
    def _best(
        left: list[int], sums: dict[int, float], visits: dict[int, int], field: list[Turn]
    ) -> int:
        """The best so far; among turns not searched alike the net has the say."""
        searched = [nth for nth in left if visits[nth] == max(visits[each] for each in left)]
        if not visits[searched[0]]:
            return max(left, key=lambda nth: field[nth].value)
        return max(searched, key=lambda nth: sums[nth] / visits[nth])

    def _continued(self, turn: Turn, seat: int, deal: int) -> float:
        """What a turn is worth after the replies until the seat acts again or all must bid."""
        state = turn.state.copy()
        if state.over or not isinstance(state.pending[-1], Finishing):
            return turn.value
        redeal(state, self.rng, seat)
        order = upcoming(state)
        if state.yazid is None and (not order or order[0] == seat):
            return turn.value
        apply(state, END)
        while not state.over and state.seat != seat and upcoming(state):
            if not isinstance(state.pending[-1], Moving):
                break
            replies = self.quick.reply(state)
            if replies is None:
                break
            state = replies
            if not isinstance(state.pending[-1], Finishing):
                break
            if not upcoming(state) or upcoming(state)[0] == seat:
                break
            apply(state, END)
        if state.over or not isinstance(state.pending[-1], Bidding):
            return float(self.evaluate([state], seat)[0])
        return float(self.evaluate([state], seat)[0])


class _Quick(Sultan):
    """How the djinn expects others to reply: by the net, with one path for each outcome."""

    name = "quick"

    def reply(self, state: State) -> State | None:
        """The state at the end of the reply."""
        found = turns(state, self.evaluate, guess=self.guess, alike=2)
        return found[0].state if found else None


def redeal(state: State, rng: Random, seat: int) -> None:
    """Chance to come is drawn anew."""
    from dataclasses import replace

    state.options = replace(state.options, seed=rng.getrandbits(64))
