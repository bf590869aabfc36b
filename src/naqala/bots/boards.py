"""The boards of many states at once, as arrays: a row for each state, a column for each tile.

Bots compare hundreds of after-states of one turn. What is the same for all tiles of all of them
is worked out here and in `prospects` with one NumPy call instead of a loop for each state.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from naqala.rules.land import OASIS, VILLAGE, WORKSHOP, Land
from naqala.rules.meeples import FULL, TRIBES, WIDTH
from naqala.rules.state import State

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]
Bits = NDArray[np.uint64]
Truth = NDArray[np.bool_]

PIECES = {VILLAGE: 5.0, OASIS: 3.0}
"""What the piece that a tile brings is worth."""
WORKSHOP_ITEM = 2.0

SHIFTS = np.array([WIDTH * tribe for tribe in TRIBES])[:, None, None]
ONE_BIT = np.uint64(1)


class Chart:
    """What never changes of a land, by the place of a tile among all tiles."""

    def __init__(self, land: Land) -> None:
        """Draw it once for all games on this land."""
        self.land = land
        tiles = land.grid.tiles
        kinds = [land.kinds[tile] for tile in tiles]
        self.tiles = np.array(tiles)
        self.bits: Bits = self.tiles.astype(np.uint64)
        self.places = np.arange(len(tiles))
        self.points: Whole = np.array([land.points[tile] for tile in tiles])
        self.pieces: Numbers = np.array([PIECES.get(kind, 0.0) for kind in kinds])
        self.claimed: Numbers = self.points + self.pieces
        """What it brings to control a tile and to act there."""
        self.offer: Numbers = np.array([WORKSHOP_ITEM * (kind == WORKSHOP) for kind in kinds])
        """What a tile brings in any case."""
        self.blue: Whole = np.array([land.blue_around(tile) for tile in tiles])
        self.distance: Whole = np.array(
            [[land.grid.distance(one, other) for other in tiles] for one in tiles]
        )
        self._arrivals: Bits = np.zeros((0, len(tiles)), np.uint64)

    def arrivals(self, largest: int) -> Bits:
        """`[size, place]`: where a pile of this size can end, as a set of tiles."""
        if len(self._arrivals) <= largest:
            levels = [self.land.grid.arrivals[size] for size in range(largest + 1)]
            self._arrivals = np.array(levels, np.uint64)[:, self.tiles]
        return self._arrivals

    def of_kinds(self, kinds: Sequence[str]) -> Numbers:
        """A row for each kind, 1 where a tile is of it."""
        rows = [self.unpacked([self.land.of_kind(kind)])[0] for kind in kinds]
        return np.array(rows, np.float64)

    def unpacked(self, masks: Iterable[int]) -> Truth:
        """Sets of tiles as rows of truth."""
        packed = np.array(list(masks), np.uint64)[:, None]
        return (packed >> self.bits & ONE_BIT).astype(bool)


@lru_cache(maxsize=64)
def chart_of(land: Land) -> Chart:
    """The chart of a land, drawn once."""
    return Chart(land)


class Boards:
    """What lies on the boards of some states of one game."""

    def __init__(self, states: Sequence[State]) -> None:
        """Read them; there is at least one, and all are on the same land."""
        self.states = states
        self.chart = chart = chart_of(states[0].land)
        self.packed: Whole = np.array([state.piles for state in states])[:, chart.tiles]
        self.palms: Whole = np.array([state.palms for state in states])[:, chart.tiles]
        self.palaces: Whole = np.array([state.palaces for state in states])[:, chart.tiles]
        self.counts: Whole = self.packed >> SHIFTS & FULL
        """`[tribe, state, place]`: how many meeples."""
        self.present: Truth = self.counts > 0
        self.sizes: Whole = self.counts.sum(0)
        self.controlled: Truth = chart.unpacked(state.controlled for state in states)
        self.free: Truth = ~self.controlled
        self.single: Truth = (self.counts == self.sizes).any(0) & (self.sizes > 0) & self.free
        """Free tiles with meeples of one tribe alone."""
        self.lone: Truth = (self.sizes == 1) & self.free
        """Free tiles with one meeple."""
