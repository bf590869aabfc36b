"""Bots at a table play while a person plays or watches, and pause otherwise."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from naqala.rules.actions import Action
from naqala.server.storage.sqlite import Sqlite
from naqala.server.workers.pool import WorkerPool
from naqala.tables.bot_runner import BotRequest, Priority
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live import registry as module
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.protocol.messages import Act, Leave, NewTable, Sit
from naqala.tables.protocol.types import GameOptions, Seat, SeatPlan
from naqala.text import catalogue

EN = catalogue("en")
ANN, EVE = Sender("a" * 64), Sender("e" * 64)
BOT = SeatPlan("bot", bot="traveller")
BOTS = NewTable(GameOptions(2), (BOT, BOT), seed="7")


class RecordingPool(WorkerPool):
    """Answers at once and records the priorities of the requests."""

    def __init__(self) -> None:
        super().__init__(1)
        self.priorities: list[Priority] = []

    async def choose(self, request: BotRequest, priority: Priority = Priority.PLAYED) -> Action:
        self.priorities.append(priority)
        await asyncio.sleep(0)
        return request.legal[0]


def with_bots(path: Path, work: Callable[[TableRegistry, RecordingPool], Awaitable[None]]) -> None:
    async def run() -> None:
        pool = RecordingPool()
        tables = TableRegistry(Sqlite(path / "t.sqlite3"), pool, Pace(0, 0))
        await tables.start()
        try:
            await work(tables, pool)
        finally:
            await tables.stop()

    asyncio.run(run())


def act(table: LiveTable) -> Act:
    assert table.state.game is not None
    number = table.state.number
    return Act(id=f"{number}", seen=number, action=str(table.state.game.legal()[0]))


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():
            await asyncio.sleep(0.001)


async def number_at_rest(table: LiveTable) -> int:
    """Wait until no bot must move; return the number of the last entry."""
    await wait_until(lambda: not table.bots.must_move)
    await table.bots.stopped()
    return table.state.number


def test_a_table_of_bots_plays_only_while_somebody_watches(tmp_path: Path) -> None:
    async def work(tables: TableRegistry, pool: RecordingPool) -> None:
        table, _ = await tables.create(ANN, BOTS, EN)
        assert await number_at_rest(table) == 2
        await tables.resume_due()
        assert await number_at_rest(table) == 2
        subscriber = Subscriber(EVE, "en")
        await table.subscribe(subscriber, -1)
        await wait_until(lambda: table.state.number >= 10)
        table.unsubscribe(subscriber)
        stopped = await number_at_rest(table)
        assert table.state.phase == "running"
        assert set(pool.priorities) == {Priority.WATCHED}
        await table.welcome(Subscriber(EVE, "en"), -1)  # a single request is not watching
        assert await number_at_rest(table) == stopped

    with_bots(tmp_path, work)


def test_a_table_of_paused_bots_is_dropped_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry, pool: RecordingPool) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        await tables.create(ANN, BOTS, EN)
        tables.drop_idle()
        await tables.resume_due()
        assert not tables.open

    with_bots(tmp_path, work)


def test_bots_play_for_absent_people_and_pause_when_all_have_left(
    tmp_path: Path,
) -> None:
    async def work(tables: TableRegistry, pool: RecordingPool) -> None:
        new = NewTable(GameOptions(4), (SeatPlan("me"), BOT, BOT, BOT), seed="7")
        table, _ = await tables.create(ANN, new, EN)
        await number_at_rest(table)
        assert set(pool.priorities) <= {Priority.ALONE}
        assert table.state.waits_for == 0
        subscriber = Subscriber(ANN, "en")
        await table.subscribe(subscriber, -1)
        pool.priorities.clear()
        while not pool.priorities:
            await table.execute(ANN, act(table), EN)
            await number_at_rest(table)
        assert set(pool.priorities) == {Priority.PLAYED}
        table.unsubscribe(subscriber)
        await table.execute(ANN, Leave(id="leave", seat=0), EN)
        assert not table.bots.must_move

    with_bots(tmp_path, work)


def test_only_bots_that_the_server_offers_can_be_seated(tmp_path: Path) -> None:
    """A visitor can never name a file or a command, even one that the operator uses."""

    async def run() -> None:
        names = ("merchant", "The Hermit")
        tables = TableRegistry(Sqlite(tmp_path / "t.sqlite3"), RecordingPool(), bots=names)
        await tables.start()
        open_table = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("open")), auto=False)
        table, _ = await tables.create(ANN, open_table, EN)
        for wrong in ("sultan", "mine.py:Hermit", "engine:node hermit.mjs", "os:system"):
            with pytest.raises(Refusal, match="choose from merchant, The Hermit"):
                await table.execute(ANN, Sit(id=f"sit {wrong}"[:16], seat=1, bot=wrong), EN)
            plan = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("bot", bot=wrong)))
            with pytest.raises(Refusal, match="choose from merchant, The Hermit"):
                await tables.create(ANN, plan, EN)
        await table.execute(ANN, Sit(id="sit", seat=1, bot="The Hermit"), EN)
        assert table.state.seats[1] == Seat("bot", "The Hermit", "The Hermit")
        await tables.stop()

    asyncio.run(run())
