"""Storage in a SQLite file: one thread owns the connection, and appends share commits.

The thread takes all queued jobs, runs them in one transaction, commits, and only then reports the
results. Under load many tables share a commit; a single append costs one write to the disk.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, NamedTuple, TypeVar

from naqala.server.storage.sqlite_file import (
    FileIdentity,
    Lock,
    connected,
    freed,
    is_damage,
    write_version,
)
from naqala.tables.errors import Refusal
from naqala.tables.storage import (
    Append,
    BadStorage,
    Conflict,
    EntryRow,
    OnMissed,
    OnPublished,
    OnWritten,
    PruneCriteria,
    Show,
    Summary,
    TableRow,
    WholeTable,
)

T = TypeVar("T")

MOST_TOGETHER = 256
"""How many jobs share a commit at most."""
MOST_REMOVED, MOST_FREED = 50, 1000
"""How many tables are removed, and pages of the file freed, in one transaction."""
MOST_ASKED = 500
"""How many tables one query names: older versions of SQLite allow 999 values in a statement."""
PRUNE_PAUSE = 0.1
"""Seconds between two transactions of `prune`, in which a server can write.

SQLite waits up to this long before it tries again to lock a file.
"""
BATCH_SECONDS = 0.005
"""Seconds from the start of a batch of several jobs to the start of the next, to share commits."""

ENTRY = """
    insert into entries ("table", number, at, guest, sent, body, mark)
    values (?, ?, ?, ?, ?, ?, ?)
"""
SUMMARY = """
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
REVIEW = """
    insert or replace into reviews
    select "table", :review from entries where "table" = :table and number = 1
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
"""`changed` may be older than the last entry, so the entry itself is compared too."""

logger = logging.getLogger(__name__)


class Job(NamedTuple, Generic[T]):
    """Work for the thread, and the future that waits for its result.

    `work` runs again if the transaction that it shared with other jobs was rolled back.
    """

    work: Callable[[sqlite3.Connection], T] | Append
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[T]
    writes: bool


class Sqlite:
    """Storage in a SQLite file, for one server process."""

    shared = False

    def __init__(self, path: str | Path, *, alone: bool = False) -> None:
        """Use this file, which is created if it is missing; `alone` locks it for one server."""
        self.path = Path(path)
        self.alone = alone
        self._lock: Lock | None = None
        self.jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self.thread: Thread | None = None

    async def open(self) -> None:
        """Open the file, migrate its schema and start the thread."""
        database = await asyncio.to_thread(self._connect)
        self.thread = Thread(target=self._work, args=(database,), name="sqlite", daemon=True)
        self.thread.start()

    async def close(self) -> None:
        """Finish the queued jobs and close the file."""
        if self.thread:
            self.jobs.put(None)
            await asyncio.to_thread(self.thread.join)
            self.thread = None
        self._unlock()

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary; Conflict if the entries do not continue the log."""
        await self._do(Append(table, rows, summary), writes=True)

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries after a number."""
        query = """select number, at, guest, sent, body, mark from entries
            where "table" = ? and number > ? order by number"""
        return await self._do(
            lambda database: [EntryRow(*row) for row in database.execute(query, (table, after))]
        )

    async def load_review(self, table: str) -> bytes:
        """The stored review of a table, or nothing."""
        query = 'select body from reviews where "table" = ?'
        return await self._do(
            lambda database: bytes((database.execute(query, (table,)).fetchone() or (b"",))[0])
        )

    async def save_review(self, table: str, review: bytes) -> None:
        """Store the review of a table that exists."""
        values = {"table": table, "review": review}
        await self._do(lambda database: database.execute(REVIEW, values).rowcount, writes=True)

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables for a list, the most recently changed first."""
        query = f'select "table", info from tables where {FIND[show]} order by changed desc limit ?'
        values = (guest, limit) if show == "mine" else (limit,)

        def work(database: sqlite3.Connection) -> list[TableRow]:
            found = database.execute(query, values).fetchall()
            return [TableRow(table, info, _holders(database, table)) for table, info in found]

        return await self._do(work)

    async def ping(self) -> None:
        """Write the schema version again, which fails on a full disk and in a damaged file."""
        await self._do(write_version, writes=True)

    async def count(self, guest: str) -> int:
        """How many unfinished tables count towards the limit of a guest."""
        query = """select count(distinct "table") from seats join tables using ("table")
            where guest = ? and counts and phase in ('lobby', 'running')"""

        def work(database: sqlite3.Connection) -> int:
            (number,) = database.execute(query, (guest,)).fetchone()
            return int(number)

        return await self._do(work)

    async def due(self, until: int) -> list[str]:
        """The tables where a bot or a timeout must act."""
        query = """select "table" from tables
            where (thinks or deadline) and (thinks or deadline <= ?)"""
        return await self._do(
            lambda database: [table for (table,) in database.execute(query, (until,))]
        )

    async def lease(self, table: str, process: str, seconds: float) -> bool:
        """Always true: a file has one process."""
        return True

    async def release(self, process: str) -> None:
        """Do nothing: a file has one process."""

    async def publish(self, said: Sequence[tuple[str, str]]) -> None:
        """Do nothing: a file has one process."""

    def listen(self, on_written: OnWritten, on_missed: OnMissed, on_published: OnPublished) -> None:
        """Do nothing: a file has one process."""

    async def names(self) -> list[str]:
        """The names of all tables."""
        query = 'select "table" from entries where number = 1 order by "table"'
        return await self._do(lambda database: [table for (table,) in database.execute(query)])

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that were removed; in several queries, so that appends can run."""
        there: set[str] = set()
        for first in range(0, len(tables), MOST_ASKED):
            some = tables[first : first + MOST_ASKED]
            query = f"""select "table" from entries
                where number = 1 and "table" in ({", ".join("?" * len(some))})"""
            there.update(await self._do(partial(_first_column, query, some)))
        return [table for table in tables if table not in there]

    async def import_tables(self, tables: Iterable[WholeTable]) -> None:
        """Import tables, all or none."""
        remaining = iter(tables)
        begun = False

        def work(database: sqlite3.Connection) -> None:
            nonlocal begun
            if begun:  # rolled back because of another job: the iterator is used up
                raise Refusal("busy")
            begun = True
            for kept in remaining:
                try:
                    _append(database, [Append(*kept)])
                except Conflict:
                    raise Conflict(kept.table) from None

        await self._do(work, writes=True)

    async def prune(self, criteria: PruneCriteria, *, dry: bool = False) -> int:
        """Remove old tables in short transactions, so that a server can write in between."""
        query = f'select "table" from tables where {OLD}'
        found = await self._do(
            lambda database: [table for (table,) in database.execute(query, criteria._asdict())]
        )
        if dry:
            return len(found)
        removed = 0
        for some in range(0, len(found), MOST_REMOVED):
            removed += await self._remove(found[some : some + MOST_REMOVED], criteria)
            await asyncio.sleep(PRUNE_PAUSE)
        while await self._do(lambda database: freed(database, MOST_FREED)):
            await asyncio.sleep(PRUNE_PAUSE)
        return removed

    async def _remove(self, names: Sequence[str], criteria: PruneCriteria) -> int:
        """Remove those of these tables that are still old; return how many."""
        return await self._do(
            lambda database: sum(_remove(database, name, criteria) for name in names), writes=True
        )

    async def _do(
        self, work: Callable[[sqlite3.Connection], T] | Append, *, writes: bool = False
    ) -> T:
        """Run work in the thread; Refusal if the file is locked or the disk is full."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self.jobs.put(Job(work, loop, answer, writes))
        try:
            return await answer
        except sqlite3.Error as error:
            if is_damage(error):
                logger.warning("the database %s is damaged: %s", self.path, error)
                raise Refusal("damaged_database") from None
            logger.warning("the database %s is not available: %r", self.path, error)
            raise Refusal("busy") from None

    def _connect(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(0o700, parents=True, exist_ok=True)
            if self.alone:
                self._lock = Lock(self.path)
            return connected(self.path)
        except (BadStorage, OSError, sqlite3.Error) as error:
            self._unlock()
            if isinstance(error, BadStorage):
                raise
            path, why = str(self.path), str(error)
            raise BadStorage("closed_database", database=path, reason=why) from None

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _work(self, database: sqlite3.Connection) -> None:
        """Run queued jobs in batches until None is queued."""
        identity = FileIdentity(self.path)
        running, begun, many = True, 0.0, False
        while running:
            job = self.jobs.get()
            if job is None:
                break
            if many:  # wait for more jobs: a commit costs the same for one append as for many
                time.sleep(max(0.0, begun + BATCH_SECONDS - time.monotonic()))
            begun = time.monotonic()
            jobs = [job]
            while len(jobs) < MOST_TOGETHER and not self.jobs.empty():
                job = self.jobs.get()
                if job is None:
                    running = False
                    break
                jobs.append(job)
            many = len(jobs) > 1
            done = _done(database, jobs)
            if not identity.is_unchanged():  # nothing in it would survive a restart
                gone = sqlite3.OperationalError("the file was removed or replaced")
                done = [(job, None, gone) for job in jobs]
            _answer(done)
        database.close()


Done = list[tuple[Job[Any], Any, BaseException | None]]


def _done(database: sqlite3.Connection, jobs: list[Job[Any]]) -> Done:
    """Run jobs in one transaction and commit; return each with its result or its error.

    If one of them fails, which is rare, each runs again in a transaction of its own.
    """
    try:
        if any(job.writes for job in jobs):
            database.execute("begin immediate")
        _append(database, [job.work for job in jobs if isinstance(job.work, Append)])
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
    """Resolve the futures of the jobs, with one callback for each event loop."""
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


def _append(database: sqlite3.Connection, appends: Sequence[Append]) -> None:
    """Write entries, summaries and seats; Conflict if an entry does not continue its log."""
    entries = [(table, *row) for table, rows, _ in appends for row in rows]
    summaries = [(table, *summary[:-1]) for table, _, summary in appends if summary]
    seats = [
        (table, *place)
        for table, _, summary in appends
        if summary
        for place in summary.places or ()
    ]
    try:
        database.executemany(ENTRY, entries)
    except sqlite3.IntegrityError:  # another entry has the number
        raise Conflict from None
    for table, rows, _ in appends:
        _check_previous(database, table, rows[0].number - 1)
    database.executemany(SUMMARY, summaries)
    database.executemany(SEAT, seats)


def _check_previous(database: sqlite3.Connection, table: str, number: int) -> None:
    """Raise Conflict if the entry with this number is missing: the table was removed."""
    query = 'select 1 from entries where "table" = ? and number = ?'
    if number and database.execute(query, (table, number)).fetchone() is None:
        raise Conflict


def _remove(database: sqlite3.Connection, table: str, criteria: PruneCriteria) -> bool:
    """Remove a table if it is still old, inside the writing transaction."""
    query = f'delete from tables where "table" = :table and {OLD}'
    if not database.execute(query, {"table": table, **criteria._asdict()}).rowcount:
        return False
    database.execute('delete from entries where "table" = ?', (table,))
    database.execute('delete from seats where "table" = ?', (table,))
    database.execute('delete from reviews where "table" = ?', (table,))
    return True


def _first_column(query: str, values: Sequence[str], database: sqlite3.Connection) -> list[str]:
    return [value for (value,) in database.execute(query, values)]


def _holders(database: sqlite3.Connection, table: str) -> tuple[str, ...]:
    query = 'select guest from seats where "table" = ? and seat >= 0 order by seat'
    rows = database.execute(query, (table,))
    return tuple(guest for (guest,) in rows)
