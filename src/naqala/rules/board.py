"""Geometry: tiles by name and number, neighbours, walls, holes, and what a walk can reach.

A tile is `8 * row + column`, counted from `a1` at the bottom left, on every board. So a tile has
the same number and name whatever the size of the board, and a set of tiles is a plain int.

A walk goes from tile to neighbouring tile and never straight back (M3), so where it can go next
depends on the edge it arrived by: the step from one tile to a neighbour, numbered from 0.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import NewType
from weakref import WeakValueDictionary

from naqala.rules.errors import BadOptions, NaqalaError

Tile = NewType("Tile", int)
"""A place on the board; a plain int at run time."""
Mask = int
Edge = int
Wall = tuple[Tile, Tile]
Steps = tuple[tuple[Tile, Edge], ...]
"""Where one step can lead: each tile, and the edge that leads there."""

STRIDE = 8
COLUMNS = "abcdefgh"
TILES = tuple(Tile(number) for number in range(STRIDE * STRIDE))
"""The tiles of the largest board: `TILES[number]` is the tile of a number."""
NO_TILE = Tile(-1)
TILE_NAMES = tuple(f"{COLUMNS[tile % STRIDE]}{tile // STRIDE + 1}" for tile in TILES)
"""`TILE_NAMES[tile]` is `a1` … `h8`."""
TILE_OF_NAME = dict(zip(TILE_NAMES, TILES, strict=True))
TILE_OF_BIT = {1 << tile: tile for tile in TILES}
"""The only tile of a set with one tile."""

LONGEST_WALK = 190
"""More meeples than a pile of five bits for each of six tribes can hold."""
SHORTEST_LOOP = 5
"""M3: no walk of fewer steps ends on a tile where it has dropped before."""
WALK_BITS = 2 * LONGEST_WALK  # there are fewer than 4 ** n walks of n steps


def members(mask: Mask) -> Iterator[Tile]:
    """The tiles of a set, in ascending order."""
    while mask:
        low = mask & -mask
        yield TILE_OF_BIT[low]
        mask ^= low


def tile_at(column: int, row: int) -> Tile:
    """The tile in a column and a row, both counted from 0."""
    return TILES[STRIDE * row + column]


def names(mask: Mask) -> str:
    """The names of the tiles of a set, separated by spaces."""
    return " ".join(TILE_NAMES[tile] for tile in members(mask))


class Levels(dict[int, list[int]]):
    """A list for each number of steps, computed from the previous ones on first access."""

    __slots__ = ("level",)

    def __init__(self, level: Callable[[int], list[int]]) -> None:
        self.level = level

    def __missing__(self, number: int) -> list[int]:
        if number < 0:
            raise KeyError(number)
        for steps in range(len(self), number + 1):
            self[steps] = self.level(steps)
        return self[number]


class Grid:
    """The geometry of a board: a rectangle of up to 8 x 8, with walls between tiles and holes.

    `grid` creates it. `neighbours`, `around`, `steps` and all other tables by tile have an entry
    for every number up to the last tile; entries for numbers that are not tiles are meaningless.
    """

    __slots__ = (
        "__weakref__",
        "_walks",
        "_within",
        "all",
        "around",
        "arrivals",
        "columns",
        "connected",
        "heads",
        "holes",
        "loops",
        "loops_from",
        "neighbours",
        "onward",
        "reach",
        "rows",
        "steps",
        "tiles",
        "walls",
    )

    columns: int
    rows: int
    holes: Mask
    """Places of the rectangle that nothing can enter or cross (W2, N4)."""
    walls: frozenset[Wall]
    """Mountains (N3), each as (lower tile, higher tile)."""
    tiles: tuple[Tile, ...]
    """Every tile that is not a hole, in ascending order."""
    all: Mask
    neighbours: tuple[tuple[Tile, ...], ...]
    """The tiles one step away from each tile: not across a wall, not in a hole."""
    around: tuple[Mask, ...]
    """The 3 x 3 block of each tile, itself included, holes left out, walls ignored."""
    connected: bool
    """Whether every tile can be reached from every other (N4)."""

    steps: tuple[Steps, ...]
    """The steps from each tile, for a walk that starts there."""
    onward: tuple[Steps, ...]
    """By edge, the next steps of a walk that arrived by it: anywhere but straight back (M3)."""
    heads: tuple[Tile, ...]
    """The tile each edge leads to."""

    reach: Levels
    """`reach[n][edge]`: the tiles where a walk that arrived by this edge can be n steps later."""
    loops: Levels
    """`loops[n][edge]`: those it can have visited before, at one of the steps 1 … n - 1."""
    arrivals: Levels
    """`arrivals[n][tile]`: the other tiles where a walk of n steps from this tile can end."""
    loops_from: Levels
    """`loops_from[n][tile]`: the tiles, this one included, where it can end on an earlier step."""

    def __init__(self, columns: int, rows: int, walls: frozenset[Wall], holes: Mask) -> None:
        if not (1 <= columns <= STRIDE and 1 <= rows <= STRIDE):
            raise BadOptions("board_size", columns=columns, rows=rows, most=STRIDE)
        rectangle = sum(((1 << columns) - 1) << STRIDE * row for row in range(rows))
        if holes & ~rectangle:
            raise BadOptions("hole_outside", columns=columns, rows=rows)
        if holes == rectangle:
            raise BadOptions("all_holes")
        for low, high in walls:
            on_board = low >= 0 and rectangle >> low & rectangle >> high & 1
            if not on_board or self.distance(low, high) != 1:
                one, other = _name(low), _name(high)
                raise BadOptions("wall_place", one=one, other=other, columns=columns, rows=rows)
        self.columns = columns
        self.rows = rows
        self.holes = holes
        self.walls = walls
        self.all = rectangle & ~holes
        self.tiles = tuple(members(self.all))
        self._within: dict[tuple[Tile, int], Mask] = {}
        self._walks: dict[Tile, tuple[Levels, Levels]] = {}
        self._build_tiles()
        self._build_edges()
        self.connected = self._is_connected()
        self.reach, self.loops, self.arrivals, self.loops_from = self._reach()

    def __reduce__(self) -> tuple[object, ...]:
        return grid, (self.columns, self.rows, self.walls, self.holes)

    def __repr__(self) -> str:
        walls = "".join(f", wall {_name(low)}-{_name(high)}" for low, high in sorted(self.walls))
        holes = f", holes {names(self.holes)}" if self.holes else ""
        return f"<Grid {self.columns} x {self.rows}{holes}{walls}>"

    def distance(self, one: Tile, other: Tile) -> int:
        """The orthogonal distance between two tiles; walls and holes do not count (N3)."""
        return abs(one % STRIDE - other % STRIDE) + abs(one // STRIDE - other // STRIDE)

    def within(self, tile: Tile, distance: int) -> Mask:
        """The tiles at most this far from a tile, itself included, holes left out (T5, N3)."""
        found = self._within.get((tile, distance))
        if found is None:
            found = mask_of(t for t in self.tiles if self.distance(tile, t) <= distance)
            self._within[tile, distance] = found
        return found

    def walks(self, start: Tile, number: int, tile: Tile) -> tuple[int, ...]:
        """How many walks of a number of steps lead from a start to a tile.

        The first number counts the walks that visit the tile only at the end, the next those
        that visited it once before, and so on; the start itself does not count (M3).
        """
        if not 1 <= number <= LONGEST_WALK:
            raise NaqalaError("walk_length", most=LONGEST_WALK, number=number)
        if tile not in self._walks:
            self._walks[tile] = self._walks_to(tile)
        _, from_start = self._walks[tile]
        packed = from_start[number][start]
        counts = []
        while packed:
            counts.append(packed & (1 << WALK_BITS) - 1)
            packed >>= WALK_BITS
        return tuple(counts)

    def _build_tiles(self) -> None:
        neighbours = []
        around = []
        for tile in TILES[: STRIDE * self.rows]:
            column = tile % STRIDE
            beside = [tile - 1] * (column > 0) + [tile + 1] * (column + 1 < STRIDE)
            near = [tile - STRIDE, *beside, tile + STRIDE] if self.all >> tile & 1 else []
            neighbours.append(tuple(TILES[t] for t in near if self._is_open(tile, t)))
            block = union(1 << t for t in (tile, *beside))
            inside = column < self.columns
            around.append((block | block << STRIDE | block >> STRIDE) & self.all if inside else 0)
        self.neighbours = tuple(neighbours)
        self.around = tuple(around)

    def _is_open(self, tile: Tile, neighbour: int) -> bool:
        wall = (min(tile, neighbour), max(tile, neighbour))
        return neighbour >= 0 and self.all >> neighbour & 1 == 1 and wall not in self.walls

    def _build_edges(self) -> None:
        edges = [(tile, near) for tile in self.tiles for near in self.neighbours[tile]]
        number = {edge: number for number, edge in enumerate(edges)}
        self.heads = tuple(head for _, head in edges)
        self.steps = tuple(
            tuple((head, number[tile, head]) for head in near)
            for tile, near in zip(TILES, self.neighbours, strict=False)
        )
        self.onward = tuple(
            tuple(step for step in self.steps[head] if step[0] != before) for before, head in edges
        )

    def _is_connected(self) -> bool:
        found = {self.tiles[0]}
        waiting = [self.tiles[0]]
        while waiting:
            new = set(self.neighbours[waiting.pop()]) - found
            found |= new
            waiting += new
        return len(found) == len(self.tiles)

    def _reach(self) -> tuple[Levels, Levels, Levels, Levels]:
        # Plain loops for speed: these tables are computed for every board with mountains. Long
        # walks reach the same tiles again every two steps, so later levels repeat earlier ones.
        def repeats(number: int, *levels: Levels) -> bool:
            return number > SHORTEST_LOOP and all(
                level[number - 1] == level[number - 3] for level in levels
            )

        def ends(ways: tuple[Steps, ...], number: int) -> list[Mask]:
            rest = reach[number - 1]
            found = []
            for steps in ways:
                mask = 0
                for _, edge in steps:
                    mask |= rest[edge]
                found.append(mask)
            return found

        def closed(ways: tuple[Steps, ...], number: int) -> list[Mask]:
            if number < SHORTEST_LOOP:
                return [0] * len(ways)
            later, again = loops[number - 1], reach[number - 1]
            found = []
            for steps in ways:
                mask = 0
                for head, edge in steps:
                    mask |= later[edge] | again[edge] & 1 << head
                found.append(mask)
            return found

        def others(number: int) -> list[Mask]:
            if not number:
                return [0] * len(starts)
            return [mask & ~(1 << tile) for tile, mask in enumerate(ends(starts, number))]

        def reached(number: int) -> list[Mask]:
            if repeats(number, reach):
                return reach[number - 2]
            return ends(onward, number) if number else [1 << head for head in heads]

        def looped(number: int) -> list[Mask]:
            return loops[number - 2] if repeats(number, reach, loops) else closed(onward, number)

        heads, starts, onward = self.heads, self.steps, self.onward
        reach, loops = Levels(reached), Levels(looped)
        return reach, loops, Levels(others), Levels(lambda n: closed(starts, n))

    def _walks_to(self, tile: Tile) -> tuple[Levels, Levels]:
        # An entry holds all counts of `walks` in one int, so that a sum adds them all at once
        # and a shift counts one more visit for every walk.
        def counts(ways: tuple[Steps, ...], number: int) -> list[int]:
            rest = by_edge[number - 1]
            shift = WALK_BITS if number > 1 else 0
            return [
                sum(rest[edge] << shift if head == tile else rest[edge] for head, edge in steps)
                for steps in ways
            ]

        heads, starts, onward = self.heads, self.steps, self.onward
        by_edge = Levels(lambda n: counts(onward, n) if n else [int(h == tile) for h in heads])
        return by_edge, Levels(lambda n: counts(starts, n) if n else [0] * len(starts))


def grid(columns: int, rows: int, walls: Iterable[Wall] = frozenset(), holes: Mask = 0) -> Grid:
    """The grid of this shape; the same arguments give the same object."""
    return _grid(columns, rows, frozenset((min(wall), max(wall)) for wall in walls), holes)


def mask_of(tiles: Iterable[Tile]) -> Mask:
    """The set of these tiles."""
    return union(1 << tile for tile in tiles)


def union(masks: Iterable[Mask]) -> Mask:
    """The union of these sets."""
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _name(tile: Tile) -> str:
    return TILE_NAMES[tile] if 0 <= tile < len(TILE_NAMES) else str(tile)


_in_use: WeakValueDictionary[tuple[int, int, frozenset[Wall], Mask], Grid] = WeakValueDictionary()


@lru_cache(maxsize=64)  # keeps recently used boards with their reach tables
def _grid(columns: int, rows: int, walls: frozenset[Wall], holes: Mask) -> Grid:
    found = _in_use.get((columns, rows, walls, holes))
    if found is None:
        found = _in_use[columns, rows, walls, holes] = Grid(columns, rows, walls, holes)
    return found
