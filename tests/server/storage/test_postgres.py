"""What PostgreSQL does beyond `test_storage`: processes that hear of each other and lead."""

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
    Old,
    Place,
    Summary,
)
from naqala.text import catalogue
from tests.server.clusters import PATIENCE, Cluster, value

ONE, TWO = "2" * 20, "3" * 20
CUT_OFF = """select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'naqala listens'"""


def entry(number: int) -> EntryRow:
    return EntryRow(number, 1, "guest", "", b"{}")


def summary(**fields: object) -> Summary:
    plain = Summary("running", True, 0, 1, True, 0, 1, b"{}", (Place(0, "ann"), Place(1, "")))
    return plain._replace(**fields)  # type: ignore[arg-type]


def with_storages(url: str, work: Callable[..., Awaitable[None]], number: int = 1) -> None:
    """Do something with the storages of so many processes on one database."""

    async def done() -> None:
        storages = [Postgres(url) for _ in range(number)]
        for storage in storages:
            await storage.open()
        try:
            await work(*storages)
        finally:
            for storage in storages:
                await storage.close()

    asyncio.run(done())


async def until(done: Callable[[], Awaitable[object]]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await done():
            await asyncio.sleep(0.02)


class Ears:
    """What a process heard."""

    def __init__(self, storage: Postgres) -> None:
        self.heard: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        self.missed: asyncio.Queue[None] = asyncio.Queue()
        self.whispers: list[tuple[str, str]] = []
        storage.listen(
            lambda *told: self.heard.put_nowait(told),
            lambda: self.missed.put_nowait(None),
            lambda *told: self.whispers.append(told),
        )

    async def open(self) -> None:
        """Wait until it listens, or listens again."""
        async with asyncio.timeout(PATIENCE):
            await self.missed.get()

    async def next(self) -> tuple[str, int]:
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()


def test_a_process_hears_what_another_writes(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        ears = Ears(there)
        await ears.open()
        await value(url, "select pg_notify('naqala', 'nonsense')")
        await here.append(ONE, [entry(1), entry(2)], summary())
        assert await ears.next() == (ONE, 2)
        await here.append(TWO, [entry(1)], None)
        assert await ears.next() == (TWO, 1)
        assert ears.missed.empty()

    with_storages(url, work, 2)


def test_a_process_hears_what_another_whispers(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        ears = Ears(there)
        await ears.open()
        await here.publish([(ONE, '["x",[0]]'), (TWO, "hello  there")])
        await here.append(ONE, [entry(1)], None)
        assert await ears.next() == (ONE, 1)
        assert ears.whispers == [(ONE, '["x",[0]]'), (TWO, "hello  there")]
        assert len(await here.load(ONE)) == 1

    with_storages(url, work, 2)


def test_who_was_cut_off_is_told_that_something_was_missed_and_hears_again(
    cluster: Cluster,
) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        ears = Ears(there)
        await ears.open()
        assert await value(url, CUT_OFF)
        await ears.open()
        await here.append(ONE, [entry(1)], None)
        assert await ears.next() == (ONE, 1)

    with_storages(url, work, 2)


def test_a_database_that_restarts_is_busy_and_then_there_again(cluster: Cluster) -> None:
    async def work(storage: Postgres) -> None:
        ears = Ears(storage)
        await ears.open()
        await storage.append(ONE, [entry(1)], summary())
        await asyncio.to_thread(cluster.stop)
        try:
            with pytest.raises(Refusal, match="cannot do this at the moment"):
                await storage.append(ONE, [entry(2)], None)
            with pytest.raises(Refusal):
                await storage.load(ONE)
        finally:
            await asyncio.to_thread(cluster.start)
        await storage.append(ONE, [entry(2)], None)
        assert await storage.load(ONE) == [entry(1), entry(2)]
        await ears.open()

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
    """The goodbye of a database that stops may cross the command to listen."""
    connect, tried = asyncpg.connect, 0

    async def crossed(connection: object, channel: str, told: object) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 11; another operation (2)")

    async def connected(*where: Any, **how: Any) -> Any:
        nonlocal tried
        tried += 1
        kind = type("Crossed", (asyncpg.Connection,), {"add_listener": crossed})
        return await connect(
            *where, **how, connection_class=kind if tried == 1 else asyncpg.Connection
        )

    async def work(storage: Postgres) -> None:
        monkeypatch.setattr(asyncpg, "connect", connected)
        ears = Ears(storage)
        await ears.open()
        await storage.append(ONE, [entry(1)], summary())
        assert await ears.next() == (ONE, 1)
        assert tried == 2

    with_storages(cluster.new(), work)


def test_who_begins_to_listen_is_told_that_something_was_missed_before(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    connect, allowed = asyncpg.connect, asyncio.Event()

    async def late(*where: Any, **how: Any) -> Any:
        await allowed.wait()
        return await connect(*where, **how)

    async def work(here: Postgres, there: Postgres) -> None:
        monkeypatch.setattr(asyncpg, "connect", late)
        ears = Ears(there)
        await here.append(ONE, [entry(1)], summary())
        assert ears.missed.empty()
        allowed.set()
        await ears.open()
        assert ears.heard.empty()

    with_storages(cluster.new(), work, 2)


def test_one_process_leads_a_table_until_it_rests_or_is_late(cluster: Cluster) -> None:
    async def work(storage: Postgres) -> None:
        await storage.append(ONE, [entry(1)], summary())
        assert await storage.due(0) == [ONE]
        assert await storage.lease(ONE, "first", 60)
        assert not await storage.lease(ONE, "second", 60)
        assert await storage.lease(ONE, "first", 60)
        assert await storage.due(0) == []
        await storage.release("first")
        assert await storage.lease(ONE, "second", 0.01)
        await until(lambda: storage.lease(ONE, "first", 60))
        assert not await storage.lease(ONE, "second", 60)

    with_storages(cluster.new(), work)


def test_of_many_that_ask_at_once_one_leads(cluster: Cluster) -> None:
    async def work(*storages: Postgres) -> None:
        asked = [each.lease(ONE, str(nth), 60) for nth, each in enumerate(storages * 4)]
        assert sum(await asyncio.gather(*asked)) == 1

    with_storages(cluster.new(), work, 3)


def test_a_database_of_the_first_schema_is_brought_up_to_date(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = cluster.new()

    async def old() -> None:
        storage = Postgres(url)
        await storage.open()
        await storage.close()
        await value(url, "insert into entries values ('t', 1, 5, 'ann', '', '{}', '')")
        await value(url, "insert into tables values ('t', 'lobby', true, 1, 0, false, 0, 5, '{}')")
        await value(url, "insert into seats values ('t', 0, '')")

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
        await value(url, f"update naqala_schema set version = {len(MIGRATIONS) + 1}")
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
def test_a_database_out_of_reach_is_told_in_a_sentence(url: str, reason: str) -> None:
    with pytest.raises(BadStorage) as refused:
        asyncio.run(storage_of(Settings(database=url)).open())
    assert reason in str(refused.value)
    assert "secret" not in str(refused.value)


def test_a_database_that_gives_no_answer_is_told_in_the_language_of_who_reads_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def silent(*address: object, **settings: object) -> None:
        raise TimeoutError

    monkeypatch.setattr(asyncpg, "create_pool", silent)
    with pytest.raises(BadStorage, match="no answer within 10 seconds") as refused:
        asyncio.run(Postgres("postgresql://127.0.0.1/tables").open())
    assert "pas de réponse en 10 secondes" in catalogue("fr").error(refused.value)


def test_a_database_that_is_not_there_or_not_ours_is_told_in_a_sentence(cluster: Cluster) -> None:
    with pytest.raises(BadStorage, match='database "nowhere" does not exist'):
        asyncio.run(Postgres(cluster.address("nowhere")).open())
    url = cluster.new()
    cluster.do("create table entries (x int)", urlsplit(url).path[1:])
    with pytest.raises(BadStorage, match='"entries" already exists'):
        asyncio.run(Postgres(url).open())


def test_without_asyncpg_a_sentence_tells_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "naqala.server.storage.postgres")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(BadStorage, match=r"pip install 'naqala\[postgres\]'"):
        storage_of(Settings(database="postgresql://localhost/tables"))


def test_a_table_where_somebody_is_about_to_write_is_not_removed(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(storage: Postgres) -> None:
        for table in (ONE, TWO):
            await storage.append(table, [entry(1)], summary())
        writer = await asyncpg.connect(url)
        async with asyncio.timeout(PATIENCE):
            async with writer.transaction():
                await _append(writer, [Append(ONE, [entry(2)._replace(at=20)], None)])
                assert await storage.prune(Old(10, 20)) == 1
            assert len(await storage.load(ONE)) == 2
            assert await storage.names() == [ONE]
            await writer.close()

    with_storages(url, work)


def test_who_writes_where_somebody_is_about_to_remove_waits_and_is_told(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(storage: Postgres) -> None:
        await storage.append(ONE, [entry(1)], summary())
        remover = await asyncpg.connect(url)
        async with asyncio.timeout(PATIENCE):
            async with remover.transaction():
                await remover.fetch(HOLD, [ONE])
                writing = asyncio.create_task(storage.append(ONE, [entry(2)], summary()))
                await until(lambda: value(url, "select count(*) from pg_locks where not granted"))
                assert len(await remover.fetch(REMOVE, *Old(10, 20), [ONE])) == 1
            with pytest.raises(Conflict):
                await writing
            assert not await storage.load(ONE)
            assert not await storage.tables("running", "", 9)
            await remover.close()

    with_storages(url, work)


def test_processes_hear_of_a_table_that_was_removed(cluster: Cluster) -> None:
    url = cluster.new()

    async def work(here: Postgres, there: Postgres) -> None:
        ears = Ears(here)
        await ears.open()
        await there.append(ONE, [entry(1)], summary())
        assert await ears.next() == (ONE, 1)
        assert await there.prune(Old(10, 20)) == 1
        assert await ears.next() == (ONE, 0)

    with_storages(url, work, 2)
