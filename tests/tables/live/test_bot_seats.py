"""Bots at a table: they rest where nobody plays or watches, and go on where somebody does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from naqala.rules.actions import Action
from naqala.server.storage.sqlite import Sqlite
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import Sender
from naqala.tables.live import registry as module
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.protocol.messages import Act, Leave, NewTable
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.thinking import BotRequest, Priority
from naqala.text import catalogue

EN = catalogue("en")
ANN, EVE = Sender("a" * 64), Sender("e" * 64)
BOT = SeatPlan("bot", bot="traveller")
BOTS = NewTable(GameOptions(2), (BOT, BOT), seed="7")


class Ranked(WorkerPool):
    """Thinks at once, and remembers for whom."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ranks: list[Priority] = []

    async def choose(self, question: BotRequest, rank: Priority = Priority.PLAYED) -> Action:
        self.ranks.append(rank)
        await asyncio.sleep(0)
        return question.legal[0]


def with_bots(path: Path, work: Callable[[TableRegistry, Ranked], Awaitable[None]]) -> None:
    async def opened() -> None:
        mind = Ranked()
        tables = TableRegistry(Sqlite(path / "t.sqlite3"), mind, Pace(0, 0))
        await tables.start()
        try:
            await work(tables, mind)
        finally:
            await tables.stop()

    asyncio.run(opened())


def act(table: LiveTable) -> Act:
    assert table.state.game is not None
    number = table.state.number
    return Act(id=f"{number}", seen=number, action=str(table.state.game.legal()[0]))


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.001)


async def still(table: LiveTable) -> int:
    """The last number, once nothing happens at a table any more."""
    await until(lambda: not table.bots.must_move)
    await table.bots.stopped()
    return table.state.number


def test_bots_alone_play_while_somebody_watches_and_rest_when_nobody_does(tmp_path: Path) -> None:
    async def work(tables: TableRegistry, mind: Ranked) -> None:
        table, _ = await tables.create(ANN, BOTS, EN)
        assert await still(table) == 2
        await tables.resume_due()
        assert await still(table) == 2
        subscriber = Subscriber(EVE, "en")
        await table.subscribe(subscriber, -1)
        await until(lambda: table.state.number >= 10)
        table.unsubscribe(subscriber)
        stopped = await still(table)
        assert table.state.phase == "running"
        assert set(mind.ranks) == {Priority.WATCHED}
        await table.welcome(Subscriber(EVE, "en"), -1)  # looking once is not watching
        assert await still(table) == stopped

    with_bots(tmp_path, work)


def test_a_table_where_bots_rest_leaves_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry, mind: Ranked) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        await tables.create(ANN, BOTS, EN)
        tables.drop_idle()
        await tables.resume_due()
        assert not tables.open

    with_bots(tmp_path, work)


def test_bots_play_on_for_people_whether_they_look_or_not_and_rest_when_all_have_left(
    tmp_path: Path,
) -> None:
    async def work(tables: TableRegistry, mind: Ranked) -> None:
        new = NewTable(GameOptions(4), (SeatPlan("me"), BOT, BOT, BOT), seed="7")
        table, _ = await tables.create(ANN, new, EN)
        await still(table)
        assert set(mind.ranks) <= {Priority.ALONE}
        assert table.state.waits_for == 0
        subscriber = Subscriber(ANN, "en")
        await table.subscribe(subscriber, -1)
        mind.ranks.clear()
        while not mind.ranks:
            await table.execute(ANN, act(table), EN)
            await still(table)
        assert set(mind.ranks) == {Priority.PLAYED}
        table.unsubscribe(subscriber)
        await table.execute(ANN, Leave(id="leave", seat=0), EN)
        assert not table.bots.must_move

    with_bots(tmp_path, work)
