"""What the server does by itself from its beginning to its end."""

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
from naqala.tables.storage import Old
from naqala.text import catalogue

EN = catalogue("en")
ANN = Sender("a" * 64)
HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), seed="7")


async def pruned(path: Path) -> int:
    """Remove everything, as another process does."""
    other = Sqlite(path)
    await other.open()
    try:
        return await other.prune(Old(before=1 << 50, now=1 << 50))
    finally:
        await other.close()


def test_a_page_is_let_go_when_its_table_was_removed_from_the_file_though_it_sends_nothing(
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
            assert await pruned(file) == 1
            assert await subscriber.outbox.frame() is None
            assert subscriber.outbox.code == TRY_AGAIN
            assert not tables.open

    asyncio.run(work())


def test_while_the_database_is_away_no_table_is_taken_for_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SWEEP_SECONDS", 0.001)

    async def work() -> None:
        app = application(Settings(database=f"sqlite:///{tmp_path}/tables.sqlite3", workers=1))
        tables: TableRegistry = app.state.tables
        asked = asyncio.Event()
        looks = 0

        async def away(names: list[str]) -> list[str]:
            nonlocal looks
            looks += 1
            if looks == 3:  # it goes on looking
                asked.set()
            raise Refusal("busy")

        monkeypatch.setattr(tables.storage, "missing", away)
        async with asyncio.timeout(60), lifespan(app):
            table, _ = await tables.create(ANN, HOT_SEAT, EN)
            await asked.wait()
            assert list(tables.open.values()) == [table]

    asyncio.run(work())
