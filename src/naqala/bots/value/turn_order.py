"""Who acts next."""

from __future__ import annotations

from naqala.rules.state import NOBODY, State
from naqala.rules.turn import Moving


def upcoming(state: State) -> list[int]:
    """The seats that act next in this round, in order; each as often as it has a marker there."""
    waiting = [owner for owner in reversed(state.spots) if owner != NOBODY]
    if state.pending and isinstance(state.pending[-1], Moving):
        return [state.seat, *waiting]
    return waiting
