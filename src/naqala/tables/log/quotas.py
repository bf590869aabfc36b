"""How much each guest may write at a table beside the game, so that nobody uses up what is for all.

Nothing that a game needs is ever refused because of what others wrote: to act, start, leave, hand
over and close have no budget, and undo and return only one of one's own.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import AnyBody, Entry


class Quota(NamedTuple):
    """How often something can happen at a table."""

    code: str
    """Of the refusal when it is spent."""
    own: int
    """For each guest."""
    common: int = 0
    """For all guests together; 0 where each has only the own one."""


CHAT = Quota("too_much_chat", 500)
WATCHING = Quota("too_much_talk", 50, 500)
"""Chat of those who only watch."""
SITTING = Quota("too_many_comings", 50, 500)
CHANGES = Quota("too_many_changes", 100)
"""New names and links."""
UNDO = Quota("too_many_undos", 2000)
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
    """The budget from which an entry is taken, if any."""
    if isinstance(body, log.Said) and body.seat == NOBODY:
        return WATCHING
    return QUOTAS.get(type(body))


class QuotaUsage:
    """What has been taken from the budgets of a table."""

    __slots__ = ("common", "own")

    def __init__(self) -> None:
        """Nothing yet."""
        self.own: Counter[tuple[str, Quota]] = Counter()
        self.common: Counter[Quota] = Counter()

    def take(self, entry: Entry) -> None:
        """Count an entry; those that time brings are nobody's."""
        budget = quota_of(entry.body)
        if budget and entry.guest:
            self.own[entry.guest, budget] += 1
            self.common[budget] += 1

    def check(self, guest: str, body: AnyBody) -> None:
        """Refuse what would be too much."""
        budget = quota_of(body)
        if budget is None:
            return
        if self.own[guest, budget] >= budget.own:
            raise Refusal(budget.code, most=budget.own)
        if budget.common and self.common[budget] >= budget.common:
            raise Refusal(f"{budget.code}_all", most=budget.common)
