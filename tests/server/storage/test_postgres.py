"""PostgreSQL beyond `test_storage`: notifications between processes, leases and migrations."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest

from naqala.server.ops.settings import Settings, storage_of
from naqala.server.storage import postgres_schema
from naqala.server.storage.postgres import HOLD, REMOVE, Postgres, _append
from naqala.server.storage.postgres_schema import MIGRATIONS
from naqala.tables.errors import Refusal
from naqala.tables.storage import (
    Append,
    BadStorage,
    Conflict,
    EntryRow,
    Place,
    PruneCriteria,
    Summary,
)
from naqala.text import catalogue
from tests.server.postgres_cluster import TIMEOUT, Cluster, fetch_value

ONE, TWO = "2" * 20, "3" * 20
DISCONNECT_LISTENER = """select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'naqala listens'"""


def entry(number: int) -> EntryRow:
    return EntryRow(number, 1, "guest", "", b"{}")


def summary(**fields: object) -> Summary:
    plain = Summary("running", True, 0, 1, True, 0, 1, b"{}", (Place(0, "ann"), Place(1, "")))
    return plain._replace(**fields)  # type: ignore[arg-type]


def with_storages(url: str, work: Callable[..., Awaitable[None]], number: int = 1) -> None:
    """Run a coroutine function with the storages of several processes on one database."""

    async def run() -> None:
        storages = [Postgres(url) for _ in range(number)]
        for storage in storages:
            await storage.open()
        try:
            await work(*storages)
        finally:
            for storage in storages:
                await storage.close()

    asyncio.run(run())


async def wait_until(condition: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not await condition():
            await asyncio.sleep(0.02)


class Listener:
    """Collects the notifications that a process receives."""

    def __init__(self, storage: Postgres) -> None:
        self.written: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.missed: asyncio.Queue[None] = asyncio.Queue()
        self.published: list[tuple[str, str]] = []
        storage.listen(
            lambda *entry: self.written.put_nowait(entry),
            lambda: self.missed.put_nowait(None),
            lambda *message: self.published.append(message),
        )

    async def connected(self) -> None:
        """Wait until it is connected, or connected again."""
        async with asyncio.timeout(TIMEOUT):
            await self.missed.get()

    async def next(self) -> tuple[str, int]:
        async with asyncio.timeout(TIMEOUT):
            return await self.written.get()


def test_a_process_is_notified_of_entries_from_another(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        listener = Listener(there)
        await listener.connected()
        await fetch_value(url, "select pg_notify('naqala', 'nonsense')")
        await here.append(ONE, [entry(1), entry(2)], summary())
        assert await listener.next() == (ONE, 2)
        await here.append(TWO, [entry(1)], None)
        assert await listener.next() == (TWO, 1)
        assert listener.missed.empty()

    with_storages(url, work, 2)


def test_a_process_receives_what_another_publishes(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        listener = Listener(there)
        await listener.connected()
        await here.publish([(ONE, '["x",[0]]'), (TWO, "hello  there")])
        await here.append(ONE, [entry(1)], None)
        assert await listener.next() == (ONE, 1)
        assert listener.published == [(ONE, '["x",[0]]'), (TWO, "hello  there")]
        assert len(await here.load(ONE)) == 1

    with_storages(url, work, 2)


def test_a_disconnected_listener_reports_missed_entries_and_reconnects(
    cluster: Cluster,
) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        listener = Listener(there)
        await listener.connected()
        assert await fetch_value(url, DISCONNECT_LISTENER)
        await listener.connected()
        await here.append(ONE, [entry(1)], None)
        assert await listener.next() == (ONE, 1)

    with_storages(url, work, 2)


def test_a_restart_of_the_database_is_refused_as_busy_and_then_recovered(cluster: Cluster) -> None:
    async def work(storage: Postgres) -> None:
        listener = Listener(storage)
        await listener.connected()
        await storage.append(ONE, [entry(1)], summary())
        await asyncio.to_thread(cluster.stop)
        try:
            with pytest.raises(Refusal, match="not possible at the moment"):
                await storage.append(ONE, [entry(2)], None)
            with pytest.raises(Refusal):
                await storage.load(ONE)
        finally:
            await asyncio.to_thread(cluster.start)
        await storage.append(ONE, [entry(2)], None)
        assert await storage.load(ONE) == [entry(1), entry(2)]
        await listener.connected()

    with_storages(cluster.new(), work)


def test_a_database_that_cannot_be_written_does_not_answer(cluster: Cluster) -> None:
    """Such as a standby, or one whose disk is full."""

    url = cluster.new()

    async def work() -> None:
        storage = Postgres(url)
        await storage.open()
        await storage.ping()
        async with storage._connection() as connection:  # the only one
            await connection.execute("set default_transaction_read_only = on")
        with pytest.raises(asyncpg.ReadOnlySQLTransactionError):
            await storage.ping()
        await storage.close()

    asyncio.run(work())


def test_whoever_listens_goes_on_whatever_the_database_says_in_between(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The shutdown notice of the database may cross the LISTEN command."""
    connect, attempts = asyncpg.connect, 0

    async def crossed(connection: object, channel: str, callback: object) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 11; another operation (2)")

    async def connected(*where: Any, **how: Any) -> Any:
        nonlocal attempts
        attempts += 1
        kind = type("Crossed", (asyncpg.Connection,), {"add_listener": crossed})
        return await connect(
            *where, **how, connection_class=kind if attempts == 1 else asyncpg.Connection
        )

    async def work(storage: Postgres) -> None:
        monkeypatch.setattr(asyncpg, "connect", connected)
        listener = Listener(storage)
        await listener.connected()
        await storage.append(ONE, [entry(1)], summary())
        assert await listener.next() == (ONE, 1)
        assert attempts == 2

    with_storages(cluster.new(), work)


def test_a_new_listener_reports_that_earlier_entries_were_missed(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, allowed = asyncpg.connect, asyncio.Event()

    async def late(*where: Any, **how: Any) -> Any:
        await allowed.wait()
        return await connect(*where, **how)

    async def work(here: Postgres, there: Postgres) -> None:
        monkeypatch.setattr(asyncpg, "connect", late)
        listener = Listener(there)
        await here.append(ONE, [entry(1)], summary())
        assert listener.missed.empty()
        allowed.set()
        await listener.connected()
        assert listener.written.empty()

    with_storages(cluster.new(), work, 2)


def test_one_process_holds_the_lease_of_a_table_until_it_releases_it_or_it_expires(
    cluster: Cluster,
) -> None:
    async def work(storage: Postgres) -> None:
        await storage.append(ONE, [entry(1)], summary())
        assert await storage.due(0) == [ONE]
        assert await storage.lease(ONE, "first", 60)
        assert not await storage.lease(ONE, "second", 60)
        assert await storage.lease(ONE, "first", 60)
        assert await storage.due(0) == []
        await storage.release("first")
        assert await storage.lease(ONE, "second", 0.01)
        await wait_until(lambda: storage.lease(ONE, "first", 60))
        assert not await storage.lease(ONE, "second", 60)

    with_storages(cluster.new(), work)


def test_of_concurrent_requests_for_a_lease_one_succeeds(cluster: Cluster) -> None:
    async def work(*storages: Postgres) -> None:
        leases = [each.lease(ONE, str(nth), 60) for nth, each in enumerate(storages * 4)]
        assert sum(await asyncio.gather(*leases)) == 1

    with_storages(cluster.new(), work, 3)


def test_a_database_of_the_first_schema_is_migrated(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = cluster.new()

    async def old() -> None:
        storage = Postgres(url)
        await storage.open()
        await storage.close()
        await fetch_value(url, "insert into entries values ('t', 1, 5, 'ann', '', '{}', '')")
        await fetch_value(
            url, "insert into tables values ('t', 'lobby', true, 1, 0, false, 0, 5, '{}')"
        )
        await fetch_value(url, "insert into seats values ('t', 0, '')")

    async def work(storage: Postgres) -> None:
        assert await storage.count("ann") == 1
        assert [row.holders for row in await storage.tables("mine", "ann", 9)] == [("",)]

    with monkeypatch.context() as patch:
        patch.setattr(postgres_schema, "MIGRATIONS", MIGRATIONS[:1])
        asyncio.run(old())
    with_storages(url, work)


def test_a_newer_schema_is_refused(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(storage: Postgres) -> None:
        await fetch_value(url, f"update naqala_schema set version = {len(MIGRATIONS) + 1}")
        with pytest.raises(BadStorage, match="use the newer naqala"):
            await Postgres(url).open()

    with_storages(url, work)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("postgresql://ann:secret@127.0.0.1:1/tables", "Connect call failed"),
        ("postgresql://ann:secret@127.0.0.1:99999/tables", "is not a database address"),
        ("postgresql://ann:secret@127.0.0.1:x/tables", "is not a database address"),
        ("postgresql://ann:secret@/tables?host=/nowhere", "No such file"),
    ],
)
def test_an_unreachable_database_is_reported_without_its_password(url: str, reason: str) -> None:
    with pytest.raises(BadStorage) as refused:
        asyncio.run(storage_of(Settings(database=url)).open())
    assert reason in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_database_timeout_is_reported_in_the_language_of_the_reader(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def silent(*address: object, **settings: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(asyncpg, "create_pool", silent)
    with pytest.raises(BadStorage, match="no answer within 10 seconds") as refused:
        asyncio.run(Postgres("postgresql://127.0.0.1/tables").open())
    assert "pas de réponse en 10 secondes" in catalogue("fr").error(refused.value)


def test_a_missing_or_foreign_database_is_reported(cluster: Cluster) -> None:
    with pytest.raises(BadStorage, match='database "nowhere" does not exist'):
        asyncio.run(Postgres(cluster.address("nowhere")).open())
    url = cluster.new()
    cluster.execute("create table entries (x int)", urlsplit(url).path[1:])
    with pytest.raises(BadStorage, match='"entries" already exists'):
        asyncio.run(Postgres(url).open())


def test_without_asyncpg_the_error_names_the_extra_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delitem(sys.modules, "naqala.server.storage.postgres")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadStorage, match=r"pip install 'naqala\[postgres\]'"):
        storage_of(Settings(database="postgresql://localhost/tables"))


def test_prune_skips_a_table_with_an_uncommitted_append(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(storage: Postgres) -> None:
        for table in (ONE, TWO):
            await storage.append(table, [entry(1)], summary())
        writer = await asyncpg.connect(url)
        async with asyncio.timeout(TIMEOUT):
            async with writer.transaction():
                await _append(writer, [Append(ONE, [entry(2)._replace(at=20)], None)])
                assert await storage.prune(PruneCriteria(10, 20)) == 1
            assert len(await storage.load(ONE)) == 2
            assert await storage.names() == [ONE]
            await writer.close()

    with_storages(url, work)


def test_an_append_waits_for_a_concurrent_prune_and_then_conflicts(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(storage: Postgres) -> None:
        await storage.append(ONE, [entry(1)], summary())
        remover = await asyncpg.connect(url)
        async with asyncio.timeout(TIMEOUT):
            async with remover.transaction():
                await remover.fetch(HOLD, [ONE])
                writing = asyncio.create_task(storage.append(ONE, [entry(2)], summary()))
                await wait_until(
                    lambda: fetch_value(url, "select count(*) from pg_locks where not granted")
                )
                assert len(await remover.fetch(REMOVE, *PruneCriteria(10, 20), [ONE])) == 1
            with pytest.raises(Conflict):
                await writing
            assert not await storage.load(ONE)
            assert not await storage.tables("running", "", 9)
            await remover.close()

    with_storages(url, work)


def test_processes_are_notified_of_a_removed_table(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        listener = Listener(here)
        await listener.connected()
        await there.append(ONE, [entry(1)], summary())
        assert await listener.next() == (ONE, 1)
        assert await there.prune(PruneCriteria(10, 20)) == 1
        assert await listener.next() == (ONE, 0)

    with_storages(url, work, 2)
