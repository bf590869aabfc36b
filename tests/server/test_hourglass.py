"""What time brings to a table, with a clock that the test moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from naqala.rules.state import NOBODY
from naqala.server import entries as log
from naqala.server import tables as module
from naqala.server.bot_seats import Pace
from naqala.server.clocks import DAY, MINUTE, REPRIEVE, SECOND
from naqala.server.hourglass import ELSEWHERE, MOST_AWAY
from naqala.server.open_table import OpenTable
from naqala.server.protocol import Act, Hand, NewTable, Presence, Return, Say, Sit, Undo, Welcome
from naqala.server.refusal import Refusal
from naqala.server.sends import STAND_IN, Sender
from naqala.server.shapes import Clock, GameOptions, Seat, SeatPlan
from naqala.server.sqlite import Sqlite
from naqala.server.tables import Tables
from naqala.server.thinking import Thinking
from naqala.server.watching import Watcher
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
            Tables(Sqlite(path / "t.sqlite3"), Thinking(1), Pace(3600, 3600), time, away=away)
            for _ in range(processes)
        ]
        for tables in all_tables:
            await tables.begin()
        try:
            await work(time, *all_tables)
        finally:
            for tables in all_tables:
                await tables.end()

    asyncio.run(opened())


async def two(tables: Tables, clock: Clock | None = None) -> OpenTable:
    """Ann and Bob at a table, without pages."""
    new = NewTable(GameOptions(2), (SeatPlan("me", "Ann"),), clock=clock, seed="7")
    table, _ = await tables.lay(ANN, new, EN)
    async with table.lock:
        await table.write([log.Sat(1, "Bob", BOB.guest)], BOB.guest)
    return table


async def page(table: OpenTable, sender: Sender) -> Watcher:
    watcher = Watcher(sender, "en")
    await table.welcome(watcher, -1, stay=True)
    return watcher


def act(table: OpenTable, name: str) -> Act:
    assert table.table.game is not None
    return Act(id=name, seen=table.table.number, action=str(table.table.game.legal()[0]))


def kinds(table: OpenTable, last: int) -> list[str]:
    return [type(each.entry.what).__name__ for each in table.table.log[-last:]]


async def code(sent: Awaitable[object]) -> str:
    with pytest.raises(Refusal) as caught:
        await sent
    return caught.value.code


def in_turn(table: OpenTable) -> tuple[Sender, Sender]:
    return (ANN, BOB) if table.table.turn == 0 else (BOB, ANN)


def test_a_choice_that_comes_too_late_finds_the_time_run_out(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables, LIVE)
        turn, (slow, other) = table.table.turn, in_turn(table)
        late = act(table, "x")
        time.now = table.table.deadline
        assert await code(table.send(slow, late, EN)) == "time_over"
        assert await code(table.send(slow, Undo(id="u", seen=99), EN)) == "time_over"
        assert kinds(table, 1) == ["TimedOut"]
        assert table.table.waits_for == NOBODY
        await table.send(other, Hand(id="h", seat=turn, bot="merchant"), EN)
        assert table.table.bot_of(turn) == "merchant"
        assert await code(table.send(slow, late, EN)) == "bot_plays"
        await table.send(slow, Return(id="r", seat=turn), EN)
        assert table.table.deadline == time.now + REPRIEVE
        await table.send(slow, late, EN)

    with_time(tmp_path, work)


def test_a_choice_in_the_last_moment_counts(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables, LIVE)
        slow, _ = in_turn(table)
        time.now = table.table.deadline - 1
        await table.send(slow, act(table, "x"), EN)
        assert kinds(table, 1) == ["Acted"]

    with_time(tmp_path, work)


def test_time_runs_out_by_itself_where_nobody_sends_anything(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables, LIVE)
        time.now = table.table.deadline
        table.tick()  # the moment has come: what follows waits for nothing but its turn
        while table.table.deadline:
            await asyncio.sleep(0.001)
        assert kinds(table, 1) == ["TimedOut"]

    with_time(tmp_path, work)


def test_of_two_processes_that_notice_one_writes_it(tmp_path: Path) -> None:
    async def work(time: Time, here: Tables, there: Tables) -> None:
        one = await two(here, LIVE)
        other = await there.find(one.table.id)
        time.now = one.table.deadline
        await asyncio.gather(one.pass_time(), other.pass_time())
        await asyncio.gather(one.catch_up(), other.catch_up())
        for table in (one, other):
            assert kinds(table, 2) == ["Started", "TimedOut"]
            assert table.table.seats == one.table.seats

    with_time(tmp_path, work, processes=2)


@pytest.mark.parametrize("clock", [LIVE, Clock(days=2)])
def test_time_runs_out_while_no_server_runs(tmp_path: Path, clock: Clock) -> None:
    names: list[str] = []
    deadlines: list[int] = []

    async def before(time: Time, tables: Tables) -> None:
        table = await two(tables, clock)
        names.append(table.table.id)
        deadlines.append(table.table.deadline)

    async def after(time: Time, tables: Tables) -> None:
        (name,) = names
        assert not tables.open
        time.now = deadlines[0]
        await tables.look()
        assert list(tables.open) == [name]  # nobody asked for it: it was found by its deadline
        table = tables.open[name]
        assert table.table.deadline == deadlines[0]
        await table.pass_time()
        assert kinds(table, 1) == ["TimedOut"]
        assert await tables.storage.waking(deadlines[0]) == []

    with_time(tmp_path, before)
    with_time(tmp_path, after)


def test_a_table_that_nobody_watches_leaves_memory_until_its_clock_is_due(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(time: Time, tables: Tables) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        table = await two(tables, LIVE)
        tables.sweep()
        assert not tables.open
        await tables.look()
        assert not tables.open
        time.now = table.table.deadline
        await tables.look()
        again = tables.open[table.table.id]
        await again.pass_time()
        assert kinds(again, 1) == ["TimedOut"]

    with_time(tmp_path, work)


@pytest.mark.parametrize("bots", [0, 1])
def test_where_no_other_person_plays_a_bot_takes_over_at_once(tmp_path: Path, bots: int) -> None:
    async def work(time: Time, tables: Tables) -> None:
        seats = (SeatPlan("me", "Ann"), *[SeatPlan("bot", "", "merchant")] * bots)
        new = NewTable(GameOptions(len(seats)), seats, clock=LIVE, seed="3")
        table, _ = await tables.lay(ANN, new, EN)
        while table.table.turn:
            async with table.lock:
                await table.write([log.Acted(table.table.turn, "bid 0", "bot")])
        time.now = table.table.deadline
        await table.pass_time()
        assert kinds(table, 2) == ["TimedOut", "Handed"]
        assert table.table.bot_of(0) == STAND_IN
        await table.send(ANN, Return(id="r", seat=0), EN)
        await table.send(ANN, act(table, "x"), EN)

    with_time(tmp_path, work)


def test_at_one_page_for_all_seats_the_others_hand_the_seat_over(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        new = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), clock=LIVE, seed="7")
        table, _ = await tables.lay(ANN, new, EN)
        turn = table.table.turn
        time.now = table.table.deadline
        await table.pass_time()
        assert kinds(table, 1) == ["TimedOut"]
        await table.send(ANN, Hand(id="h", seat=turn, bot="merchant"), EN)
        await table.send(ANN, Return(id="r", seat=turn), EN)
        await table.send(ANN, act(table, "x"), EN)
        assert table.table.turn == 1 - turn

    with_time(tmp_path, work)


def test_a_page_is_told_the_clocks_and_the_time_of_the_server(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables, LIVE)
        begun, turn = time.now, table.table.turn
        time.now += MINUTE
        watcher = await page(table, ANN)
        message = watcher.outbox.pop(0)
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
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables)
        await page(table, ANN)
        bobs = await page(table, BOB)
        hand = Hand(id="h", seat=1, bot="merchant")
        time.now += 10 * WAIT
        await table.pass_time()
        assert await code(table.send(ANN, hand, EN)) == "still_here"
        table.leave(bobs)
        time.now += WAIT - 1
        assert await code(table.send(ANN, hand, EN)) == "still_here"
        time.now += 1
        await table.pass_time()
        await table.send(ANN, hand, EN)
        assert kinds(table, 2) == ["Away", "Handed"]
        shown = table.showing.entries(table.table.log[-2:], (0,), "fr")
        assert shown[1].reason == "away"
        assert [line for entry in shown for line in entry.lines] == [
            "La page de Bob est fermée depuis un moment.",
            "La page de Bob est fermée\u00a0; un robot prend le relais\u00a0: Calme.",
        ]
        await page(table, BOB)  # a bot plays: it goes only when it is told to
        await table.pass_time()
        assert table.table.bot_of(1) == "merchant"
        await table.send(BOB, Return(id="r", seat=1), EN)
        assert table.table.seats[1] == Seat("person", "Bob")

    with_time(tmp_path, work)


def test_who_comes_back_in_time_is_there_again_without_doing_anything(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables)
        await page(table, ANN)
        time.now += WAIT
        await table.pass_time()
        assert table.table.seats[1].state == "away"
        bobs = await page(table, BOB)
        await table.pass_time()
        assert kinds(table, 2) == ["Away", "Returned"]
        table.leave(bobs)
        time.now += WAIT
        await table.pass_time()
        await table.send(BOB, Say(id="s", text="without a page"), EN)
        assert kinds(table, 3) == ["Away", "Returned", "Said"]

    with_time(tmp_path, work)


def test_nobody_is_away_where_nobody_waits_or_a_turn_takes_days(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        alone = await two(tables)
        slow = await two(tables, Clock(days=3))
        await page(slow, ANN)
        lobby, _ = await tables.lay(ANN, NewTable(GameOptions(2), (SeatPlan("me"),)), EN)
        await page(lobby, ANN)
        watched = await two(tables)
        await page(watched, Sender("c" * 64))
        time.now += DAY
        for table in (alone, slow, lobby, watched):
            number = table.table.number
            await table.pass_time()
            assert table.table.number == number

    with_time(tmp_path, work)


def test_a_server_can_wait_for_pages_for_ever(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables)
        await page(table, ANN)
        time.now += DAY
        await table.pass_time()
        assert table.table.seats[1].state == "here"

    with_time(tmp_path, work, away=0)


def test_a_page_at_another_process_is_missed_once_and_then_with_more_patience(
    tmp_path: Path,
) -> None:
    async def work(time: Time, here: Tables, there: Tables) -> None:
        one = await two(here)
        other = await there.find(one.table.id)
        await page(one, ANN)
        await page(other, BOB)
        time.now += WAIT
        for _ in range(3):  # each misses the other's page, and each knows better
            for table in (one, other):
                await table.catch_up()
                await table.pass_time()
        await one.catch_up()
        assert sorted(kinds(one, 4)) == ["Away", "Away", "Returned", "Returned"]
        assert [seat.state for seat in one.table.seats] == ["here", "here"]
        number = one.table.number
        time.now += ELSEWHERE * WAIT - 1
        await one.pass_time()
        await other.pass_time()
        assert (one.table.number, other.table.number) == (number, number)

    with_time(tmp_path, work, processes=2)


def test_a_page_that_comes_and_goes_does_not_fill_the_log(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables)
        await page(table, ANN)
        for _ in range(MOST_AWAY + 3):
            time.now += WAIT
            await table.pass_time()
            bobs = await page(table, BOB)
            await table.pass_time()
            table.leave(bobs)
        assert table.table.number == 4 + 2 * MOST_AWAY

    with_time(tmp_path, work)


def test_a_table_where_nobody_sits_down_is_closed_after_an_hour(tmp_path: Path) -> None:
    """Also one that has left memory meanwhile; where somebody sits it stays."""

    async def work(time: Time, tables: Tables) -> None:
        empty, _ = await tables.lay(ANN, NewTable(GameOptions(2), ()), EN)
        taken, _ = await tables.lay(ANN, NewTable(GameOptions(2), (SeatPlan("me"),)), EN)
        assert await tables.storage.count(ANN.guest) == 2
        time.now = empty.table.expires - 1
        await empty.pass_time()
        assert empty.table.phase == "lobby"
        tables.forget(empty)
        time.now += 1
        await tables.look()
        again = await tables.find(empty.table.id)
        while again.table.phase == "lobby":
            await asyncio.sleep(0.001)
        assert await code(again.send(BOB, Sit(id="s", seat=0, name="Bob"), EN)) == "phase_closed"
        await taken.pass_time()
        assert taken.table.phase == "lobby"
        assert await tables.storage.count(ANN.guest) == 1

    with_time(tmp_path, work)


def test_presence_is_still_told(tmp_path: Path) -> None:
    async def work(time: Time, tables: Tables) -> None:
        table = await two(tables)
        anns = await page(table, ANN)
        anns.outbox.clear()
        await page(table, BOB)
        (message,) = anns.outbox
        assert msgspec.json.decode(message, type=Presence).seats == (True, True)

    with_time(tmp_path, work)
