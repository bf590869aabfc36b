"""When a search stops."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from time import monotonic
from typing import Literal

Stop = Literal["time", "evaluations", "interrupted", "complete"]
"""Why a search stopped; `complete` means that more of it could not change the result."""


class Limit:
    """Stops a search after some seconds or some evaluations of the net, or from outside.

    Without a number of seconds, the same search gives the same result on every machine.
    """

    def __init__(
        self,
        seconds: float = inf,
        evaluations: float = inf,
        interrupted: Callable[[], bool] | None = None,
    ) -> None:
        self.deadline = monotonic() + seconds
        """When the time is used up, as a value of `monotonic`."""
        self.most = evaluations
        self.evaluations = 0
        """How many states have been evaluated."""
        self._interrupted = interrupted

    def count(self, states: int) -> None:
        """Count evaluated states."""
        self.evaluations += states

    def part(self, share: float) -> Limit:
        """A limit for this share of the time and of the evaluations that are left."""
        most = self.evaluations + share * max(0.0, self.most - self.evaluations)

        def interrupted() -> bool:
            return self.evaluations >= most or self._is_interrupted

        part = Limit(interrupted=interrupted)
        now = monotonic()
        part.deadline = now + share * max(0.0, self.deadline - now)
        return part

    @property
    def reached(self) -> Stop | None:
        """Why the search must stop; None while it may go on."""
        if monotonic() >= self.deadline:
            return "time"
        if self.evaluations >= self.most:
            return "evaluations"
        return "interrupted" if self._is_interrupted else None

    @property
    def _is_interrupted(self) -> bool:
        return self._interrupted is not None and self._interrupted()
