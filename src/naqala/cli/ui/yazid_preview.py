"""What Yazid is about to do, as the dice lie: the rules are asked, nothing is guessed."""

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
    """The tiles that the dice find."""
    open: Mask
    """The tiles of which the player will have to name one or two."""
    events: tuple[Event, ...]


def threat(view: View) -> Threat | None:
    """What the dice on the table threaten; None when nothing can be done about them.

    Nothing of a strike is left to chance, so it can be played through on an imagined table.
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
