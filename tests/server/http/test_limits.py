"""Rate limits of guests and addresses."""

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
    BodyLimiter,
    RateLimiter,
    RateLimits,
    SocketLimiter,
    TokenBucket,
)
from naqala.tables.errors import Refusal
from naqala.tables.live.timeouts import AWAY
from naqala.tables.protocol.messages import Ask
from naqala.tables.queries import HINT_COST, cost


class FakeClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_device_that_disappears_is_away_within_half_a_minute() -> None:
    """In the worst case it disappears right after it answered a ping."""
    assert PING_SECONDS + PONG_SECONDS + AWAY < 30


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def rate_limits(clock: FakeClock) -> RateLimits:
    return RateLimits(rate=40, sockets=1, clock=clock)


def is_allowed(check: Callable[..., None], *arguments: object) -> bool:
    """Whether a check passes, which counts as one use."""
    try:
        check(*arguments)
    except Refusal:
        return False
    return True


def count_allowed(check: Callable[..., None], *arguments: object) -> int:
    """How often a check passes before it is refused."""
    for number in range(10_000):
        if not is_allowed(check, *arguments):
            return number
    raise AssertionError("never refused")


def test_a_bucket_allows_what_it_holds_and_no_more(clock: FakeClock) -> None:
    bucket = TokenBucket(rate=2, most=3, clock=clock)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_bucket_refills_up_to_its_size(clock: FakeClock) -> None:
    bucket = TokenBucket(rate=2, most=3, clock=clock)
    assert bucket.take(3)
    clock.now += 1
    assert not bucket.take(2.5)
    assert bucket.take(2)
    clock.now += 100
    assert not bucket.take(3.5)
    assert bucket.take(3)


def test_a_bucket_knows_how_long_to_wait(clock: FakeClock) -> None:
    bucket = TokenBucket(rate=2, most=3, clock=clock)
    bucket.take(3)
    assert bucket.wait(3) == 1.5
    assert bucket.wait(4) == 0  # never
    clock.now += 1.5
    assert bucket.take(3)


def test_a_refusal_says_how_long_to_wait(rate_limits: RateLimits, clock: FakeClock) -> None:
    rate_limits.addresses.most = 10**9
    count_allowed(rate_limits.new_table, "home")
    clock.now += 1
    with pytest.raises(Refusal) as refused:
        rate_limits.new_table("home")
    assert refused.value.wait == pytest.approx(4)
    with pytest.raises(Refusal) as refused:
        rate_limits.message("ann", "home", 161)
    assert refused.value.wait == 0  # more than the bucket can hold


def test_buckets_that_are_full_again_are_forgotten(clock: FakeClock) -> None:
    limiter = RateLimiter(rate=1, most=2, clock=clock)
    limiter.take("a", 2)
    limiter.take("b", 1)
    clock.now += 1.5
    limiter.take("c")
    assert list(limiter.buckets) == ["a", "b", "c"]  # the oldest is not full yet
    clock.now += 0.5
    limiter.take("d")
    assert list(limiter.buckets) == ["c", "d"]


def test_each_address_has_its_own_bucket_and_old_ones_are_dropped(clock: FakeClock) -> None:
    limiter = RateLimiter(rate=0, most=1, known=2, clock=clock)
    assert is_allowed(limiter.take, "a")
    assert not is_allowed(limiter.take, "a")
    assert is_allowed(limiter.take, "b")
    assert is_allowed(limiter.take, "c")
    assert len(limiter.buckets) == 2
    assert is_allowed(limiter.take, "a")


def test_the_sockets_of_a_guest_and_of_an_address_are_limited() -> None:
    limiter = SocketLimiter(20)
    assert [limiter.enter("ann", "home") for _ in range(3)] == [True, True, False]
    assert all(limiter.enter(f"guest {nth}", "home") for nth in range(18))
    assert not limiter.enter("bob", "home")
    assert limiter.enter("bob", "elsewhere")
    limiter.leave("ann", "home")
    assert limiter.enter("bob", "home")
    assert limiter.total == 21


def test_closed_sockets_take_no_memory() -> None:
    limiter = SocketLimiter(20)
    limiter.enter("ann", "home")
    limiter.leave("ann", "home")
    assert limiter.total == 0
    assert not limiter.open


def test_a_guest_may_send_a_burst_and_then_at_the_rate(
    rate_limits: RateLimits, clock: FakeClock
) -> None:
    assert count_allowed(rate_limits.message, "ann", "home") == 160
    clock.now += 0.5
    assert count_allowed(rate_limits.message, "ann", "home") == 20


def test_a_guest_who_floods_does_not_use_up_the_limit_of_the_address(
    rate_limits: RateLimits,
) -> None:
    count_allowed(rate_limits.message, "ann", "home")
    assert is_allowed(rate_limits.message, "bob", "home")


def test_a_request_costs_an_address_more_than_a_message_and_a_table_most(
    rate_limits: RateLimits,
) -> None:
    rate_limits.addresses.most = TABLE_COST + REQUEST_COST + 1
    assert is_allowed(rate_limits.request, "", "home")
    assert is_allowed(rate_limits.new_table, "home")
    assert not is_allowed(rate_limits.new_table, "home")
    assert not is_allowed(rate_limits.request, "", "home")
    assert is_allowed(rate_limits.message, "ann", "home")
    assert not is_allowed(rate_limits.message, "bob", "home")


def test_the_new_tables_of_an_address_are_limited_for_all_its_guests_together(
    rate_limits: RateLimits, clock: FakeClock
) -> None:
    rate_limits.addresses.most = 10**9
    assert count_allowed(rate_limits.new_table, "home") == 200
    clock.now += 5
    assert count_allowed(rate_limits.new_table, "home") == 1
    assert is_allowed(rate_limits.new_table, "elsewhere")


def test_the_error_reports_of_an_address_are_limited(
    rate_limits: RateLimits, clock: FakeClock
) -> None:
    assert count_allowed(rate_limits.faults.take, "home") == FAULTS_AT_ONCE
    clock.now += 10
    assert count_allowed(rate_limits.faults.take, "home") == 1
    assert is_allowed(rate_limits.faults.take, "elsewhere")


def test_the_bytes_being_received_are_limited_for_each_address() -> None:
    limiter = BodyLimiter(most=10)
    with limiter.receiving("home") as first:
        first(6)
        with limiter.receiving("home") as second, limiter.receiving("elsewhere") as third:
            second(3)
            third(10)
            with pytest.raises(Refusal) as refused:
                second(2)
            assert refused.value.code == "too_many"
            assert refused.value.wait > 0
            second(1)
        first(4)
    assert not limiter.arriving


def test_unfinished_requests_do_not_block_others() -> None:
    limiter = BodyLimiter(most=10)
    with ExitStack() as stack:
        for _ in range(100):
            stack.enter_context(limiter.receiving("home"))
        with limiter.receiving("home") as received:
            received(10)
    assert not limiter.arriving


def test_a_long_opening_costs_an_address_more_and_a_full_bucket_allows_any(
    rate_limits: RateLimits,
) -> None:
    rate_limits.addresses.most = 100
    assert is_allowed(rate_limits.long_text, "home", 1024 * 60)
    assert not is_allowed(rate_limits.long_text, "home", 1024 * 60)
    assert is_allowed(rate_limits.long_text, "home", 1024 * 30)
    assert is_allowed(rate_limits.long_text, "elsewhere", 10**9)


def test_expensive_queries_cost_a_guest_more(rate_limits: RateLimits) -> None:
    rate_limits.guests.most = 2 * HINT_COST
    hint = cost(Ask("q", "hint"))
    assert count_allowed(rate_limits.message, "ann", "home", hint) == 2
    assert cost(Ask("q", "ways")) == 1
    assert cost(Ask("q", "preview", actions=("bid 0",) * 9)) == 9
