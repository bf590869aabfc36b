"""What the next player can do after a turn, and could do before it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from naqala.bots.advice.best_turns import BestTurn, BestTurns, best_turns, by_tile
from naqala.bots.advice.reasons import Denies, Leaves, Reason
from naqala.bots.value.turn_order import upcoming
from naqala.rules import meeples
from naqala.rules.board import Tile, members
from naqala.rules.state import State

WORTH_DENYING, WORTH_OPENING = 4, 4
"""By how many points a rival's turn must change to be mentioned."""
FEW = 3
"""How many of a rival's best arrivals are compared."""


class NextMover(NamedTuple):
    """Who probably moves next."""

    seat: int
    turns: int = 1
    """How many turns in a row the player has; for the one who has just moved, with that turn."""
    bids_first: bool = False
    """Whether a new round begins: the others may bid more than the player who bids first."""
    waits: bool = False
    """Whether Yazid strikes before, in the solo game."""


def next_mover(state: State, seat: int) -> NextMover | None:
    """Who moves next, or bids first in the next round (M1); None if the game ends first."""
    if state.over or (state.last_round and not upcoming(state) and not state.yazid):
        return None
    if state.yazid:
        return NextMover(seat, waits=not upcoming(state))
    if order := upcoming(state):
        others = (nth for nth, other in enumerate(order) if other != order[0])
        return NextMover(order[0], next(others, len(order)) + (order[0] == seat))
    return NextMover((state.next_order or state.bid_order)[0], bids_first=True)


def outlook(
    before: State, after: State, seat: int, had: Callable[[int], BestTurns | None]
) -> Iterator[Reason]:
    """What the next player can gain after a turn and could gain before it."""
    found = next_mover(after, seat)
    if found is None:
        return
    mover = found.seat
    own = mover == seat
    turns, earlier = best_turns(after, mover, seat), had(mover)
    reply = next(iter(turns.values()), None)
    now = by_tile(turns)
    used_to = None if earlier is None else by_tile(earlier)
    if reply is not None:
        opened = used_to is not None and reply.gain - _still(used_to, now, reply) >= WORTH_OPENING
        yield _leaves(after, seat, found, reply, opened=opened)
    if used_to is None or own:
        return
    lost = []
    for turn in list(used_to.values())[:FEW]:
        if reply is not None and turn.tile == reply.tile:
            continue  # what is still the best turn is mentioned already
        instead = now.get(turn.tile)
        if turn.gain - (max(0, instead.gain) if instead else 0) >= WORTH_DENYING:
            still = turns.get((turn.tile, turn.tribe))
            left = max(0, still.gain) if still else 0
            gone = not still and _is_gone(before, after, turn)
            start, count = (None, 0) if still or gone else _start_now(after, turn)
            sure = turn.sure and (still is None or still.sure)
            lost.append(
                Denies(mover, turn.tile, turn.tribe, turn.gain, left, start, count, sure, gone)
            )
    yield from lost[:2]


def _still(before: dict[Tile, BestTurn], now: dict[Tile, BestTurn], reply: BestTurn) -> int:
    """The most that a player could gain before and still can, or could on the tile of the reply."""
    kept = (min(turn.gain, now[tile].gain) for tile, turn in before.items() if tile in now)
    return max(0, max(kept, default=0))


def _leaves(after: State, seat: int, mover: NextMover, reply: BestTurn, *, opened: bool) -> Leaves:
    """The best turn of the next player, and what it consists of."""
    before, end = after.players[mover.seat], reply.end.players[mover.seat]
    taken = end.tiles & ~before.tiles & ~(1 << reply.tile)
    own = mover.seat == seat
    return Leaves(
        mover.seat,
        own,
        reply.tile,
        reply.tribe,
        reply.gain,
        opened,
        bids_first=mover.bids_first,
        turns=mover.turns,
        start=reply.start,
        fakirs=reply.fakirs,
        also=tuple(members(taken)),
        loops=reply.start == reply.tile or not after.piles[reply.tile],
        viziers=0 if own else after.players[seat].viziers - reply.end.players[seat].viziers,
        sure=reply.sure,
        whim=sum(whim.gold for whim in end.whims if whim not in before.whims),
        majority=reply.majority,
        waits=mover.waits,
        djinns=tuple(djinn.name for djinn in end.djinns if djinn not in before.djinns),
        secret_whims=0 if own else len(before.whims),
    )


def _is_gone(before: State, after: State, turn: BestTurn) -> bool:
    """Whether the tribe stood on the arrival tile of a turn and does so no longer."""
    piles = before.piles[turn.tile], after.piles[turn.tile]
    there, left = (meeples.count(pile, turn.tribe) for pile in piles)
    return there > 0 and not left


def _start_now(after: State, turn: BestTurn) -> tuple[Tile | None, int]:
    """The start of a turn and the size of its pile, if that is why the turn is gone.

    The tile is empty now, or only the number of its meeples is wrong.
    """
    pile = after.piles[turn.start]
    count = meeples.size(pile)
    if not count:
        return turn.start, 0
    distance = after.land.grid.distance(turn.start, turn.tile)
    if not meeples.count(pile, turn.tribe) or count < distance or (count - distance) % 2 == 0:
        return None, 0
    return turn.start, count


class ComingTurns:
    """What is left for each player of a round if all before them play their best turns."""

    def __init__(self, state: State, viewer: int) -> None:
        self.state = state
        self.viewer = viewer
        self._known: dict[tuple[int, ...], BestTurn | None] = {}

    def last(self, seats: tuple[int, ...]) -> BestTurn | None:
        """The best turn of the last of these players, who act in this order; None if there is none.

        Orders that begin with the same players share their turns.
        """
        if seats not in self._known:
            earlier = self.last(seats[:-1]) if len(seats) > 1 else None
            state = earlier.end if earlier else self.state
            turns = best_turns(state, seats[-1], self.viewer)
            self._known[seats] = next(iter(turns.values()), None)
        return self._known[seats]
