"""What every storage must do; each of them runs through all of these."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from naqala.server.settings import Settings, storage_of
from naqala.server.sqlite import MIGRATIONS, Sqlite
from naqala.server.storage import BadStorage, Conflict, EntryRow, Storage, Summary

ONE, TWO = "2" * 20, "3" * 20


@pytest.fixture(params=["sqlite"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Storage]:
    """Makes a storage on the same empty database each time it is called."""
    return lambda: Sqlite(tmp_path / "deep" / "tables.sqlite3")


def using(fresh: Callable[[], Storage], work: Callable[[Storage], Awaitable[None]]) -> None:
    async def opened() -> None:
        storage = fresh()
        await storage.open()
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(opened())


def entry(number: int, body: bytes = b"{}") -> EntryRow:
    return EntryRow(number, 1000 + number, "guest", f"send {number}", body)


def summary(phase: str = "lobby", changed: int = 1, **fields: object) -> Summary:
    plain = Summary(phase, True, 1, 0, False, 0, changed, b"{}", ("ann", ""))
    return plain._replace(**fields)  # type: ignore[arg-type]


def test_entries_are_there_after_closing_and_opening(fresh: Callable[[], Storage]) -> None:
    async def write(storage: Storage) -> None:
        await storage.append(ONE, [entry(1), entry(2)], summary())
        await storage.append(TWO, [entry(1)], None)
        await storage.append(ONE, [entry(3, b"\x00\xff")], None)

    async def read(storage: Storage) -> None:
        assert await storage.load(ONE) == [entry(1), entry(2), entry(3, b"\x00\xff")]
        assert await storage.load(ONE, 2) == [entry(3, b"\x00\xff")]
        assert await storage.load(TWO) == [entry(1)]
        assert await storage.load("4" * 20) == []

    using(fresh, write)
    using(fresh, read)


def test_of_two_entries_with_one_number_the_first_wins(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        race = [storage.append(ONE, [entry(2, body)], None) for body in (b"a", b"b", b"c")]
        results = await asyncio.gather(*race, return_exceptions=True)
        assert [type(result) for result in results].count(Conflict) == 2
        assert len(await storage.load(ONE)) == 2

    using(fresh, work)


def test_a_conflict_writes_nothing_at_all(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        with pytest.raises(Conflict):
            await storage.append(ONE, [entry(2), entry(1)], summary("running"))
        assert await storage.load(ONE) == [entry(1)]
        assert len(await storage.tables("open", "", 9)) == 1
        await storage.append(ONE, [entry(2)], None)

    using(fresh, work)


def test_many_appends_at_once_are_all_kept(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        tables = [f"{nth:020}" for nth in range(300)]
        await asyncio.gather(*(storage.append(each, [entry(1)], summary()) for each in tables))
        for each in tables:
            assert await storage.load(each) == [entry(1)]

    using(fresh, work)


def test_lists_show_open_running_and_own_tables_the_newest_first(
    fresh: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        names = [str(nth) * 20 for nth in range(2, 8)]
        rows = [
            summary(changed=1),
            summary(changed=2, listed=False),
            summary(changed=3, free=0),
            summary("running", changed=4, info=b'{"x": 1}'),
            summary("over", changed=5, holders=("bob", "ann")),
            summary("closed", changed=6),
        ]
        for name, row in zip(names, rows, strict=True):
            await storage.append(name, [entry(1)], row)
        await storage.append(names[0], [entry(2)], summary(changed=9, holders=("bob", "")))

        async def listed(show: str, guest: str = "") -> list[str]:
            found = await storage.tables(show, guest, 50)  # type: ignore[arg-type]
            return [row.table for row in found]

        await storage.append(names[0], [entry(3)], summary(changed=10, holders=None))
        assert await listed("open") == [names[0]]
        assert await listed("running") == [names[3]]
        assert await listed("mine", "ann") == [names[4], names[3], names[2], names[1]]
        assert await listed("mine", "bob") == [names[0], names[4]]
        assert await storage.count("ann") == 3
        (found,) = await storage.tables("running", "", 1)
        assert (found.info, found.holders) == (b'{"x": 1}', ("ann", ""))

    using(fresh, work)


def test_tables_that_go_on_by_themselves_are_found(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary("running", thinks=True))
        await storage.append(TWO, [entry(1)], summary("running"))
        assert await storage.waking() == [ONE]
        await storage.append(ONE, [entry(2)], summary("running"))
        await storage.append(TWO, [entry(2)], summary("running", deadline=99))
        assert await storage.waking() == [TWO]
        assert await storage.lead(TWO, "process", 10)

    using(fresh, work)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute(f"pragma user_version = {len(MIGRATIONS) + 1}")
    database.close()
    with pytest.raises(BadStorage, match="use the newer naqala"):
        asyncio.run(Sqlite(path).open())


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 100)
    with pytest.raises(BadStorage, match="cannot be opened"):
        asyncio.run(Sqlite(path).open())


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(BadStorage, match="names no database"):
        storage_of(Settings(database="mysql://localhost"))
