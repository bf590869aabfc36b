"""Djinn: the net of the sultan, with a deeper search among its best turns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from naqala.bots.planning import BUDGET_SHARE
from naqala.bots.search.effort import Effort
from naqala.bots.sultan import Sultan, is_finished
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import END, Action
from naqala.rules.state import State
from naqala.rules.turn import apply

KEPT = 8
"""How many of the turns that are evaluated after the replies to them are searched."""
FOR_TURNS = 0.4
"""The share of the time for finding turns, before any is searched."""
DEALS = 2
"""How often the round is played on from each turn before the worse half is dropped."""

PlayOn = Callable[[int, int], float]
"""The value of the n-th choice: the mean over the next turns. The seed determines the draws."""


class Djinn(Sultan):
    """Sequential halving over turns and bids: the round is played on with new random draws.

    The net is off by some points at every position. The mean of its values after each of the
    coming turns is more accurate than one value.
    """

    name = "djinn"
    budget = 2.0
    effort = Effort(deep=16, paths=8, replies=12, answers=6)
    plain_budget = 6.0

    def move(self, state: State) -> Sequence[Action]:
        """The turn that does best when the round is played on.

        The solo game needs no random draws: more turns are evaluated, each over all rolls of the
        dice.
        """
        if state.yazid:
            return super().move(state)
        began, seat = monotonic(), state.seat
        deadline = began + BUDGET_SHARE * self.budget
        found = self.turns(state, began + FOR_TURNS * BUDGET_SHARE * self.budget)[
            : self.effort.replies
        ]
        if len(found) < 2:
            return found[0].actions if found else [self.best(state)]
        values = [turn.value for turn in found]
        for nth, turn in enumerate(found):
            if monotonic() > deadline:
                return found[0].actions
            values[nth] = (turn.value + self.after_replies(turn.state, seat)) / 2

        play_on = self.playing_on([turn.state for turn in found], seat, deadline)
        return found[self._halve(values, KEPT, play_on, DEALS, deadline)].actions

    def bid(self, state: State) -> Action:
        """The bid that does best when the round is played on."""
        deadline = monotonic() + BUDGET_SHARE * self.budget
        ranked = self.auctions(state)
        number = len(ranked)
        play_on = self.playing_on([after for _, after in ranked], state.seat, deadline)
        return ranked[self._halve([0.0] * number, number, play_on, 1, deadline)][0]

    def playing_on(self, starts: Sequence[State], seat: int, deadline: float) -> PlayOn:
        """A function that plays on from these states; only once where nothing is drawn."""
        known: dict[int, float] = {}

        def play_on(nth: int, seed: int) -> float:
            if nth in known:
                return known[nth]
            state = with_seed(starts[nth], seed)
            if is_finished(state) and upcoming(state):
                apply(state, END)
            states = self.play_round(state, deadline)
            values = self.evaluate(states, seat)
            value = sum(values) / len(values)
            if states[-1].draws == starts[nth].draws:
                known[nth] = value
            return value

        return play_on

    def _halve(
        self, values: list[float], number: int, play_on: PlayOn, deals: int, deadline: float
    ) -> int:
        """Play on from the best `number`, drop the worse half, and repeat until one is left.

        After the deadline, return the best so far; an incomplete round is ignored.
        """
        left = sorted(range(len(values)), key=lambda nth: -values[nth])[:number]
        while len(left) > 1:
            for _ in range(deals):
                seed = self.rng.getrandbits(64)
                found = []
                for nth in left:
                    found.append(play_on(nth, seed))
                    if monotonic() > deadline:
                        return left[0]
                for nth, value in zip(left, found, strict=True):
                    values[nth] += value
                left.sort(key=lambda nth: -values[nth])
            left = left[: (len(left) + 1) // 2]
        return left[0]


def with_seed(state: State, seed: int) -> State:
    """A copy with different random draws in the future."""
    other = state.copy()
    other.options = replace(state.options, seed=seed)
    return other
