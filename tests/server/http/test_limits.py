"""Limits on what guests and addresses may send."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack

import pytest

from naqala.server.http.limits import (
    FAULTS_AT_ONCE,
    PING_SECONDS,
    PONG_SECONDS,
    REQUEST_COST,
    TABLE_COST,
    Bodies,
    Bucket,
    Buckets,
    Gate,
    Sockets,
)
from naqala.tables.errors import Refusal
from naqala.tables.live.timeouts import AWAY
from naqala.tables.protocol.messages import Ask
from naqala.tables.queries import HINT_COST, cost


class Time:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_device_that_vanishes_is_away_within_half_a_minute() -> None:
    """At worst it vanishes just after it answered a ping."""
    assert PING_SECONDS + PONG_SECONDS + AWAY < 30


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def gate(time: Time) -> Gate:
    return Gate(rate=40, sockets=1, clock=time)


def allows(ask: Callable[..., None], *about: object) -> bool:
    """Whether a limit is not reached yet."""
    try:
        ask(*about)
    except Refusal:
        return False
    return True


def count(ask: Callable[..., None], *about: object) -> int:
    """How often something is allowed before it is refused."""
    for number in range(10_000):
        if not allows(ask, *about):
            return number
    raise AssertionError("never refused")


def test_a_bucket_gives_what_it_holds_and_no_more(time: Time) -> None:
    bucket = Bucket(rate=2, most=3, clock=time)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_bucket_fills_again_up_to_its_size(time: Time) -> None:
    bucket = Bucket(rate=2, most=3, clock=time)
    assert bucket.take(3)
    time.now += 1
    assert not bucket.take(2.5)
    assert bucket.take(2)
    time.now += 100
    assert not bucket.take(3.5)
    assert bucket.take(3)


def test_a_bucket_knows_when_it_holds_enough(time: Time) -> None:
    bucket = Bucket(rate=2, most=3, clock=time)
    bucket.take(3)
    assert bucket.wait(3) == 1.5
    assert bucket.wait(4) == 0  # never
    time.now += 1.5
    assert bucket.take(3)


def test_a_refusal_says_how_long_to_wait(gate: Gate, time: Time) -> None:
    gate.addresses.most = 10**9
    count(gate.new_table, "home")
    time.now += 1
    with pytest.raises(Refusal) as refused:
        gate.new_table("home")
    assert refused.value.wait == pytest.approx(4)
    with pytest.raises(Refusal) as refused:
        gate.message("ann", "home", 161)
    assert refused.value.wait == 0  # no wait would be long enough


def test_each_address_has_its_own_bucket_and_few_are_remembered(time: Time) -> None:
    buckets = Buckets(rate=0, most=1, known=2, clock=time)
    assert allows(buckets.take, "a")
    assert not allows(buckets.take, "a")
    assert allows(buckets.take, "b")
    assert allows(buckets.take, "c")
    assert len(buckets.buckets) == 2
    assert allows(buckets.take, "a")


def test_a_guest_and_an_address_have_only_so_many_sockets() -> None:
    sockets = Sockets(20)
    assert [sockets.enter("ann", "home") for _ in range(3)] == [True, True, False]
    assert all(sockets.enter(f"guest {nth}", "home") for nth in range(18))
    assert not sockets.enter("bob", "home")
    assert sockets.enter("bob", "elsewhere")
    sockets.leave("ann", "home")
    assert sockets.enter("bob", "home")
    assert sockets.total == 21


def test_closed_sockets_take_no_memory() -> None:
    sockets = Sockets(20)
    sockets.enter("ann", "home")
    sockets.leave("ann", "home")
    assert sockets.total == 0
    assert not sockets.open


def test_a_guest_sends_a_burst_and_then_at_the_rate(gate: Gate, time: Time) -> None:
    assert count(gate.message, "ann", "home") == 160
    time.now += 0.5
    assert count(gate.message, "ann", "home") == 20


def test_a_guest_who_floods_leaves_enough_for_the_others_at_the_address(gate: Gate) -> None:
    count(gate.message, "ann", "home")
    assert allows(gate.message, "bob", "home")


def test_a_request_costs_an_address_more_than_a_message_and_a_table_most(gate: Gate) -> None:
    gate.addresses.most = TABLE_COST + REQUEST_COST + 1
    assert allows(gate.request, "", "home")
    assert allows(gate.new_table, "home")
    assert not allows(gate.new_table, "home")
    assert not allows(gate.request, "", "home")
    assert allows(gate.message, "ann", "home")
    assert not allows(gate.message, "bob", "home")


def test_an_address_creates_only_so_many_tables_whatever_its_guests_are_called(
    gate: Gate, time: Time
) -> None:
    gate.addresses.most = 10**9
    assert count(gate.new_table, "home") == 200
    time.now += 5
    assert count(gate.new_table, "home") == 1
    assert allows(gate.new_table, "elsewhere")


def test_an_address_reports_only_so_many_errors(gate: Gate, time: Time) -> None:
    assert count(gate.faults.take, "home") == FAULTS_AT_ONCE
    time.now += 10
    assert count(gate.faults.take, "home") == 1
    assert allows(gate.faults.take, "elsewhere")


def test_bodies_that_arrive_at_once_are_limited_for_each_address() -> None:
    bodies = Bodies(most=10)
    with bodies.receiving("home") as first:
        first(6)
        with bodies.receiving("home") as second, bodies.receiving("elsewhere") as third:
            second(3)
            third(10)
            with pytest.raises(Refusal) as refused:
                second(2)
            assert refused.value.code == "too_many"
            assert refused.value.wait > 0
            second(1)
        first(4)
    assert not bodies.arriving


def test_a_request_that_was_begun_blocks_nobody() -> None:
    bodies = Bodies(most=10)
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(bodies.receiving("home"))
        with bodies.receiving("home") as count:
            count(10)
    assert not bodies.arriving


def test_a_long_opening_costs_an_address_more_and_a_full_bucket_allows_any(gate: Gate) -> None:
    gate.addresses.most = 100
    assert allows(gate.long_text, "home", 1024 * 60)
    assert not allows(gate.long_text, "home", 1024 * 60)
    assert allows(gate.long_text, "home", 1024 * 30)
    assert allows(gate.long_text, "elsewhere", 10**9)


def test_expensive_queries_cost_a_guest_more(gate: Gate) -> None:
    gate.guests.most = 2 * HINT_COST
    hint = cost(Ask("q", "hint"))
    assert count(gate.message, "ann", "home", hint) == 2
    assert cost(Ask("q", "ways")) == 1
    assert cost(Ask("q", "preview", actions=("bid 0",) * 9)) == 9
