"""Presence at a table whose pages are connected to several processes."""

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


class FakeTime:
    """Milliseconds since the epoch, set by the test."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


def test_a_presence_report_is_decoded_as_it_was_encoded() -> None:
    report = PresenceReport("here", (0, 2), 3, wants_reply=True)
    assert decode(encode(report)) == report
    for nonsense in ("", "x", "[1]", '{"process": "x"}'):
        assert decode(nonsense) is None


def test_a_report_counts_until_it_is_replaced_or_expires() -> None:
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


def with_two_processes(cluster: Cluster, work: Callable[..., Awaitable[None]]) -> None:
    """Open a table of Ann and Bob in two processes with a fake time."""
    url = cluster.new()

    async def run() -> None:
        time = FakeTime()
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

    asyncio.run(run())


async def open_page(table: LiveTable, sender: Sender) -> Subscriber:
    subscriber = Subscriber(sender, "en")
    await table.subscribe(subscriber, -1)
    return subscriber


async def wait_for_presence(table: LiveTable, here: tuple[bool, ...], spectators: int = 0) -> None:
    """Wait until a table has this presence."""
    async with asyncio.timeout(60):
        while table.subscribers.presence(table.state) != (here, spectators):
            await asyncio.sleep(0.005)


async def wait_for_report(table: LiveTable, now: int) -> None:
    """Wait for the report that the other process sent at this time."""
    async with asyncio.timeout(60):
        while [until for _, until in table.subscribers.remote._reports.values()] != [now + EXPIRY]:
            await asyncio.sleep(0.002)


def test_presence_follows_the_pages_of_another_process(cluster: Cluster) -> None:
    async def work(time: FakeTime, one: LiveTable, other: LiveTable) -> None:
        await open_page(one, ANN)
        await wait_for_presence(one, (True, False))
        bobs = await open_page(other, BOB)
        await open_page(other, Sender("c" * 64))
        await wait_for_presence(one, (True, True), 1)
        await wait_for_presence(other, (True, True), 1)  # pages that were open before are requested
        other.unsubscribe(bobs)
        await wait_for_presence(one, (True, False), 1)

    with_two_processes(cluster, work)


def test_a_player_with_a_page_in_another_process_is_not_away(cluster: Cluster) -> None:
    async def work(time: FakeTime, one: LiveTable, other: LiveTable) -> None:
        await open_page(one, ANN)
        bobs = await open_page(other, BOB)
        for table in (one, other):
            await wait_for_presence(table, (True, True))
        number = one.state.number
        for _ in range(20):  # five minutes with regular heartbeats
            time.now += 15 * SECOND
            for table in (one, other):
                table.registry.heartbeat()
            await wait_for_report(one, time.now)
            await wait_for_report(other, time.now)
            await one.apply_timeouts()
            await other.apply_timeouts()
        await wait_for_presence(one, (True, True))
        assert one.state.number == other.state.number == number
        other.unsubscribe(bobs)
        await wait_for_presence(one, (True, False))
        time.now += int((AWAY - 1) * SECOND)
        await one.apply_timeouts()
        assert [seat.state for seat in one.state.seats] == ["here", "here"]
        time.now += SECOND
        await one.apply_timeouts()
        assert one.state.seats[1].state == "away"

    with_two_processes(cluster, work)


def test_the_pages_of_a_dead_process_expire(cluster: Cluster) -> None:
    async def work(time: FakeTime, one: LiveTable, other: LiveTable) -> None:
        await open_page(one, ANN)
        await open_page(other, BOB)
        await wait_for_presence(one, (True, True))
        time.now += EXPIRY
        one.registry.heartbeat()
        await wait_for_presence(one, (True, False))

    with_two_processes(cluster, work)


def test_a_process_that_stops_reports_its_pages_as_closed(cluster: Cluster) -> None:
    async def work(time: FakeTime, one: LiveTable, other: LiveTable) -> None:
        await open_page(one, ANN)
        await open_page(other, BOB)
        await wait_for_presence(one, (True, True))
        await other.registry.stop()
        await wait_for_presence(one, (True, False))

    with_two_processes(cluster, work)
