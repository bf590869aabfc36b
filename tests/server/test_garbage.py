"""What refers to itself is found in the end, though not everything is looked through each time."""

from __future__ import annotations

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
    assert garbage.set_aside(kept) == kept
    new = Knot()
    gone, stays = weakref.ref(new), weakref.ref(old)
    del new, old
    garbage.set_aside(kept)
    assert gone() is None
    assert stays() is not None


def test_everything_is_looked_through_when_it_has_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = garbage.sweep_all()
    old = Knot()
    garbage.set_aside(kept)
    gone = weakref.ref(old)
    del old
    monkeypatch.setattr(garbage, "SPARE", 0)
    assert garbage.set_aside(kept // 3) > kept // 3
    assert gone() is None
