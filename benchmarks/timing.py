"""Timing on a noisy machine: the sides alternate, and the fastest round of each counts."""

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Generic, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Timed(Generic[Result]):
    """The result of a function and the seconds of its fastest round."""

    seconds: float
    result: Result


def timed(work: Callable[[], Result], clock: Callable[[], float] = perf_counter) -> Timed[Result]:
    """Call a function once and time it."""
    start = clock()
    result = work()
    return Timed(clock() - start, result)


def side_by_side(
    rounds: int, *sides: Callable[[], Result], clock: Callable[[], float] = perf_counter
) -> list[Timed[Result]]:
    """Time every side in every round and keep the fastest round of each.

    A side must do the same work every time. The sides alternate, in reverse order every other
    round, so that a slow phase of the machine affects them all. The first round is not counted.
    """
    for side in sides:
        side()
    best: dict[int, Timed[Result]] = {}
    order = list(range(len(sides)))
    for _ in range(rounds):
        for index in order:
            sample = timed(sides[index], clock)
            if index not in best or sample.seconds < best[index].seconds:
                best[index] = sample
        order.reverse()
    return [best[index] for index in range(len(sides))]
