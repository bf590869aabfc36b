"""Tables in one SQLite file; who works on it and when is up to `sqlite_work`."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import IO, TypeVar

from naqala.server.refusal import Refusal
from naqala.server.sqlite_file import beside, connected, freed, locked
from naqala.server.sqlite_work import Clerk, Job, Pen, job
from naqala.server.storage import (
    BadStorage,
    Conflict,
    EntryRow,
    Heard,
    Kept,
    Missed,
    Old,
    Show,
    Summary,
    TableRow,
    Whispered,
)

T = TypeVar("T")

MOST_REMOVED, MOST_FREED = 50, 1000
"""Tables, and pages of the file, after which a server may write in between."""
BREATH = 0.1
"""Seconds for it to do so: so long does SQLite sleep at most before it tries again."""

FOLLOWS = 'select 1 from entries where "table" = ? and number = ?'
APPEND = """
    insert into entries ("table", number, at, guest, sent, body, mark) values (?, ?, ?, ?, ?, ?, ?)
"""
SUMMARISE = """
    insert into tables values (?, ?, ?, ?, ?, ?, ?, ?, ?)
    on conflict do update set phase = excluded.phase, listed = excluded.listed,
        free = excluded.free, rules = excluded.rules, thinks = excluded.thinks,
        deadline = excluded.deadline, changed = excluded.changed, info = excluded.info
"""
SEAT = """
    insert into seats ("table", seat, guest, counts) values (?, ?, ?, ?)
    on conflict do update set guest = excluded.guest, counts = excluded.counts
        where guest <> excluded.guest or counts <> excluded.counts
"""
FIND: dict[Show, str] = {
    "open": "phase = 'lobby' and listed and free > 0",
    "running": "phase = 'running' and listed",
    "mine": '"table" in (select "table" from seats where guest = ?) and phase <> \'closed\'',
}
OLD = """
    changed < :before and not (phase = 'running' and deadline > :now)
    and (phase in ('over', 'closed') or not :finished)
    and (select at from entries where entries."table" = tables."table"
        order by number desc limit 1) < :before
"""
"""`changed` is no later than the last entry, which has to be looked for."""

logger = logging.getLogger(__name__)


class Sqlite:
    """Storage in a file of one machine."""

    shared = False

    def __init__(self, path: str | Path, *, alone: bool = False) -> None:
        """Keep tables in this file, which is made where it is missing; `alone` to serve them."""
        self.path = Path(path)
        self.alone = alone
        self._lock: IO[bytes] | None = None
        self._clerk: Clerk | None = None
        self._pen: Pen | None = None

    async def open(self) -> None:
        """Open the file and bring its schema up to date."""
        database = await asyncio.to_thread(self._connect)
        self._clerk = Clerk(database)
        if second := beside(self.path):
            self._pen = Pen(second, self._clerk)

    async def close(self) -> None:
        """Finish what waits, and close the file."""
        if self._pen:
            self._pen.end()
            self._pen = None
        if self._clerk:
            await asyncio.to_thread(self._clerk.end)
            self._clerk = None
        self._unlock()

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary; Conflict when a number was taken already."""
        append = job(lambda database: _append(database, table, rows, summary), writes=True)
        if self._pen:
            self._pen.write(append)
            await self._answer(append)
        else:
            await self._done(append)

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries behind a number."""
        query = """select number, at, guest, sent, body, mark from entries
            where "table" = ? and number > ? order by number"""
        return await self._do(
            lambda database: [EntryRow(*row) for row in database.execute(query, (table, after))]
        )

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables to list, those where something happened last first."""
        query = f'select "table", info from tables where {FIND[show]} order by changed desc limit ?'
        values = (guest, limit) if show == "mine" else (limit,)

        def work(database: sqlite3.Connection) -> list[TableRow]:
            found = database.execute(query, values).fetchall()
            return [TableRow(table, info, _holders(database, table)) for table, info in found]

        return await self._do(work)

    async def ping(self) -> None:
        """Ask for nothing."""
        await self._do(lambda database: database.execute("select 1").fetchone())

    async def count(self, guest: str) -> int:
        """How many unfinished tables count as those of a guest."""
        query = """select count(distinct "table") from seats join tables using ("table")
            where guest = ? and counts and phase in ('lobby', 'running')"""

        def work(database: sqlite3.Connection) -> int:
            (number,) = database.execute(query, (guest,)).fetchone()
            return int(number)

        return await self._do(work)

    async def waking(self, until: int) -> list[str]:
        """The tables that go on without a person."""
        query = """select "table" from tables
            where (thinks or deadline) and (thinks or deadline <= ?)"""
        return await self._do(
            lambda database: [table for (table,) in database.execute(query, (until,))]
        )

    async def lead(self, table: str, process: str, seconds: float) -> bool:
        """One file has one process: it may always."""
        return True

    async def rest(self, process: str) -> None:
        """Nobody else waits for it."""

    async def whisper(self, said: Sequence[tuple[str, str]]) -> None:
        """Nobody else hears."""

    def listen(self, heard: Heard, missed: Missed, whispered: Whispered) -> None:
        """Nobody else writes."""

    async def names(self) -> list[str]:
        """All tables."""
        query = 'select "table" from entries where number = 1 order by "table"'
        return await self._do(lambda database: [table for (table,) in database.execute(query)])

    async def adopt(self, tables: Iterable[Kept]) -> None:
        """Take in tables, all or none."""
        rest = iter(tables)
        begun = False

        def work(database: sqlite3.Connection) -> None:
            nonlocal begun
            if begun:  # another job of the batch has failed: what was read cannot be read again
                raise Refusal("busy")
            begun = True
            for kept in rest:
                try:
                    _append(database, *kept)
                except Conflict:
                    raise Conflict(kept.table) from None

        await self._do(work, writes=True)

    async def prune(self, old: Old, *, dry: bool = False) -> int:
        """Remove old tables, some at a time, so that a server need not wait long."""
        query = f'select "table" from tables where {OLD}'
        found = await self._do(
            lambda database: [table for (table,) in database.execute(query, old._asdict())]
        )
        if dry:
            return len(found)
        removed = 0
        for some in range(0, len(found), MOST_REMOVED):
            removed += await self._remove(found[some : some + MOST_REMOVED], old)
            await asyncio.sleep(BREATH)
        while await self._do(lambda database: freed(database, MOST_FREED)):
            await asyncio.sleep(BREATH)
        return removed

    async def _remove(self, names: Sequence[str], old: Old) -> int:
        """Remove those of these tables that are still old; how many."""
        return await self._do(
            lambda database: sum(_remove(database, name, old) for name in names), writes=True
        )

    async def _do(self, work: Callable[[sqlite3.Connection], T], *, writes: bool = False) -> T:
        """Let the clerk do something; Refusal when the file is locked or the disk is full."""
        return await self._done(job(work, writes=writes))

    async def _done(self, asked: Job[T]) -> T:
        if self._clerk is None:  # asked while the server stops
            raise Refusal("busy")
        self._clerk.do(asked)
        return await self._answer(asked)

    async def _answer(self, asked: Job[T]) -> T:
        try:
            return await asked.answer
        except sqlite3.Error as error:
            logger.warning("the database %s is away: %r", self.path, error)
            raise Refusal("busy") from None

    def _connect(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            if self.alone:
                self._lock = locked(self.path)
            return connected(self.path)
        except (BadStorage, OSError, sqlite3.Error) as error:
            self._unlock()
            if isinstance(error, BadStorage):
                raise
            raise BadStorage("closed_database", database=self.path, reason=error) from None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def _append(
    database: sqlite3.Connection, table: str, rows: Sequence[EntryRow], summary: Summary | None
) -> None:
    before = rows[0].number - 1
    if before and not database.execute(FOLLOWS, (table, before)).fetchone():
        raise Conflict
    try:
        for row in rows:
            database.execute(APPEND, (table, *row))
    except sqlite3.IntegrityError:
        raise Conflict from None
    if summary:
        database.execute(SUMMARISE, (table, *summary[:-1]))
        for place in summary.places or ():
            database.execute(SEAT, (table, *place))


def _remove(database: sqlite3.Connection, table: str, old: Old) -> bool:
    """Remove a table if it is old, also now that nobody else can write."""
    query = f'delete from tables where "table" = :table and {OLD}'
    if not database.execute(query, {"table": table, **old._asdict()}).rowcount:
        return False
    database.execute('delete from entries where "table" = ?', (table,))
    database.execute('delete from seats where "table" = ?', (table,))
    return True


def _holders(database: sqlite3.Connection, table: str) -> tuple[str, ...]:
    query = 'select guest from seats where "table" = ? and seat >= 0 order by seat'
    rows = database.execute(query, (table,))
    return tuple(guest for (guest,) in rows)
