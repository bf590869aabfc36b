"""Compare plans by playing on from each of them, every time with the same random draws.

Each round of the comparison gives every plan that is left one more sample. A plan is dropped as
soon as it is clearly behind the leader.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt

from naqala.bots.search.plans import Plan
from naqala.rules.state import State

PRIOR = 1
"""How many samples the value of the net counts for."""
SPREAD = 8.0
"""How much the difference of two plans varies between samples, in points, before it is known."""
SOLO_SPREAD = 30.0
"""The same in the solo game, where a strike can end the game."""
SPREAD_WEIGHT = 4
"""How many samples `SPREAD` counts for."""
FEWEST = 2
"""How many samples a plan gets before it may be dropped."""
MOST_ENDS = 64
"""How many end states of a plan are kept, for the reasons of the adviser."""
CLEARLY = 2.0
"""By how many standard errors a plan must be ahead of one with more samples to rank before it."""
NEGLIGIBLE = 0.1
"""With a smaller standard error, in points, plans that are left are equally good."""

Sample = tuple[float, State]
"""The value of a plan when the game is played on, and the state at the end of its turn."""


class Entry:
    """A plan in the comparison, with its samples."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.values: list[float] = []
        self.sums: list[float] = [0.0]
        """The sum of the first n values, by n."""
        self.ends: list[State] = []
        """The states at the end of its turn in the first samples."""
        self.behind: float | None = None
        """By how much it was behind the leader when it was dropped."""
        self.error = 0.0
        """The standard error of that."""
        self.ahead: Entry | None = None
        """The leader at that time."""

    def mean(self, number: int) -> float:
        """The mean of the first samples and of the value of the net."""
        total = self.sums[min(number, len(self.values))]
        return (PRIOR * self.plan.value + total) / (PRIOR + number)

    def add(self, value: float, end: State) -> None:
        """Add a sample."""
        self.values.append(value)
        self.sums.append(self.sums[-1] + value)
        if len(self.ends) < MOST_ENDS:
            self.ends.append(end)


class Comparison:
    """The plans at a decision. More can be added at any time."""

    def __init__(
        self,
        samples: Callable[[Sequence[Plan], int], Sequence[Sample] | None],
        spread: float = SPREAD,
    ) -> None:
        """`samples` plays on from plans with the n-th draws; None if the limit is reached."""
        self._samples = samples
        self._spread = spread
        self.entries: list[Entry] = []

    def add(self, plans: Iterable[Plan]) -> None:
        """Add plans, unless they are known."""
        known = {entry.plan.known for entry in self.entries}
        self.entries += [Entry(plan) for plan in plans if plan.known not in known]

    @property
    def left(self) -> list[Entry]:
        """The plans that may still be the best, best first."""
        found = [entry for entry in self.entries if entry.behind is None]
        number = min((len(entry.values) for entry in found), default=0)
        return sorted(found, key=lambda entry: -entry.mean(number))

    @property
    def samples(self) -> int:
        """How many samples each plan that is left has."""
        return min((len(entry.values) for entry in self.left), default=0)

    def rounds(self, most: int, clearly: float) -> Iterator[None]:
        """Take samples until one plan is left or each has `most`, or the limit is reached.

        A plan is dropped if it is behind by more than `clearly` standard errors, and plans that
        were dropped for less come back. An incomplete round counts for nothing.
        """
        for entry in self.entries:
            if entry.behind is not None and entry.behind <= clearly * entry.error:
                entry.behind = entry.ahead = None
        while len(left := self.left) > 1 and (number := self.samples + 1) <= most:
            waiting = [entry for entry in left if len(entry.values) < number]
            found = self._samples([entry.plan for entry in waiting], number - 1)
            if found is None:
                return
            for entry, sample in zip(waiting, found, strict=True):
                entry.add(*sample)
            if number >= FEWEST:
                self._drop(number, clearly)
            yield

    def _drop(self, number: int, clearly: float) -> None:
        """Drop the plans that are clearly behind after this number of samples."""
        leader, *others = self.left
        error = self._spread_from(leader, others) / sqrt(number)
        for entry in others:
            behind = leader.mean(number) - entry.mean(number)
            # Plans that have more samples wait until all others have as many.
            dropped = behind > clearly * error or error < NEGLIGIBLE
            if dropped and len(entry.values) == number:
                entry.behind, entry.error, entry.ahead = behind, error, leader

    def _spread_from(self, leader: Entry, others: Iterable[Entry]) -> float:
        """How much the differences between the leader and others vary between samples."""
        squares, degrees = SPREAD_WEIGHT * self._spread**2, SPREAD_WEIGHT
        for entry in others:
            pairs = zip(leader.values, entry.values, strict=False)
            differences = [ahead - value for ahead, value in pairs]
            mean = sum(differences) / len(differences)
            squares += sum((difference - mean) ** 2 for difference in differences)
            degrees += len(differences) - 1
        return sqrt(squares / degrees)

    @property
    def most_samples(self) -> int:
        """How many samples the plans with the most have."""
        return max((len(entry.values) for entry in self.entries), default=0)

    def ranking(self) -> list[tuple[float, Entry]]:
        """All plans with their values, best first.

        A plan with fewer samples than others is judged by how far it was behind the best of those
        after as many samples, and a plan that was dropped by how far it was behind the leader of
        that time. A plan that is ahead after fewer samples ranks first only if it is clearly ahead:
        with few samples, the best of many plans is usually overrated. A plan without samples never
        ranks above one that has some.
        """
        number = self.most_samples
        compared = [
            entry for entry in self.entries if len(entry.values) == number and entry.behind is None
        ]
        leader = max(compared or self.entries, key=lambda entry: entry.mean(number))
        best = leader.mean(number)
        others = [entry for entry in self.entries if entry.values and entry is not leader]
        spread = self._spread_from(leader, others)

        def value(entry: Entry) -> float:
            if entry.behind is not None and entry.ahead is not None:
                return value(entry.ahead) - entry.behind
            few = len(entry.values)
            ahead = entry.mean(few) - leader.mean(few)
            if 0 < few < number and ahead > 0:
                ahead = max(0.0, ahead - CLEARLY * spread / sqrt(few))
            return best + ahead

        found = [(value(entry), entry) for entry in self.entries]
        return sorted(found, key=lambda each: (not each[1].values, -each[0], -len(each[1].values)))
