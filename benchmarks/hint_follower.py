"""A player who follows the first hint, to measure how good hints are.

    naqala arena benchmarks/hint_follower.py:HintFollower sultan --budget 2

The budget is that of a hint, which may cover a whole turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from naqala.bots.advice import advise
from naqala.bots.planning import PlanningBot
from naqala.rules.actions import Action
from naqala.rules.state import State
from naqala.rules.view import view


class HintFollower(PlanningBot):
    """Plays the first option of the adviser, up to the first draw, and then asks again."""

    name = "first hint"
    budget = 2.0

    def think(self, state: State) -> Sequence[Action]:
        """The actions of the first option."""
        counted = self.evaluations < inf
        found = advise(
            view(state, state.seat),
            None if counted else self.budget,
            evaluations=int(self.evaluations) if counted else None,
            count=1,
            seed=self.rng.getrandbits(32),
        )
        return found.options[0].actions
