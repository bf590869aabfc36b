"""What is kept, and the small interface behind which it is kept.

The log is everything: an entry exists once for each table and number, and whoever writes it first
has won. `tables` and `seats` only repeat what lists of tables need, so that they need not be
folded to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple, Protocol

from naqala.rules.errors import NaqalaError

Show = Literal["open", "running", "mine"]
Heard = Callable[[str, int], None]
"""Called with a table and its last number when another process has written there."""


class Conflict(Exception):
    """Another entry of this table has the number already."""


class BadStorage(NaqalaError):
    """A database that cannot be used."""


class EntryRow(NamedTuple):
    """A stored entry: `body` is `entries.encode` of what happened."""

    number: int
    at: int
    guest: str
    sent: str
    body: bytes


class Summary(NamedTuple):
    """What lists of tables need to know."""

    phase: str
    listed: bool
    free: int
    """How many seats are open."""
    rules: int
    """The version of the rules with which it was started; 0 before."""
    thinks: bool
    """Whether a bot must decide: the server goes on with these tables when it starts."""
    deadline: int
    """When the clock of the seat in turn runs out, in milliseconds since 1970; 0 for never."""
    changed: int
    info: bytes
    """`protocol.TableInfo` as JSON."""
    holders: tuple[str, ...] | None
    """For each seat the guest who holds it, or nothing; None where that has not changed."""


class TableRow(NamedTuple):
    """A table as lists show it."""

    table: str
    info: bytes
    holders: tuple[str, ...]


class Storage(Protocol):
    """Where tables are kept. Everything that returns is durable."""

    async def open(self) -> None:
        """Connect, and bring an older schema up to date."""

    async def close(self) -> None:
        """Finish what was begun and disconnect."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and, where it has changed, the summary: all or nothing.

        The first entry makes the table. Conflict says that a number was taken already.
        """

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries behind a number, in order; none for an unknown table."""

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables with open seats, running ones, or those of a guest; the newest first."""

    async def count(self, guest: str) -> int:
        """How many unfinished tables a guest has a seat at."""

    async def waking(self) -> list[str]:
        """The tables that go on without a person: where a bot must decide or a clock runs."""

    async def lead(self, table: str, process: str, seconds: float) -> bool:
        """Whether this process may move the bots and the clock of a table for so long."""

    def listen(self, heard: Heard) -> None:
        """Tell when other processes write; the one database file of one process never does."""
