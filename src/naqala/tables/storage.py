"""The interface of a storage for tables, and the rows it keeps.

Only the log matters: there is one entry for each table and number, and the first to write it wins.
Summaries repeat what lists of tables need, so that listing them does not mean loading them. The
review of a finished game is stored beside its log, because it takes a minute to compute.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, Protocol
from urllib.parse import urlsplit

from naqala.tables.errors import Refusal

Show = Literal["open", "running", "mine"]
OnWritten = Callable[[str, int], None]
"""Called with a table and its last number when another process has written; 0: it was removed."""
OnMissed = Callable[[], None]
"""Called when calls of `OnWritten` may have been lost."""
OnPublished = Callable[[str, str], None]
"""Called with a table and a text when a process publishes something."""


class Conflict(Exception):
    """Another entry of this table has the number already, or the entry before it is missing."""


class BadStorage(Refusal):
    """A database that cannot be used."""


class EntryRow(NamedTuple):
    """A stored entry; `body` is `entries.encode` of its body."""

    number: int
    at: int
    guest: str
    sent: str
    body: bytes
    mark: str = ""


CREATOR = -1
"""The seat of a `Place` for the guest who created the table."""


class Place(NamedTuple):
    """A guest at a table, and whether the table counts towards the quota of that guest."""

    seat: int
    guest: str
    counts: bool = True


class Summary(NamedTuple):
    """What lists of tables need to know."""

    phase: str
    listed: bool
    free: int
    """How many seats are open."""
    rules: int
    """The version of the rules when the game started; 0 before."""
    thinks: bool
    """Whether a bot is in turn: a server resumes these tables when it starts."""
    deadline: int
    """When the clock of the seat in turn runs out or an empty table is closed, in milliseconds
    since 1970; 0 for never."""
    changed: int
    info: bytes
    """`TableInfo` as JSON."""
    places: tuple[Place, ...] | None
    """The guest of each seat, if any, and the creator; None where that has not changed."""


class TableRow(NamedTuple):
    """A table as lists show it."""

    table: str
    info: bytes
    holders: tuple[str, ...]


class Append(NamedTuple):
    """Entries to write at a table."""

    table: str
    rows: Sequence[EntryRow]
    summary: Summary | None


class WholeTable(NamedTuple):
    """A table on its way from one storage to another."""

    table: str
    rows: Sequence[EntryRow]
    summary: Summary


class PruneCriteria(NamedTuple):
    """Which tables to remove: those without recent entries and without a running clock."""

    before: int
    """The last entry is older than this, in milliseconds since 1970."""
    now: int
    finished: bool = False
    """Only those whose game is over, and closed ones."""


class Storage(Protocol):
    """Where tables are kept. What a method has written is durable when it returns.

    While the database is unavailable, everything but `open` raises the Refusal `busy`.
    """

    async def open(self) -> None:
        """Connect, and migrate an older schema."""

    async def close(self) -> None:
        """Finish pending work and disconnect."""

    async def ping(self) -> None:
        """Check that the database answers and can be written."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and, where it has changed, the summary: all or nothing.

        The first entry creates the table; each other one must follow an existing entry. Conflict
        means that a number is taken, or that the entry before is missing: the table was removed.
        """

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries after a number, in order; none for an unknown table."""

    async def load_review(self, table: str) -> bytes:
        """The stored review of a table; empty if there is none."""

    async def save_review(self, table: str, review: bytes) -> None:
        """Store the review of a table, or replace it; nothing happens if the table was removed.

        It can be computed again from the log, so exports do not contain it.
        """

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables with open seats, running ones, or those of a guest; the newest first."""

    async def count(self, guest: str) -> int:
        """How many unfinished tables count towards the quota of a guest."""

    async def due(self, until: int) -> list[str]:
        """The tables that must continue without a person and for which no process has a lease.

        A bot is in turn there, or a clock runs out before `until`.
        """

    async def lease(self, table: str, process: str, seconds: float) -> bool:
        """Take the lease of a table for this many seconds; False if another process has it."""

    async def release(self, process: str) -> None:
        """Give up all leases of a process."""

    @property
    def shared(self) -> bool:
        """Whether other processes may use the same storage."""

    async def publish(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send texts about tables to the other processes; they are not stored."""

    def listen(self, on_written: OnWritten, on_missed: OnMissed, on_published: OnPublished) -> None:
        """Call these when other processes write or publish; those of one SQLite file never do."""

    async def names(self) -> list[str]:
        """All tables, in the order of their names."""

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that do not exist, because they were removed."""

    async def import_tables(self, tables: Iterable[WholeTable]) -> None:
        """Add tables of another storage: all or none; Conflict names one that exists already."""

    async def prune(self, criteria: PruneCriteria, *, dry: bool = False) -> int:
        """Remove old tables, each of them whole, and free their space; returns how many.

        Servers may keep running: a table where something happens meanwhile stays. `dry` only
        counts.
        """


def shown(url: str) -> str:
    """The address of a database without user name, password and options, for printing."""
    try:
        parts = urlsplit(url)
        path = parts.path if "@" not in parts.path else ""
        return f"{parts.scheme}://{parts.hostname or ''}{path}"
    except ValueError:
        return url.partition(":")[0] + "://…"
