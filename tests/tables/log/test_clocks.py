"""Clocks, counted from the times of the log alone."""

from __future__ import annotations

import random

import pytest

from naqala.rules.state import NOBODY
from naqala.tables.commands import STAND_IN, stand_ins
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.clocks import DAY, MINUTE, REPRIEVE, SECOND, check_clock
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.types import Clock, GameOptions, SeatPlan
from tests.tables.table_builder import GUESTS, MODES, TableBuilder

LIVE = Clock(minutes=10, increment=5)
DAYS = Clock(days=3)
START = 1_000_000


class Timed(TableBuilder):
    """A table with a clock, where time passes only when the test says so."""

    def __init__(
        self, clock: Clock | None = LIVE, options: GameOptions | None = None, *bots: str
    ) -> None:
        super().__init__()
        self.now = START
        options = options or GameOptions(2)
        people = options.players - len(bots)
        plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
        self.append(log.Created(options, tuple(plans), clock=clock))
        for seat in range(people):
            self.append(log.Sat(seat, f"Player {seat + 1}", GUESTS[seat]))
        self.append(log.Started("7", "nonce", tuple(self.table.names)))

    def append(self, body: AnyBody, guest: str = "", sent: str = "") -> AppliedEntry:
        return self.table.apply(Entry(self.table.number + 1, self.now, body, guest, sent))

    def wait(self, milliseconds: int) -> Timed:
        self.now += milliseconds
        return self

    @property
    def left(self) -> list[int]:
        assert self.table.clocks is not None
        return self.table.clocks.left

    @property
    def runs(self) -> int:
        assert self.table.clocks is not None
        return self.table.clocks.runs

    def bid_all(self) -> None:
        while str(self.legal()[0]).startswith("bid"):
            self.act()

    def legal(self) -> tuple[object, ...]:
        assert self.table.game is not None
        return self.table.game.legal()


def code(builder: TableBuilder, body: AnyBody) -> str:
    number = builder.table.number
    with pytest.raises(Refusal) as caught:
        builder.append(body)
    assert builder.table.number == number
    return caught.value.code


def test_a_table_without_a_clock_counts_nothing() -> None:
    builder = Timed(None)
    assert builder.table.clocks is None
    assert builder.wait(10 * DAY).table.deadline == 0
    assert code(builder, log.TimedOut(builder.table.turn)) == "time_left"


def test_time_runs_for_the_seat_that_must_decide_and_a_bid_adds_the_increment() -> None:
    builder = Timed()
    first = builder.table.turn
    assert (builder.left, builder.runs) == ([10 * MINUTE] * 2, first)
    builder.wait(4 * SECOND).act("bid 3")
    second = builder.table.turn
    assert second != first
    assert builder.left[first] == 10 * MINUTE + SECOND
    assert builder.runs == second
    builder.wait(7 * SECOND).act("bid 5")
    assert builder.left[second] == 10 * MINUTE - 2 * SECOND
    assert builder.left[first] == 10 * MINUTE + SECOND


def test_the_steps_of_a_turn_share_one_increment() -> None:
    builder = Timed(LIVE, GameOptions(3))
    builder.bid_all()
    turn, before = builder.table.turn, builder.left[builder.table.turn]
    steps = 0
    while builder.table.turn == turn:
        builder.wait(SECOND).act()
        steps += 1
    assert steps > 2
    assert builder.left[turn] == before - steps * SECOND + 5 * SECOND


def test_time_that_was_spent_stays_spent_when_something_is_taken_back() -> None:
    builder = Timed(LIVE, GameOptions(3))
    builder.bid_all()
    turn, before = builder.table.turn, builder.left[builder.table.turn]
    builder.wait(3 * SECOND).act()
    acts = builder.table.acts[-1]
    builder.wait(2 * SECOND).append(log.Undone(turn, acts.before))
    assert builder.left[turn] == before - 5 * SECOND
    assert builder.runs == turn


def test_an_increment_is_given_once_however_often_a_bid_is_taken_back() -> None:
    builder = Timed()
    first, full = builder.table.turn, builder.left[builder.table.turn]
    for _ in range(4):
        builder.wait(SECOND).act("bid 3")
        other = builder.table.turn
        builder.wait(2 * SECOND).append(log.Undone(first, 0))
    assert builder.left[first] == full - 4 * SECOND + 5 * SECOND
    assert builder.left[other] == full - 8 * SECOND
    assert builder.runs == first


def test_with_days_every_turn_begins_with_all_of_them() -> None:
    builder = Timed(DAYS)
    first = builder.table.turn
    builder.wait(2 * DAY).act("bid 3")
    second = builder.table.turn
    assert builder.table.deadline == builder.now + 3 * DAY
    builder.wait(DAY).append(log.Undone(first, 0))
    assert builder.table.deadline == builder.now + DAY  # as if it had not been taken back
    builder.wait(DAY // 2).act("bid 1")
    assert builder.left[second] == 3 * DAY
    builder.wait(DAY).act("bid 3")
    assert builder.left[builder.table.turn] == 3 * DAY


def test_with_days_a_turn_right_behind_the_own_bid_begins_anew() -> None:
    builder = Timed(DAYS, GameOptions(3))
    for bid in ("bid 5", "bid 3"):
        builder.wait(DAY).act(bid)
    last = builder.table.turn
    builder.wait(2 * DAY).act("bid 8")  # the last to bid is the first in turn
    assert builder.table.turn == last
    assert builder.table.deadline == builder.now + 3 * DAY


def test_no_time_is_lost_while_bots_decide() -> None:
    builder = Timed(LIVE, GameOptions(4), "merchant", "merchant", "merchant")
    rng = random.Random(5)
    spent = 0
    while builder.table.phase == "running" and len(builder.table.acts) < 200:
        seat = builder.table.turn
        action = str(rng.choice(builder.legal()))
        before = builder.left[0]
        builder.wait(SECOND).append(log.Acted(seat, action, "bot" if seat else "person"))
        if seat:
            assert builder.left[0] == before
        else:
            spent += 1
            assert builder.left[0] in (before - SECOND, before + 4 * SECOND)
    assert spent
    assert builder.left[1:] == [-1] * 3


def test_nothing_but_the_game_touches_the_clock() -> None:
    builder = Timed()
    deadline = builder.table.deadline
    other = 1 - builder.table.turn
    for body in (log.Said(other, "Bob", "hi"), log.Renamed(other, "Robert"), log.Left(other)):
        builder.wait(SECOND).append(body)
        assert builder.table.deadline == deadline


def test_time_runs_out_at_its_moment_and_not_before() -> None:
    builder = Timed()
    turn = builder.table.turn
    builder.now = builder.table.deadline - 1
    assert code(builder, log.TimedOut(turn)) == "time_left"
    builder.wait(1)
    assert code(builder, log.TimedOut(1 - turn)) == "time_left"
    builder.append(log.TimedOut(turn))
    assert builder.table.seats[turn].state == "timed out"
    assert (builder.left[turn], builder.runs, builder.table.deadline) == (0, NOBODY, 0)
    assert code(builder, log.TimedOut(turn)) == "time_left"


@pytest.mark.parametrize(("clock", "reprieve"), [(LIVE, REPRIEVE), (DAYS, 3 * DAY)])
def test_who_comes_back_after_a_timeout_has_time_again(clock: Clock, reprieve: int) -> None:
    builder = Timed(clock)
    turn = builder.table.turn
    builder.now = builder.table.deadline
    builder.append(log.TimedOut(turn))
    builder.wait(SECOND).append(log.Handed(turn, "merchant", 1 - turn, "timed out"))
    assert builder.table.bot_of(turn) == "merchant"
    assert builder.runs == NOBODY
    builder.wait(DAY).append(log.Returned(turn))
    assert builder.table.deadline == builder.now + reprieve
    builder.act()


def test_a_bot_that_plays_for_somebody_spends_none_of_the_time() -> None:
    builder = Timed()
    turn = builder.table.turn
    builder.wait(MINUTE).append(log.Left(turn))
    builder.wait(MINUTE).append(log.Handed(turn, "merchant", 1 - turn, "left"))
    assert builder.left[turn] == 8 * MINUTE
    builder.wait(MINUTE).append(log.Acted(turn, "bid 3", "bot"))
    assert builder.left[turn] == 8 * MINUTE  # and earns nothing
    builder.wait(MINUTE).append(log.Returned(turn))
    assert builder.left[turn] == 8 * MINUTE
    assert builder.runs == 1 - turn


def test_a_clock_that_goes_backwards_gives_no_time() -> None:
    builder = Timed()
    turn = builder.table.turn
    builder.wait(-5 * SECOND).act("bid 3")
    assert builder.left[turn] == 10 * MINUTE + 5 * SECOND


@pytest.mark.parametrize("clock", [LIVE, DAYS])
@pytest.mark.parametrize("mode", MODES)
def test_time_can_run_out_in_every_phase_of_every_mode_and_the_game_goes_on(
    mode: str, clock: Clock
) -> None:
    builder = Timed(clock, MODES[mode])
    table, rng, seen = builder.table, random.Random(mode), set()
    assert table.game is not None
    while True:
        builder.act(str(rng.choice(builder.legal())))
        if table.turn == NOBODY:
            break
        decision = type(table.game.state.pending[-1]).__name__
        assert builder.runs == table.turn
        if decision not in seen:
            seen.add(decision)
            seat = table.turn
            builder.now = table.deadline
            builder.append(log.TimedOut(seat))
            followed = stand_ins(table)
            assert len(followed) == (mode == "solo")
            builder.append(log.Handed(seat, STAND_IN, NOBODY, "timed out"))
            builder.append(log.Acted(seat, str(rng.choice(builder.legal())), "bot"))
            if table.turn == NOBODY:
                break
            builder.append(log.Returned(seat))
    assert len(seen) > 4
    assert table.deadline == 0
    again = TableState(table.id, (each.entry for each in table.log))
    assert again.clocks is not None
    assert again.clocks.scene() == (table.clocks and table.clocks.scene())


def test_only_where_no_other_person_plays_a_bot_comes_by_itself() -> None:
    builder = Timed(LIVE, GameOptions(3), "merchant")
    while builder.table.turn == 2:
        builder.append(log.Acted(2, str(builder.legal()[0]), "bot"))
    turn = builder.table.turn
    builder.now = builder.table.deadline
    builder.append(log.TimedOut(turn))
    assert stand_ins(builder.table) == []
    builder.append(log.Left(1 - turn))
    assert stand_ins(builder.table) == [log.Handed(turn, STAND_IN, NOBODY, "timed out")]
    builder.append(log.Returned(1 - turn))
    assert stand_ins(builder.table) == []


@pytest.mark.parametrize(
    "clock", [Clock(), Clock(increment=5), Clock(minutes=1, days=1), Clock(increment=5, days=1)]
)
def test_a_clock_counts_minutes_or_days(clock: Clock) -> None:
    with pytest.raises(Refusal, match="minutes"):
        check_clock(clock)
    for good in (None, Clock(minutes=1), LIVE, DAYS):
        check_clock(good)
