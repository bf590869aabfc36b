"""All modes, for tests that run in each of them."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from naqala import Game
from tests.play import choose

BOXES: tuple[tuple[str, ...], ...] = ((), ("whims",), ("artisans",), ("whims", "artisans"))
MODES: dict[str, dict[str, Any]] = {
    "solo": {"players": 1},
    "solo, dhenim": {"players": 1, "promos": ("dhenim",)},
    **{
        f"{players}, {' and '.join(boxes) or 'base'}": {"players": players, "expansions": boxes}
        for players in range(2, 6)
        for boxes in BOXES
        if boxes or players < 5
    },
    "4, doubled": {"players": 4, "doubled": True},
    "2, everything": {"players": 2, "expansions": BOXES[-1], "promos": ("dhenim",)},
}
"""The arguments of `Game.new` and of the environments."""

Test = Callable[..., None]


def in_every_mode(test: Test) -> Test:
    """Run a test with each mode as `mode`."""
    return pytest.mark.parametrize("mode", MODES.values(), ids=MODES.keys())(test)


def positions(mode: dict[str, Any], games: int) -> Iterator[Game]:
    """Every decision of some random games; yields the same game object each time."""
    for seed in range(games):
        game = Game.new(seed=seed, **mode)
        random = Random(seed)
        while not game.over:
            yield game
            game.play(choose(random, game.legal()))
