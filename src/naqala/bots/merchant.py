"""Merchant: the largest immediate gain in points."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.planning import RankingBot
from naqala.bots.search.effort import Effort
from naqala.bots.value.points import margin
from naqala.rules.actions import Action, Bid
from naqala.rules.state import State


class Merchant(RankingBot):
    """Takes the best immediate gain over all outcomes and their follow-up choices."""

    name = "merchant"
    budget = 0.02
    effort = Effort(deep=0, starts=2)

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The margin in points if the game ended now."""
        return [margin(state, seat) for state in states]

    def bid(self, state: State) -> Action:
        """The cheapest spot."""
        return min(state.choices, key=lambda bid: bid.value if isinstance(bid, Bid) else 0)
