"""Quotas: how many tables a guest may have, and how many entries each may add beside the game.

One guest must not use up the log for all. Commands that a game needs are never refused because of
what others wrote: act, start, leave, hand and close have no quota, and undo and return only one per
guest.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody, Entry

MOST_TABLES = 100
"""Unfinished tables per guest."""
MOST_ENTRIES = 10_000
"""Entries of a log.

Beyond this, only the seated players of a started game can chat or change their names and links.
"""


class Quota(NamedTuple):
    """How many entries of some kinds a log may have."""

    code: str
    """The code of the refusal."""
    own: int
    """Entries of one guest."""
    common: int = 0
    """Entries of all guests together; 0 for no limit."""


CHAT = Quota("too_much_chat", 500)
WATCHING = Quota("too_much_talk", 50, 500)
"""Chat of spectators."""
SITTING = Quota("too_many_comings", 50, 500)
CHANGES = Quota("too_many_changes", 100)
"""New names and links."""
UNDO = Quota("too_many_undos", 300)
"""Choices that are taken back; each drop of a move is one, because replaying it takes time."""
UNDO_AT_ONCE = 100
"""Choices that are taken back between two acts that cannot be taken back."""
RETURN = Quota("too_many_returns", 200)


QUOTAS = {
    log.Said: CHAT,
    log.Sat: SITTING,
    log.Renamed: CHANGES,
    log.Linked: CHANGES,
    log.Undone: UNDO,
    log.Returned: RETURN,
}


def quota_of(body: AnyBody) -> Quota | None:
    """The quota that an entry counts towards, if any."""
    if isinstance(body, log.Said) and body.seat == NOBODY:
        return WATCHING
    return QUOTAS.get(type(body))


class QuotaUsage:
    """The entries of a table that count towards quotas."""

    __slots__ = ("common", "own", "undone_lately")

    def __init__(self) -> None:
        self.own: Counter[tuple[str, Quota]] = Counter()
        self.common: Counter[Quota] = Counter()
        self.undone_lately = 0
        """Choices that were taken back since the last act that cannot be."""

    def take(self, entry: Entry, number: int = 1) -> None:
        """Count an entry, an undo as the choices that it takes back.

        Entries of timeouts have no sender and do not count.
        """
        budget = quota_of(entry.body)
        if budget and entry.guest:
            self.own[entry.guest, budget] += number
            self.common[budget] += number
        if budget is UNDO:
            self.undone_lately += number

    def check(self, guest: str, body: AnyBody, number: int = 1) -> None:
        """Refuse an entry over its quota."""
        budget = quota_of(body)
        if budget is None:
            return
        if budget is UNDO and self.undone_lately + number > UNDO_AT_ONCE:
            raise Refusal("too_many_undos_now", most=UNDO_AT_ONCE)
        if self.own[guest, budget] + number > budget.own:
            raise Refusal(budget.code, most=budget.own)
        if budget.common and self.common[budget] >= budget.common:
            raise Refusal(f"{budget.code}_all", most=budget.common)
