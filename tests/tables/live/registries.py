"""Registries of one or more processes on one database, and what their pages receive."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from naqala.server.storage.sqlite import Sqlite
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.protocol.messages import Act, News, NewTable, Presence, Welcome
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.storage import EntryRow, Storage
from naqala.text import catalogue

EN = catalogue("en")

ANN, BOB = Sender("a" * 64), Sender("b" * 64)

HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), seed="7")


def with_tables(
    source: Path | Callable[[], Storage],
    work: Callable[..., Awaitable[None]],
    *,
    processes: int = 1,
) -> None:
    """Run a coroutine function with the registries of one or more processes on one database."""

    def open_storage() -> Storage:
        return Sqlite(source / "t.sqlite3") if isinstance(source, Path) else source()

    async def run() -> None:
        all_tables = [TableRegistry(open_storage(), WorkerPool(1)) for _ in range(processes)]
        for tables in all_tables:
            await tables.start()
        try:
            await work(*all_tables)
        finally:
            for tables in all_tables:
                await tables.stop()

    asyncio.run(run())


def act(table: LiveTable, name: str, nth: int = 0) -> Act:
    assert table.state.game is not None
    return Act(id=name, seen=table.state.number, action=str(table.state.game.legal()[nth]))


def received(subscriber: Subscriber) -> list[Welcome | News]:
    found: list[Welcome | News] = []
    for message in subscriber.outbox.take():
        read = msgspec.json.decode(message, type=Welcome | News | Presence)
        found += [] if isinstance(read, Presence) else [read]
    return found


async def append_unknown_entry(storage: Storage, table: str) -> list[EntryRow]:
    """Append an entry of an unknown type, as a newer version would; return the stored rows."""
    rows = await storage.load(table)
    body = b'{"type":"danced","seat":0}'
    await storage.append(table, [EntryRow(len(rows) + 1, 0, "", "", body)], None)
    return await storage.load(table)


async def refusal_code(work: Awaitable[object]) -> str:
    """The code of the refusal that an awaitable raises."""
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


def logged_about(table: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if table in each.getMessage()]
