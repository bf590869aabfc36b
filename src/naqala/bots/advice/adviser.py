"""The adviser: ranks the options of a player and gives reasons. It sees only the player's view.

Turns are ranked by the value net; then the replies to the best ones are played until the budget is
used up. Every decision gets at least one option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from time import monotonic

from naqala.bots.advice import explanations
from naqala.bots.advice.bidding import RestOfRound, with_places
from naqala.bots.advice.candidates import Effort, Plan, candidates, distinct, shortlist
from naqala.bots.advice.reasons import (
    MOST_OPTIONS,
    Advice,
    Chance,
    Expects,
    Option,
    Position,
    Reason,
)
from naqala.bots.bot import MOST_SECONDS, is_budget
from naqala.bots.search.rollouts import Rollouts
from naqala.rules.bidding import Bidding
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.state import State
from naqala.rules.turn import Sowing
from naqala.rules.view import View, imagine

PATHS = 2
"""How many paths to the same arrival are played on."""
FOR_CANDIDATES, FOR_SEARCH = 0.4, 0.75
"""The shares of the budget after which no more options are found, or played on."""


class NoAdvice(NaqalaError):
    """There is nothing to decide, or an argument is out of range."""


USUAL = Effort()
BRIEF = Effort(deep=0, paths=1, width=4, deals=0, dice=0, worlds=2, walks=24)
"""Fast and rough: takes a few hundredths of a second."""


def advise(
    view: View, budget: float = 1.0, *, count: int = 5, seed: int = 0, effort: Effort = USUAL
) -> Advice:
    """Rank the options of the seat that sees this view, with reasons for each.

    `budget` is in seconds. The same view and seed give the same advice unless the budget cuts it.
    """
    if not is_budget(budget):
        raise NoAdvice("budget_range", most=MOST_SECONDS, budget=brief(repr(budget)))
    if type(count) is not int or not 1 <= count <= MOST_OPTIONS:
        raise NoAdvice("option_number", most=MOST_OPTIONS, number=brief(repr(count)))
    if view.over or not view.pending:
        raise NoAdvice("nothing_to_choose")
    if view.seat != view.viewer:
        raise NoAdvice("other_turn", player=f"p{view.viewer + 1}", turn=f"p{view.seat + 1}")
    return Analysis(view, budget, seed, effort).advice(count)


class Analysis:
    """The analysis of one decision."""

    def __init__(
        self, view: View, budget: float = inf, seed: int = 0, effort: Effort = USUAL
    ) -> None:
        began = monotonic()
        self.deadline = began + 0.97 * budget
        self.for_candidates = began + FOR_CANDIDATES * budget
        self.for_search = began + FOR_SEARCH * budget
        self.rng = Random(seed)
        self.effort = effort
        self.state = imagine(view, self.rng)
        self.seat = view.viewer
        self.rollouts = Rollouts(self.for_search)
        self.shift = self._shift(view)
        self.deals = 0
        self._known_arrivals: dict[int, explanations.Arrivals] = {}

    def _shift(self, view: View) -> float:
        """The difference between the mean value of several imagined states and that of this one."""
        if self.state.yazid or not self.effort.worlds:
            return 0.0
        many = [imagine(view, self.rng) for _ in range(self.effort.worlds)]
        here, *others = self.rollouts.evaluate([self.state, *many], self.seat)
        return sum(others) / len(others) - here

    def advice(self, count: int) -> Advice:
        """The best options with their reasons."""
        plans, looked = self.ranked(count)
        options = tuple(self.explain(plan, plans) for plan in distinct(plans)[:count])
        return Advice(self.seat, options, looked, self.deals)

    def ranked(self, count: int, extra: Sequence[Plan] = ()) -> tuple[list[Plan], int]:
        """Plans, best first, and how many were compared; `extra` plans are always included."""
        found = [
            *extra,
            *candidates(self.state, self.rollouts, self.effort, self.rng, self.for_candidates),
        ]
        found.sort(key=lambda plan: -plan.value)
        if self.is_bid:
            kept = with_places(self.state, found, self.rollouts)
        else:
            kept = shortlist(distinct(found, PATHS), count, self.effort.width)
            kept += [plan for plan in extra if all(plan is not each for each in kept)]
            kept = self._with_draws(kept)
        kept = self._search(kept)
        kept.sort(key=lambda plan: -plan.value)
        return kept, len(found)

    @property
    def is_bid(self) -> bool:
        """Whether the decision is a bid."""
        return type(self.state.pending[-1]) is Bidding

    def _with_draws(self, plans: list[Plan]) -> list[Plan]:
        """The plans with their mean values over several draws."""
        found = []
        for plan in plans:
            if plan.has_chance and self.effort.worlds > 1 and monotonic() < self.for_candidates:
                plan = self._average_over_draws(plan)
            found.append(plan)
        return found

    def _average_over_draws(self, plan: Plan) -> Plan:
        ends: list[State] = []
        for _ in range(self.effort.worlds):
            if len(ends) > 1 and monotonic() > self.for_candidates:
                break
            state = self.state.copy()
            state.options = replace(state.options, seed=self.rng.getrandbits(64))
            ends.append(self.rollouts.finish_turn(state, plan.known, self.seat))
        values = self.rollouts.evaluate(ends, self.seat)
        return plan._replace(value=sum(values) / len(values), ends=tuple(ends))

    def _search(self, plans: list[Plan]) -> list[Plan]:
        """The plans with their mean values after the replies, played as often as time allows."""
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
                values += _estimates(plans, values)
            sums = [total + value for total, value in zip(sums, values, strict=True)]
            self.deals += 1
        if not self.deals:
            return plans
        return [
            plan._replace(value=total / self.deals) for plan, total in zip(plans, sums, strict=True)
        ]

    def _after_replies(self, plans: Sequence[Plan], nth: int) -> list[float]:
        """The values of plans after the replies; fewer than the plans if time runs out."""
        seed = self.rng.getrandbits(64)
        rest = RestOfRound(self.seat, seed, self.rollouts)
        ends: list[State] = []
        for plan in plans:
            if self.is_bid:
                end = rest.after(plan)
            else:
                end = self.rollouts.play_on(plan.after_draw(nth), self.seat, seed)
            if end is None:
                break
            ends.append(end)
        return self.rollouts.evaluate(ends, self.seat)

    def explain(self, plan: Plan, plans: Sequence[Plan]) -> Option:
        """A plan as an option with its reasons."""
        value = plan.value + self.shift
        if self.is_bid:
            return Option(plan.known, value, -plan.price, tuple(self._bid_reasons(plan, plans)))
        ends = plan.ends or (plan.state,)
        guessed = plan.has_chance and not plan.ends
        gains = explanations.gains(self.state, ends, self.seat, guessed=guessed)
        found: list[Reason] = [*gains]
        if not guessed:
            found += explanations.changes(self.state, ends, self.seat)
        found += explanations.strikes(self.state, plan.known[0])
        if plan.has_chance:
            found.append(Chance())
        if not plan.state.over:
            found += self._board_reasons(plan.state)
        found.sort(key=lambda reason: -abs(reason.weight))
        now = sum(gain.points for gain in gains if gain.own)
        return Option(plan.known, value, now, tuple(found))

    def _bid_reasons(self, plan: Plan, plans: Sequence[Plan]) -> list[Reason]:
        """Place, value and price of a bid, and the arrival that is probably left."""
        cheapest = min(plans, key=lambda each: (each.price, -each.value))
        more = plan.price - cheapest.price
        worth = round(plan.value - cheapest.value + more, 2)
        found: list[Reason] = [Position(plan.place, plan.places, worth, more, plan.price)]
        if monotonic() < self.deadline and (before := self._arrivals_before(self.seat)):
            best = sorted(before, key=lambda tile: (-before[tile].gain, tile))
            tile = best[min(max(plan.place, 1), len(best)) - 1]
            found.append(Expects(tile, before[tile].tribe, before[tile].gain))
        return found

    def _board_reasons(self, after: State) -> list[Reason]:
        """The risks that the path leaves, and what the next player can do now and could before."""
        found: list[Reason] = []
        danger = explanations.peril(after)
        if danger:
            found.append(danger)
        mover = explanations.next_mover(after, self.seat)
        if mover is None:
            return found
        if mover[0] != self.seat:  # the player's own next turn is not a risk
            found += explanations.risks(self.state, after)
        if monotonic() < self.deadline:
            found += explanations.outlook(after, self.seat, self._arrivals_before)
        return found

    def _arrivals_before(self, mover: int) -> explanations.Arrivals | None:
        """What a player could gain before the turn; None while meeples are in hand."""
        if isinstance(self.state.pending[-1], Sowing):
            return None
        if mover not in self._known_arrivals:
            self._known_arrivals[mover] = explanations.arrivals(self.state, mover)
        return self._known_arrivals[mover]


def _estimates(plans: Sequence[Plan], values: Sequence[float]) -> list[float]:
    """Estimates for plans without a value: they change as much as the others do on average."""
    known = plans[: len(values)]
    change = sum(value - plan.value for plan, value in zip(known, values, strict=True))
    return [plan.value + change / len(values) for plan in plans[len(values) :]]
