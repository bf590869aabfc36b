"""How much anybody may ask."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from naqala.server.asking import HINT_COST, cost
from naqala.server.limits import (
    LAYING_COST,
    REQUEST_COST,
    Bodies,
    Bucket,
    Buckets,
    Gate,
    Sockets,
)
from naqala.server.protocol import Ask
from naqala.server.refusal import Refusal


def allows(ask: Callable[..., None], *about: object) -> bool:
    """Whether a gate lets something through."""
    try:
        ask(*about)
    except Refusal:
        return False
    return True


def test_a_bucket_gives_what_it_holds_and_no_more() -> None:
    bucket = Bucket(rate=0, most=3)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]


def test_a_bucket_fills_again_up_to_its_brim() -> None:
    bucket = Bucket(rate=2, most=3)
    assert bucket.take(3)
    bucket.then -= 1.0
    assert bucket.take(2)
    bucket.then -= 100.0
    assert not bucket.take(3.5)
    assert bucket.take(3)


def test_who_is_refused_is_told_how_long_to_wait() -> None:
    gate = Gate(rate=40, sockets=1)
    gate.addresses.most = 10**9
    gate.tables.buckets["home"] = Bucket(rate=0.2, most=200)
    gate.tables.buckets["home"].left = 0
    with pytest.raises(Refusal) as refused:
        gate.laying("home")
    assert 4 < refused.value.wait <= 5
    with pytest.raises(Refusal) as refused:
        gate.message("ann", "home", 161)
    assert refused.value.wait == 0  # never, however long she waits


def test_each_address_has_its_own_bucket_and_few_are_remembered() -> None:
    buckets = Buckets(rate=0, most=1, known=2)
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


def test_what_is_closed_is_forgotten() -> None:
    sockets = Sockets(20)
    sockets.enter("ann", "home")
    sockets.leave("ann", "home")
    assert sockets.total == 0
    assert not sockets.open


def test_a_guest_who_floods_leaves_enough_for_the_others_at_the_address() -> None:
    gate = Gate(rate=1e-9, sockets=1)
    gate.guests.most = 3
    gate.addresses.most = 100
    assert [allows(gate.message, "ann", "home") for _ in range(5)] == [True] * 3 + [False] * 2
    assert allows(gate.message, "bob", "home")


def test_a_request_costs_an_address_more_than_a_message_and_a_table_most() -> None:
    gate = Gate(rate=1e-9, sockets=1)
    gate.addresses.most = LAYING_COST + REQUEST_COST + 1
    gate.tables.most = 9
    assert allows(gate.request, "", "home")
    assert allows(gate.laying, "home")
    assert not allows(gate.laying, "home")
    assert not allows(gate.request, "", "home")
    assert allows(gate.message, "ann", "home") is False  # her own bucket holds next to nothing
    gate.guests.most = 1
    assert allows(gate.message, "bob", "home")
    assert not allows(gate.message, "eve", "home")


def test_an_address_lays_so_many_tables_whatever_its_guests_are_called() -> None:
    gate = Gate(rate=40, sockets=1)
    gate.addresses.most = 10**9
    laid = sum(allows(gate.laying, "home") for _ in range(300))
    assert 200 <= laid < 210  # one more every five seconds
    assert allows(gate.laying, "elsewhere")


def test_bodies_on_their_way_are_bounded_for_each_address() -> None:
    bodies = Bodies(most=10)
    with bodies.coming("home", 6):
        with pytest.raises(Refusal, match="Too many requests"), bodies.coming("home", 5):
            pass
        with bodies.coming("home", 4), bodies.coming("elsewhere", 10):
            assert bodies.under_way["home"] == 10
    assert not bodies.under_way


def test_a_long_opening_costs_an_address_more_and_a_full_bucket_allows_any() -> None:
    gate = Gate(rate=1e-9, sockets=1)
    gate.addresses.most = 100
    assert allows(gate.reading, "home", 1024 * 60)
    assert not allows(gate.reading, "home", 1024 * 60)
    assert allows(gate.reading, "home", 1024 * 30)
    assert allows(gate.reading, "elsewhere", 10**9)


def test_what_makes_the_server_think_costs_a_guest_more() -> None:
    gate = Gate(rate=1e-9, sockets=1)
    gate.guests.most = 2 * HINT_COST
    gate.addresses.most = 1000
    hint = cost(Ask("q", "hint"))
    assert [allows(gate.message, "ann", "home", hint) for _ in range(3)] == [True, True, False]
    assert cost(Ask("q", "ways")) == 1
    assert cost(Ask("q", "preview", actions=("bid 0",) * 9)) == 9
