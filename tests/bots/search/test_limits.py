"""Limits of a search: time, evaluations, interruption, and parts of them."""

import pytest

from naqala.bots.search import limits
from naqala.bots.search.limits import Limit
from tests.bots.modes import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock(tick=0.0)
    monkeypatch.setattr(limits, "monotonic", clock)
    return clock


def test_the_time_runs_out(clock: Clock) -> None:
    limit = Limit(2.0)
    clock.now += 1.9
    assert limit.reached is None
    clock.now += 0.1
    assert limit.reached == "time"


def test_evaluations_are_counted(clock: Clock) -> None:
    limit = Limit(evaluations=10)
    limit.count(9)
    clock.now += 1e9
    assert limit.reached is None
    limit.count(1)
    assert limit.reached == "evaluations"


def test_a_search_can_be_interrupted() -> None:
    stopped: list[bool] = []
    limit = Limit(interrupted=lambda: bool(stopped))
    assert limit.reached is None
    stopped.append(True)
    assert limit.reached == "interrupted"


def test_a_part_is_a_share_of_what_is_left(clock: Clock) -> None:
    limit = Limit(10.0, 100)
    clock.now += 2.0
    limit.count(20)
    part = limit.part(0.25)
    clock.now += 1.9
    assert part.reached is None
    clock.now += 0.1
    assert part.reached
    part = limit.part(0.25)
    limit.count(19)
    assert part.reached is None
    limit.count(1)
    assert part.reached
    assert limit.reached is None
    clock.now += 100.0
    assert limit.part(0.5).reached
