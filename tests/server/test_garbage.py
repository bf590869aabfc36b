"""What refers to itself is found in the end, though not everything is looked through each time."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from naqala.server import garbage


class Knot:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_new_garbage_is_found_and_what_was_set_aside_is_left_alone() -> None:
    kept = garbage.sweep_all()
    old = Knot()
    assert garbage.set_aside(kept, quiet=True) == kept
    new = Knot()
    gone, stays = weakref.ref(new), weakref.ref(old)
    del new, old
    garbage.set_aside(kept, quiet=True)
    assert gone() is None
    assert stays() is not None


@pytest.mark.parametrize(("growth", "quiet"), [(2.5, True), (3.5, False)])
def test_everything_is_looked_through_when_it_has_doubled_or_in_busy_times_tripled(
    monkeypatch: pytest.MonkeyPatch, growth: float, quiet: bool
) -> None:
    kept = garbage.sweep_all()
    old = Knot()
    garbage.set_aside(kept, quiet=quiet)
    gone = weakref.ref(old)
    del old
    monkeypatch.setattr(garbage, "SPARE", 0)
    before = int(kept / growth)
    assert garbage.set_aside(before, quiet=quiet) > before
    assert gone() is None


def test_a_busy_server_does_not_stop_to_look_through_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    kept = garbage.sweep_all()
    old = Knot()
    garbage.set_aside(kept, quiet=False)
    stays = weakref.ref(old)
    del old
    monkeypatch.setattr(garbage, "SPARE", 0)
    before = int(kept / 2.5)
    assert garbage.set_aside(before, quiet=False) == before
    assert stays() is not None


def test_python_looks_less_often_by_itself_as_long_as_the_server_runs() -> None:
    usual = gc.get_threshold()

    async def serve() -> None:
        async with garbage.swept():
            assert gc.get_threshold() == (garbage.MOST_NEW, *usual[1:])

    asyncio.run(serve())
    assert gc.get_threshold() == usual
