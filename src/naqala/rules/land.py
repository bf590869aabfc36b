"""Land: which kind of tile lies where, and what it is worth."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from naqala.rules.board import Grid, Mask, Tile


class Ground(NamedTuple):
    """A tile of the box: its kind and its printed points."""

    kind: str
    points: int

    def __str__(self) -> str:
        return f"{LETTER_OF_KIND[self.kind]}{self.points}"


VILLAGE, SACRED_PLACE, OASIS = "village", "sacred place", "oasis"
SMALL_MARKET, LARGE_MARKET = "small market", "large market"
LETTER_OF_KIND = {VILLAGE: "v", SACRED_PLACE: "s", OASIS: "o", SMALL_MARKET: "m", LARGE_MARKET: "l"}
KIND_OF_LETTER = {letter: kind for kind, letter in LETTER_OF_KIND.items()}
BLUE = frozenset({VILLAGE, SACRED_PLACE})

BASE_TILES = (
    *[Ground(VILLAGE, 5)] * 5,
    *[Ground(SACRED_PLACE, 6)] * 4,
    *(Ground(SACRED_PLACE, points) for points in (10, 12, 15)),
    *[Ground(OASIS, 8)] * 6,
    *[Ground(SMALL_MARKET, 6)] * 8,
    *[Ground(LARGE_MARKET, 4)] * 4,
)
"""C1: the 30 tiles of the base game."""


class Land:
    """The tiles of one game on their grid; it never changes after the set-up."""

    __slots__ = ("blue", "grid", "grounds", "kinds", "points", "red")

    def __init__(self, grid: Grid, grounds: Mapping[Tile, Ground]) -> None:
        """Lay a ground on every tile of the grid."""
        self.grid = grid
        self.grounds = tuple(grounds[tile] for tile in grid.tiles)
        kinds = [""] * (8 * grid.rows)
        points = [0] * (8 * grid.rows)
        self.blue: Mask = 0
        self.red: Mask = 0
        for tile, ground in zip(grid.tiles, self.grounds, strict=True):
            kinds[tile] = ground.kind
            points[tile] = ground.points
            if ground.kind in BLUE:
                self.blue |= 1 << tile
            else:
                self.red |= 1 << tile
        self.kinds = tuple(kinds)
        self.points = tuple(points)

    def of_kind(self, kind: str) -> Mask:
        """The tiles of one kind."""
        return sum(1 << tile for tile in self.grid.tiles if self.kinds[tile] == kind)

    def blue_around(self, tile: Tile) -> int:
        """How many blue tiles the 3 × 3 block of a tile holds, itself included (T4)."""
        return (self.grid.around[tile] & self.blue).bit_count()

    def points_of(self, tiles: Iterable[Tile]) -> int:
        """The printed points of some tiles."""
        return sum(self.points[tile] for tile in tiles)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Land):
            return NotImplemented
        return self.grid is other.grid and self.grounds == other.grounds

    def __hash__(self) -> int:
        return hash(self.grounds)
