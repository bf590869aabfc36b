"""The boards of many states as arrays: a row for each state, a column for each tile.

Bots compare hundreds of possible states in a turn. One NumPy call for all of them is faster than a
loop over states.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from naqala.bots.value.prospects import PIECES, WORKSHOP_ITEM
from naqala.rules.board import STRIDE, Mask
from naqala.rules.land import CITIES, WORKSHOP, Land
from naqala.rules.meeples import FULL, TRIBES, WIDTH
from naqala.rules.state import State

Numbers = NDArray[np.float64]
Whole = NDArray[np.int64]
Counts = NDArray[np.uint8]
Bits = NDArray[np.uint64]
Truth = NDArray[np.bool_]

SHIFTS = np.array([WIDTH * tribe for tribe in TRIBES], np.int32)[:, None, None]
ONE_BIT = np.uint64(1)


class LandArrays:
    """The constant properties of a land; columns are places, the positions of tiles in the grid."""

    def __init__(self, land: Land) -> None:
        self.land = land
        tiles = land.grid.tiles
        kinds = [land.kinds[tile] for tile in tiles]
        self.tiles = np.array(tiles)
        self.bits: Bits = ONE_BIT << self.tiles.astype(np.uint64)
        self.places = np.arange(len(tiles))
        self.points: Whole = np.array([land.points[tile] for tile in tiles])
        self.ones_and_points: Numbers = np.array([[1.0, land.points[tile]] for tile in tiles])
        """Two columns: their sums over some tiles are the number of tiles and of points."""
        self.pieces: Numbers = np.array([PIECES.get(kind, 0.0) for kind in kinds])
        self.claimed: Numbers = self.points + self.pieces
        """The value of taking control of a tile and of its action."""
        self.offer: Numbers = np.array([WORKSHOP_ITEM * (kind == WORKSHOP) for kind in kinds])
        """The value of a tile's action, where it is the same for every player."""
        self.blue: Whole = np.array([land.blue_around(tile) for tile in tiles])
        grid = land.grid
        self.within: Bits = np.array(
            [[grid.within(tile, far) for tile in tiles] for far in range(2 * STRIDE)], np.uint64
        )
        """`[distance, place]`: the tiles that are at most so far away, as bits."""
        by_points: dict[int, Mask] = {}
        for tile in tiles:
            by_points[land.points[tile]] = by_points.get(land.points[tile], 0) | 1 << tile
        self.by_points = [(points, np.uint64(by_points[points])) for points in sorted(by_points)]
        """The tiles of each number of points as bits, lowest first."""
        self.cities: Truth = self.unpacked([land.of_kind(*CITIES)])[0]
        self.at_lake: Truth = self.unpacked([land.at_lake()])[0]
        self._arrivals: Bits = np.zeros((0, len(tiles)), np.uint64)

    def arrivals(self, largest: int) -> Bits:
        """`[size, place]`: the tiles where a pile of this size can end, as bits."""
        if len(self._arrivals) <= largest:
            levels = [self.land.grid.arrivals[size] for size in range(largest + 1)]
            self._arrivals = np.array(levels, np.uint64)[:, self.tiles]
        return self._arrivals

    def of_kinds(self, kinds: Sequence[str]) -> Numbers:
        """A row for each kind of tile, 1 where a tile is of that kind."""
        rows = [self.unpacked([self.land.of_kind(kind)])[0] for kind in kinds]
        return np.array(rows, np.float64)

    def rows(self, by_tile: Sequence[Sequence[int]]) -> NDArray[np.int32]:
        """Lists of numbers by tile as rows."""
        length = len(by_tile[0])
        whole = np.fromiter(chain.from_iterable(by_tile), np.int32, length * len(by_tile))
        return whole.reshape(-1, length)[:, self.tiles]

    def pieces_of(self, states: Sequence[State]) -> Numbers:
        """`[state, place]`: the palm trees and the palaces, two columns."""
        known: dict[tuple[int, int], int] = {}  # most states share these tuples
        places = [
            known.setdefault((id(state.palms), id(state.palaces)), len(known)) for state in states
        ]
        different = dict(zip(places, states, strict=True)).values()
        rows = self.rows([each for state in different for each in (state.palms, state.palaces)])
        pairs = rows.reshape(len(different), 2, -1).swapaxes(1, 2).astype(np.float64)
        return pairs[places]

    def unpacked(self, masks: Sequence[int]) -> Truth:
        """Bit sets of tiles as rows of booleans."""
        packed = np.array(masks, np.uint64)[:, None]
        return (packed & self.bits) > 0


@lru_cache(maxsize=64)
def land_arrays(land: Land) -> LandArrays:
    """The arrays of a land, cached."""
    return LandArrays(land)


class BoardArrays:
    """The boards of at least one state; all states are of the same game."""

    def __init__(self, states: Sequence[State]) -> None:
        self.states = states
        self.constants = constants = land_arrays(states[0].land)
        self.packed: NDArray[np.int32] = constants.rows([state.piles for state in states])
        self.pieces: Numbers = constants.pieces_of(states)
        """`[state, place]`: the palm trees and the palaces, two columns."""
        self.counts: Counts = (self.packed >> SHIFTS & FULL).astype(np.uint8)
        """`[tribe, state, place]`: the number of meeples."""
        self.present: Truth = self.counts > 0
        self.sizes: Counts = self.counts.sum(0, dtype=np.uint8)
        self.controlled: Truth = constants.unpacked([state.controlled for state in states])
        self.free: Truth = ~self.controlled
        self.open: Truth = (self.sizes > 0) & self.free
        """Uncontrolled tiles with meeples."""
        self.single: Truth = (self.counts == self.sizes).any(0) & self.open
        """Uncontrolled tiles with meeples of one tribe only."""
        self.lone: Truth = (self.sizes == 1) & self.free
        """Uncontrolled tiles with a single meeple."""
