"""The value net and its features with the standard library alone, one state after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naqala.bots.value.plain_backend.net import net_for
from naqala.bots.value.plain_backend.prospects import Prospects
from naqala.rules.state import State

__all__ = ["best_arrivals", "name", "net_for"]

name = "plain"


def best_arrivals(states: Sequence[State], seats: Iterable[int]) -> dict[int, list[list[float]]]:
    """For each of these seats, the largest gains in every state; at least one state."""
    prospects = [Prospects(state) for state in states]
    return {seat: [each.best(each.state.players[seat]) for each in prospects] for seat in seats}
