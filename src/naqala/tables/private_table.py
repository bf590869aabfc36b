"""A table of one page, for a lesson or a puzzle: nobody else sees it, and nothing stores it.

It has a registry and a storage in memory of its own, and exists as long as its socket. In positions
for several players the others are seated, but never act.
"""

from __future__ import annotations

from naqala.tables.bot_runner import InlineBotRunner
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.table import LiveTable
from naqala.tables.log.entries import Sat
from naqala.tables.memory import MemoryStorage
from naqala.tables.page_socket import Session
from naqala.tables.protocol.messages import Act, Ask, FromPage, NewTable, Ping, Undo
from naqala.tables.protocol.types import SeatPlan
from naqala.text import Catalogue

NEVER = 0.0
"""Nobody is ever away."""
NOT_A_GUEST = "1" * 64
"""Holds the seats of the others: nobody has a cookie with this hash."""


class PrivateSession(Session):
    """A page at a table of its own."""

    most_numbers = 2000
    """Entries of the log; a page that needs more starts again."""

    def check(self, message: FromPage) -> None:
        """Refuse messages that make no sense here, and more entries than there is room for."""
        if not isinstance(message, (Act, Undo, Ask, Ping)):
            raise Refusal("only_practice")
        if not isinstance(message, Ping) and self.table.state.number >= self.most_numbers:
            raise Refusal("practice_full", most=self.most_numbers)

    def close(self) -> None:
        """Drop the table."""
        super().close()
        self.table.registry.discard(self.table)


async def private_table(sender: Sender, position: str, seat: int, words: Catalogue) -> LiveTable:
    """A new table with this position, whose game has started; the page has this seat."""
    registry = TableRegistry(MemoryStorage(), InlineBotRunner(), away=NEVER)
    seats = (*[SeatPlan()] * seat, SeatPlan("me"))
    plan = NewTable(opening=position, seats=seats, listed=False, hints=False)
    table, _ = await registry.create(sender, plan, words)
    others = [other for other in range(len(table.state.seats)) if other != seat]
    if others:
        async with table.lock:
            await table.append([Sat(other, words.player(other), NOT_A_GUEST) for other in others])
    return table
