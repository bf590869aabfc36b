"""Djinn: the net of the sultan, and a search at the root for as long as the budget lasts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import monotonic

from naqala.bots.features import upcoming
from naqala.bots.ladder import RUNGS
from naqala.bots.thinkers import SHARE, Sultan, is_finished
from naqala.rules.actions import END, Action
from naqala.rules.state import State
from naqala.rules.turn import apply

WIDTH = 12
"""How many turns are looked at after the replies to them."""
KEPT = 8
"""How many of them are searched."""
FOR_TURNS = 0.4
"""The part of the time that goes into finding turns, before any is searched."""
DEALS = 2
"""How often everything that is left is played on before half of it goes."""

PlayOn = Callable[[int, int], float]
"""What the n-th choice is worth, as the mean over the turns to come, chance drawn by a seed."""


class Djinn(Sultan):
    """Sequential halving over turns and bids: the round is played on, chance is drawn anew.

    The net errs a little at every position, in one direction or the other. The mean of what it
    says after each turn to come errs less than its word about one of them.
    """

    name = "djinn"
    budget = RUNGS["djinn"]
    deep = 16
    paths = 8
    replies = WIDTH
    answers = 6

    def move(self, state: State) -> Sequence[Action]:
        """The turn that does best when the round is played on.

        In the solo game nothing is drawn by lot: more turns are judged over all rolls.
        """
        if state.yazid:
            return super().move(state)
        began, seat = monotonic(), state.seat
        until = began + SHARE * self.budget
        found = self.turns(state, began + FOR_TURNS * SHARE * self.budget)[:WIDTH]
        if len(found) < 2:
            return found[0].actions if found else [self.best(state)]
        values = [turn.value for turn in found]
        for nth, turn in enumerate(found):
            if monotonic() > until:
                return found[0].actions
            values[nth] = (turn.value + self.after_replies(turn.state, seat)) / 2

        play_on = self.playing_on([turn.state for turn in found], seat, until)
        return found[self._halve(values, KEPT, play_on, DEALS, until)].actions

    def bid(self, state: State) -> Action:
        """The bid that does best when the round is played on."""
        until = monotonic() + SHARE * self.budget
        ranked = self.auctions(state)
        number = len(ranked)
        play_on = self.playing_on([after for _, after in ranked], state.seat, until)
        return ranked[self._halve([0.0] * number, number, play_on, 1, until)][0]

    def playing_on(self, starts: Sequence[State], seat: int, until: float) -> PlayOn:
        """Plays on from these states: once is enough where nothing is drawn on the way."""
        known: dict[int, float] = {}

        def play_on(nth: int, seed: int) -> float:
            if nth in known:
                return known[nth]
            state = dealt(starts[nth], seed)
            if is_finished(state) and upcoming(state):
                apply(state, END)
            stands = self.played_on(state, until)
            values = self.evaluate(stands, seat)
            value = sum(values) / len(values)
            if stands[-1].draws == starts[nth].draws:
                known[nth] = value
            return value

        return play_on

    def _halve(
        self, values: list[float], number: int, play_on: PlayOn, deals: int, until: float
    ) -> int:
        """Play on from the best so many, drop the worse half, and so on until one is left.

        The best until then if time is up: what was not played on for all that are left counts not.
        """
        left = sorted(range(len(values)), key=lambda nth: -values[nth])[:number]
        while len(left) > 1:
            for _ in range(deals):
                seed = self.rng.getrandbits(64)
                found = []
                for nth in left:
                    found.append(play_on(nth, seed))
                    if monotonic() > until:
                        return left[0]
                for nth, value in zip(left, found, strict=True):
                    values[nth] += value
                left.sort(key=lambda nth: -values[nth])
            left = left[: (len(left) + 1) // 2]
        return left[0]


def dealt(state: State, seed: int) -> State:
    """A copy whose chances come out otherwise."""
    other = state.copy()
    other.options = replace(state.options, seed=seed)
    return other
