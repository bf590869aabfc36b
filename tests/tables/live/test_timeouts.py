"""Timeouts at a table, with a fake time."""

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
from tests.tables.live.registries import refusal_code

EN, FR = catalogue("en"), catalogue("fr")
ANN, BOB = Sender("a" * 64), Sender("b" * 64)
LIVE = Clock(minutes=10, increment=5)
AWAY_AFTER = 120 * SECOND


class FakeTime:
    """Milliseconds since the epoch, set by the test."""

    def __init__(self) -> None:
        self.now = 1_000_000_000_000

    def __call__(self) -> int:
        return self.now


def with_time(
    path: Path, work: Callable[..., Awaitable[None]], *, processes: int = 1, away: float = 120
) -> None:
    """Run a coroutine function with registries whose time only the test moves."""

    async def run() -> None:
        time = FakeTime()
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

    asyncio.run(run())


async def start_game(tables: TableRegistry, clock: Clock | None = None) -> LiveTable:
    """A game of Ann and Bob, who have no pages open."""
    new = NewTable(GameOptions(2), (SeatPlan("me", "Ann"),), clock=clock, seed="7")
    table, _ = await tables.create(ANN, new, EN)
    async with table.lock:
        await table.append([log.Sat(1, "Bob", BOB.guest)], BOB.guest)
    return table


async def open_page(table: LiveTable, sender: Sender) -> Subscriber:
    subscriber = Subscriber(sender, "en")
    await table.subscribe(subscriber, -1)
    return subscriber


def act(table: LiveTable, name: str) -> Act:
    assert table.state.game is not None
    return Act(id=name, seen=table.state.number, action=str(table.state.game.legal()[0]))


def kinds(table: LiveTable, last: int) -> list[str]:
    return [type(each.entry.body).__name__ for each in table.state.log[-last:]]


def in_turn(table: LiveTable) -> tuple[Sender, Sender]:
    return (ANN, BOB) if table.state.turn == 0 else (BOB, ANN)


def test_an_action_after_the_deadline_is_refused(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables, LIVE)
        turn, (slow, other) = table.state.turn, in_turn(table)
        late = act(table, "x")
        time.now = table.state.deadline
        assert await refusal_code(table.execute(slow, late, EN)) == "time_over"
        assert await refusal_code(table.execute(slow, Undo(id="u", seen=99), EN)) == "time_over"
        assert kinds(table, 1) == ["TimedOut"]
        assert table.state.waits_for == NOBODY
        await table.execute(other, Hand(id="h", seat=turn, bot="merchant"), EN)
        assert table.state.bot_of(turn) == "merchant"
        assert await refusal_code(table.execute(slow, late, EN)) == "bot_plays"
        await table.execute(slow, Return(id="r", seat=turn), EN)
        assert table.state.deadline == time.now + REPRIEVE
        await table.execute(slow, late, EN)

    with_time(tmp_path, work)


def test_an_action_just_before_the_deadline_counts(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables, LIVE)
        slow, _ = in_turn(table)
        time.now = table.state.deadline - 1
        await table.execute(slow, act(table, "x"), EN)
        assert kinds(table, 1) == ["Acted"]

    with_time(tmp_path, work)


def test_time_runs_out_without_any_command(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables, LIVE)
        time.now = table.state.deadline
        table.set_timer()  # the deadline has passed, so the timer fires at once
        while table.state.deadline:
            await asyncio.sleep(0.001)
        assert kinds(table, 1) == ["TimedOut"]

    with_time(tmp_path, work)


def test_of_two_processes_only_one_writes_a_timeout(tmp_path: Path) -> None:
    async def work(time: FakeTime, here: TableRegistry, there: TableRegistry) -> None:
        one = await start_game(here, LIVE)
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

    async def before(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables, clock)
        names.append(table.state.id)
        deadlines.append(table.state.deadline)

    async def after(time: FakeTime, tables: TableRegistry) -> None:
        (name,) = names
        assert not tables.open
        time.now = deadlines[0]
        await tables.resume_due()
        assert list(tables.open) == [name]  # opened because of its deadline
        table = tables.open[name]
        assert table.state.deadline == deadlines[0]
        await table.apply_timeouts()
        assert kinds(table, 1) == ["TimedOut"]
        assert await tables.storage.due(deadlines[0]) == []

    with_time(tmp_path, before)
    with_time(tmp_path, after)


def test_an_unwatched_table_stays_out_of_memory_until_its_deadline(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        table = await start_game(tables, LIVE)
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
def test_without_other_people_a_bot_takes_over_at_once(tmp_path: Path, bots: int) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
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


def test_on_a_shared_page_the_seat_is_handed_over_by_the_others(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
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


def test_a_welcome_contains_the_clocks_and_the_time_of_the_server(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables, LIVE)
        begun, turn = time.now, table.state.turn
        time.now += MINUTE
        subscriber = await open_page(table, ANN)
        message = subscriber.outbox.take()[0]
        welcome = msgspec.json.decode(message, type=Welcome)
        assert welcome.scene is not None
        assert welcome.scene.clock is not None
        assert welcome.scene.clock.left == (10 * MINUTE, 10 * MINUTE)
        assert (welcome.scene.clock.runs, welcome.scene.clock.since) == (turn, begun)
        assert welcome.now == begun + MINUTE

    with_time(tmp_path, work)


def test_a_player_without_a_page_becomes_away_and_can_be_handed_to_a_bot(
    tmp_path: Path,
) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables)
        await open_page(table, ANN)
        bobs = await open_page(table, BOB)
        hand = Hand(id="h", seat=1, bot="merchant")
        time.now += 10 * AWAY_AFTER
        await table.apply_timeouts()
        assert await refusal_code(table.execute(ANN, hand, EN)) == "still_here"
        table.unsubscribe(bobs)
        time.now += AWAY_AFTER - 1
        assert await refusal_code(table.execute(ANN, hand, EN)) == "still_here"
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
        await open_page(table, BOB)  # the bot stays until the player takes the seat back
        await table.apply_timeouts()
        assert table.state.bot_of(1) == "merchant"
        await table.execute(BOB, Return(id="r", seat=1), EN)
        assert table.state.seats[1] == Seat("person", "Bob")

    with_time(tmp_path, work)


def test_a_player_with_another_open_page_is_not_away(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables)
        await open_page(table, ANN)
        phone = await open_page(table, BOB)
        await open_page(table, BOB)
        time.now += AWAY_AFTER
        table.unsubscribe(phone)
        time.now += AWAY_AFTER
        await table.apply_timeouts()
        assert table.state.seats[1].state == "here"

    with_time(tmp_path, work)


def test_an_away_player_returns_by_opening_a_page_or_sending_a_command(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables)
        await open_page(table, ANN)
        time.now += AWAY_AFTER
        await table.apply_timeouts()
        assert table.state.seats[1].state == "away"
        bobs = await open_page(table, BOB)
        await table.apply_timeouts()
        assert kinds(table, 2) == ["Away", "Returned"]
        table.unsubscribe(bobs)
        time.now += AWAY_AFTER
        await table.apply_timeouts()
        await table.execute(BOB, Say(id="s", text="without a page"), EN)
        assert kinds(table, 3) == ["Away", "Returned", "Said"]

    with_time(tmp_path, work)


def test_nobody_becomes_away_if_nobody_waits_or_turns_take_days(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        alone = await start_game(tables)
        slow = await start_game(tables, Clock(days=3))
        await open_page(slow, ANN)
        lobby, _ = await tables.create(ANN, NewTable(GameOptions(2), (SeatPlan("me"),)), EN)
        await open_page(lobby, ANN)
        watched = await start_game(tables)
        await open_page(watched, Sender("c" * 64))
        time.now += DAY
        for table in (alone, slow, lobby, watched):
            number = table.state.number
            await table.apply_timeouts()
            assert table.state.number == number

    with_time(tmp_path, work)


def test_away_can_be_disabled(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables)
        await open_page(table, ANN)
        time.now += DAY
        await table.apply_timeouts()
        assert table.state.seats[1].state == "here"

    with_time(tmp_path, work, away=0)


def test_after_a_false_away_a_longer_timeout_applies(
    tmp_path: Path,
) -> None:
    async def work(time: FakeTime, here: TableRegistry, there: TableRegistry) -> None:
        one = await start_game(here)
        other = await there.find(one.state.id)
        await open_page(one, ANN)
        await open_page(other, BOB)
        time.now += AWAY_AFTER
        for _ in range(3):  # each process misses the page of the other and corrects it
            for table in (one, other):
                await table.catch_up()
                await table.apply_timeouts()
        await one.catch_up()
        assert sorted(kinds(one, 4)) == ["Away", "Away", "Returned", "Returned"]
        assert [seat.state for seat in one.state.seats] == ["here", "here"]
        number = one.state.number
        time.now += REMOTE_FACTOR * AWAY_AFTER - 1
        await one.apply_timeouts()
        await other.apply_timeouts()
        assert (one.state.number, other.state.number) == (number, number)

    with_time(tmp_path, work, processes=2)


def test_the_away_entries_of_a_player_are_limited(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables)
        await open_page(table, ANN)
        for _ in range(MOST_AWAY + 3):
            time.now += AWAY_AFTER
            await table.apply_timeouts()
            bobs = await open_page(table, BOB)
            await table.apply_timeouts()
            table.unsubscribe(bobs)
        assert table.state.number == 4 + 2 * MOST_AWAY

    with_time(tmp_path, work)


def test_an_empty_table_is_closed_after_an_hour(tmp_path: Path) -> None:
    """Also if it is not in memory. A table with a player stays."""

    async def work(time: FakeTime, tables: TableRegistry) -> None:
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
        assert (
            await refusal_code(again.execute(BOB, Sit(id="s", seat=0, name="Bob"), EN))
            == "phase_closed"
        )
        await taken.apply_timeouts()
        assert taken.state.phase == "lobby"
        assert await tables.storage.count(ANN.guest) == 1

    with_time(tmp_path, work)


def test_presence_is_sent_to_the_other_pages(tmp_path: Path) -> None:
    async def work(time: FakeTime, tables: TableRegistry) -> None:
        table = await start_game(tables)
        anns = await open_page(table, ANN)
        anns.outbox.take()
        await open_page(table, BOB)
        (message,) = anns.outbox.take()
        assert msgspec.json.decode(message, type=Presence).seats == (True, True)

    with_time(tmp_path, work)
