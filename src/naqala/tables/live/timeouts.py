"""Timeouts of a table: clocks that run out, people who are away, and empty tables.

A process knows for certain only the pages that it serves itself. It considers a person away when
no page of the seat was seen here for a while. If that is wrong, the process that serves the page
writes so at once, and from then on this process waits longer for that seat.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from naqala.tables.log import entries as log
from naqala.tables.log.clocks import SECOND
from naqala.tables.log.entries import AnyBody
from naqala.tables.log.state import AppliedEntry, TableState

AWAY = 15.0
"""Seconds without a page after which the others need not wait."""
REMOTE_FACTOR = 5
"""How many times longer to wait for a person whose page another process has seen."""
MOST_AWAY = 50
"""How often `away` is written at one table, so that a flapping connection cannot fill the log."""


class Timeouts:
    """How long each seat of a table may be without a page, as this process sees it."""

    __slots__ = ("_away_count", "_deadlines", "_grace")

    def __init__(self, seconds: float = AWAY) -> None:
        """Wait this long for pages; 0 means for ever."""
        self._grace = round(seconds * SECOND)
        self._deadlines: dict[int, int] = {}
        """When each seat without a page becomes away."""
        self._away_count = 0

    def seen(self, seats: Collection[int], now: int) -> None:
        """Pages of these seats are open, or sent a message."""
        for seat in seats:
            self._deadlines[seat] = now + self._grace

    def wrote(self, applied: Sequence[AppliedEntry]) -> None:
        """This process wrote these entries."""
        self._away_count += sum(isinstance(each.entry.body, log.Away) for each in applied)

    def read(self, applied: Sequence[AppliedEntry], now: int) -> None:
        """Another process wrote these entries: people who act there have a page there."""
        for each in applied:
            match each.entry.body:
                case log.Acted(seat=seat, by="person") | log.Returned(seat=seat):
                    self._deadlines[seat] = now + REMOTE_FACTOR * self._grace

    def due(self, table: TableState, connected: Collection[int], now: int) -> list[AnyBody]:
        """What has to be written now; `connected` are the seats with an open page."""
        self.seen(connected, now)
        if table.expires and table.expires <= now:
            return [log.Closed()]
        if table.phase != "running":
            return []
        if table.clocks and table.clocks.is_out(now):  # one thing after the other
            return [log.TimedOut(table.clocks.runs)]
        returned = [
            log.Returned(seat)
            for seat, each in enumerate(table.seats)
            if each.state == "away" and not each.handed and seat in connected
        ]
        missing = self._missing(table, connected, now)
        return [*returned, *(log.Away(seat) for seat, until in missing.items() if until <= now)]

    def next(self, table: TableState, connected: Collection[int], now: int) -> int:
        """When something will be due if nothing else happens; 0 for never."""
        moments = [*self._missing(table, connected, now).values()]
        moments += filter(None, (table.deadline, table.expires))
        return min(moments, default=0)

    def _missing(self, table: TableState, connected: Collection[int], now: int) -> dict[int, int]:
        """The seats that others wait for, and until when they do."""
        clock = table.plan.clock
        if table.phase != "running" or not self._grace or (clock and clock.days):
            return {}
        if self._away_count >= MOST_AWAY or len(connected) == len(table.seats):
            return {}
        if all(table.bot_of(seat) for seat in connected):
            return {}  # nobody waits
        return {
            seat: self._deadlines.setdefault(seat, now + self._grace)
            for seat, each in enumerate(table.seats)
            if each.kind == "person" and each.state == "here" and not each.handed
            if seat not in connected
        }
