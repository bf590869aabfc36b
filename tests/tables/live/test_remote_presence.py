"""Who is at a table, when its pages are at several processes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from naqala.server.ops.settings import Settings, storage_of
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import Sender
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.remote_presence import (
    EXPIRY,
    PresenceReport,
    RemotePresence,
    decode,
    encode,
)
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.live.timeouts import AWAY
from naqala.tables.log import entries as log
from naqala.tables.log.clocks import SECOND
from naqala.tables.protocol.messages import NewTable
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.text import catalogue
from tests.server.postgres_cluster import LISTENERS, Cluster, fetch_value

EN = catalogue("en")
ANN, BOB = Sender("a" * 64), Sender("b" * 64)


class Time:
    """The time of day, as the test says."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


def test_a_sign_is_read_as_it_was_written_and_nonsense_is_none() -> None:
    report = PresenceReport("here", (0, 2), 3, wants_reply=True)
    assert decode(encode(report)) == report
    for nonsense in ("", "x", "[1]", '{"process": "x"}'):
        assert decode(nonsense) is None


def test_a_process_counts_until_it_says_so_or_falls_silent() -> None:
    others = RemotePresence()
    others.update(PresenceReport("one", (0,), 2), now=0)
    others.update(PresenceReport("two", (0, 3), 1), now=1)
    assert (others.seats, others.spectators) == ({0, 3}, 3)
    others.update(PresenceReport("two"), now=2)
    assert (others.seats, others.spectators) == ({0}, 2)
    others.expire(EXPIRY - 1)
    assert others.seats == {0}
    others.expire(EXPIRY)
    assert (others.seats, others.spectators) == (set(), 0)


def at_two_processes(cluster: Cluster, work: Callable[..., Awaitable[None]]) -> None:
    """Ann and Bob at one table that is open at two processes, whose time the test moves."""
    url = cluster.new()

    async def opened() -> None:
        time = Time()
        processes = [
            TableRegistry(storage_of(Settings(database=url)), WorkerPool(1), now=time)
            for _ in range(2)
        ]
        for tables in processes:
            await tables.start()
        async with asyncio.timeout(60):
            while await fetch_value(url, LISTENERS) != 2:
                await asyncio.sleep(0.01)
        try:
            new = NewTable(GameOptions(2), (SeatPlan("me", "Ann"),), seed="7")
            one, _ = await processes[0].create(ANN, new, EN)
            async with one.lock:
                await one.append([log.Sat(1, "Bob", BOB.guest)], BOB.guest)
            await work(time, one, await processes[1].find(one.state.id))
        finally:
            for tables in processes:
                await tables.stop()

    asyncio.run(opened())


async def page(table: LiveTable, sender: Sender) -> Subscriber:
    subscriber = Subscriber(sender, "en")
    await table.subscribe(subscriber, -1)
    return subscriber


async def sees(table: LiveTable, here: tuple[bool, ...], watchers: int = 0) -> None:
    """Wait until the pages of a table are told this."""
    async with asyncio.timeout(60):
        while table.subscribers.presence(table.state) != (here, watchers):
            await asyncio.sleep(0.005)


async def heard(table: LiveTable, now: int) -> None:
    """Wait until the other process has given a sign of life of this moment."""
    async with asyncio.timeout(60):
        while [until for _, until in table.subscribers.remote._reports.values()] != [now + EXPIRY]:
            await asyncio.sleep(0.002)


def test_pages_see_those_at_another_process_come_and_go(cluster: Cluster) -> None:
    async def work(time: Time, one: LiveTable, other: LiveTable) -> None:
        await page(one, ANN)
        await sees(one, (True, False))
        bobs = await page(other, BOB)
        await page(other, Sender("c" * 64))
        await sees(one, (True, True), 1)
        await sees(other, (True, True), 1)  # whose page was open before was asked for
        other.unsubscribe(bobs)
        await sees(one, (True, False), 1)

    at_two_processes(cluster, work)


def test_nobody_is_away_whose_page_is_open_at_another_process(cluster: Cluster) -> None:
    async def work(time: Time, one: LiveTable, other: LiveTable) -> None:
        await page(one, ANN)
        bobs = await page(other, BOB)
        await sees(one, (True, True))
        number = one.state.number
        for _ in range(20):  # five minutes, with a sign of life now and then
            time.now += 15 * SECOND
            for table in (one, other):
                table.registry.heartbeat()
            await heard(one, time.now)
            await heard(other, time.now)
            await one.apply_timeouts()
            await other.apply_timeouts()
        await sees(one, (True, True))
        assert one.state.number == other.state.number == number
        other.unsubscribe(bobs)
        await sees(one, (True, False))
        time.now += int((AWAY - 1) * SECOND)
        await one.apply_timeouts()
        assert [seat.state for seat in one.state.seats] == ["here", "here"]
        time.now += SECOND
        await one.apply_timeouts()
        assert one.state.seats[1].state == "away"

    at_two_processes(cluster, work)


def test_a_process_that_died_is_forgotten_with_its_pages(cluster: Cluster) -> None:
    async def work(time: Time, one: LiveTable, other: LiveTable) -> None:
        await page(one, ANN)
        await page(other, BOB)
        await sees(one, (True, True))
        time.now += EXPIRY
        one.registry.heartbeat()
        await sees(one, (True, False))

    at_two_processes(cluster, work)


def test_a_process_that_ends_takes_its_pages_with_it(cluster: Cluster) -> None:
    async def work(time: Time, one: LiveTable, other: LiveTable) -> None:
        await page(one, ANN)
        await page(other, BOB)
        await sees(one, (True, True))
        await other.registry.stop()
        await sees(one, (True, False))

    at_two_processes(cluster, work)
