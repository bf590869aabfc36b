"""What time brings to a table: clocks that run out, people whose page has been gone too long,
and the end of tables where nobody ever sat down.

A process knows only the pages that it serves itself. So it holds somebody for away when no page of
the seat was seen here for a while; where that is wrong, the process that does serve the page says
so at once, and from then on this one is more patient.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from naqala.server import entries as log
from naqala.server.clocks import SECOND
from naqala.server.entries import AnyWhat
from naqala.server.table import Happened, Table

AWAY = 25.0
"""Seconds without a page after which the others need not wait."""
ELSEWHERE = 5
"""So many times more patient are we with somebody who was seen by another process."""
MOST_AWAY = 50
"""How often it is told of one table, so that a page that comes and goes does not fill the log."""


class Hourglass:
    """The seats of one table in this process, and until when each of them may be without a page."""

    __slots__ = ("patience", "told", "until")

    def __init__(self, patience: float = AWAY) -> None:
        """Wait so many seconds for pages; 0 for ever."""
        self.patience = round(patience * SECOND)
        self.until: dict[int, int] = {}
        self.told = 0

    def seen(self, seats: Collection[int], now: int) -> None:
        """Pages of these seats are open, or a message came from them."""
        for seat in seats:
            self.until[seat] = now + self.patience

    def wrote(self, happened: Sequence[Happened]) -> None:
        """This process wrote this."""
        self.told += sum(isinstance(each.entry.what, log.Away) for each in happened)

    def heard(self, happened: Sequence[Happened], now: int) -> None:
        """Another process wrote this: who acts there has a page there."""
        for each in happened:
            match each.entry.what:
                case log.Acted(seat=seat, by="person") | log.Returned(seat=seat):
                    self.until[seat] = now + ELSEWHERE * self.patience

    @staticmethod
    def rests(table: Table, here: Collection[int]) -> bool:
        """Whether time brings nothing while nothing else happens: a game without a clock, whose
        people are all there.
        """
        return (
            table.phase == "running"
            and table.clocks is None
            and len(here) == len(table.seats)
            and all(seat.state == "here" for seat in table.seats)
        )

    def due(self, table: Table, here: Collection[int], now: int) -> list[AnyWhat]:
        """What has to be written now; `here` are the seats whose page is open."""
        self.seen(here, now)
        if table.expires and table.expires <= now:
            return [log.Closed()]
        if table.phase != "running":
            return []
        if table.clocks and table.clocks.is_out(now):  # one thing after the other
            return [log.TimedOut(table.clocks.runs)]
        back: list[AnyWhat] = [
            log.Returned(seat)
            for seat, each in enumerate(table.seats)
            if each.state == "away" and not each.handed and seat in here
        ]
        if len(here) == len(table.seats):
            return back
        late = self._missed(table, here, now)
        return [*back, *(log.Away(seat) for seat, until in late.items() if until <= now)]

    def next(self, table: Table, here: Collection[int], now: int) -> int:
        """When there will be something to write if nothing else happens; 0 for never."""
        moments = [*self._missed(table, here, now).values()]
        moments += filter(None, (table.deadline, table.expires))
        return min(moments, default=0)

    def _missed(self, table: Table, here: Collection[int], now: int) -> dict[int, int]:
        """Whose page others wait for, and how long they do."""
        if len(here) == len(table.seats):
            return {}
        clock = table.plan.clock
        if table.phase != "running" or not self.patience or (clock and clock.days):
            return {}
        if self.told >= MOST_AWAY:
            return {}
        if not any(not table.bot_of(seat) for seat in here):
            return {}  # nobody waits
        return {
            seat: self.until.setdefault(seat, now + self.patience)
            for seat, each in enumerate(table.seats)
            if each.kind == "person" and each.state == "here" and not each.handed
            if seat not in here
        }
