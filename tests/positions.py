"""Boards for tests: from text, or at random from a seed."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from naqala import Game
from naqala.rules.actions import Drop
from naqala.rules.board import (
    NO_TILE,
    TILE_NAMES,
    TILE_OF_NAME,
    Grid,
    Mask,
    Tile,
    Wall,
    grid,
    mask_of,
    tile_at,
)
from naqala.rules.meeples import ONE, TRIBE_LETTERS, Pile, letters, parse_letters
from naqala.rules.sowing import masks_of
from naqala.rules.state import State
from tests import brute_force

RECTANGLES = [(6, 5), (6, 6), (7, 6), (3, 3), (1, 5), (5, 1), (2, 3), (8, 8)]

SQUARE = ("board 3x3", "tiles m6 m6 m6/m6 m6 m6/m6 m6 m6", "meeples YW G YW/G YWG G/YW G YW")
"""On this board every step of a move but the last is a choice."""


class Position(NamedTuple):
    """A grid and the meeples on it."""

    grid: Grid
    piles: list[Pile]

    @property
    def masks(self) -> list[Mask]:
        return masks_of(self.piles)

    @property
    def board(self) -> brute_force.Board:
        empty_or_letters = {tile: letters(self.piles[tile]) for tile in self.grid.tiles}
        return {TILE_NAMES[t]: text.replace("-", "") for t, text in empty_or_letters.items()}

    @property
    def walls(self) -> brute_force.Walls:
        return frozenset(
            frozenset((TILE_NAMES[low], TILE_NAMES[high])) for low, high in self.grid.walls
        )

    def after(self, taken: str, *dropped: str) -> Partway:
        """The move that takes the meeples of a tile and has made some drops."""
        piles = list(self.piles)
        hand, piles[tile(taken)] = piles[tile(taken)], 0
        path = [NO_TILE, tile(taken)]
        for drop in dropped:
            one = ONE[TRIBE_LETTERS.index(drop[2])]
            hand -= one
            piles[tile(drop[:2])] += one
            path.append(tile(drop[:2]))
        return Partway(self.grid, masks_of(piles), hand, path[-1], path[-2])


class Partway(NamedTuple):
    """A move that is not complete: the arguments of `sowing.drops`."""

    grid: Grid
    masks: list[Mask]
    hand: Pile
    at: Tile
    before: Tile


def drop_texts(found: Iterable[Drop]) -> list[str]:
    """The texts of drops, without the verb."""
    return [str(drop).removeprefix("drop ") for drop in found]


def tile(name: str) -> Tile:
    return TILE_OF_NAME[name]


def tiles(text: str) -> Mask:
    return mask_of(TILE_OF_NAME[name] for name in text.split())


def walls(text: str) -> frozenset[Wall]:
    """Read walls like `a1-b1 c2-c3`."""
    pairs = (wall.split("-") for wall in text.split())
    return frozenset((tile(one), tile(other)) for one, other in pairs)


def position(text: str, mountains: str = "") -> Position:
    """Read rows from the top, separated by `/`; cells by blanks; `-` is empty, `#` a hole."""
    rows = [row.split() for row in text.split("/")][::-1]
    piles = [0] * (8 * len(rows))
    holes = []
    for number, row in enumerate(rows):
        for column, cell in enumerate(row):
            if cell == "#":
                holes.append(tile_at(column, number))
            else:
                piles[tile_at(column, number)] = parse_letters(cell)
    return Position(grid(len(rows[0]), len(rows), walls(mountains), mask_of(holes)), piles)


def random_grid(random: Random, columns: int, rows: int) -> Grid:
    """A grid with up to two holes and about one wall for eight tiles; it may be disconnected."""
    whole = grid(columns, rows)
    holes = mask_of(random.sample(whole.tiles, random.choice([0, 0, 1, 2])))
    edges = [(low, high) for low in whole.tiles for high in whole.neighbours[low] if low < high]
    mountains = random.sample(edges, random.randint(0, len(edges) // 8))
    return grid(columns, rows, mountains, holes)


def random_position(random: Random, columns: int, rows: int, largest: int = 7) -> Position:
    """Few or many small piles, and one large pile of few tribes."""
    board = random_grid(random, columns, rows)
    piles = [0] * (8 * rows)
    sizes = random.choice([[0, 0, 0, 0, 1], [0, 0, 1, 1, 2, 3]])
    known = TRIBE_LETTERS[: random.choice([1, 2, 5, 6])]
    for place in board.tiles:
        size = random.choice(sizes)
        piles[place] = parse_letters("".join(random.choices(known, k=size)) or "-")
    few = random.choices(known, k=random.randint(1, 3))
    large = random.choices(few, k=random.randint(4, largest))
    piles[random.choice(board.tiles)] = parse_letters("".join(large))
    return Position(board, piles)


OPEN_LAND = """
players 2
board 4x1
tiles m6 m6 m6 m6
meeples Y YB G GB
"""
"""The land of `game_at` unless another one is given; it has three different moves."""


def game_at(*texts: str) -> Game:
    """The game of a position, given as lines; missing lines are those of OPEN_LAND.

    A later line replaces an earlier one with the same key.
    """
    lines = {}
    for text in (OPEN_LAND, *texts):
        for line in filter(None, map(str.strip, text.splitlines())):
            lines[line.split()[0]] = line
    return Game.from_position("\n".join(["naqala position 1", *lines.values()]))


def played(lines: Iterable[str], *actions: str) -> tuple[State, State]:
    """The states before and after some actions of p1."""
    game = game_at(*lines)
    before = game.state.copy()
    for action in actions:
        game.play(action)
    return before, game.state


def position_line(game: Game, key: str) -> str:
    """The value of a line of the position of a game, as in `position_line(game, "row")`."""
    lines = dict(line.partition(" ")[::2] for line in game.position().splitlines())
    return lines[key]


def choices(game: Game) -> set[str]:
    """The texts of all legal actions."""
    return {str(action) for action in game.legal()}


def base_board(people: str = "", land: str = "") -> str:
    """Lines for `game_at`: a board of 6 x 5, given as `c3:RW d3:W` and `c3:o8 d3:s15`.

    All other tiles are small markets without meeples, which do nothing as long as the row is empty.
    """
    return f"board 6x5\ntiles {_cells(land, 'm6')}\nmeeples {_cells(people, '-')}"


def _cells(text: str, other: str) -> str:
    cells = dict(cell.split(":") for cell in text.split())
    rows = [[cells.pop(column + row, other) for column in "abcdef"] for row in "54321"]
    assert not cells, f"not on the board: {cells}"
    return "/".join(" ".join(row) for row in rows)


def acting(where: str, gathered: str) -> str:
    """A line for `game_at`: p1 has gathered these meeples, and now their tribe acts."""
    return f"pending finishing / tile {where} / tribe {where} {gathered}"


def pile(game: Game, name: str) -> str:
    """The meeples on a tile, as in `YWG`; `-` when there is none."""
    return letters(game.state.piles[tile(name)])
