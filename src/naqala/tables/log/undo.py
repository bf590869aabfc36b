"""Undo: a seat can undo its last acts as long as nothing new was revealed.

An undo never crosses another seat's act, a draw, a reveal or a refill. A forced act of another seat
counts too, because it shows what that seat has. Every draw uses a random number, so the counter of
the rules detects it for all cards, including future ones.

This module determines which acts can be undone, `commands` who may undo them, and `quotas` how
often.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from naqala.rules.events import (
    BidPlaced,
    DjinnsRefilled,
    Event,
    GameOver,
    ItemUsed,
    RowRefilled,
    Taken,
    TurnEnded,
    WhimPaid,
    WhimsDealt,
)

Reason = Literal["", "nothing", "another", "draw", "reveal", "refill", "over"]


class PlayedAct(Struct, frozen=True, gc=False):
    """An act that was not undone."""

    number: int
    seat: int
    before: int
    """How many actions the game had before."""
    closes: Reason
    """Why it cannot be undone; empty if it can."""
    ends: bool
    """Whether it ended a turn or was a bid."""
    forced: bool = False
    """Whether another seat was forced to act afterwards."""


class Undoable(NamedTuple):
    """What some seats can undo."""

    steps: int
    """How many acts, one by one from the last."""
    turn: int
    """How many of them belong to the turn."""
    closed: Reason
    """Why not more."""


def played_act(
    number: int, seat: int, before: int, events: Sequence[Event], *, drew: bool
) -> PlayedAct:
    """An act with what undo needs to know about it."""
    kinds = set(map(type, events))
    ends = not kinds.isdisjoint(ENDS)
    forced = any(isinstance(event, ACTED) and event.seat != seat for event in events)
    return PlayedAct(number, seat, before, _closes(kinds, drew), ends, forced)


ENDS = {BidPlaced, TurnEnded}
ACTED = (BidPlaced, Taken, TurnEnded)
"""Every act of a seat that can be forced begins or ends with one of these."""
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
"""The usual case: nothing can be undone."""


def undoable(
    acts: Sequence[PlayedAct], seats: Collection[int], *, stored: bool = False
) -> Undoable:
    """What these seats can undo of the acts so far: only acts of the seat that acted last.

    A stored undo may cross forced acts of others: earlier versions allowed that.
    """
    if acts and acts[-1].seat not in seats:
        return BY_ANOTHER
    steps = turn = 0
    closed: Reason = "nothing"
    within = True
    for act in reversed(acts):
        if act.seat != acts[-1].seat:
            closed = "another"
            break
        if act.closes:
            closed = act.closes
            break
        if act.forced and not stored:
            closed = "another"
            break
        if steps and act.ends:
            within = False
        steps += 1
        turn += within
    return Undoable(steps, turn, closed)
