"""The board of a state as an array of pixels, for the render mode `rgb_array`.

A tile shows the letter of its kind, its points, its meeples as discs, and its palm trees and
palaces as green and brown marks. A frame in the colour of a seat is a camel; a double frame is a
tent.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from naqala.rules import meeples
from naqala.rules.board import STRIDE, Grid, Tile
from naqala.rules.board_drawing import (
    BLUE,
    CHASM,
    CREAM,
    INK,
    LAKE,
    RED,
    SEAT_COLOURS,
    TRIBE_COLOURS,
)
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.state import State
from naqala.rules.tile_info import TileInfo, tile_info

Pixels = NDArray[np.uint8]

SIZE, GAP = 64, 4
STEP = SIZE + GAP
RADIUS = 5
PER_LINE = 5
"""Meeples in one line of a tile."""
PALM, PALACE = "#2f7d4f", "#8a6d3b"
FONT = {
    "0": "### # # # # # # ###", "1": " #  ##   #   #  ###", "2": "###   # ### #   ###",
    "3": "###   # ###   # ###", "4": "# # # # ###   #   #", "5": "### #   ###   # ###",
    "6": "### #   ### # # ###", "7": "###   #   #   #   #", "8": "### # # ### # # ###",
    "9": "### # # ###   # ###", "c": "    ### #   #   ###", "l": "#   #   #   #   ###",
    "m": "# # ### ### # # # #", "o": "    ### # # # # ###", "r": "    ### #   #   #  ",
    "s": "### #   ###   # ###", "v": "# # # # # # # #  # ", "w": "# # # # ### ### # #",
    "x": "# # # #  #  # # # #",
}  # fmt: skip
"""Five rows of three dots for each character, separated by spaces."""


def picture(state: State) -> Pixels:
    """The board with row 1 at the bottom: height × width × 3."""
    grid = state.land.grid
    height, width = GAP + grid.rows * STEP, GAP + grid.columns * STEP
    pixels: Pixels = np.empty((height, width, 3), np.uint8)
    pixels[:] = _colour(CREAM)
    for row in range(grid.rows):
        for column in range(grid.columns):
            tile = Tile(STRIDE * row + column)
            part = _part(pixels, grid, tile)
            if grid.holes >> tile & 1:
                part[:] = _colour(LAKE if tile == state.land.lake else CHASM)
            else:
                _draw_tile(part, tile_info(state, tile))
    for low, high in grid.walls:
        _draw_wall(pixels, grid, low, high)
    return pixels


def _part(pixels: Pixels, grid: Grid, tile: Tile) -> Pixels:
    """The pixels of a tile."""
    row, column = divmod(tile, STRIDE)
    top, left = GAP + (grid.rows - 1 - row) * STEP, GAP + column * STEP
    return pixels[top : top + SIZE, left : left + SIZE]


def _draw_tile(part: Pixels, info: TileInfo) -> None:
    part[:] = _colour(BLUE if info.blue else RED)
    if info.owner is not None:
        owner = _colour(SEAT_COLOURS[info.owner % len(SEAT_COLOURS)])
        _draw_frame(part, 0, owner)
        if info.tent:
            _draw_frame(part, 4, owner)
    _draw_text(part[5:, 6:], LETTER_OF_KIND[info.kind])
    _draw_text(part[5:, SIZE - 20 :], f"{info.points:2}")
    for nth, tribe in enumerate(meeples.members(info.pile)):
        line, place = divmod(nth, PER_LINE)
        y, x = 18 + 11 * line, 5 + 11 * place
        disc = part[y : y + 2 * RADIUS + 1, x : x + 2 * RADIUS + 1]
        shape = _disc(RADIUS)[: disc.shape[0], : disc.shape[1]]
        disc[shape == 1] = _colour(TRIBE_COLOURS[tribe])
        disc[shape == 2] = _colour(INK)
    for nth, colour in enumerate([_colour(PALM)] * info.palms + [_colour(PALACE)] * info.palaces):
        part[SIZE - 12 : SIZE - 5, 6 + 7 * nth : 11 + 7 * nth] = colour


def _draw_frame(part: Pixels, inset: int, colour: NDArray[np.uint8]) -> None:
    inner = part[inset : SIZE - inset, inset : SIZE - inset]
    inner[:3], inner[-3:], inner[:, :3], inner[:, -3:] = colour, colour, colour, colour


def _draw_text(part: Pixels, text: str) -> None:
    for nth, character in enumerate(text):
        if character != " ":
            shape = _shape(character)
            height, width = shape.shape
            part[:height, 8 * nth : 8 * nth + width][shape] = _colour(INK)


def _draw_wall(pixels: Pixels, grid: Grid, low: Tile, high: Tile) -> None:
    row, column = divmod(high, STRIDE)
    top, left = GAP + (grid.rows - 1 - row) * STEP, GAP + column * STEP
    if high - low == 1:
        pixels[top : top + SIZE, left - GAP : left] = _colour(INK)
    else:
        pixels[top + SIZE : top + STEP, left : left + SIZE] = _colour(INK)


@cache
def _colour(code: str) -> NDArray[np.uint8]:
    """The red, green and blue of a code like `#fbf5e8`."""
    return np.frombuffer(bytes.fromhex(code[1:]), np.uint8)


@cache
def _disc(radius: int) -> NDArray[np.uint8]:
    """A disc of ones with an edge of twos."""
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    squared = x * x + y * y
    edge = (squared <= radius * radius) & (squared > (radius - 1) ** 2)
    disc: NDArray[np.uint8] = (squared <= radius * radius) + edge.astype(np.uint8)
    return disc


@cache
def _shape(character: str) -> NDArray[np.bool_]:
    """A character of two by two pixels for each dot."""
    text = FONT[character]
    rows = [text[4 * nth : 4 * nth + 3] for nth in range(5)]
    dots = np.array([[dot == "#" for dot in row] for row in rows])
    return dots.repeat(2, axis=0).repeat(2, axis=1)
