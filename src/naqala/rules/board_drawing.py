"""The board of a state as plain text and as an SVG picture."""

from __future__ import annotations

from collections.abc import Iterator

from naqala.rules import meeples
from naqala.rules.board import COLUMNS, STRIDE, Grid, Tile, tile_at
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import ELDERS, TRIBE_LETTERS, TRIBES, VIZIERS, Pile
from naqala.rules.state import State
from naqala.rules.tile_info import TileInfo, tile_info

# --- Text

WIDTH = 9
"""Characters in a cell."""
CAMEL, TENT, PALM, PALACE = "c", "t", "♣", "⌂"
WALL = "#"
LEGEND = (
    f"v5b: village, 5 points, blue; {CAMEL}1, {TENT}1: camel, tent of p1; "
    f"{PALM}2: 2 palm trees; {PALACE}1: 1 palace"
)


def board_text(state: State) -> str:
    """The board with row 1 at the bottom, each tile in three lines."""
    grid = state.land.grid
    lines = [_rule(grid, grid.rows - 1)]
    for row in reversed(range(grid.rows)):
        cells = [_cell(state, tile_at(column, row)) for column in range(grid.columns)]
        for nth, parts in enumerate(zip(*cells, strict=True)):
            margin = f"{row + 1} " if nth == 0 else "  "
            walls = (_edge(grid, tile_at(column, row)) for column in range(grid.columns))
            line = "".join(wall + part for wall, part in zip(walls, parts, strict=True))
            lines.append(f"{margin}{line}|")
        lines.append(_rule(grid, row - 1))
    letters = "".join(COLUMNS[column].center(WIDTH + 1) for column in range(grid.columns))
    return "\n".join([*lines, f"   {letters.rstrip()}", LEGEND])


def _cell(state: State, tile: Tile) -> list[str]:
    if state.land.grid.holes >> tile & 1:
        return [("~" if tile == state.land.lake else ":") * WIDTH] * 3
    info = tile_info(state, tile)
    return [line.ljust(WIDTH) for line in (_heading(info), _pile(info.pile), _pieces(info))]


def _heading(info: TileInfo) -> str:
    colour = "b" if info.blue else "r"
    return f"{LETTER_OF_KIND[info.kind]}{info.points}{colour}"


def _pile(pile: Pile) -> str:
    """The letters of a pile, with counts where they would not fit."""
    letters = meeples.letters(pile) if pile else ""
    if len(letters) <= WIDTH:
        return letters
    counts = ((TRIBE_LETTERS[tribe], meeples.count(pile, tribe)) for tribe in TRIBES)
    short = "".join(f"{letter}{count}" for letter, count in counts if count)
    return short if len(short) <= WIDTH else f"{meeples.size(pile)} meeples"[:WIDTH]


def _pieces(info: TileInfo) -> str:
    pieces = []
    if info.owner is not None:
        pieces.append(f"{TENT if info.tent else CAMEL}{info.owner + 1}")
    if info.palms:
        pieces.append(f"{PALM}{info.palms}")
    if info.palaces:
        pieces.append(f"{PALACE}{info.palaces}")
    line = " ".join(pieces)
    return line if len(line) <= WIDTH else "".join(pieces)


def _edge(grid: Grid, tile: Tile) -> str:
    """The line to the left of a tile."""
    return WALL if tile % STRIDE and (tile - 1, tile) in grid.walls else "|"


def _rule(grid: Grid, row: int) -> str:
    """The line above a row; row -1 gives the bottom of the board."""
    tiles = (STRIDE * row + column for column in range(grid.columns))
    parts = ((WALL if (tile, tile + STRIDE) in grid.walls else "-") * WIDTH for tile in tiles)
    return f"  +{'+'.join(parts)}+"


# --- SVG

SIZE, GAP, MARGIN = 96, 4, 24
"""Pixels: the side of a tile, the gap between tiles, the margin with the coordinates."""
BLUE, RED, LAKE, CHASM = "#bcd3e6", "#eec7b6", "#7fb3cf", "#4a423b"
INK, CREAM = "#2b2520", "#fbf5e8"
TRIBE_COLOURS = ("#f2c230", "#f7f3ea", "#3f8f57", "#2f6fb0", "#b83a33", "#7d4f9e")
SEAT_COLOURS = ("#1f6f78", "#a2492f", "#5b4a91", "#4c6b2f", "#8a3f63")
PER_LINE = 6
"""Meeples in one line of a tile."""


def board_svg(state: State) -> str:
    """A picture of the board that needs no fonts or files."""
    grid = state.land.grid
    width = 2 * MARGIN + grid.columns * (SIZE + GAP)
    height = 2 * MARGIN + grid.rows * (SIZE + GAP)
    parts = [part for tile in _all_tiles(grid) for part in _tile(state, tile)]
    parts += _walls(grid)
    parts += _coordinates(grid, height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13" '
        f'fill="{INK}"><rect width="{width}" height="{height}" fill="{CREAM}"/>'
        f"{''.join(parts)}</svg>"
    )


def _all_tiles(grid: Grid) -> Iterator[Tile]:
    for row in range(grid.rows):
        for column in range(grid.columns):
            yield tile_at(column, row)


def _corner(grid: Grid, tile: Tile) -> tuple[int, int]:
    """Where the top left corner of a tile is."""
    row, column = divmod(tile, STRIDE)
    step = SIZE + GAP
    return MARGIN + column * step, MARGIN + (grid.rows - 1 - row) * step


def _tile(state: State, tile: Tile) -> Iterator[str]:
    left, top = _corner(state.land.grid, tile)
    if state.land.grid.holes >> tile & 1:
        yield _box(left, top, SIZE, SIZE, LAKE if tile == state.land.lake else CHASM)
        return
    info = tile_info(state, tile)
    yield _box(left, top, SIZE, SIZE, BLUE if info.blue else RED)
    yield _words(left + 7, top + 17, info.kind.replace("specialised", "spec."), size=9)
    yield _words(left + SIZE - 7, top + 18, str(info.points), anchor="end", weight="bold")
    for nth, tribe in enumerate(meeples.members(info.pile)):
        x = left + 14 + nth % PER_LINE * 14
        y = top + 34 + nth // PER_LINE * 15
        letter = TRIBE_LETTERS[tribe]
        yield f'<circle cx="{x}" cy="{y}" r="6.5" fill="{TRIBE_COLOURS[tribe]}" stroke="{INK}"/>'
        ink = INK if tribe in (VIZIERS, ELDERS) else CREAM
        yield _words(x, y + 3, letter, anchor="middle", size=8, fill=ink)
    if info.owner is not None:
        colour = SEAT_COLOURS[info.owner % len(SEAT_COLOURS)]
        shape = "tent" if info.tent else "camel"
        yield _box(left + 6, top + SIZE - 22, 48, 17, colour)
        yield _words(left + 10, top + SIZE - 9, f"{shape} {info.owner + 1}", size=10, fill=CREAM)
    pieces = [f"{PALM}{info.palms}"] if info.palms else []
    pieces += [f"{PALACE}{info.palaces}"] if info.palaces else []
    if pieces:
        yield _words(left + SIZE - 8, top + SIZE - 9, " ".join(pieces), anchor="end")


def _walls(grid: Grid) -> Iterator[str]:
    for low, high in sorted(grid.walls):
        left, top = _corner(grid, high)
        if high - low == 1:
            yield _box(left - GAP - 1, top, GAP + 2, SIZE, INK)
        else:
            yield _box(left, top + SIZE - 1, SIZE, GAP + 2, INK)


def _coordinates(grid: Grid, height: int) -> Iterator[str]:
    for column in range(grid.columns):
        x = MARGIN + column * (SIZE + GAP) + SIZE // 2
        yield _words(x, height - MARGIN + 12, COLUMNS[column], anchor="middle")
    for row in range(grid.rows):
        _, top = _corner(grid, tile_at(0, row))
        yield _words(MARGIN // 2, top + SIZE // 2, str(row + 1), anchor="middle")


def _box(left: int, top: int, width: int, height: int, fill: str) -> str:
    return f'<rect x="{left}" y="{top}" width="{width}" height="{height}" rx="5" fill="{fill}"/>'


def _words(
    x: int,
    y: int,
    text: str,
    *,
    anchor: str = "start",
    size: int = 13,
    weight: str = "normal",
    fill: str = INK,
) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-weight="{weight}"'
        f' fill="{fill}">{text}</text>'
    )
