"""Djinn: the net of the sultan, with a search that lasts as long as its budget."""

from __future__ import annotations

from math import inf

from naqala.bots.search.effort import Effort
from naqala.bots.search.limits import Limit
from naqala.bots.sultan import Sultan
from naqala.rules.state import State


class Djinn(Sultan):
    """Compares turns and bids by playing on from them, as long as its budget lasts.

    The net is off by some points at every position. The mean of its values after each of the
    coming turns is more accurate than one value. The solo game needs no random draws: more turns
    are evaluated than by the sultan, each over all rolls of the dice.
    """

    name = "djinn"
    budget = 2.0
    effort = Effort(deep=16, paths=8, replies=12, answers=6)
    plain_budget = 6.0

    def searches(self, state: State) -> bool:
        """Always, but for the solo game."""
        return not state.yazid

    def search_limit(self, state: State) -> Limit:
        """The limit of any decision: the budget alone, or the number of evaluations."""
        return self.limit()

    def limit(self) -> Limit:
        """The time, or the number of evaluations if there is one."""
        if self.evaluations == inf:
            return super().limit()
        return Limit(evaluations=self.evaluations, interrupted=self.interrupted)
