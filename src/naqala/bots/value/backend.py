"""What computes the value of states: NumPy where it is installed, otherwise plain Python."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Protocol

from naqala.rules.state import State


class ValueNet(Protocol):
    """A function from states to their expected final margins."""

    @property
    def players(self) -> int:
        """The number of players in the games that it was trained on."""

    def margins(self, states: Sequence[State], seat: int) -> list[float]:
        """The margin of each state of a game for a seat, without `gold_offset`."""


class Backend(Protocol):
    """The functions of `numpy_backend` and `plain_backend`; both give the same values."""

    @property
    def name(self) -> str:
        """`numpy` or `plain`."""

    def net_for(self, players: int) -> ValueNet:
        """The net that ships with the package for this number of players."""

    def best_arrivals(
        self, states: Sequence[State], seats: Iterable[int]
    ) -> dict[int, list[list[float]]]:
        """For each of these seats, the largest gains in every state; at least one state."""


@cache
def default_backend() -> Backend:
    """The backend of bots that are not given one; the first call may import NumPy."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        return plain_backend()
    from naqala.bots.value import numpy_backend

    return numpy_backend


def plain_backend() -> Backend:
    """The backend that needs the standard library alone."""
    from naqala.bots.value import plain_backend

    return plain_backend
