"""Marks: how a table notices that other rules would play its log differently.

The log holds choices only; what came of them is folded anew each time. So each stored choice has
a mark, a short digest of its events: a fold whose events differ is refused, never shown. The
version of the rules alone would not do. It must be counted up by somebody who noticed, and it
would refuse every old game for a change that touches few of them. Events rather than the state,
because everything that changes has its event, and their digest costs 5 µs where that of a
position costs 130.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b

from naqala.rules.events import Event
from naqala.rules.game import Game

MARK_BYTES = 4


def mark(game: Game, events: Sequence[Event]) -> str:
    """The mark of what just happened in a game: the events, the chance used, who is next.

    That of the beginning is of the whole position, once for each game.
    """
    told = f"{tuple(events)!r} {game.state.draws} {game.seat}"
    if not game.history:
        told = f"{told} {game.position()}"
    return blake2b(told.encode(), digest_size=MARK_BYTES).hexdigest()
