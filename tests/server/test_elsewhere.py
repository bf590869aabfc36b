"""Who is at a table, when its pages are at several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from naqala.server import entries as log
from naqala.server.clocks import SECOND
from naqala.server.elsewhere import FORGOTTEN, Elsewhere, Sign, read, written
from naqala.server.hourglass import AWAY
from naqala.server.open_table import OpenTable
from naqala.server.protocol import NewTable
from naqala.server.sends import Sender
from naqala.server.settings import Settings, storage_of
from naqala.server.shapes import GameOptions, SeatPlan
from naqala.server.tables import Tables
from naqala.server.thinking import Thinking
from naqala.server.watching import Watcher
from naqala.text import catalogue
from tests.server.clusters import HEARS, Cluster, value

EN = catalogue("en")
ANN, BOB = Sender("a" * 64), Sender("b" * 64)


class Time:
    """The time of day, as the test says."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


def test_a_sign_is_read_as_it_was_written_and_nonsense_is_none() -> None:
    sign = Sign("here", (0, 2), 3, asks=True)
    assert read(written(sign)) == sign
    for nonsense in ("", "x", "[1]", '{"process": "x"}'):
        assert read(nonsense) is None


def test_a_process_counts_until_it_says_so_or_falls_silent() -> None:
    others = Elsewhere()
    others.heard(Sign("one", (0,), 2), now=0)
    others.heard(Sign("two", (0, 3), 1), now=1)
    assert (others.seats, others.watchers) == ({0, 3}, 3)
    others.heard(Sign("two"), now=2)
    assert (others.seats, others.watchers) == ({0}, 2)
    others.forget(FORGOTTEN - 1)
    assert others.seats == {0}
    others.forget(FORGOTTEN)
    assert (others.seats, others.watchers) == (set(), 0)


def at_two_processes(cluster: Cluster, work: Callable[..., Awaitable[None]]) -> None:
    """Ann and Bob at one table that is open at two processes, whose time the test moves."""
    url = cluster.new()

    async def opened() -> None:
        time = Time()
        processes = [
            Tables(storage_of(Settings(database=url)), Thinking(1), now=time) for _ in range(2)
        ]
        for tables in processes:
            await tables.begin()
        async with asyncio.timeout(60):
            while await value(url, HEARS) != 2:
                await asyncio.sleep(0.01)
        try:
            new = NewTable(GameOptions(2), (SeatPlan("me", "Ann"),), seed="7")
            one, _ = await processes[0].lay(ANN, new, EN)
            async with one.lock:
                await one.write([log.Sat(1, "Bob", BOB.guest)], BOB.guest)
            await work(time, one, await processes[1].find(one.table.id))
        finally:
            for tables in processes:
                await tables.end()

    asyncio.run(opened())


async def page(table: OpenTable, sender: Sender) -> Watcher:
    watcher = Watcher(sender, "en")
    await table.welcome(watcher, -1, stay=True)
    return watcher


async def sees(table: OpenTable, here: tuple[bool, ...], watchers: int = 0) -> None:
    """Wait until the pages of a table are told this."""
    async with asyncio.timeout(60):
        while table.watchers.told != (here, watchers):
            await asyncio.sleep(0.005)


async def heard(table: OpenTable, now: int) -> None:
    """Wait until the other process has given a sign of life of this moment."""
    async with asyncio.timeout(60):
        while [until for _, until in table.watchers.elsewhere.signs.values()] != [now + FORGOTTEN]:
            await asyncio.sleep(0.002)


def test_pages_see_those_at_another_process_come_and_go(cluster: Cluster) -> None:
    async def work(time: Time, one: OpenTable, other: OpenTable) -> None:
        await page(one, ANN)
        await sees(one, (True, False))
        bobs = await page(other, BOB)
        await page(other, Sender("c" * 64))
        await sees(one, (True, True), 1)
        await sees(other, (True, True), 1)  # whose page was open before was asked for
        other.leave(bobs)
        await sees(one, (True, False), 1)

    at_two_processes(cluster, work)


def test_nobody_is_away_whose_page_is_open_at_another_process(cluster: Cluster) -> None:
    async def work(time: Time, one: OpenTable, other: OpenTable) -> None:
        await page(one, ANN)
        bobs = await page(other, BOB)
        await sees(one, (True, True))
        number = one.table.number
        for _ in range(20):  # five minutes, with a sign of life now and then
            time.now += 15 * SECOND
            for table in (one, other):
                table.tables.beat()
            await heard(one, time.now)
            await heard(other, time.now)
            await one.pass_time()
            await other.pass_time()
        await sees(one, (True, True))
        assert one.table.number == other.table.number == number
        other.leave(bobs)
        await sees(one, (True, False))
        time.now += int((AWAY - 1) * SECOND)
        await one.pass_time()
        assert [seat.state for seat in one.table.seats] == ["here", "here"]
        time.now += SECOND
        await one.pass_time()
        assert one.table.seats[1].state == "away"

    at_two_processes(cluster, work)


def test_a_process_that_died_is_forgotten_with_its_pages(cluster: Cluster) -> None:
    async def work(time: Time, one: OpenTable, other: OpenTable) -> None:
        await page(one, ANN)
        await page(other, BOB)
        await sees(one, (True, True))
        time.now += FORGOTTEN
        one.tables.beat()
        await sees(one, (True, False))

    at_two_processes(cluster, work)


def test_a_process_that_ends_takes_its_pages_with_it(cluster: Cluster) -> None:
    async def work(time: Time, one: OpenTable, other: OpenTable) -> None:
        await page(one, ANN)
        await page(other, BOB)
        await sees(one, (True, True))
        await other.tables.end()
        await sees(one, (True, False))

    at_two_processes(cluster, work)
