"""The land as text: any rectangle up to 8 x 8, with holes, walls and all that stands on it."""

from __future__ import annotations

from rich.text import Text

from naqala.cli import palette
from naqala.rules import meeples
from naqala.rules.board import COLUMNS, STRIDE, Grid, Mask, Tile
from naqala.rules.meeples import TRIBE_LETTERS, Pile
from naqala.rules.view import View
from naqala.text import Catalogue

TALL_CELL, SHORT_CELL = 10, 8
"""How wide a cell is."""
MARGIN = 2
"""Where the row numbers stand."""


def board(
    view: View, words: Catalogue, *, tall: bool = True, lined: bool = True, targets: Mask = 0
) -> Text:
    """The land; a tall cell has three lines, a short one two. Targets are drawn brighter.

    Without lines, rows follow each other closely unless a wall stands between them.
    """
    where = view.land.grid
    width = TALL_CELL if tall else SHORT_CELL
    drawing = Text(no_wrap=True)
    for row in reversed(range(where.rows)):
        if lined or row == where.rows - 1 or _has_wall(where, row):
            drawing.append_text(_line_above(where, row, width))
        cells = [
            _cell(view, words, STRIDE * row + column, tall, targets)
            for column in range(where.columns)
        ]
        for nth, lines in enumerate(zip(*cells, strict=True)):
            drawing.append(str(row + 1) if nth == 0 else " ", palette.TITLE)
            drawing.append(" ")
            for column, line in enumerate(lines):
                drawing.append_text(_line_left(where, STRIDE * row + column))
                drawing.append_text(line)
            drawing.append("│\n", palette.LINE)
    drawing.append_text(_line_above(where, -1, width))
    letters = "".join(COLUMNS[column].center(width + 1) for column in range(where.columns))
    drawing.append(" " * (MARGIN + 1) + letters.rstrip(), palette.TITLE)
    return drawing


def board_width(where: Grid, *, tall: bool) -> int:
    """How many columns of the terminal a board takes."""
    return MARGIN + 1 + where.columns * ((TALL_CELL if tall else SHORT_CELL) + 1)


def pile_text(pile: Pile, room: int = 99) -> Text:
    """Meeples as letters on their colours: `Y Y W`, `YYW` in less room, `Y2W` in the least."""
    text = Text()
    size = meeples.size(pile)
    if size > room:
        for tribe in meeples.tribes(pile):
            number = meeples.count(pile, tribe)
            letters = TRIBE_LETTERS[tribe] + (str(number) if number > 1 else "")
            text.append(letters, palette.TRIBE_STYLES[tribe])
        return text
    gap = " " if 2 * size - 1 <= room else ""
    for tribe in meeples.members(pile):
        text.append(gap if text else "")
        text.append(TRIBE_LETTERS[tribe], palette.TRIBE_STYLES[tribe])
    return text


def _cell(view: View, words: Catalogue, tile: Tile, tall: bool, targets: Mask) -> list[Text]:
    """The lines of one cell, each as wide as the cell."""
    width = TALL_CELL if tall else SHORT_CELL
    if view.land.grid.holes >> tile & 1:
        return [Text("░" * width, palette.HOLE)] * (3 if tall else 2)
    kind = view.land.kinds[tile].replace(" ", "_")
    sign = palette.BLUE_SIGN if view.land.blue >> tile & 1 else palette.RED_SIGN
    points = f"{sign}{view.land.points[tile]}"
    camel, pieces = _camel(view, tile), _pieces(view, tile)
    pile = view.piles[tile]
    if tall:
        name = words.say(f"terminal.tile_{kind}")
        lines = [
            _justified(Text(name), Text(points), width),
            _justified(pile_text(pile, width), Text(), width),
            _justified(camel, pieces, width),
        ]
    else:
        name = words.say(f"terminal.tile_{kind}_short")
        lines = [
            _justified(Text(f"{name}{points}"), camel, width),
            _justified(pile_text(pile, width - len(pieces)), pieces, width),
        ]
    style = palette.tile_style(view.land.blue, tile, target=bool(targets >> tile & 1))
    for line in lines:
        line.style = style
    if targets >> tile & 1:
        lines[0].stylize("underline")
    return lines


def _camel(view: View, tile: Tile) -> Text:
    for seat, player in enumerate(view.players):
        if player.tiles >> tile & 1:
            return Text(f"{palette.CAMEL}{seat + 1}", palette.seat_style(seat))
    return Text()


def _pieces(view: View, tile: Tile) -> Text:
    text = Text()
    if number := view.palms[tile]:
        text.append(f"{palette.PALM}{number}", palette.PALM_STYLE)
    if number := view.palaces[tile]:
        text.append(f"{palette.PALACE}{number}", palette.PALACE_STYLE)
    return text


def _justified(left: Text, right: Text, width: int) -> Text:
    """Two texts at both ends of a line of exactly this width."""
    line = Text(no_wrap=True)
    left.truncate(max(0, width - right.cell_len), overflow="ellipsis")
    line.append_text(left)
    line.append(" " * (width - left.cell_len - right.cell_len))
    line.append_text(right)
    return line


def _line_left(where: Grid, tile: Tile) -> Text:
    """The upright line at the left of a tile."""
    wall = tile % STRIDE > 0 and (tile - 1, tile) in where.walls
    return Text("┃", palette.WALL) if wall else Text("│", palette.LINE)


def _has_wall(where: Grid, row: int) -> bool:
    """Whether a wall stands above a row."""
    return any(low // STRIDE == row and high - low == STRIDE for low, high in where.walls)


def _line_above(where: Grid, row: int, width: int) -> Text:
    """The level line above a row; that above row -1 is the bottom of the land."""
    top, bottom = row == where.rows - 1, row < 0
    left, cross, right = "┌┬┐" if top else "└┴┘" if bottom else "├┼┤"
    line = Text(" " * MARGIN + left, palette.LINE)
    for column in range(where.columns):
        tile = STRIDE * row + column
        if row >= 0 and (tile, tile + STRIDE) in where.walls:
            line.append("━" * width, palette.WALL)
        else:
            line.append("─" * width, palette.LINE)
        line.append(right if column == where.columns - 1 else cross, palette.LINE)
    line.append("\n")
    return line
