"""Tables in one SQLite file: one thread writes, and many appends share a commit.

The thread takes everything that waits, writes it in one transaction, commits durably, and only
then answers. Under load a commit is shared by many tables; alone it costs one write to the disk.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import chain
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, Generic, NamedTuple, TypeVar

from naqala.server.refusal import Refusal
from naqala.server.sqlite_file import connected, freed, locked, stretch
from naqala.server.storage import (
    Append,
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

MOST_TOGETHER = 256
"""How many appends share a commit at most."""
MOST_REMOVED, MOST_FREED = 50, 1000
"""Tables, and pages of the file, after which a server may write in between."""
MOST_ASKED = 500
"""Tables of one question: SQLite knew 999 values in a statement for long."""
MOST_ROWS = 32
"""That one statement writes. There is one for each number of rows, and Python keeps 128 ready."""
UNCHANGED = (None,) * (len(Summary._fields) - 1)
"""In place of a summary that is as before."""
BREATH = 0.1
"""Seconds for it to do so: so long does SQLite sleep at most before it tries again."""

GATHER = 0.005
"""Seconds between two commits while several tables write at once; a table alone never waits."""

APPEND = "insert or rollback into appends values {rows}"
"""Into a view of `sqlite_file`: an entry behind the number before it, and perhaps a summary."""
SEAT = """
    insert or rollback into seats ("table", seat, guest, counts) values {rows}
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


class Job(NamedTuple, Generic[T]):
    """Something that the thread shall do with the database, and whoever waits for it.

    `work` is done again where a transaction that it shared with others was rolled back.
    """

    work: Callable[[sqlite3.Connection], T] | Append
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[T]
    writes: bool


class Sqlite:
    """Storage in a file of one machine."""

    shared = False

    def __init__(self, path: str | Path, *, alone: bool = False) -> None:
        """Keep tables in this file, which is made where it is missing; `alone` to serve them."""
        self.path = Path(path)
        self.alone = alone
        self._lock: IO[bytes] | None = None
        self.jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self.thread: Thread | None = None

    async def open(self) -> None:
        """Open the file and bring its schema up to date."""
        database = await asyncio.to_thread(self._connect)
        self.thread = Thread(target=self._work, args=(database,), name="sqlite", daemon=True)
        self.thread.start()

    async def close(self) -> None:
        """Let the thread finish what waits, and close the file."""
        if self.thread:
            self.jobs.put(None)
            await asyncio.to_thread(self.thread.join)
            self.thread = None
        self._unlock()

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary; Conflict when a number was taken already."""
        await self._do(Append(table, rows, summary), writes=True)

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

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Tables that were removed; some at a time, so that appends need not wait for all."""
        there: set[str] = set()
        for first in range(0, len(tables), MOST_ASKED):
            some = tables[first : first + MOST_ASKED]
            query = f"""select "table" from entries
                where number = 1 and "table" in ({", ".join("?" * len(some))})"""
            there.update(await self._do(partial(_first_column, query, some)))
        return [table for table in tables if table not in there]

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
                    _append(database, _statements([Append(*kept)]))
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

    async def _do(
        self, work: Callable[[sqlite3.Connection], T] | Append, *, writes: bool = False
    ) -> T:
        """Let the thread do something; Refusal when the file is locked or the disk is full."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self.jobs.put(Job(work, loop, answer, writes))
        try:
            return await answer
        except sqlite3.Error as error:
            logger.warning("the database %s is away: %r", self.path, error)
            raise Refusal("busy") from None

    def _connect(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            if self.alone:
                self._lock = locked(self.path)
            database = connected(self.path)
            if self.alone:
                stretch(database, self.path)
            return database
        except (BadStorage, OSError, sqlite3.Error) as error:
            self._unlock()
            if isinstance(error, BadStorage):
                raise
            raise BadStorage("closed_database", database=self.path, reason=error) from None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _work(self, database: sqlite3.Connection) -> None:
        """The thread: take what waits, do it together, answer."""
        running, begun, many = True, 0.0, False
        while running:
            job = self.jobs.get()
            if job is None:
                break
            if many:  # a commit costs the same for one append as for a hundred
                time.sleep(max(0.0, begun + GATHER - time.monotonic()))
            begun = time.monotonic()
            jobs = [job]
            while len(jobs) < MOST_TOGETHER and not self.jobs.empty():
                job = self.jobs.get()
                if job is None:
                    running = False
                    break
                jobs.append(job)
            many = len(jobs) > 1
            _answer(_done(database, jobs))
        database.close()


Done = list[tuple[Job[Any], Any, BaseException | None]]


def _done(database: sqlite3.Connection, jobs: list[Job[Any]]) -> Done:
    """Every job with its result or its error, once all that was written is durable.

    All share a transaction; where one fails, which is rare, each gets its own.
    """
    try:
        statements = _statements([job.work for job in jobs if isinstance(job.work, Append)])
        others = [job for job in jobs if not isinstance(job.work, Append)]
        single = len(statements) == 1 and not others  # a transaction of its own
        if any(job.writes for job in jobs) and not single:
            database.execute("begin immediate")
        _append(database, statements)
        done: Done = [
            (job, None if isinstance(job.work, Append) else job.work(database), None)
            for job in jobs
        ]
        if database.in_transaction:
            database.execute("commit")
    except Exception as error:
        if database.in_transaction:
            database.execute("rollback")
        if len(jobs) == 1:
            return [(jobs[0], None, error)]
        return [each for job in jobs for each in _done(database, [job])]
    return done


def _answer(done: Done) -> None:
    """Wake those who wait, each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, Done] = {}
    for each in done:
        by_loop.setdefault(each[0].loop, []).append(each)
    for loop, answers in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: Done) -> None:
    for job, result, error in answers:
        if job.answer.cancelled():
            continue
        if error is None:
            job.answer.set_result(result)
        else:
            job.answer.set_exception(error)


Statement = tuple[str, list[Any]]


def _statements(appends: Sequence[Append]) -> list[Statement]:
    """What writes all this: as few statements as there can be.

    Between two of them the thread has to wait for the event loop to rest, and it for the thread,
    which takes longer than the statements do.
    """
    entries: list[tuple[Any, ...]] = []
    places: list[tuple[Any, ...]] = []
    for table, rows, summary in appends:
        before = rows[0].number - 1
        for row in rows[:-1]:
            entries.append((table, before, *row, *UNCHANGED))
            before = row.number
        entries.append((table, before, *rows[-1], *(summary[:-1] if summary else UNCHANGED)))
        if summary:
            places += ((table, *place) for place in summary.places or ())
    return [*_filled(APPEND, entries), *_filled(SEAT, places)]


def _filled(text: str, rows: list[tuple[Any, ...]]) -> Iterator[Statement]:
    """A statement with its rows, or several where those are many."""
    for first in range(0, len(rows), MOST_ROWS):
        some = rows[first : first + MOST_ROWS]
        yield _text(text, len(some[0]), len(some)), list(chain.from_iterable(some))


@cache
def _text(text: str, width: int, rows: int) -> str:
    """A statement with places for values."""
    row = f"({', '.join('?' * width)})"
    return text.format(rows=", ".join([row] * rows))


def _append(database: sqlite3.Connection, statements: Iterable[Statement]) -> None:
    """Write all this; only entries can be refused, as a summary or a place replaces the last."""
    try:
        for text, values in statements:
            database.execute(text, values)
    except sqlite3.IntegrityError:
        raise Conflict from None


def _remove(database: sqlite3.Connection, table: str, old: Old) -> bool:
    """Remove a table if it is old, also now that nobody else can write."""
    query = f'delete from tables where "table" = :table and {OLD}'
    if not database.execute(query, {"table": table, **old._asdict()}).rowcount:
        return False
    database.execute('delete from entries where "table" = ?', (table,))
    database.execute('delete from seats where "table" = ?', (table,))
    return True


def _first_column(query: str, values: Sequence[str], database: sqlite3.Connection) -> list[str]:
    return [value for (value,) in database.execute(query, values)]


def _holders(database: sqlite3.Connection, table: str) -> tuple[str, ...]:
    query = 'select guest from seats where "table" = ? and seat >= 0 order by seat'
    rows = database.execute(query, (table,))
    return tuple(guest for (guest,) in rows)
