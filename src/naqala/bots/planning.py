"""Base classes of bots that plan a turn.

`PlanningBot` follows a plan, `RankingBot` makes one, and `BackendBot` evaluates states with NumPy
if it is installed.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import ClassVar

from naqala.bots.answers import as_steps, remaining
from naqala.bots.bot import Bot, Thought
from naqala.bots.search.effort import Effort
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Turn, turns
from naqala.bots.value.backend import Backend, default_backend, plain_backend
from naqala.bots.value.points import quick_values
from naqala.rules.actions import END, Action, Sell, Take
from naqala.rules.bidding import Bidding
from naqala.rules.state import State
from naqala.rules.turn import Finishing, Moving, apply
from naqala.rules.view import View, imagine
from naqala.rules.yazid import Naming, Offering

log = logging.getLogger("naqala.bots")

BUDGET_SHARE = 0.8
"""The share of the budget after which a search starts nothing new. Only slow machines reach it."""


class PlanningBot(Bot):
    """A bot that plans several actions ahead and then plays its plan.

    The plan is made on a state imagined from the view. If the next action of the plan turns out to
    be illegal, a new plan is made. If planning fails, the error is logged and the first legal
    action is played.
    """

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self.plan: list[Action] = []

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The next action of the plan, or the first of a new one."""
        if len(legal) == 1:
            return legal[0]
        self.plan = remaining(self.plan, legal)
        if not self.plan:
            try:
                self.plan = remaining(as_steps(self.think(imagine(view, self.rng))), legal)
            except Exception as error:  # one broken bot must not stop the game
                self.note_fault(error)
                log.exception("%s failed to plan and plays %s instead", self.name, legal[0])
        return self.plan.pop(0) if self.plan else legal[0]

    def think(self, state: State) -> Sequence[Action]:
        """Plan at least one action from this state."""
        raise NotImplementedError


class RankingBot(PlanningBot):
    """Ranks every outcome of its turn by `evaluate`, and all other decisions one step ahead."""

    effort: Effort = Effort()

    def evaluate(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """The values of states for a seat."""
        raise NotImplementedError

    def guess(self, states: Sequence[State], seat: int) -> Sequence[float]:
        """A cheaper `evaluate` for follow-up choices in the first pass over all outcomes."""
        return quick_values(states, seat)

    def think(self, state: State) -> Sequence[Action]:
        """A whole turn when one begins, otherwise one action."""
        top = state.pending[-1]
        if type(top) is Moving and isinstance(state.choices[0], Take) and not state.flying:
            return self.move(state)
        if type(top) is Bidding:
            return [self.bid(state)]
        if isinstance(top, Offering | Naming):
            return [self.answer_dice(state)]
        return [self.best(state)]

    def answer_dice(self, state: State) -> Action:
        """Decide how to answer Yazid's dice."""
        return self.best(state)

    def move(self, state: State) -> Sequence[Action]:
        """Plan a whole turn."""
        found = self.turns(state, self.limit() if self.effort.deep else None)
        self.report_turns(found)
        return found[0].actions if found else [self.best(state)]

    def report_turns(self, found: Sequence[Turn]) -> None:
        """Report the best of the turns that were found."""
        if found:
            self.report(Thought(tuple(found[0].actions), found[0].value))

    def limit(self) -> Limit:
        """The limit of the decision that begins now."""
        return Limit(BUDGET_SHARE * self.budget, interrupted=self.interrupted)

    def turns(self, state: State, limit: Limit | None) -> list[Turn]:
        """All turns, best first, as far as the limit allows."""
        return turns(
            state,
            self.evaluate,
            guess=self.guess,
            deep=self.effort.deep,
            paths=self.effort.paths,
            starts=self.effort.starts,
            likely=self.effort.likely,
            limit=limit,
        )

    def bid(self, state: State) -> Action:
        """Choose a spot on the turn order track."""
        return self.best(state)

    def best(self, state: State) -> Action:
        """The action that leads to the most valuable state; the first one if there is a tie."""
        return self.best_of_each([state])[0]

    def best_of_each(self, states: Sequence[State]) -> list[Action]:
        """The `best` action of each of these states, where the same seat decides."""
        seat = states[0].seat
        offered: list[Sequence[Action]] = []
        afters: list[State] = []
        for state in states:
            options = [option for option in state.choices if not isinstance(option, Sell)]
            offered.append(options or state.choices[:1])
            if len(options) < 2:
                continue
            for option in options:
                after = state.fork()
                if not (option is END and isinstance(state.pending[-1], Finishing)):
                    apply(after, option)  # the end of the turn is evaluated before others act
                afters.append(after)
        values = list(self.evaluate(afters, seat)) if afters else []
        found = []
        first = 0
        for several in offered:
            number = len(several) if len(several) > 1 else 0
            some = values[first : first + number]
            found.append(several[some.index(max(some)) if some else 0])
            first += number
        return found


class BackendBot(RankingBot):
    """A ranking bot whose `evaluate` needs a backend; by default, NumPy if it is installed.

    The effort is the same with both backends, so a bot makes the same choices.
    """

    plain_budget: ClassVar[float]
    """The budget with the plain backend: longer, so that slow machines reach it rarely."""

    def __init__(self, seed: int = 0, backend: Backend | None = None) -> None:
        super().__init__(seed)
        self.backend = backend or default_backend()
        if self.backend is plain_backend():
            self.budget = self.plain_budget
