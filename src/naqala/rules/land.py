"""Land: which kind of tile lies where, and what it is worth."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from naqala.rules.board import NO_TILE, Grid, Mask, Tile, union


class Ground(NamedTuple):
    """A tile of the box on which meeples can stand: its kind and its printed points."""

    kind: str
    points: int

    def __str__(self) -> str:
        return f"{LETTER_OF_KIND[self.kind]}{self.points}"


VILLAGE, SACRED_PLACE, OASIS = "village", "sacred place", "oasis"
SMALL_MARKET, LARGE_MARKET = "small market", "large market"
WORKSHOP, SPECIALISED_MARKET = "workshop", "specialised market"
BLUE_CITY, RED_CITY = "blue city", "red city"
LETTER_OF_KIND = {
    VILLAGE: "v",
    SACRED_PLACE: "s",
    OASIS: "o",
    SMALL_MARKET: "m",
    LARGE_MARKET: "l",
    WORKSHOP: "w",
    SPECIALISED_MARKET: "x",
    BLUE_CITY: "c",
    RED_CITY: "r",
}
KIND_OF_LETTER = {letter: kind for kind, letter in LETTER_OF_KIND.items()}
BLUE = frozenset({VILLAGE, SACRED_PLACE, WORKSHOP, BLUE_CITY})
CITIES = (BLUE_CITY, RED_CITY)
MARKETS = (SMALL_MARKET, LARGE_MARKET, SPECIALISED_MARKET)


class Piece(NamedTuple):
    """A tile as it comes out of the box: a ground, perhaps with mountains, or a hole."""

    ground: Ground | None
    mountains: str = ""
    """The sides where mountains stand: top, left, bottom, right by their first letters (N3)."""
    is_lake: bool = False


class Land:
    """The tiles of one game on their grid; it never changes after the set-up."""

    __slots__ = (
        "_by_kind",
        "_by_kinds",
        "_hash",
        "blue",
        "grid",
        "grounds",
        "kinds",
        "lake",
        "points",
        "red",
    )

    def __init__(self, grid: Grid, grounds: Mapping[Tile, Ground], lake: Tile = NO_TILE) -> None:
        """Lay a ground on every tile of the grid; one of its holes may be the great lake."""
        self.grid = grid
        self.grounds = tuple(grounds[tile] for tile in grid.tiles)
        self.lake = lake
        kinds = [""] * (8 * grid.rows)
        points = [0] * (8 * grid.rows)
        self._by_kind: dict[str, Mask] = {}
        self._by_kinds: dict[tuple[str, ...], Mask] = {}
        self.blue: Mask = 0
        self.red: Mask = 0
        for tile, ground in zip(grid.tiles, self.grounds, strict=True):
            kinds[tile] = ground.kind
            points[tile] = ground.points
            self._by_kind[ground.kind] = self._by_kind.get(ground.kind, 0) | 1 << tile
            if ground.kind in BLUE:
                self.blue |= 1 << tile
            else:
                self.red |= 1 << tile
        self.kinds = tuple(kinds)
        self.points = tuple(points)
        self._hash = hash((self.grounds, lake))  # computed once, because bots use lands as keys

    def __reduce__(self) -> tuple[object, ...]:
        # The hashes of strings differ between processes, so the copy computes its own.
        grounds = dict(zip(self.grid.tiles, self.grounds, strict=True))
        return Land, (self.grid, grounds, self.lake)

    def of_kind(self, *kinds: str) -> Mask:
        """The tiles of these kinds."""
        found = self._by_kinds.get(kinds)
        if found is None:
            found = union(self._by_kind.get(kind, 0) for kind in kinds)
            self._by_kinds[kinds] = found
        return found

    def blue_around(self, tile: Tile) -> int:
        """How many blue tiles the 3 × 3 block of a tile holds, itself included (T4)."""
        return (self.grid.around[tile] & self.blue).bit_count()

    def red_around(self, tile: Tile) -> int:
        """How many red tiles the 3 × 3 block of a tile holds, itself included (N8)."""
        return (self.grid.around[tile] & self.red).bit_count()

    def at_lake(self) -> Mask:
        """The tiles around the great lake (W3)."""
        return 0 if self.lake == NO_TILE else self.grid.around[self.lake]

    def points_of(self, tiles: Iterable[Tile]) -> int:
        """The printed points of some tiles."""
        return sum([self.points[tile] for tile in tiles])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Land):
            return NotImplemented
        return (self.grid, self.grounds, self.lake) == (other.grid, other.grounds, other.lake)

    def __hash__(self) -> int:
        return self._hash
