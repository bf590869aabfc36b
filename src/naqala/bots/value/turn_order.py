"""Who acts next."""

from __future__ import annotations

from functools import lru_cache

from naqala.rules.state import NOBODY, State
from naqala.rules.turn import Moving


def upcoming(state: State) -> tuple[int, ...]:
    """The seats that act next in this round, in order; each as often as it has a marker there."""
    waiting = _waiting(tuple(state.spots))
    if state.pending and type(state.pending[-1]) is Moving:
        return (state.seat, *waiting)
    return waiting


@lru_cache(maxsize=1 << 12)
def _waiting(spots: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(owner for owner in reversed(spots) if owner != NOBODY)
