"""Storage in PostgreSQL, for any number of server processes on any number of machines.

If two processes write the same number, the primary key of the log decides which one wins. All
waiting appends are one statement: one round trip, one transaction, and the notifications go out
with its commit. PostgreSQL serialises the commits of transactions that notify, so batches are
faster.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

from naqala.server.storage.postgres_listener import (
    CHANNEL,
    COMMAND_SECONDS,
    CONNECT_SECONDS,
    UNAVAILABLE,
    listen,
)
from naqala.server.storage.postgres_schema import migrate
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
    shown,
)

MOST_CONNECTIONS = 8
"""Connections of one process, besides the one that listens."""
MOST_TOGETHER = 256
"""How many appends share a statement."""
MOST_REMOVED = 50
"""How many tables are removed in one transaction."""
WAIT_SECONDS = 10.0
"""How long to wait for a free connection before a request is refused as busy."""

APPEND = f"""
    with follow as (
        select from unnest($22::text[], $23::int[]) as one ("table", number), lateral (
            select from entries
            where entries."table" = one."table" and entries.number = one.number for key share
        ) as before
    ), fit as (
        select count(*) = cardinality($22::text[]) as so from follow
    ), added as (
        insert into entries ("table", number, at, guest, sent, body, mark)
        select * from unnest($1::text[], $2::int[], $3::bigint[], $4::text[], $5::bytea[],
            $6::bytea[], $7::text[]) where (select so from fit)
    ), summarised as (
        insert into tables
        select * from unnest($8::text[], $9::text[], $10::bool[], $11::int[], $12::int[],
            $13::bool[], $14::bigint[], $15::bigint[], $16::bytea[]) where (select so from fit)
        on conflict ("table") do update set phase = excluded.phase, listed = excluded.listed,
            free = excluded.free, rules = excluded.rules, thinks = excluded.thinks,
            deadline = excluded.deadline, changed = excluded.changed, info = excluded.info
    ), seated as (
        insert into seats ("table", seat, guest, counts)
        select * from unnest($17::text[], $18::int[], $19::text[], $20::bool[])
        where (select so from fit)
        on conflict ("table", seat) do update set guest = excluded.guest, counts = excluded.counts
            where seats.guest <> excluded.guest or seats.counts <> excluded.counts
    )
    select pg_notify('{CHANNEL}', notice) from unnest($21::text[]) as notice
    where (select so from fit)
"""
"""Writes nothing unless all previous entries exist; locks them so that they cannot be removed."""
OLD = """
    changed < $1 and not (phase = 'running' and deadline > $2)
    and (phase in ('over', 'closed') or not $3)
    and (select at from entries where entries."table" = tables."table"
        order by number desc limit 1) < $1
"""
"""`changed` may be older than the last entry, so the entry itself is compared too."""
HOLD = """
    select "table" from entries where ("table", number) in (
        select "table", max(number) from entries where "table" = any($1::text[]) group by "table"
    ) for update skip locked
"""
"""Locks the last entries, so that nobody can append; skips tables where somebody does."""
REMOVE = f"""
    with gone as (
        delete from tables where "table" = any($4::text[]) and {OLD} returning "table"
    ), entry as (
        delete from entries where "table" in (table gone)
    ), seat as (
        delete from seats where "table" in (table gone)
    ), lead as (
        delete from leads where "table" in (table gone)
    ), review as (
        delete from reviews where "table" in (table gone)
    )
    select pg_notify('{CHANNEL}', "table" || ' 0') from gone
"""
REVIEW = """
    insert into reviews select "table", $2 from (
        select "table" from entries where "table" = $1 order by number desc limit 1 for share
    ) as last
    on conflict ("table") do update set body = excluded.body
"""
"""Locks the last entry, as an append does, so that the table cannot be removed meanwhile."""
FIND: dict[Show, str] = {
    "open": "phase = 'lobby' and listed and free > 0 and $2 = $2",
    "running": "phase = 'running' and listed and $2 = $2",
    "mine": '"table" in (select "table" from seats where guest = $2) and phase <> \'closed\'',
}
LEAD = """
    insert into leads values ($1, $2, clock_timestamp() + $3 * interval '1 second')
    on conflict ("table") do update set process = excluded.process, until = excluded.until
        where leads.process = excluded.process or leads.until < clock_timestamp()
    returning true
"""
logger = logging.getLogger(__name__)


Waiting = tuple[Append, asyncio.Future[None]]


class Postgres:
    """Storage in a PostgreSQL database, shared by several server processes."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self._pool: Any = None
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None
        self._listening: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Connect and migrate the schema."""
        try:
            self._pool = await asyncpg.create_pool(
                self.url,
                min_size=1,
                max_size=MOST_CONNECTIONS,
                timeout=CONNECT_SECONDS,
                command_timeout=COMMAND_SECONDS,
                init=_plan_once,
                reset=_leave_as_is,
                server_settings={"application_name": "naqala"},
            )
            async with self._pool.acquire() as connection:
                await migrate(connection)
        except BadStorage:
            await self.close()
            raise
        except (*UNAVAILABLE, asyncpg.PostgresError) as error:
            await self.close()
            # A timeout has no message.
            late = BadStorage("late_database", seconds=round(CONNECT_SECONDS))
            reason = str(error).rstrip(".") or late
            raise BadStorage("closed_database", database=shown(self.url), reason=reason) from None
        except (ValueError, OverflowError):  # for instance an invalid port
            raise BadStorage("no_database", url=shown(self.url)) from None

    async def close(self) -> None:
        """Finish the queued appends, stop listening and disconnect."""
        if self._writing is not None:
            await asyncio.wait([self._writing], timeout=COMMAND_SECONDS)
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
            self._listening = None
        if self._pool is not None:
            pool, self._pool = self._pool, None
            try:
                async with asyncio.timeout(COMMAND_SECONDS):
                    await pool.close()
            except (TimeoutError, *UNAVAILABLE):
                pool.terminate()

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary; Conflict if the entries do not continue the log."""
        answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((Append(table, rows, summary), answer))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await answer

    async def _write(self) -> None:
        """Write the queued appends in batches."""
        while self._waiting:
            together: dict[str, Waiting] = {}
            later: list[Waiting] = []
            for waiting in self._waiting:
                table = waiting[0].table  # one statement cannot append twice to a table
                if len(together) < MOST_TOGETHER and table not in together:
                    together[table] = waiting
                else:
                    later.append(waiting)
            self._waiting = later
            await self._write_together(list(together.values()))

    async def _write_together(self, batch: list[Waiting]) -> None:
        try:
            async with self._connection() as connection:
                await _append(connection, [append for append, _ in batch])
        except Exception as error:
            if len(batch) == 1 or isinstance(error, Refusal):
                for _, answer in batch:
                    if not answer.done():
                        answer.set_exception(error)
            else:  # nothing was written: find out which of them fails
                for waiting in batch:
                    await self._write_together([waiting])
        else:
            for _, answer in batch:
                if not answer.done():
                    answer.set_result(None)

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries after a number."""
        query = """select number, at, guest, sent, body, mark from entries
            where "table" = $1 and number > $2 order by number"""
        async with self._connection() as connection:
            rows = await connection.fetch(query, table, after)
        return [
            EntryRow(number, at, guest, sent.decode(), body, mark)
            for number, at, guest, sent, body, mark in rows
        ]

    async def load_review(self, table: str) -> bytes:
        """The stored review of a table, or nothing."""
        query = 'select body from reviews where "table" = $1'
        async with self._connection() as connection:
            return await connection.fetchval(query, table) or b""

    async def save_review(self, table: str, review: bytes) -> None:
        """Store the review of a table that exists."""
        async with self._connection() as connection:
            await connection.execute(REVIEW, table, review)

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables for a list, the most recently changed first."""
        query = f"""select "table", info, array(select guest from seats
                where seats."table" = tables."table" and seat >= 0 order by seat)
            from tables where {FIND[show]} order by changed desc limit $1"""
        async with self._connection() as connection:
            rows = await connection.fetch(query, limit, guest)
        return [TableRow(table, info, tuple(holders)) for table, info, holders in rows]

    async def ping(self) -> None:
        """Write the schema version again, which fails on a full disk and on a standby."""
        async with self._connection() as connection:
            await connection.execute("update naqala_schema set version = version")

    async def count(self, guest: str) -> int:
        """How many unfinished tables count towards the limit of a guest."""
        query = """select count(distinct "table") from seats join tables using ("table")
            where guest = $1 and counts and phase in ('lobby', 'running')"""
        async with self._connection() as connection:
            return int(await connection.fetchval(query, guest))

    async def due(self, until: int) -> list[str]:
        """The tables where a bot or a timeout must act, and that no process has leased."""
        query = """select "table" from tables
            where (thinks or deadline > 0) and (thinks or deadline <= $1) and not exists (
                select from leads
                where leads."table" = tables."table" and until > clock_timestamp())"""
        async with self._connection() as connection:
            return [table for (table,) in await connection.fetch(query, until)]

    async def lease(self, table: str, process: str, seconds: float) -> bool:
        """Take or renew the lease of a table, unless another process has it."""
        async with self._connection() as connection:
            return bool(await connection.fetchval(LEAD, table, process, seconds))

    async def release(self, process: str) -> None:
        """Release all leases of a process, and those that expired long ago."""
        query = "delete from leads where process = $1 or until < now() - interval '1 hour'"
        async with self._connection() as connection:
            await connection.execute(query, process)

    async def publish(self, said: Sequence[tuple[str, str]]) -> None:
        """Notify the other processes without storing anything."""
        query = "select pg_notify($1, notice) from unnest($2::text[]) as notice"
        async with self._connection() as connection:
            await connection.execute(query, CHANNEL, [" ".join(each) for each in said])

    def listen(self, on_written: OnWritten, on_missed: OnMissed, on_published: OnPublished) -> None:
        """Call back for every append and message, including those of this process."""
        self._listening = asyncio.create_task(listen(self.url, on_written, on_missed, on_published))

    async def names(self) -> list[str]:
        """The names of all tables."""
        query = 'select "table" from entries where number = 1 order by "table"'
        async with self._connection() as connection:
            return [table for (table,) in await connection.fetch(query)]

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that were removed."""
        query = """select name from unnest($1::text[]) as name where not exists (
            select from entries where entries."table" = name and number = 1)"""
        async with self._connection() as connection:
            return [table for (table,) in await connection.fetch(query, tables)]

    async def import_tables(self, tables: Iterable[WholeTable]) -> None:
        """Import tables, all or none."""
        async with self._connection() as connection, connection.transaction():
            for kept in tables:
                try:
                    await _append(connection, [Append(*kept)])
                except Conflict:
                    raise Conflict(kept.table) from None

    async def prune(self, criteria: PruneCriteria, *, dry: bool = False) -> int:
        """Remove old tables; autovacuum frees their space."""
        async with self._connection() as connection:
            query = f'select "table" from tables where {OLD}'
            found = [table for (table,) in await connection.fetch(query, *criteria)]
            removed = 0
            for some in range(0, 0 if dry else len(found), MOST_REMOVED):
                async with connection.transaction():
                    held = await connection.fetch(HOLD, found[some : some + MOST_REMOVED])
                    # A new statement sees what was appended before the lock.
                    names = [table for (table,) in held]
                    removed += len(await connection.fetch(REMOVE, *criteria, names))
        return len(found) if dry else removed

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[Any]:
        """A connection of the pool; Refusal if the database is not available."""
        if self._pool is None:  # the server is stopping
            raise Refusal("busy")
        try:
            async with self._pool.acquire(timeout=WAIT_SECONDS) as connection:
                yield connection
        except UNAVAILABLE as error:
            logger.warning("the database %s is not available: %r", shown(self.url), error)
            raise Refusal("busy") from None


async def _append(connection: Any, appends: Sequence[Append]) -> None:
    """Write appends in one statement; Conflict if one of them does not continue its log."""
    # Always in the same order, so that two processes that write the same tables cannot deadlock.
    ordered = sorted(appends, key=lambda each: each.table)
    rows = [
        (table, row.number, row.at, row.guest, row.sent.encode(), row.body, row.mark)
        for table, rows, _ in ordered
        for row in rows
    ]
    summaries = [(table, *summary[:-1]) for table, _, summary in ordered if summary]
    seats = [
        (table, *place)
        for table, _, summary in ordered
        if summary
        for place in summary.places or ()
    ]
    notices = [f"{table} {rows[-1].number}" for table, rows, _ in ordered]
    before = [(each.table, each.rows[0].number - 1) for each in ordered if each.rows[0].number > 1]
    columns = [*_columns(rows, 7), *_columns(summaries, 9), *_columns(seats, 4)]
    try:
        done = await connection.fetch(APPEND, *columns, notices, *_columns(before, 2))
    except asyncpg.UniqueViolationError:
        raise Conflict from None
    if not done:
        raise Conflict


def _columns(rows: Sequence[tuple[object, ...]], number: int) -> list[list[object]]:
    return [[row[nth] for row in rows] for nth in range(number)]


async def _leave_as_is(connection: object) -> None:
    """Skip the reset of a released connection, which would cost a round trip."""


async def _plan_once(connection: Any) -> None:
    """Cache query plans: planning an append takes as long as running it."""
    await connection.execute("set plan_cache_mode = force_generic_plan")
