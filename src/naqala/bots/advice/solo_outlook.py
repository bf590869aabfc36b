"""What the options of a solo game lead to: the chance to survive, and the points of a survivor.

Both come from the same states, those at the ends of the turn in the samples of the search, so that
they do not contradict each other. The numbers of the best option are the means over these states.
Those of the others are shifted so that they agree with the differences of the values, which the
search knows better: it played on.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from naqala.bots.search.limits import Limit
from naqala.bots.search.plans import Plan
from naqala.bots.search.rollouts import Rollouts
from naqala.bots.value.chances import SoloChances, solo_chances
from naqala.bots.value.expected_margin import is_settled
from naqala.bots.value.points import LOSS, margin
from naqala.rules.state import State
from naqala.rules.yazid import Naming, Offering

MOST_ENDS = 16
"""How many end states of an option are looked at."""
FEW_ENDS = 4
"""The same after an answer to Yazid's dice, because the turn is played on from each of them."""
UNSURE_SURVIVAL = 0.5
"""The usual error of the logit of a chance to survive, compared with that of another option."""
UNSURE_POINTS = 10.0
"""The same of the points of a survivor."""


class _Means(NamedTuple):
    """The means over the end states of an option."""

    states: list[State]
    values: list[float]
    survival: float
    points: float
    """The points of a survivor."""
    worth: float
    """The expected points, with the penalty of a lost game."""


class SoloOutlook:
    """The chances of the options at one decision."""

    def __init__(self, state: State, best: Plan, limit: Limit | None = None) -> None:
        self.state = state
        self.lost = margin(state, state.seat) + LOSS
        self._rollouts = Rollouts(limit or Limit())
        self._best = best
        self._means = self._means_of(best)

    def of(self, plan: Plan) -> SoloChances:
        """The chances of an option, as far from those of the best one as its value is."""
        found = self._means if plan is self._best else self._means_of(plan)
        differ = plan.value - self._best.value - (found.worth - self._means.worth)
        survival, points = self._shifts(found, differ)
        shifted = [
            solo_chances(end, value, points)
            for end, value in zip(found.states, found.values, strict=True)
        ]
        chance = found.survival + survival
        share = chance / found.survival if found.survival else 1.0
        titles = tuple(
            share * _mean(each) for each in zip(*(one.titles for one in shifted), strict=True)
        )
        return SoloChances(chance, titles, found.points + points)

    def _shifts(self, found: _Means, differ: float) -> tuple[float, float]:
        """By how much the chance and the points must change so that the worth does by `differ`.

        The one that is less sure changes more.
        """
        if not differ or all(map(is_settled, found.states)):
            return 0.0, 0.0
        chance, cost = found.survival, max(1.0, found.points - self.lost)
        error = UNSURE_SURVIVAL * chance * (1 - chance)
        unsure = (cost * error) ** 2 + (chance * UNSURE_POINTS) ** 2
        survival = differ * cost * error**2 / unsure
        points = differ * chance * UNSURE_POINTS**2 / unsure
        survival = min(max(survival, -chance / 2), (1 - chance) / 2)
        return survival, min(max(points, -3 * UNSURE_POINTS), 3 * UNSURE_POINTS)

    def _means_of(self, plan: Plan) -> _Means:
        states = self._after_turn(plan)
        values = self._rollouts.evaluate(states, self.state.seat)
        found = [solo_chances(end, value) for end, value in zip(states, values, strict=True)]
        survival = _mean([each.survival for each in found])
        total = _mean([each.survival * each.points for each in found])
        points = total / survival if survival else _mean([each.points for each in found])
        return _Means(states, values, survival, points, total + (1 - survival) * self.lost)

    def _after_turn(self, plan: Plan) -> list[State]:
        """The states at the end of the turn, with that which follows an answer to Yazid's dice.

        If the limit is reached, that turn is not played.
        """
        ends = list(plan.ends or (plan.state,))
        if not isinstance(self.state.pending[-1], Offering | Naming):
            return ends[:MOST_ENDS]
        ends, seat = ends[:FEW_ENDS], self.state.seat
        for nth, end in enumerate(ends):
            if not (end.over or end.seat != seat or self._rollouts.limit.reached):
                [(_, ends[nth])] = self._rollouts.run([self._rollouts.turn(end.copy(), seat)])
        return ends


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
