"""The value net and its features for many states at once, with NumPy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naqala.bots.value.numpy_backend.board_arrays import BoardArrays
from naqala.bots.value.numpy_backend.net import net_for
from naqala.bots.value.numpy_backend.player_arrays import PlayerArrays
from naqala.bots.value.numpy_backend.prospects import Prospects
from naqala.rules.state import State

__all__ = ["best_arrivals", "name", "net_for"]

name = "numpy"


def best_arrivals(states: Sequence[State], seats: Iterable[int]) -> dict[int, list[list[float]]]:
    """For each of these seats, the largest gains in every state; at least one state."""
    prospects = Prospects(PlayerArrays(BoardArrays(states)))
    wanted = list(seats)
    movers = [[seat] * len(states) for seat in wanted]
    found = prospects.best(movers, prospects.offers(movers))
    return dict(zip(wanted, found.tolist(), strict=True))
