"""Who writes to a SQLite file: the pen in place while the disk is quick, else the clerk."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from naqala.server import sqlite_work
from naqala.server.refusal import Refusal
from naqala.server.sqlite import Sqlite
from naqala.server.sqlite_work import Clerk, Job
from naqala.server.storage import Conflict, EntryRow

ONE, TWO = "2" * 20, "3" * 20
SLOWEST = 3600.0
"""No commit of a test takes as long."""


def entry(number: int) -> EntryRow:
    return EntryRow(number, 1, "guest", "", b"{}")


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> list[Job[Any]]:
    """What the clerk is given to write."""
    jobs: list[Job[Any]] = []
    do = Clerk.do

    def told(clerk: Clerk, job: Job[Any]) -> None:
        if job.writes:
            jobs.append(job)
        do(clerk, job)

    monkeypatch.setattr(Clerk, "do", told)
    monkeypatch.setattr(sqlite_work, "QUICK", SLOWEST)
    return jobs


def using(path: Path, work: Callable[[Sqlite], Awaitable[None]]) -> None:
    async def done() -> None:
        storage = Sqlite(path / "tables.sqlite3")
        await storage.open()
        try:
            async with asyncio.timeout(60):
                await work(storage)
        finally:
            await storage.close()

    asyncio.run(done())


async def commits(storage: Sqlite, appends: Sequence[Awaitable[None]]) -> int:
    """How many transactions these appends take."""
    assert storage._pen is not None
    said: list[str] = []
    storage._pen._database.set_trace_callback(said.append)
    await asyncio.gather(*appends)
    storage._pen._database.set_trace_callback(None)
    return said.count("commit")


def test_what_comes_at_once_is_one_commit_in_place(tmp_path: Path, given: list[Job[Any]]) -> None:
    async def work(storage: Sqlite) -> None:
        appends = [storage.append(table, [entry(1)], None) for table in (ONE, TWO)]
        assert await commits(storage, appends) == 1
        assert await commits(storage, [storage.append(ONE, [entry(2)], None)]) == 1
        assert await storage.load(ONE) == [entry(1), entry(2)]
        assert await storage.load(TWO) == [entry(1)]

    using(tmp_path, work)
    assert given == []


def test_on_a_slow_disk_the_clerk_writes(
    tmp_path: Path, given: list[Job[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_work, "QUICK", -1.0)

    async def work(storage: Sqlite) -> None:
        await storage.append(ONE, [entry(1)], None)
        await storage.append(ONE, [entry(2)], None)
        assert await storage.load(ONE) == [entry(1), entry(2)]

    using(tmp_path, work)
    assert len(given) == 2


def test_what_fails_is_found_out_by_the_clerk_and_takes_nothing_with_it(
    tmp_path: Path, given: list[Job[Any]]
) -> None:
    async def work(storage: Sqlite) -> None:
        await storage.append(ONE, [entry(1)], None)
        appends = [storage.append(table, [entry(1)], None) for table in (ONE, TWO)]
        failed, well = await asyncio.gather(*appends, return_exceptions=True)
        assert isinstance(failed, Conflict)
        assert well is None
        assert len(given) == 2
        await storage.append(TWO, [entry(2)], None)
        assert len(given) == 2
        assert await storage.load(TWO) == [entry(1), entry(2)]

    using(tmp_path, work)


def test_while_somebody_else_writes_the_clerk_waits_and_nobody_else(
    tmp_path: Path, given: list[Job[Any]]
) -> None:
    async def work(storage: Sqlite) -> None:
        with closing(sqlite3.connect(storage.path, isolation_level=None)) as other:
            other.execute("begin immediate")
            append = asyncio.create_task(storage.append(ONE, [entry(1)], None))
            while not given:
                await asyncio.sleep(0)
            assert not append.done()
            other.execute("rollback")
        await append
        assert await storage.load(ONE) == [entry(1)]

    using(tmp_path, work)


def test_what_was_written_in_place_comes_from_the_log_to_the_file(
    tmp_path: Path, given: list[Job[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_work, "CHECKPOINT", 3)

    async def work(storage: Sqlite) -> None:
        for number in range(1, 4):
            await storage.append(ONE, [entry(number)], None)
        await storage.ping()  # after the clerk has copied
        alone = sqlite3.connect(f"file:{storage.path}?immutable=1", uri=True)  # without the log
        with closing(alone) as file:
            assert file.execute("select count(*) from entries").fetchone() == (3,)

    using(tmp_path, work)


def test_what_waits_when_the_file_is_closed_is_still_written(
    tmp_path: Path, given: list[Job[Any]]
) -> None:
    async def work(storage: Sqlite) -> None:
        append = asyncio.create_task(storage.append(ONE, [entry(1)], None))
        await asyncio.sleep(0)
        await storage.close()
        await append
        with pytest.raises(Refusal):
            await storage.load(ONE)
        await storage.open()
        assert await storage.load(ONE) == [entry(1)]

    using(tmp_path, work)


def test_in_memory_there_is_no_second_connection(given: list[Job[Any]]) -> None:
    async def work() -> None:
        storage = Sqlite(":memory:")
        await storage.open()
        await storage.append(ONE, [entry(1)], None)
        assert await storage.load(ONE) == [entry(1)]
        await storage.close()

    asyncio.run(work())
    assert len(given) == 1
