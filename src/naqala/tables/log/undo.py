"""What can be taken back: one's own last sends, as far as nothing new was learnt.

An undo never crosses another seat's act, a draw, a reveal or a refill. Whatever asked chance for
a number has drawn or refilled something, so the counter of the rules tells it for every card
there is and will be.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from naqala.rules.events import (
    BidPlaced,
    DjinnsRefilled,
    Event,
    GameOver,
    ItemUsed,
    RowRefilled,
    TurnEnded,
    WhimPaid,
    WhimsDealt,
)

Reason = Literal["", "nothing", "another", "draw", "reveal", "refill", "over"]


class PlayedAct(NamedTuple):
    """An act of the log that counts: it was not taken back."""

    number: int
    seat: int
    before: int
    """How many actions the game had before it."""
    closes: Reason
    """Why it cannot be taken back, or nothing."""
    ends: bool
    """Whether it was the end of a turn or a bid."""


class Undoable(NamedTuple):
    """What some seats can take back."""

    steps: int
    """How many acts, the last one first."""
    turn: int
    """How many of them belong to the turn."""
    closed: Reason
    """Why no more."""


def played_act(
    number: int, seat: int, before: int, events: Sequence[Event], *, drew: bool
) -> PlayedAct:
    """An act with what undo must know of it."""
    kinds = set(map(type, events))
    return PlayedAct(number, seat, before, _closes(kinds, drew), not kinds.isdisjoint(ENDS))


ENDS = {BidPlaced, TurnEnded}
REFILLS = {RowRefilled, DjinnsRefilled, WhimsDealt}
REVEALS = {WhimPaid, ItemUsed}


def _closes(kinds: set[type[Event]], drew: bool) -> Reason:
    if GameOver in kinds:
        return "over"
    if not kinds.isdisjoint(REFILLS):
        return "refill"
    if drew:
        return "draw"
    if not kinds.isdisjoint(REVEALS):
        return "reveal"
    return ""


BY_ANOTHER = Undoable(0, 0, "another")
"""What most seats can take back most of the time."""


def undoable(acts: Sequence[PlayedAct], seats: Collection[int]) -> Undoable:
    """What these seats can take back of the acts so far."""
    if acts and acts[-1].seat not in seats:
        return BY_ANOTHER
    steps = turn = 0
    closed: Reason = "nothing"
    within = True
    for act in reversed(acts):
        if act.seat not in seats:
            closed = "another"
            break
        if act.closes:
            closed = act.closes
            break
        if act.seat != acts[-1].seat:
            closed = "another"
            break
        if steps and act.ends:
            within = False
        steps += 1
        turn += within
    return Undoable(steps, turn, closed)
