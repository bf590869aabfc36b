"""Every sowing of a board, directly from rules M2 to M5: slow, simple, and independent code.

A board is a dict from the names of its tiles to the letters of the meeples there; a hole is a tile
that is not in it. A sowing is a tuple of texts: `("c3", "d3W", "d4B")`.
"""

from collections.abc import Iterator

Board = dict[str, str]
Walls = frozenset[frozenset[str]]
Sowing = tuple[str, ...]


def neighbours(board: Board, walls: Walls, tile: str) -> list[str]:
    column, row = ord(tile[0]), int(tile[1])
    near = [(column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)]
    names = [f"{chr(column)}{row}" for column, row in near]
    return [name for name in names if name in board and frozenset((tile, name)) not in walls]


def sowings_from(board: Board, walls: Walls, start: str) -> Iterator[Sowing]:
    emptied = board | {start: ""}
    for drops in finish(emptied, walls, board[start], [start]):
        yield (start, *drops)


def finish(board: Board, walls: Walls, hand: str, path: list[str]) -> Iterator[Sowing]:
    """Every way to sow a hand onward from the last tile of a path."""
    for tile in neighbours(board, walls, path[-1]):
        if len(path) > 1 and tile == path[-2]:  # M3
            continue
        for tribe in sorted(set(hand)):
            if len(hand) > 1:
                dropped = board | {tile: board[tile] + tribe}
                for drops in finish(dropped, walls, hand.replace(tribe, "", 1), [*path, tile]):
                    yield (tile + tribe, *drops)
            elif tribe in board[tile]:  # M4
                yield (tile + tribe,)


def sowings(board: Board, walls: Walls) -> list[Sowing]:
    """Every sowing of the board."""
    return [sowing for start in board for sowing in sowings_from(board, walls, start)]
