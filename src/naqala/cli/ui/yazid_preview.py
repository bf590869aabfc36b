"""What Yazid will do with the current dice, computed by the rules."""

from __future__ import annotations

from itertools import takewhile
from random import Random
from typing import NamedTuple

from naqala.rules.actions import PASS, Name
from naqala.rules.board import Mask, mask_of
from naqala.rules.events import Bagged, Captured, Event, GameOver, TurnStarted
from naqala.rules.turn import apply
from naqala.rules.view import View, imagine
from naqala.rules.yazid import PLAYER, Naming, Offering

NO_TILES: Mask = 0


class Threat(NamedTuple):
    """What happens if the player lets Yazid strike."""

    struck: Mask
    """The tiles that the dice determine."""
    open: Mask
    """The tiles of which the player will have to name one or two."""
    events: tuple[Event, ...]


def threat(view: View) -> Threat | None:
    """The strike of the current dice; None if the player has no choice about it.

    A strike involves no chance, so it can be played on an imagined state.
    """
    if not (view.pending and isinstance(view.pending[-1], Offering)):
        return None
    state = imagine(view, Random(0))
    events = [event for event in takewhile(_is_his, apply(state, PASS)) if _matters(event)]
    named = bool(state.pending) and isinstance(state.pending[-1], Naming)
    return Threat(
        mask_of(event.tile for event in events if isinstance(event, Captured)),
        mask_of(a.tile for a in state.choices if isinstance(a, Name)) if named else NO_TILES,
        tuple(events),
    )


def _is_his(event: Event) -> bool:
    """Whether his turn is not over yet."""
    return not (
        isinstance(event, GameOver) or (isinstance(event, TurnStarted) and event.seat == PLAYER)
    )


def _matters(event: Event) -> bool:
    return not isinstance(event, TurnStarted | Bagged)
