"""Background tasks of the application."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from naqala.server import app as module
from naqala.server.app import application, lifespan
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.outbox import TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.protocol.messages import NewTable
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.storage import PruneCriteria
from naqala.text import catalogue

EN = catalogue("en")
ANN = Sender("a" * 64)
HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), seed="7")


async def prune_all(path: Path) -> int:
    """Remove all tables, as another process would."""
    other = Sqlite(path)
    await other.open()
    try:
        return await other.prune(PruneCriteria(before=1 << 50, now=1 << 50))
    finally:
        await other.close()


def test_a_page_is_closed_when_its_table_is_removed_by_another_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.001)
    file = tmp_path / "tables.sqlite3"

    async def work() -> None:
        app = application(Settings(database=f"sqlite:///{file}", workers=1))
        tables: TableRegistry = app.state.tables
        async with asyncio.timeout(60), lifespan(app):
            table, _ = await tables.create(ANN, HOT_SEAT, EN)
            subscriber = Subscriber(ANN, "en")
            await table.subscribe(subscriber, -1)
            subscriber.outbox.take()
            assert await prune_all(file) == 1
            assert await subscriber.outbox.frame() is None
            assert subscriber.outbox.code == TRY_AGAIN
            assert not tables.open

    asyncio.run(work())


def test_tables_stay_open_while_the_database_is_unavailable(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.001)

    async def work() -> None:
        app = application(Settings(database=f"sqlite:///{tmp_path}/tables.sqlite3", workers=1))
        tables: TableRegistry = app.state.tables
        checked = asyncio.Event()
        checks = 0

        async def unavailable(names: list[str]) -> list[str]:
            nonlocal checks
            checks += 1
            if checks == 3:  # errors do not end the background task
                checked.set()
            raise Refusal("busy")

        monkeypatch.setattr(tables.storage, "missing", unavailable)
        async with asyncio.timeout(60), lifespan(app):
            table, _ = await tables.create(ANN, HOT_SEAT, EN)
            await checked.wait()
            assert list(tables.open.values()) == [table]

    asyncio.run(work())
