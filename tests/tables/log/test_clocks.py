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
from tests.server.folds import GUESTS, MODES, Told

LIVE = Clock(minutes=10, increment=5)
DAYS = Clock(days=3)
START = 1_000_000


class Timed(Told):
    """A table with a clock, where time passes only when it is told to."""

    def __init__(
        self, clock: Clock | None = LIVE, options: GameOptions | None = None, *bots: str
    ) -> None:
        super().__init__()
        self.now = START
        options = options or GameOptions(2)
        people = options.players - len(bots)
        plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
        self.tell(log.Created(options, tuple(plans), clock=clock))
        for seat in range(people):
            self.tell(log.Sat(seat, f"Player {seat + 1}", GUESTS[seat]))
        self.tell(log.Started("7", "nonce", tuple(self.table.names)))

    def tell(self, body: AnyBody, guest: str = "", sent: str = "") -> AppliedEntry:
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


def code(told: Told, body: AnyBody) -> str:
    number = told.table.number
    with pytest.raises(Refusal) as caught:
        told.tell(body)
    assert told.table.number == number
    return caught.value.code


def test_a_table_without_a_clock_counts_nothing() -> None:
    told = Timed(None)
    assert told.table.clocks is None
    assert told.wait(10 * DAY).table.deadline == 0
    assert code(told, log.TimedOut(told.table.turn)) == "time_left"


def test_time_runs_for_the_seat_that_must_decide_and_a_bid_adds_the_increment() -> None:
    told = Timed()
    first = told.table.turn
    assert (told.left, told.runs) == ([10 * MINUTE] * 2, first)
    told.wait(4 * SECOND).act("bid 3")
    second = told.table.turn
    assert second != first
    assert told.left[first] == 10 * MINUTE + SECOND
    assert told.runs == second
    told.wait(7 * SECOND).act("bid 5")
    assert told.left[second] == 10 * MINUTE - 2 * SECOND
    assert told.left[first] == 10 * MINUTE + SECOND


def test_the_steps_of_a_turn_share_one_increment() -> None:
    told = Timed(LIVE, GameOptions(3))
    told.bid_all()
    turn, before = told.table.turn, told.left[told.table.turn]
    steps = 0
    while told.table.turn == turn:
        told.wait(SECOND).act()
        steps += 1
    assert steps > 2
    assert told.left[turn] == before - steps * SECOND + 5 * SECOND


def test_time_that_was_spent_stays_spent_when_something_is_taken_back() -> None:
    told = Timed(LIVE, GameOptions(3))
    told.bid_all()
    turn, before = told.table.turn, told.left[told.table.turn]
    told.wait(3 * SECOND).act()
    acts = told.table.acts[-1]
    told.wait(2 * SECOND).tell(log.Undone(turn, acts.before))
    assert told.left[turn] == before - 5 * SECOND
    assert told.runs == turn


def test_an_increment_is_given_once_however_often_a_bid_is_taken_back() -> None:
    told = Timed()
    first, full = told.table.turn, told.left[told.table.turn]
    for _ in range(4):
        told.wait(SECOND).act("bid 3")
        other = told.table.turn
        told.wait(2 * SECOND).tell(log.Undone(first, 0))
    assert told.left[first] == full - 4 * SECOND + 5 * SECOND
    assert told.left[other] == full - 8 * SECOND
    assert told.runs == first


def test_with_days_every_turn_begins_with_all_of_them() -> None:
    told = Timed(DAYS)
    first = told.table.turn
    told.wait(2 * DAY).act("bid 3")
    second = told.table.turn
    assert told.table.deadline == told.now + 3 * DAY
    told.wait(DAY).tell(log.Undone(first, 0))
    assert told.table.deadline == told.now + DAY  # as if it had not been taken back
    told.wait(DAY // 2).act("bid 1")
    assert told.left[second] == 3 * DAY
    told.wait(DAY).act("bid 3")
    assert told.left[told.table.turn] == 3 * DAY


def test_with_days_a_turn_right_behind_the_own_bid_begins_anew() -> None:
    told = Timed(DAYS, GameOptions(3))
    for bid in ("bid 5", "bid 3"):
        told.wait(DAY).act(bid)
    last = told.table.turn
    told.wait(2 * DAY).act("bid 8")  # the last to bid is the first in turn
    assert told.table.turn == last
    assert told.table.deadline == told.now + 3 * DAY


def test_no_time_is_lost_while_bots_decide() -> None:
    told = Timed(LIVE, GameOptions(4), "merchant", "merchant", "merchant")
    rng = random.Random(5)
    spent = 0
    while told.table.phase == "running":
        seat = told.table.turn
        action = str(rng.choice(told.legal()))
        before = told.left[0]
        told.wait(SECOND).tell(log.Acted(seat, action, "bot" if seat else "person"))
        if seat:
            assert told.left[0] == before
        else:
            spent += 1
            assert told.left[0] in (before - SECOND, before + 4 * SECOND)
    assert spent
    assert told.left[1:] == [-1] * 3


def test_nothing_but_the_game_touches_the_clock() -> None:
    told = Timed()
    deadline = told.table.deadline
    other = 1 - told.table.turn
    for body in (log.Said(other, "Bob", "hi"), log.Renamed(other, "Robert"), log.Left(other)):
        told.wait(SECOND).tell(body)
        assert told.table.deadline == deadline


def test_time_runs_out_at_its_moment_and_not_before() -> None:
    told = Timed()
    turn = told.table.turn
    told.now = told.table.deadline - 1
    assert code(told, log.TimedOut(turn)) == "time_left"
    told.wait(1)
    assert code(told, log.TimedOut(1 - turn)) == "time_left"
    told.tell(log.TimedOut(turn))
    assert told.table.seats[turn].state == "timed out"
    assert (told.left[turn], told.runs, told.table.deadline) == (0, NOBODY, 0)
    assert code(told, log.TimedOut(turn)) == "time_left"


@pytest.mark.parametrize(("clock", "reprieve"), [(LIVE, REPRIEVE), (DAYS, 3 * DAY)])
def test_who_comes_back_after_a_timeout_has_time_again(clock: Clock, reprieve: int) -> None:
    told = Timed(clock)
    turn = told.table.turn
    told.now = told.table.deadline
    told.tell(log.TimedOut(turn))
    told.wait(SECOND).tell(log.Handed(turn, "merchant", 1 - turn, "timed out"))
    assert told.table.bot_of(turn) == "merchant"
    assert told.runs == NOBODY
    told.wait(DAY).tell(log.Returned(turn))
    assert told.table.deadline == told.now + reprieve
    told.act()


def test_a_bot_that_plays_for_somebody_spends_none_of_the_time() -> None:
    told = Timed()
    turn = told.table.turn
    told.wait(MINUTE).tell(log.Left(turn))
    told.wait(MINUTE).tell(log.Handed(turn, "merchant", 1 - turn, "left"))
    assert told.left[turn] == 8 * MINUTE
    told.wait(MINUTE).tell(log.Acted(turn, "bid 3", "bot"))
    assert told.left[turn] == 8 * MINUTE  # and earns nothing
    told.wait(MINUTE).tell(log.Returned(turn))
    assert told.left[turn] == 8 * MINUTE
    assert told.runs == 1 - turn


def test_a_clock_that_goes_backwards_gives_no_time() -> None:
    told = Timed()
    turn = told.table.turn
    told.wait(-5 * SECOND).act("bid 3")
    assert told.left[turn] == 10 * MINUTE + 5 * SECOND


@pytest.mark.parametrize("clock", [LIVE, DAYS])
@pytest.mark.parametrize("mode", MODES)
def test_time_can_run_out_in_every_phase_of_every_mode_and_the_game_goes_on(
    mode: str, clock: Clock
) -> None:
    told = Timed(clock, MODES[mode])
    table, rng, seen = told.table, random.Random(mode), set()
    assert table.game is not None
    while True:
        told.act(str(rng.choice(told.legal())))
        if table.turn == NOBODY:
            break
        decision = type(table.game.state.pending[-1]).__name__
        assert told.runs == table.turn
        if decision not in seen:
            seen.add(decision)
            seat = table.turn
            told.now = table.deadline
            told.tell(log.TimedOut(seat))
            followed = stand_ins(table)
            assert len(followed) == (mode == "solo")
            told.tell(log.Handed(seat, STAND_IN, NOBODY, "timed out"))
            told.tell(log.Acted(seat, str(rng.choice(told.legal())), "bot"))
            if table.turn == NOBODY:
                break
            told.tell(log.Returned(seat))
    assert len(seen) > 4
    assert table.deadline == 0
    again = TableState(table.id, (each.entry for each in table.log))
    assert again.clocks is not None
    assert again.clocks.scene() == (table.clocks and table.clocks.scene())


def test_only_where_no_other_person_plays_a_bot_comes_by_itself() -> None:
    told = Timed(LIVE, GameOptions(3), "merchant")
    while told.table.turn == 2:
        told.tell(log.Acted(2, str(told.legal()[0]), "bot"))
    turn = told.table.turn
    told.now = told.table.deadline
    told.tell(log.TimedOut(turn))
    assert stand_ins(told.table) == []
    told.tell(log.Left(1 - turn))
    assert stand_ins(told.table) == [log.Handed(turn, STAND_IN, NOBODY, "timed out")]
    told.tell(log.Returned(1 - turn))
    assert stand_ins(told.table) == []


@pytest.mark.parametrize(
    "clock", [Clock(), Clock(increment=5), Clock(minutes=1, days=1), Clock(increment=5, days=1)]
)
def test_a_clock_counts_minutes_or_days(clock: Clock) -> None:
    with pytest.raises(Refusal, match="minutes"):
        check_clock(clock)
    for good in (None, Clock(minutes=1), LIVE, DAYS):
        check_clock(good)
