"""Djinn: the net of the sultan, with a search that plays on from its best turns and bids."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from naqala.bots.bot import Thought
from naqala.bots.search.effort import Effort
from naqala.bots.search.limits import Limit
from naqala.bots.search.search import Progress, Search
from naqala.bots.search.settings import USUAL
from naqala.bots.sultan import Sultan
from naqala.rules.actions import Action
from naqala.rules.state import State
from naqala.rules.view import view


class Djinn(Sultan):
    """Compares turns and bids by playing on from them, as long as its budget lasts.

    The net is off by some points at every position. The mean of its values after each of the
    coming turns is more accurate than one value.
    """

    name = "djinn"
    budget = 2.0
    effort = Effort(deep=16, paths=8, replies=12, answers=6)
    plain_budget = 6.0
    settings = USUAL

    def move(self, state: State) -> Sequence[Action]:
        """The turn that does best when the game is played on.

        The solo game needs no random draws: more turns are evaluated, each over all rolls of the
        dice.
        """
        return super().move(state) if state.yazid else self._best_plan(state)

    def bid(self, state: State) -> Action:
        """The bid that does best when the round is played."""
        return self._best_plan(state)[0]

    def limit(self) -> Limit:
        """The time, or the number of evaluations if there is one."""
        if self.evaluations == inf:
            return super().limit()
        return Limit(evaluations=self.evaluations, interrupted=self.interrupted)

    def _best_plan(self, state: State) -> Sequence[Action]:
        limit = self.limit()

        def watch(progress: Progress) -> None:
            self.report(Thought(progress.best, None, int(limit.evaluations), progress.samples))

        search = Search(
            view(state, state.seat),
            limit,
            seed=self.rng.getrandbits(64),
            settings=self.settings,
            evaluate=self.evaluate,
            progress=watch if self.watcher else None,
        )
        return search.run().plans[0].known
