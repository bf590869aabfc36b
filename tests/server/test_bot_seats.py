"""Bots at a table: they rest where nobody plays or watches, and go on where somebody does."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from naqala.rules.actions import Action
from naqala.server import tables as module
from naqala.server.bot_seats import Pace
from naqala.server.open_table import OpenTable
from naqala.server.protocol import Act, Leave, NewTable
from naqala.server.questions import Question
from naqala.server.sends import Sender
from naqala.server.shapes import GameOptions, SeatPlan
from naqala.server.sqlite import Sqlite
from naqala.server.tables import Tables
from naqala.server.thinking import Rank, Thinking
from naqala.server.watching import Watcher
from naqala.text import catalogue

EN = catalogue("en")
ANN, EVE = Sender("a" * 64), Sender("e" * 64)
BOT = SeatPlan("bot", bot="traveller")
BOTS = NewTable(GameOptions(2), (BOT, BOT), seed="7")


class Ranked(Thinking):
    """Thinks at once, and remembers for whom."""

    def __init__(self) -> None:
        super().__init__(1)
        self.ranks: list[Rank] = []

    async def choose(self, question: Question, rank: Rank = Rank.PLAYED) -> Action:
        self.ranks.append(rank)
        await asyncio.sleep(0)
        return question.legal[0]


def with_bots(path: Path, work: Callable[[Tables, Ranked], Awaitable[None]]) -> None:
    async def opened() -> None:
        mind = Ranked()
        tables = Tables(Sqlite(path / "t.sqlite3"), mind, Pace(0, 0))
        await tables.begin()
        try:
            await work(tables, mind)
        finally:
            await tables.end()

    asyncio.run(opened())


def act(table: OpenTable) -> Act:
    assert table.table.game is not None
    number = table.table.number
    return Act(id=f"{number}", seen=number, action=str(table.table.game.legal()[0]))


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not done():
            await asyncio.sleep(0.001)


async def still(table: OpenTable) -> int:
    """The last number, once nothing happens at a table any more."""
    await until(lambda: not table.bots.wanted)
    await table.bots.ended()
    return table.table.number


def test_bots_alone_play_while_somebody_watches_and_rest_when_nobody_does(tmp_path: Path) -> None:
    async def work(tables: Tables, mind: Ranked) -> None:
        table, _ = await tables.lay(ANN, BOTS, EN)
        assert await still(table) == 2
        await tables.look()
        assert await still(table) == 2
        watcher = Watcher(EVE, "en")
        await table.welcome(watcher, -1, stay=True)
        await until(lambda: table.table.number >= 10)
        table.leave(watcher)
        stopped = await still(table)
        assert table.table.phase == "running"
        assert set(mind.ranks) == {Rank.WATCHED}
        await table.welcome(Watcher(EVE, "en"), -1, stay=False)  # a look is not to watch
        assert await still(table) == stopped

    with_bots(tmp_path, work)


def test_a_table_where_bots_rest_leaves_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables, mind: Ranked) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        await tables.lay(ANN, BOTS, EN)
        tables.sweep()
        await tables.look()
        assert not tables.open

    with_bots(tmp_path, work)


def test_bots_play_on_for_people_whether_they_look_or_not_and_rest_when_all_have_left(
    tmp_path: Path,
) -> None:
    async def work(tables: Tables, mind: Ranked) -> None:
        new = NewTable(GameOptions(4), (SeatPlan("me"), BOT, BOT, BOT), seed="7")
        table, _ = await tables.lay(ANN, new, EN)
        await still(table)
        assert set(mind.ranks) <= {Rank.ALONE}
        assert table.table.waits_for == 0
        watcher = Watcher(ANN, "en")
        await table.welcome(watcher, -1, stay=True)
        mind.ranks.clear()
        while not mind.ranks:
            await table.send(ANN, act(table), EN)
            await still(table)
        assert set(mind.ranks) == {Rank.PLAYED}
        table.leave(watcher)
        await table.send(ANN, Leave(id="leave", seat=0), EN)
        assert not table.bots.wanted

    with_bots(tmp_path, work)
