"""SQLite beyond `test_storage`: its file, lock, schema and writer thread."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from naqala.server.ops.settings import Settings, storage_of
from naqala.server.storage import sqlite_file
from naqala.server.storage.sqlite import Job, Sqlite
from naqala.server.storage.sqlite import _done as run_jobs
from naqala.tables.errors import Refusal
from naqala.tables.storage import Append, BadStorage, EntryRow, PruneCriteria, Storage
from tests.tables.rows import ONE, TWO, entry, entry_at, summary, with_storage


async def open_and_close(storage: Storage) -> None:
    await storage.open()
    await storage.close()


def test_a_failing_query_does_not_affect_the_appends_in_its_batch(tmp_path: Path) -> None:
    def broken(database: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("the disk is full")

    async def work() -> None:
        loop = asyncio.get_running_loop()
        nothing = Append(ONE, [], None)
        batch = (Append(ONE, [entry(1)], None), broken, Append(TWO, [entry(1)], None), nothing)
        jobs: list[Job[Any]] = [
            Job(work, loop, loop.create_future(), isinstance(work, Append)) for work in batch
        ]
        with closing(sqlite_file.connected(tmp_path / "tables.sqlite3")) as database:
            errors = [error for _, _, error in run_jobs(database, jobs)]
            assert [type(error) for error in errors] == [
                type(None),
                sqlite3.OperationalError,
                type(None),
                IndexError,
            ]
            stored = database.execute('select "table", number from entries order by 1').fetchall()
            assert stored == [(ONE, 1), (TWO, 1)]

    asyncio.run(work())


class Contested(sqlite3.Connection):
    """A file that other processes create at the same time, for which SQLite does not wait."""

    refusals = 3

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        if self.refusals:
            self.refusals -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return super().execute(*arguments)


def test_enabling_wal_is_retried_while_other_processes_create_the_file(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "new.sqlite3", factory=Contested)) as database:
        sqlite_file.write_ahead(database)
        assert database.execute("pragma journal_mode").fetchone() == ("wal",)


def test_a_file_of_the_first_schema_is_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.sqlite3"
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "MIGRATIONS", sqlite_file.MIGRATIONS[:1])
        asyncio.run(open_and_close(Sqlite(path)))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("insert into entries values ('t', 1, 5, 'guest', 'x', x'7b7d')")
        database.execute("insert into tables values ('t', 'lobby', 1, 1, 0, 0, 0, 5, x'7b7d')")
        database.execute("insert into seats values ('t', 0, '')")

    async def work(storage: Storage) -> None:
        assert await storage.load("t") == [EntryRow(1, 5, "guest", "x", b"{}", "")]
        await storage.append("t", [entry(2)], None)
        assert await storage.count("guest") == 1
        assert [row.holders for row in await storage.tables("mine", "guest", 9)] == [("",)]

    with_storage(lambda: Sqlite(path), work)


def test_a_second_server_on_one_file_is_refused_with_advice(tmp_path: Path) -> None:
    async def work() -> None:
        first, second = (Sqlite(tmp_path / "t.sqlite3", alone=True) for _ in range(2))
        await first.open()
        with pytest.raises(BadStorage, match=r"--port.*PostgreSQL"):
            await second.open()
        await open_and_close(Sqlite(tmp_path / "t.sqlite3"))  # as export and import do
        await first.close()
        await open_and_close(second)

    asyncio.run(work())


@pytest.mark.parametrize(
    "link",
    [
        Path.symlink_to,
        pytest.param(
            Path.hardlink_to,
            marks=pytest.mark.skipif(sys.platform != "linux", reason="locks by name alone"),
        ),
    ],
)
def test_the_lock_holds_for_links_to_the_file(
    tmp_path: Path, link: Callable[[Path, Path], None]
) -> None:
    async def work() -> None:
        first = Sqlite(tmp_path / "t.sqlite3", alone=True)
        await first.open()
        other = tmp_path / "other.sqlite3"
        link(other, tmp_path / "t.sqlite3")
        with pytest.raises(BadStorage, match="already serves"):
            await Sqlite(other, alone=True).open()
        await first.append(ONE, [entry(1)], summary())
        await first.close()

    asyncio.run(work())


@pytest.mark.parametrize("name", ["t.sqlite3", "t.sqlite3-wal"])
def test_appends_are_refused_after_the_file_was_removed(tmp_path: Path, name: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        await storage.ping()
        (tmp_path / name).unlink()
        for again in range(2):
            with pytest.raises(Refusal) as refused:
                await storage.append(TWO, [entry(again + 1)], summary())
            assert refused.value.code == "busy"
            with pytest.raises(Refusal):
                await storage.ping()

    with_storage(lambda: Sqlite(tmp_path / "t.sqlite3"), work)


def test_a_damaged_file_is_reported_as_damaged(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"

    async def fill(storage: Storage) -> None:
        for number in range(1, 200):
            await storage.append(ONE, [entry(number)], summary())

    async def read(storage: Storage) -> None:
        with pytest.raises(Refusal) as refused:
            await storage.load(ONE)
        assert refused.value.code == "damaged_database"

    with_storage(lambda: Sqlite(path), fill)
    content = bytearray(path.read_bytes())
    for page in range(2 * 4096, len(content), 4096):
        content[page : page + 64] = bytes(64)
    path.write_bytes(content)
    with_storage(lambda: Sqlite(path), read)


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:

        async def work(storage: Storage) -> None:
            await storage.append(ONE, [entry(1)], summary())
            rights = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
            names = ("t.sqlite3", "t.sqlite3-shm", "t.sqlite3-wal", "t.sqlite3.lock")
            assert rights == dict.fromkeys(names, 0o600)

        with_storage(lambda: Sqlite(tmp_path / "t.sqlite3", alone=True), work)
    finally:
        os.umask(before)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"pragma user_version = {len(sqlite_file.MIGRATIONS) + 1}")
    with pytest.raises(BadStorage, match="use the newer naqala"):
        asyncio.run(Sqlite(path).open())


def test_a_file_that_is_not_a_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 100)
    with pytest.raises(BadStorage, match="cannot be opened"):
        asyncio.run(Sqlite(path).open())


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(BadStorage, match="“mysql://localhost/x” is not a database address"):
        storage_of(Settings(database="mysql://ann:secret@localhost/x"))


@pytest.mark.parametrize("created", ["now", "before incremental vacuum"])
def test_a_file_shrinks_when_tables_are_removed(tmp_path: Path, created: str) -> None:
    path = tmp_path / "t.sqlite3"
    if created != "now":
        with closing(sqlite3.connect(path)) as database:
            database.execute("pragma journal_mode = wal")

    async def work(serving: Storage) -> None:
        rows = [entry_at(number, 5)._replace(body=b"x" * 5000) for number in range(1, 301)]
        for nth in range(12):
            await serving.append(f"{nth:020}", rows, summary(changed=5))
        last = [row._replace(at=15) for row in rows]
        await serving.append("9" * 20, last, summary(changed=15))
        pruning = Sqlite(path)
        await pruning.open()
        assert await pruning.prune(PruneCriteria(10, 20)) == 12
        await pruning.close()
        assert path.stat().st_size < 3_000_000  # before: more than 18 MB
        assert path.with_name("t.sqlite3-wal").stat().st_size < 3_000_000
        await serving.append("9" * 20, [entry_at(301, 20)], None)
        assert len(await serving.load("9" * 20)) == 301

    with_storage(lambda: Sqlite(path, alone=True), work)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("pragma auto_vacuum").fetchone() == (2,)
