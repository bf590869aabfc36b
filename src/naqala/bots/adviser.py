"""The adviser: what a player can do now, ranked, with reasons; it knows what the player may know.

Turns are ranked by the value net of the sultan, then the best ones by the replies to them, played
out for as long as the budget lasts. It answers at every decision, and always with something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from time import monotonic

from naqala.bots import explaining
from naqala.bots.bidding import RestOfRound, placed
from naqala.bots.candidates import Effort, Plan, apart, candidates, enough
from naqala.bots.foresight import Foresight
from naqala.bots.ladder import BUDGET, is_budget
from naqala.bots.reasons import (
    MOST_OPTIONS,
    Advice,
    Chance,
    Expects,
    Option,
    Position,
    Reason,
)
from naqala.rules.errors import NaqalaError
from naqala.rules.state import State
from naqala.rules.turn import Bidding, Sowing
from naqala.rules.view import View, imagine

PATHS = 2
"""How many ways to the same arrival are played out."""
FOR_CANDIDATES, FOR_SEARCH = 0.4, 0.75
"""The parts of the budget after which nothing more is looked for, or played out."""


class NoAdvice(NaqalaError):
    """There is nothing to advise, or not within these limits."""


USUAL = Effort()
BRIEF = Effort(deep=0, paths=1, width=4, deals=0, dice=0, worlds=2, walks=24)
"""Quick and rough: a few hundredths of a second."""


def advise(
    view: View, budget: float = 1.0, *, count: int = 5, seed: int = 0, effort: Effort = USUAL
) -> Advice:
    """The best options of the seat that sees this view, with the reasons for each.

    The same seed gives the same advice for the same view, unless the budget (seconds) cuts it.
    """
    if not is_budget(budget):
        raise NoAdvice(f"a budget is {BUDGET}, not {budget!r}")
    if type(count) is not int or not 1 <= count <= MOST_OPTIONS:
        raise NoAdvice(f"the number of options is from 1 to {MOST_OPTIONS}, not {count!r}")
    if view.over or not view.pending:
        raise NoAdvice("the game is over: there is nothing to choose")
    if view.seat != view.viewer:
        raise NoAdvice(f"p{view.viewer + 1} cannot choose now: it is the turn of p{view.seat + 1}")
    return Thought(view, budget, seed, effort).advice(count)


class Thought:
    """One look at one decision: the options that were found, and what they are worth."""

    def __init__(
        self, view: View, budget: float = inf, seed: int = 0, effort: Effort = USUAL
    ) -> None:
        """Imagine the table; nothing is looked at yet."""
        began = monotonic()
        self.until = began + 0.97 * budget
        self.for_candidates = began + FOR_CANDIDATES * budget
        self.for_search = began + FOR_SEARCH * budget
        self.rng = Random(seed)
        self.effort = effort
        self.state = imagine(view, self.rng)
        self.seat = view.viewer
        self.foresight = Foresight(self.for_search)
        self.shift = self._shift(view)
        self.deals = 0
        self._had: dict[int, explaining.Arrivals] = {}

    def _shift(self, view: View) -> float:
        """How far this one imagined table is from the mean of many: gold is guessed."""
        if self.state.yazid or not self.effort.worlds:
            return 0.0
        many = [imagine(view, self.rng) for _ in range(self.effort.worlds)]
        here, *others = self.foresight.evaluate([self.state, *many], self.seat)
        return sum(others) / len(others) - here

    def advice(self, count: int) -> Advice:
        """The best options, explained."""
        plans, looked = self.ranked(count)
        options = tuple(self.explained(plan, plans) for plan in apart(plans)[:count])
        return Advice(self.seat, options, looked, self.deals)

    def ranked(self, count: int, extra: Sequence[Plan] = ()) -> tuple[list[Plan], int]:
        """Plans, the best first, and how many were compared; extra ones take part in any case."""
        found = [
            *extra,
            *candidates(self.state, self.foresight, self.effort, self.rng, self.for_candidates),
        ]
        found.sort(key=lambda plan: -plan.value)
        if self.is_bid:
            kept = placed(self.state, found, self.foresight)
        else:
            kept = enough(apart(found, PATHS), count, self.effort.width)
            kept += [plan for plan in extra if all(plan is not each for each in kept)]
            kept = self._settled(kept)
        kept = self._searched(kept)
        kept.sort(key=lambda plan: -plan.value)
        return kept, len(found)

    @property
    def is_bid(self) -> bool:
        """Whether a bid is asked for."""
        return type(self.state.pending[-1]) is Bidding

    def _settled(self, plans: list[Plan]) -> list[Plan]:
        """The plans with the mean of what chance may bring on the way."""
        found = []
        for plan in plans:
            if plan.lucky and self.effort.worlds > 1 and monotonic() < self.for_candidates:
                plan = self._dealt(plan)
            found.append(plan)
        return found

    def _dealt(self, plan: Plan) -> Plan:
        ends: list[State] = []
        for _ in range(self.effort.worlds):
            if len(ends) > 1 and monotonic() > self.for_candidates:
                break
            state = self.state.copy()
            state.options = replace(state.options, seed=self.rng.getrandbits(64))
            ends.append(self.foresight.finished(state, plan.known, self.seat))
        values = self.foresight.evaluate(ends, self.seat)
        return plan._replace(value=sum(values) / len(values), ends=tuple(ends))

    def _searched(self, plans: list[Plan]) -> list[Plan]:
        """The plans with what they are worth after the replies, as often as there is time."""
        if len(plans) < 2:
            return plans
        plans = sorted(plans, key=lambda plan: (not plan.played, -plan.value))
        deals = self.effort.dice if self.state.yazid else self.effort.deals
        sums = [0.0] * len(plans)
        for nth in range(deals):
            values = self._after_replies(plans, nth)
            if len(values) < len(plans):
                if nth or len(values) < 2:
                    break
                values += _shifted(plans, values)
            sums = [total + value for total, value in zip(sums, values, strict=True)]
            self.deals += 1
        if not self.deals:
            return plans
        return [
            plan._replace(value=total / self.deals) for plan, total in zip(plans, sums, strict=True)
        ]

    def _after_replies(self, plans: Sequence[Plan], nth: int) -> list[float]:
        """What plans are worth after the replies: all of them, or as many as there is time for."""
        seed = self.rng.getrandbits(64)
        rest = RestOfRound(self.seat, seed, self.foresight)
        ends: list[State] = []
        for plan in plans:
            if self.is_bid:
                end = rest.after(plan)
            else:
                end = self.foresight.played_on(plan.after_draw(nth), self.seat, seed)
            if end is None:
                break
            ends.append(end)
        return self.foresight.evaluate(ends, self.seat)

    def explained(self, plan: Plan, plans: Sequence[Plan]) -> Option:
        """A plan with its reasons."""
        value = plan.value + self.shift
        if self.is_bid:
            return Option(plan.known, value, -plan.price, tuple(self._of_bid(plan, plans)))
        ends = plan.ends or (plan.state,)
        guessed = plan.lucky and not plan.ends
        gains = explaining.gains(self.state, ends, self.seat, guessed=guessed)
        found: list[Reason] = [*gains]
        if not guessed:
            found += explaining.changes(self.state, ends, self.seat)
        found += explaining.strikes(self.state, plan.known[0])
        if plan.lucky:
            found.append(Chance())
        if not plan.state.over:
            found += self._of_the_board(plan.state)
        found.sort(key=lambda reason: -abs(reason.weight))
        now = sum(gain.points for gain in gains if gain.own)
        return Option(plan.known, value, now, tuple(found))

    def _of_bid(self, plan: Plan, plans: Sequence[Plan]) -> list[Reason]:
        """Place, worth and price of a bid beside the cheapest, and what may be left then."""
        cheapest = min(plans, key=lambda each: (each.price, -each.value))
        more = plan.price - cheapest.price
        worth = round(plan.value - cheapest.value + more, 2)
        found: list[Reason] = [Position(plan.place, plan.places, worth, more, plan.price)]
        if monotonic() < self.until and (before := self._before(self.seat)):
            best = sorted(before, key=lambda tile: (-before[tile].gain, tile))
            tile = best[min(max(plan.place, 1), len(best)) - 1]
            found.append(Expects(tile, before[tile].tribe, before[tile].gain))
        return found

    def _of_the_board(self, after: State) -> list[Reason]:
        """Presents on the path, and what the next player can do now and could do before."""
        found: list[Reason] = []
        danger = explaining.peril(after)
        if danger:
            found.append(danger)
        mover = explaining.next_mover(after, self.seat)
        if mover is None:
            return found
        if mover[0] != self.seat:  # to oneself a present is none
            found += explaining.risks(self.state, after)
        if monotonic() < self.until:
            found += explaining.outlook(after, self.seat, self._before)
        return found

    def _before(self, mover: int) -> explaining.Arrivals | None:
        """What a player could have done before the turn; unknown while meeples are in hand."""
        if isinstance(self.state.pending[-1], Sowing):
            return None
        if mover not in self._had:
            self._had[mover] = explaining.arrivals(self.state, mover)
        return self._had[mover]


def _shifted(plans: Sequence[Plan], values: Sequence[float]) -> list[float]:
    """A guess for the plans without a value: they change as much as the others on average."""
    known = plans[: len(values)]
    change = sum(value - plan.value for plan, value in zip(known, values, strict=True))
    return [plan.value + change / len(values) for plan in plans[len(values) :]]
