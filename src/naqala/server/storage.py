"""What is kept, and the small interface behind which it is kept.

The log is everything: an entry exists once for each table and number, and whoever writes it first
has won. `tables` and `seats` only repeat what lists of tables need, so that they need not be
folded to be found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple, Protocol
from urllib.parse import urlsplit

from naqala.server.refusal import Refusal

Show = Literal["open", "running", "mine"]
Heard = Callable[[str, int], None]
"""Called with a table and its last number when somebody has written there; 0: it was removed."""
Whispered = Callable[[str, str], None]
"""Called with a table and a text when another process whispers."""
Missed = Callable[[], None]
"""Called when something may have been written that was not heard."""


class Conflict(Exception):
    """Another entry of this table has the number already, or the one before is not there."""


class BadStorage(Refusal):
    """A database that cannot be used."""


class EntryRow(NamedTuple):
    """A stored entry: `body` is `entries.encode` of what happened."""

    number: int
    at: int
    guest: str
    sent: str
    body: bytes
    mark: str = ""


LAID = -1
"""In place of a seat: who laid the table."""


class Place(NamedTuple):
    """A guest at a table, by the seat; whether the table is one of those that a guest may have."""

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
    """The version of the rules with which it was started; 0 before."""
    thinks: bool
    """Whether a bot must decide: the server goes on with these tables when it starts."""
    deadline: int
    """When the clock of the seat in turn runs out or an empty table is closed, in milliseconds
    since 1970; 0 for never."""
    changed: int
    info: bytes
    """`protocol.TableInfo` as JSON."""
    places: tuple[Place, ...] | None
    """Who holds each seat, or nobody, and who laid the table; None where that has not changed."""


class TableRow(NamedTuple):
    """A table as lists show it."""

    table: str
    info: bytes
    holders: tuple[str, ...]


class Append(NamedTuple):
    """What is to be written at a table."""

    table: str
    rows: Sequence[EntryRow]
    summary: Summary | None


class Kept(NamedTuple):
    """A whole table as it moves from one storage to another."""

    table: str
    rows: Sequence[EntryRow]
    summary: Summary


class Old(NamedTuple):
    """Tables to remove: where nothing has happened for long, and nobody's clock still runs."""

    before: int
    """When something happened last, in milliseconds since 1970."""
    now: int
    finished: bool = False
    """Only those whose game is over, and closed ones."""


class Storage(Protocol):
    """Where tables are kept. Everything that returns is durable.

    Where the database is away for a while, everything but `open` is refused as `busy`.
    """

    async def open(self) -> None:
        """Connect, and bring an older schema up to date."""

    async def close(self) -> None:
        """Finish what was begun and disconnect."""

    async def ping(self) -> None:
        """Ask the database for nothing, to see whether it answers."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and, where it has changed, the summary: all or nothing.

        The first entry makes the table, all others follow one that is there. Conflict says that
        a number was taken already, or that the entry before is missing: the table was removed.
        """

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries behind a number, in order; none for an unknown table."""

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables with open seats, running ones, or those where a guest sits or that a guest laid;
        the newest first.
        """

    async def count(self, guest: str) -> int:
        """How many unfinished tables count as those of a guest."""

    async def waking(self, until: int) -> list[str]:
        """The tables that go on without a person and that no process leads.

        A bot must decide there, or a clock runs out before `until`.
        """

    async def lead(self, table: str, process: str, seconds: float) -> bool:
        """Whether this process, and no other, moves the bots and the clock of a table so long."""

    async def rest(self, process: str) -> None:
        """Let other processes lead the tables that this one has led."""

    @property
    def shared(self) -> bool:
        """Whether other processes may keep tables here too."""

    async def whisper(self, said: Sequence[tuple[str, str]]) -> None:
        """Tell the other processes something of tables that need not be kept."""

    def listen(self, heard: Heard, missed: Missed, whispered: Whispered) -> None:
        """Tell when other processes write or whisper; those of one database file never do."""

    async def names(self) -> list[str]:
        """All tables, in the order of their names."""

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that are not there, because somebody removed them."""

    async def adopt(self, tables: Iterable[Kept]) -> None:
        """Take in tables of another storage: all or none; Conflict tells one that is there."""

    async def prune(self, old: Old, *, dry: bool = False) -> int:
        """Remove old tables, each of them whole, and free their space; how many there were.

        Servers may go on meanwhile: where something happens, the table stays. `dry` only counts.
        """


def shown(url: str) -> str:
    """The address of a database as it can be printed: without name, password and options."""
    try:
        parts = urlsplit(url)
        path = parts.path if "@" not in parts.path else ""
        return f"{parts.scheme}://{parts.hostname or ''}{path}"
    except ValueError:
        return url.partition(":")[0] + "://…"
