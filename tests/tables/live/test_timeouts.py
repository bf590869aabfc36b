"""What time brings to a table, with a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from naqala.rules.state import NOBODY
from naqala.server.storage.sqlite import Sqlite
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import STAND_IN, Sender
from naqala.tables.errors import Refusal
from naqala.tables.live import registry as module
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.live.timeouts import MOST_AWAY, REMOTE_FACTOR
from naqala.tables.log import entries as log
from naqala.tables.log.clocks import DAY, MINUTE, REPRIEVE, SECOND
from naqala.tables.protocol.messages import (
    Act,
    Hand,
    NewTable,
    Presence,
    Return,
    Say,
    Sit,
    Undo,
    Welcome,
)
from naqala.tables.protocol.types import Clock, GameOptions, Seat, SeatPlan
from naqala.text import catalogue

EN, FR = catalogue("en"), catalogue("fr")
ANN, BOB = Sender("a" * 64), Sender("b" * 64)
LIVE = Clock(minutes=10, increment=5)
WAIT = 120 * SECOND


class Time:
    """The time of day, as the test says."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


def with_time(
    path: Path, work: Callable[..., Awaitable[None]], *, processes: int = 1, away: float = 120
) -> None:
    """Do something with tables whose time stands still until the test moves it."""

    async def opened() -> None:
        time = Time()
        all_tables = [
            TableRegistry(
                Sqlite(path / "t.sqlite3"), WorkerPool(1), Pace(3600, 3600), time, away=away
            )
            for _ in range(processes)
        ]
        for tables in all_tables:
            await tables.start()
        try:
            await work(time, *all_tables)
        finally:
            for tables in all_tables:
                await tables.stop()

    asyncio.run(opened())


async def two(tables: TableRegistry, clock: Clock | None = None) -> LiveTable:
    """Ann and Bob at a table, without pages."""
    new = NewTable(GameOptions(2), (SeatPlan("me", "Ann"),), clock=clock, seed="7")
    table, _ = await tables.create(ANN, new, EN)
    async with table.lock:
        await table.append([log.Sat(1, "Bob", BOB.guest)], BOB.guest)
    return table


async def page(table: LiveTable, sender: Sender) -> Subscriber:
    subscriber = Subscriber(sender, "en")
    await table.subscribe(subscriber, -1)
    return subscriber


def act(table: LiveTable, name: str) -> Act:
    assert table.state.game is not None
    return Act(id=name, seen=table.state.number, action=str(table.state.game.legal()[0]))


def kinds(table: LiveTable, last: int) -> list[str]:
    return [type(each.entry.body).__name__ for each in table.state.log[-last:]]


async def code(sent: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await sent
    return caught.value.code


def in_turn(table: LiveTable) -> tuple[Sender, Sender]:
    return (ANN, BOB) if table.state.turn == 0 else (BOB, ANN)


def test_a_choice_that_comes_too_late_finds_the_time_run_out(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables, LIVE)
        turn, (slow, other) = table.state.turn, in_turn(table)
        late = act(table, "x")
        time.now = table.state.deadline
        assert await code(table.execute(slow, late, EN)) == "time_over"
        assert await code(table.execute(slow, Undo(id="u", seen=99), EN)) == "time_over"
        assert kinds(table, 1) == ["TimedOut"]
        assert table.state.waits_for == NOBODY
        await table.execute(other, Hand(id="h", seat=turn, bot="merchant"), EN)
        assert table.state.bot_of(turn) == "merchant"
        assert await code(table.execute(slow, late, EN)) == "bot_plays"
        await table.execute(slow, Return(id="r", seat=turn), EN)
        assert table.state.deadline == time.now + REPRIEVE
        await table.execute(slow, late, EN)

    with_time(tmp_path, work)


def test_a_choice_in_the_last_moment_counts(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables, LIVE)
        slow, _ = in_turn(table)
        time.now = table.state.deadline - 1
        await table.execute(slow, act(table, "x"), EN)
        assert kinds(table, 1) == ["Acted"]

    with_time(tmp_path, work)


def test_time_runs_out_by_itself_where_nobody_sends_anything(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables, LIVE)
        time.now = table.state.deadline
        table.set_timer()  # the moment has come: what follows waits for nothing but its turn
        while table.state.deadline:
            await asyncio.sleep(0.001)
        assert kinds(table, 1) == ["TimedOut"]

    with_time(tmp_path, work)


def test_of_two_processes_that_notice_one_writes_it(tmp_path: Path) -> None:
    async def work(time: Time, here: TableRegistry, there: TableRegistry) -> None:
        one = await two(here, LIVE)
        other = await there.find(one.state.id)
        time.now = one.state.deadline
        await asyncio.gather(one.apply_timeouts(), other.apply_timeouts())
        await asyncio.gather(one.catch_up(), other.catch_up())
        for table in (one, other):
            assert kinds(table, 2) == ["Started", "TimedOut"]
            assert table.state.seats == one.state.seats

    with_time(tmp_path, work, processes=2)


@pytest.mark.parametrize("clock", [LIVE, Clock(days=2)])
def test_time_runs_out_while_no_server_runs(tmp_path: Path, clock: Clock) -> None:
    names: list[str] = []
    deadlines: list[int] = []

    async def before(time: Time, tables: TableRegistry) -> None:
        table = await two(tables, clock)
        names.append(table.state.id)
        deadlines.append(table.state.deadline)

    async def after(time: Time, tables: TableRegistry) -> None:
        (name,) = names
        assert not tables.open
        time.now = deadlines[0]
        await tables.resume_due()
        assert list(tables.open) == [name]  # nobody asked for it: it was found by its deadline
        table = tables.open[name]
        assert table.state.deadline == deadlines[0]
        await table.apply_timeouts()
        assert kinds(table, 1) == ["TimedOut"]
        assert await tables.storage.due(deadlines[0]) == []

    with_time(tmp_path, before)
    with_time(tmp_path, after)


def test_a_table_that_nobody_watches_leaves_memory_until_its_clock_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        table = await two(tables, LIVE)
        tables.drop_idle()
        assert not tables.open
        await tables.resume_due()
        assert not tables.open
        time.now = table.state.deadline
        await tables.resume_due()
        again = tables.open[table.state.id]
        await again.apply_timeouts()
        assert kinds(again, 1) == ["TimedOut"]

    with_time(tmp_path, work)


@pytest.mark.parametrize("bots", [0, 1])
def test_where_no_other_person_plays_a_bot_takes_over_at_once(tmp_path: Path, bots: int) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        seats = (SeatPlan("me", "Ann"), *[SeatPlan("bot", "", "merchant")] * bots)
        new = NewTable(GameOptions(len(seats)), seats, clock=LIVE, seed="3")
        table, _ = await tables.create(ANN, new, EN)
        while table.state.turn:
            async with table.lock:
                await table.append([log.Acted(table.state.turn, "bid 0", "bot")])
        time.now = table.state.deadline
        await table.apply_timeouts()
        assert kinds(table, 2) == ["TimedOut", "Handed"]
        assert table.state.bot_of(0) == STAND_IN
        await table.execute(ANN, Return(id="r", seat=0), EN)
        await table.execute(ANN, act(table, "x"), EN)

    with_time(tmp_path, work)


def test_at_one_page_for_all_seats_the_others_hand_the_seat_over(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        new = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), clock=LIVE, seed="7")
        table, _ = await tables.create(ANN, new, EN)
        turn = table.state.turn
        time.now = table.state.deadline
        await table.apply_timeouts()
        assert kinds(table, 1) == ["TimedOut"]
        await table.execute(ANN, Hand(id="h", seat=turn, bot="merchant"), EN)
        await table.execute(ANN, Return(id="r", seat=turn), EN)
        await table.execute(ANN, act(table, "x"), EN)
        assert table.state.turn == 1 - turn

    with_time(tmp_path, work)


def test_a_page_is_told_the_clocks_and_the_time_of_the_server(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables, LIVE)
        begun, turn = time.now, table.state.turn
        time.now += MINUTE
        subscriber = await page(table, ANN)
        message = subscriber.outbox.take()[0]
        welcome = msgspec.json.decode(message, type=Welcome)
        assert welcome.scene is not None
        assert welcome.scene.clock is not None
        assert welcome.scene.clock.left == (10 * MINUTE, 10 * MINUTE)
        assert (welcome.scene.clock.runs, welcome.scene.clock.since) == (turn, begun)
        assert welcome.now == begun + MINUTE

    with_time(tmp_path, work)


def test_who_was_without_a_page_for_long_is_away_and_can_be_handed_to_a_bot(
    tmp_path: Path,
) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables)
        await page(table, ANN)
        bobs = await page(table, BOB)
        hand = Hand(id="h", seat=1, bot="merchant")
        time.now += 10 * WAIT
        await table.apply_timeouts()
        assert await code(table.execute(ANN, hand, EN)) == "still_here"
        table.unsubscribe(bobs)
        time.now += WAIT - 1
        assert await code(table.execute(ANN, hand, EN)) == "still_here"
        time.now += 1
        await table.apply_timeouts()
        await table.execute(ANN, hand, EN)
        assert kinds(table, 2) == ["Away", "Handed"]
        shown = table.snapshot.log(table.state.log[-2:], (0,), "fr")
        assert shown[1].reason == "away"
        assert [line for entry in shown for line in entry.lines] == [
            "La page de Bob est fermée depuis un moment.",
            "La page de Bob est fermée\u00a0; un robot prend le relais\u00a0: Calme.",
        ]
        await page(table, BOB)  # a bot plays: it goes only when it is told to
        await table.apply_timeouts()
        assert table.state.bot_of(1) == "merchant"
        await table.execute(BOB, Return(id="r", seat=1), EN)
        assert table.state.seats[1] == Seat("person", "Bob")

    with_time(tmp_path, work)


def test_a_person_with_another_page_open_is_not_away(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables)
        await page(table, ANN)
        phone = await page(table, BOB)
        await page(table, BOB)
        time.now += WAIT
        table.unsubscribe(phone)
        time.now += WAIT
        await table.apply_timeouts()
        assert table.state.seats[1].state == "here"

    with_time(tmp_path, work)


def test_who_comes_back_in_time_is_there_again_without_doing_anything(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables)
        await page(table, ANN)
        time.now += WAIT
        await table.apply_timeouts()
        assert table.state.seats[1].state == "away"
        bobs = await page(table, BOB)
        await table.apply_timeouts()
        assert kinds(table, 2) == ["Away", "Returned"]
        table.unsubscribe(bobs)
        time.now += WAIT
        await table.apply_timeouts()
        await table.execute(BOB, Say(id="s", text="without a page"), EN)
        assert kinds(table, 3) == ["Away", "Returned", "Said"]

    with_time(tmp_path, work)


def test_nobody_is_away_where_nobody_waits_or_a_turn_takes_days(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        alone = await two(tables)
        slow = await two(tables, Clock(days=3))
        await page(slow, ANN)
        lobby, _ = await tables.create(ANN, NewTable(GameOptions(2), (SeatPlan("me"),)), EN)
        await page(lobby, ANN)
        watched = await two(tables)
        await page(watched, Sender("c" * 64))
        time.now += DAY
        for table in (alone, slow, lobby, watched):
            number = table.state.number
            await table.apply_timeouts()
            assert table.state.number == number

    with_time(tmp_path, work)


def test_a_server_can_wait_for_pages_for_ever(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables)
        await page(table, ANN)
        time.now += DAY
        await table.apply_timeouts()
        assert table.state.seats[1].state == "here"

    with_time(tmp_path, work, away=0)


def test_a_page_at_another_process_is_missed_once_and_then_with_more_patience(
    tmp_path: Path,
) -> None:
    async def work(time: Time, here: TableRegistry, there: TableRegistry) -> None:
        one = await two(here)
        other = await there.find(one.state.id)
        await page(one, ANN)
        await page(other, BOB)
        time.now += WAIT
        for _ in range(3):  # each misses the other's page, and each knows better
            for table in (one, other):
                await table.catch_up()
                await table.apply_timeouts()
        await one.catch_up()
        assert sorted(kinds(one, 4)) == ["Away", "Away", "Returned", "Returned"]
        assert [seat.state for seat in one.state.seats] == ["here", "here"]
        number = one.state.number
        time.now += REMOTE_FACTOR * WAIT - 1
        await one.apply_timeouts()
        await other.apply_timeouts()
        assert (one.state.number, other.state.number) == (number, number)

    with_time(tmp_path, work, processes=2)


def test_a_page_that_comes_and_goes_does_not_fill_the_log(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables)
        await page(table, ANN)
        for _ in range(MOST_AWAY + 3):
            time.now += WAIT
            await table.apply_timeouts()
            bobs = await page(table, BOB)
            await table.apply_timeouts()
            table.unsubscribe(bobs)
        assert table.state.number == 4 + 2 * MOST_AWAY

    with_time(tmp_path, work)


def test_a_table_where_nobody_sits_down_is_closed_after_an_hour(tmp_path: Path) -> None:
    """Also one that has left memory meanwhile; where somebody sits it stays."""

    async def work(time: Time, tables: TableRegistry) -> None:
        empty, _ = await tables.create(ANN, NewTable(GameOptions(2), ()), EN)
        taken, _ = await tables.create(ANN, NewTable(GameOptions(2), (SeatPlan("me"),)), EN)
        assert await tables.storage.count(ANN.guest) == 2
        time.now = empty.state.expires - 1
        await empty.apply_timeouts()
        assert empty.state.phase == "lobby"
        tables.discard(empty)
        time.now += 1
        await tables.resume_due()
        again = await tables.find(empty.state.id)
        while again.state.phase == "lobby":
            await asyncio.sleep(0.001)
        assert await code(again.execute(BOB, Sit(id="s", seat=0, name="Bob"), EN)) == "phase_closed"
        await taken.apply_timeouts()
        assert taken.state.phase == "lobby"
        assert await tables.storage.count(ANN.guest) == 1

    with_time(tmp_path, work)


def test_presence_is_still_told(tmp_path: Path) -> None:
    async def work(time: Time, tables: TableRegistry) -> None:
        table = await two(tables)
        anns = await page(table, ANN)
        anns.outbox.take()
        await page(table, BOB)
        (message,) = anns.outbox.take()
        assert msgspec.json.decode(message, type=Presence).seats == (True, True)

    with_time(tmp_path, work)
