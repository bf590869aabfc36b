"""The search for the best option at a decision: djinn, adviser and review use it.

It finds plans in stages, each wider than the last, and compares those of every stage by playing on
from them. What the player cannot see is imagined anew for every sample.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from naqala.bots.search.bids import auction_result, with_places, with_shared_values
from naqala.bots.search.comparison import SOLO_SPREAD, SPREAD, Comparison, Sample
from naqala.bots.search.dice_lookahead import ROLLS, NextRoll, value_over_rolls
from naqala.bots.search.exchanges import Evaluate
from naqala.bots.search.limits import Limit, Stop
from naqala.bots.search.plans import Plan, candidates, distinct, shortlist
from naqala.bots.search.rollouts import Rollout, Rollouts, is_finished
from naqala.bots.search.settings import SOLO_SAMPLES, USUAL, SearchSettings, Stage
from naqala.bots.value.expected_margin import expected_margins, is_settled
from naqala.rules.actions import Action
from naqala.rules.bidding import Bidding
from naqala.rules.state import State
from naqala.rules.turn import apply
from naqala.rules.view import View, imagine

FOR_PLANS = 0.35
"""The share of what is left of the limit in which a stage looks for plans."""


class Progress(NamedTuple):
    """What a search has found so far."""

    stage: int
    """From 1."""
    samples: int
    """How often the game has been played on from the plans that are left."""
    left: int
    """How many plans may still be the best."""
    best: tuple[Action, ...]


class Result(NamedTuple):
    """What a search has found."""

    plans: list[Plan]
    """The compared plans with their values, best first."""
    looked: int
    """How many plans were found."""
    samples: int
    """How often the game was played on from the best plans."""
    stop: Stop


class Search:
    """The search at one decision. It knows what the seat in turn can see."""

    def __init__(
        self,
        view: View,
        limit: Limit,
        *,
        seed: int = 0,
        settings: SearchSettings = USUAL,
        evaluate: Evaluate = expected_margins,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        self.view = view
        self.seat = view.viewer
        self.limit = limit
        self.settings = settings
        self.rng = Random(seed)
        self.state = imagine(view, self.rng)
        self.rollouts = Rollouts(limit, evaluate)
        self._progress = progress
        self._imagined: list[State] = []
        self._rolls: list[tuple[int, int]] = []
        self._rounds: dict[tuple[int, ...], tuple[float, int]] = {}

    @property
    def is_bid(self) -> bool:
        """Whether the decision is a bid."""
        return type(self.state.pending[-1]) is Bidding

    def run(self, arrivals: int = 1, extra: Sequence[Plan] = ()) -> Result:
        """Compare the plans until the limit is reached or nothing can change any more.

        At least this many arrivals are compared, and `extra` plans always.
        """
        comparison = self._comparison()
        looked = 0
        stop: Stop | None = None
        for number, stage in enumerate(self.settings.stages, 1):
            if number == 1 or not self.is_bid:
                found = self._plans(stage)
                looked = max(looked, len(found) + len(extra))
                comparison.add([*extra, *self._shortlist(found, stage, arrivals)])
            samples = stage.samples * (SOLO_SAMPLES if self.state.yazid else 1)
            for _ in comparison.rounds(samples, stage.clearly):
                self._report(comparison, number)
            stop = self.limit.reached
            if stop:
                break
        plans = [
            entry.plan._replace(value=value, ends=tuple(entry.ends))
            for value, entry in comparison.ranking()
        ]
        if self.is_bid:
            plans = with_shared_values(plans, self.seat)
        return Result(plans, looked, comparison.most_samples, stop or "complete")

    def values(self, plans: Sequence[Plan], samples: int) -> list[float]:
        """The values of plans of this decision: the means of the same samples of each.

        The search must have no limit.
        """
        by_actions = {plan.known: plan for plan in plans}
        totals = dict.fromkeys(by_actions, 0.0)
        for nth in range(samples):
            found = self._samples(list(by_actions.values()), nth)
            assert found is not None
            for known, (value, _) in zip(by_actions, found, strict=True):
                totals[known] += value
        return [totals[plan.known] / samples for plan in plans]

    def _comparison(self) -> Comparison:
        return Comparison(self._samples, SOLO_SPREAD if self.state.yazid else SPREAD)

    def _report(self, comparison: Comparison, stage: int) -> None:
        if self._progress:
            left = comparison.left
            best = left[0].plan.known
            self._progress(Progress(stage, comparison.samples, len(left), best))

    def _plans(self, stage: Stage) -> list[Plan]:
        """The plans that a stage finds, best first."""
        limit = self.limit.part(FOR_PLANS)
        found = candidates(self.state, self.rollouts, stage, self.rng, limit)
        if self.is_bid:
            found = with_places(self.state, found, self.rollouts)
        return sorted(found, key=lambda plan: -plan.value)

    def _shortlist(self, plans: Sequence[Plan], stage: Stage, arrivals: int) -> Sequence[Plan]:
        if self.is_bid:
            return plans
        return shortlist(distinct(plans, stage.per_arrival), arrivals, stage.width)

    def _imagine(self, nth: int) -> State:
        """The state of the n-th sample, with its own secrets and draws."""
        while len(self._imagined) <= nth:
            state = imagine(self.view, self.rng)
            state.options = replace(state.options, seed=self.rng.getrandbits(64))
            if state.yazid:
                state.flow = NextRoll(self._next_roll())
            self._imagined.append(state)
        return self._imagined[nth].copy()

    def _next_roll(self) -> tuple[int, int]:
        """The next roll of Yazid's dice: all 36 in a random order, then again."""
        if not self._rolls:
            self._rolls = self.rng.sample(ROLLS, len(ROLLS))
        return self._rolls.pop()

    def _samples(self, plans: Sequence[Plan], nth: int) -> list[Sample] | None:
        """Play on from each of the plans with the n-th draws; None if the limit is reached."""
        if self.limit.reached:
            return None
        ends = self.rollouts.run([self._end(plan, nth) for plan in plans])
        values = self._bid_values(ends, nth) if self.is_bid else self._values(ends)
        return None if values is None else list(zip(values, ends, strict=True))

    def _end(self, plan: Plan, nth: int) -> Rollout[State]:
        """The end of the turn of a plan, or of the auction."""
        state = self._imagine(nth)
        if not self.is_bid:
            return self.rollouts.finish_turn(state, plan.known, self.seat)
        apply(state, plan.known[0])
        return self.rollouts.finish_auction(state)

    def _values(self, states: Sequence[State]) -> list[float] | None:
        """The values of states when the game is played on; None if the limit is reached."""
        values = []
        for value in self.rollouts.run([self._value(state) for state in states]):
            if value is None:
                return None
            values.append(value)
        return values

    def _value(self, state: State) -> Rollout[float | None]:
        """The mean value after each of the coming turns.

        The net is off by some points at every state. The mean over several is more accurate. In
        the solo game, the value at the end of a turn is that over all rolls of the dice.
        """
        states = yield from self.rollouts.play_on(state)
        if states is None:
            return None
        if state.yazid:
            values = [self._value_over_rolls(each) for each in (state, *states)]
        else:
            values = yield states, self.seat
        return sum(values) / len(values)

    def _value_over_rolls(self, state: State) -> float:
        """The value of a state of the solo game; at the end of a turn, over all rolls."""
        if is_finished(state) and not is_settled(state):
            return value_over_rolls(state, lambda leaves: self.rollouts.evaluate(leaves, self.seat))
        return self.rollouts.evaluate([state], self.seat)[0]

    def _bid_values(self, ends: Sequence[State], nth: int) -> list[float] | None:
        """The values of ends of auctions with the n-th draws; None if the limit is reached.

        Bids after which all turns come in the same order, and the others have paid the same, differ
        in the gold of this seat only. They share the round that is played after the cheapest one.
        """

        def gold(end: State) -> int:
            return end.players[self.seat].gold

        keys = [(nth, *auction_result(end, self.seat)) for end in ends]
        new: dict[tuple[int, ...], State] = {}
        for key, end in zip(keys, ends, strict=True):
            if key not in self._rounds and (key not in new or gold(end) > gold(new[key])):
                new[key] = end
        values = self._values(list(new.values()))
        if values is None:
            return None
        for (key, end), value in zip(new.items(), values, strict=True):
            self._rounds[key] = value, gold(end)
        found = []
        for key, end in zip(keys, ends, strict=True):
            value, left = self._rounds[key]
            found.append(value + gold(end) - left)
        return found
