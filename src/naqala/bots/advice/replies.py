"""What the next player can do after a turn, and could do before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from naqala.bots.advice.reasons import Denies, Leaves, Reason
from naqala.bots.search.planner import turns
from naqala.bots.value.points import points
from naqala.bots.value.turn_order import upcoming
from naqala.rules.actions import Sow
from naqala.rules.board import Tile
from naqala.rules.meeples import VIZIERS, Tribe
from naqala.rules.state import State
from naqala.rules.turn import advance, start_turn

WORTH_DENYING, WORTH_OPENING = 4, 4
"""By how many points a rival's turn must change to be mentioned."""
FEW = 3
"""How many of a rival's best arrivals are compared."""


class Arrival(NamedTuple):
    """The largest gain of a player on a tile, and its tribe."""

    gain: int
    tribe: Tribe


Arrivals = dict[Tile, Arrival]


def arrivals(state: State, mover: int) -> Arrivals:
    """What a player could gain on each tile by moving now; follow-up choices maximise points."""
    there = state.copy()
    there.pending = ()
    start_turn(there, mover, 0)
    if there.over:
        return {}
    advance(there)
    had = points(there, there.players[mover])

    def gained(states: Sequence[State], seat: int) -> list[float]:
        return [float(points(after, after.players[seat]) - had) for after in states]

    found: Arrivals = {}
    for turn in turns(there, gained, starts=1):
        move = turn.actions[0]
        assert isinstance(move, Sow)
        tile, tribe = move.drops[-1]
        found.setdefault(tile, Arrival(round(turn.value), tribe))
    return found


def next_mover(state: State, seat: int) -> tuple[int, bool] | None:
    """Who moves next and whether that is certain; None if the game ends first."""
    if state.over or (state.last_round and not upcoming(state) and not state.yazid):
        return None
    if order := upcoming(state):
        return order[0], True
    if state.yazid:
        return seat, True
    rivals = [other for other in range(len(state.players)) if other != seat]
    best = max(rivals, key=lambda other: (points(state, state.players[other]), -other))
    return best, False


def outlook(
    after: State,
    seat: int,
    had: Callable[[int], Arrivals | None],
) -> Iterator[Reason]:
    """What the next player can gain now and could gain before."""
    found = next_mover(after, seat)
    if found is None:
        return
    mover, sure = found
    next_seat = mover if sure else None
    own = mover == seat
    now = arrivals(after, mover)
    before = had(mover)
    reply = max(now, key=lambda each: (now[each].gain, -each), default=None)
    if reply is not None:
        gain, tribe = now[reply]
        used_to = before.get(reply, Arrival(0, VIZIERS)).gain if before is not None else gain
        yield Leaves(next_seat, own, reply, tribe, gain, opened=gain - used_to >= WORTH_OPENING)
    if before is None or own:
        return
    best = sorted(before, key=lambda each: (-before[each].gain, each))[:FEW]
    lost = [
        Denies(next_seat, tile, before[tile].tribe, before[tile].gain, max(0, left))
        for tile in best
        if tile != reply  # what is still the best turn is mentioned already
        and before[tile].gain - (left := now.get(tile, Arrival(0, VIZIERS)).gain) >= WORTH_DENYING
    ]
    yield from lost[:2]
