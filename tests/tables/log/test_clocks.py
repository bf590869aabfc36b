"""Clocks, computed from the times of the log entries."""

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
from tests.tables.table_builder import GUESTS, MODES, TableBuilder, refusal_code

LIVE = Clock(minutes=10, increment=5)
DAYS = Clock(days=3)
START = 1_000_000


class TimedBuilder(TableBuilder):
    """A table with a clock, whose time passes only with `wait`."""

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
        self.append(log.Started("7", "nonce", tuple(self.table.names), log.RULES))

    def append(self, body: AnyBody, guest: str = "", sent: str = "") -> AppliedEntry:
        return self.table.apply(Entry(self.table.number + 1, self.now, body, guest, sent))

    def wait(self, milliseconds: int) -> TimedBuilder:
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


def test_a_table_without_a_clock_counts_nothing() -> None:
    builder = TimedBuilder(None)
    assert builder.table.clocks is None
    assert builder.wait(10 * DAY).table.deadline == 0
    assert refusal_code(builder, log.TimedOut(builder.table.turn)) == "time_left"


def test_time_runs_for_the_seat_in_turn_and_a_bid_adds_the_increment() -> None:
    builder = TimedBuilder()
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
    builder = TimedBuilder(LIVE, GameOptions(3))
    builder.bid_all()
    turn, before = builder.table.turn, builder.left[builder.table.turn]
    steps = 0
    while builder.table.turn == turn:
        builder.wait(SECOND).act()
        steps += 1
    assert steps > 2
    assert builder.left[turn] == before - steps * SECOND + 5 * SECOND


def test_undo_does_not_give_time_back() -> None:
    builder = TimedBuilder(LIVE, GameOptions(3))
    builder.bid_all()
    turn, before = builder.table.turn, builder.left[builder.table.turn]
    builder.wait(3 * SECOND).act()
    acts = builder.table.acts[-1]
    builder.wait(2 * SECOND).append(log.Undone(turn, acts.before))
    assert builder.left[turn] == before - 5 * SECOND
    assert builder.runs == turn


def test_an_increment_is_given_once_even_if_a_bid_is_undone_and_repeated() -> None:
    builder = TimedBuilder()
    first, full = builder.table.turn, builder.left[builder.table.turn]
    for _ in range(4):
        builder.wait(SECOND).act("bid 3")
        other = builder.table.turn
        builder.wait(2 * SECOND).append(log.Undone(first, 0))
    assert builder.left[first] == full - 4 * SECOND + 5 * SECOND
    assert builder.left[other] == full - 8 * SECOND
    assert builder.runs == first


def test_with_days_every_turn_starts_with_the_full_time() -> None:
    builder = TimedBuilder(DAYS)
    first = builder.table.turn
    builder.wait(2 * DAY).act("bid 3")
    second = builder.table.turn
    assert builder.table.deadline == builder.now + 3 * DAY
    builder.wait(DAY).append(log.Undone(first, 0))
    assert builder.table.deadline == builder.now + DAY  # as if the bid had not been undone
    builder.wait(DAY // 2).act("bid 1")
    assert builder.left[second] == 3 * DAY
    builder.wait(DAY).act("bid 3")
    assert builder.left[builder.table.turn] == 3 * DAY


def test_with_days_a_turn_right_after_the_own_bid_starts_with_the_full_time() -> None:
    builder = TimedBuilder(DAYS, GameOptions(3))
    for bid in ("bid 5", "bid 3"):
        builder.wait(DAY).act(bid)
    last = builder.table.turn
    builder.wait(2 * DAY).act("bid 8")  # the last to bid moves first
    assert builder.table.turn == last
    assert builder.table.deadline == builder.now + 3 * DAY


def test_a_clock_does_not_run_while_bots_decide() -> None:
    builder = TimedBuilder(LIVE, GameOptions(4), "merchant", "merchant", "merchant")
    rng = random.Random(5)
    spent = 0
    while builder.table.phase == "running":
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


def test_only_actions_change_the_clock() -> None:
    builder = TimedBuilder()
    deadline = builder.table.deadline
    other = 1 - builder.table.turn
    for body in (log.Said(other, "Bob", "hi"), log.Renamed(other, "Robert"), log.Left(other)):
        builder.wait(SECOND).append(body)
        assert builder.table.deadline == deadline


def test_time_runs_out_exactly_at_the_deadline() -> None:
    builder = TimedBuilder()
    turn = builder.table.turn
    builder.now = builder.table.deadline - 1
    assert refusal_code(builder, log.TimedOut(turn)) == "time_left"
    builder.wait(1)
    assert refusal_code(builder, log.TimedOut(1 - turn)) == "time_left"
    builder.append(log.TimedOut(turn))
    assert builder.table.seats[turn].state == "timed out"
    assert (builder.left[turn], builder.runs, builder.table.deadline) == (0, NOBODY, 0)
    assert refusal_code(builder, log.TimedOut(turn)) == "time_left"


@pytest.mark.parametrize(("clock", "reprieve"), [(LIVE, REPRIEVE), (DAYS, 3 * DAY)])
def test_a_player_who_returns_after_a_timeout_gets_new_time(clock: Clock, reprieve: int) -> None:
    builder = TimedBuilder(clock)
    turn = builder.table.turn
    builder.now = builder.table.deadline
    builder.append(log.TimedOut(turn))
    builder.wait(SECOND).append(log.Handed(turn, "merchant", 1 - turn, "timed out"))
    assert builder.table.bot_of(turn) == "merchant"
    assert builder.runs == NOBODY
    builder.wait(DAY).append(log.Returned(turn))
    assert builder.table.deadline == builder.now + reprieve
    builder.act()


def test_a_substitute_bot_uses_no_time_of_the_player() -> None:
    builder = TimedBuilder()
    turn = builder.table.turn
    builder.wait(MINUTE).append(log.Left(turn))
    builder.wait(MINUTE).append(log.Handed(turn, "merchant", 1 - turn, "left"))
    assert builder.left[turn] == 8 * MINUTE
    builder.wait(MINUTE).append(log.Acted(turn, "bid 3", "bot"))
    assert builder.left[turn] == 8 * MINUTE  # without an increment
    builder.wait(MINUTE).append(log.Returned(turn))
    assert builder.left[turn] == 8 * MINUTE
    assert builder.runs == 1 - turn


def test_a_clock_that_goes_backwards_gives_no_time() -> None:
    builder = TimedBuilder()
    turn = builder.table.turn
    builder.wait(-5 * SECOND).act("bid 3")
    assert builder.left[turn] == 10 * MINUTE + 5 * SECOND


@pytest.mark.parametrize("clock", [LIVE, DAYS])
@pytest.mark.parametrize("mode", MODES)
def test_the_game_continues_after_a_timeout_at_any_decision_of_any_mode(
    mode: str, clock: Clock
) -> None:
    builder = TimedBuilder(clock, MODES[mode])
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
            substitutes = stand_ins(table)
            assert len(substitutes) == (mode == "solo")
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


def test_a_bot_takes_over_automatically_only_if_no_other_person_plays() -> None:
    builder = TimedBuilder(LIVE, GameOptions(3), "merchant")
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
def test_a_clock_has_either_minutes_or_days(clock: Clock) -> None:
    with pytest.raises(Refusal, match="minutes"):
        check_clock(clock)
    for good in (None, Clock(minutes=1), LIVE, DAYS):
        check_clock(good)
