"""The board as text: any rectangle up to 8 x 8, with holes, mountains and all pieces."""

from __future__ import annotations

from rich.text import Text

from naqala.cli.ui import palette
from naqala.rules import meeples
from naqala.rules.board import COLUMNS, STRIDE, Grid, Mask, Tile, tile_at
from naqala.rules.land import CITIES
from naqala.rules.meeples import TRIBE_LETTERS, Pile
from naqala.rules.view import View
from naqala.rules.yazid import YAZID
from naqala.text import Catalogue

TALL_CELL, SHORT_CELL = 10, 8
"""The width of a cell; on boards with many columns it is narrower by one."""
MANY_COLUMNS = 7
MARGIN = 2
"""The width of the row numbers."""


def board(
    view: View,
    words: Catalogue,
    *,
    tall: bool = True,
    lined: bool = True,
    framed: bool = True,
    targets: Mask = 0,
    struck: Mask = 0,
) -> Text:
    """The board; a tall cell has three lines, a short one two. Targets are drawn brighter.

    Without lines, rows are adjacent unless mountains are between them. Tiles that Yazid is about to
    strike have a symbol. Without a frame there is no line at the top, and the letters of the
    columns are in the line at the bottom.
    """
    where = view.land.grid
    width = cell_width(where, tall=tall)
    drawing = Text(no_wrap=True)
    for row in reversed(range(where.rows)):
        top = row == where.rows - 1
        if framed if top else lined or _has_wall(where, row):
            drawing.append_text(_line_above(where, row, width))
        cells = [
            _cell(view, words, tile_at(column, row), tall, targets, struck)
            for column in range(where.columns)
        ]
        for nth, lines in enumerate(zip(*cells, strict=True)):
            drawing.append(str(row + 1) if nth == 0 else " ", palette.TITLE)
            drawing.append(" ")
            for column, line in enumerate(lines):
                drawing.append_text(_line_left(where, tile_at(column, row)))
                drawing.append_text(line)
            drawing.append("│\n", palette.LINE)
    if not framed:
        names = "┴".join(COLUMNS[column].center(width, "─") for column in range(where.columns))
        drawing.append(f"{' ' * MARGIN}└{names}┘", palette.LINE)
        return drawing
    drawing.append_text(_line_above(where, -1, width))
    letters = "".join(COLUMNS[column].center(width + 1) for column in range(where.columns))
    drawing.append(" " * (MARGIN + 1) + letters.rstrip(), palette.TITLE)
    return drawing


def cell_width(where: Grid, *, tall: bool) -> int:
    """The width of the cells of a board."""
    return (TALL_CELL if tall else SHORT_CELL) - (where.columns >= MANY_COLUMNS)


def board_width(where: Grid, *, tall: bool) -> int:
    """The width of a board in columns of the terminal."""
    return MARGIN + 1 + where.columns * (cell_width(where, tall=tall) + 1)


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


def _cell(
    view: View, words: Catalogue, tile: Tile, tall: bool, targets: Mask, struck: Mask
) -> list[Text]:
    """The lines of one cell, each as wide as the cell."""
    width = cell_width(view.land.grid, tall=tall)
    if view.land.grid.holes >> tile & 1:
        return _hole(words, width, tall=tall, lake=tile == view.land.lake)
    owner, pieces = _owner(view, tile), _pieces(view, tile)
    pile = view.piles[tile]
    if struck >> tile & 1:
        pieces = Text(palette.STRUCK).append_text(pieces)
    if tall:
        lines = [
            _heading(view, words, tile, width),
            _justified(pile_text(pile, width), Text(), width),
            _justified(owner, pieces, width),
        ]
    else:
        name = _short_heading(view, words, tile)
        if name.cell_len + owner.cell_len > width:
            pieces, owner = owner.append_text(pieces), Text()
        lines = [
            _justified(name, owner, width),
            _justified(pile_text(pile, width - len(pieces)), pieces, width),
        ]
    style = palette.tile_style(view.land.blue, tile, target=bool(targets >> tile & 1))
    if struck >> tile & 1:
        style = palette.STRUCK_TILE
    for line in lines:
        line.style = style
    if targets >> tile & 1:
        lines[0].stylize("underline")
    return lines


def _hole(words: Catalogue, width: int, *, tall: bool, lake: bool) -> list[Text]:
    """A hole: waves for the lake, rocks for the chasm; tall cells also name it."""
    symbol, style = (palette.LAKE, palette.LAKE_STYLE) if lake else (
        palette.CHASM, palette.CHASM_STYLE
    )  # fmt: skip
    lines = [Text(symbol * width, style) for _ in range(3 if tall else 2)]
    if tall:
        name = words.say(f"terminal.hole_{'lake' if lake else 'chasm'}")
        spaced = f" {name} " if len(name) + 2 <= width else name
        lines[1] = Text(spaced.center(width, symbol), style)
    return lines


def _heading(view: View, words: Catalogue, tile: Tile, width: int) -> Text:
    """The kind of a tile, its palm trees and palaces, and its points."""
    name = words.say(f"terminal.tile_{view.land.kinds[tile].replace(' ', '_')}")
    worth = _worth(view, tile)
    if len(name) + len(worth) > width:
        name = name.replace(" ", "")
    return _justified(Text(name), worth, width)


def _short_heading(view: View, words: Catalogue, tile: Tile) -> Text:
    """The same, abbreviated."""
    name = words.say(f"terminal.tile_{view.land.kinds[tile].replace(' ', '_')}_short")
    return Text(name).append_text(_worth(view, tile, brief=True))


def _worth(view: View, tile: Tile, *, brief: bool = False) -> Text:
    """The colour of a tile and its points; of a city, the gold of the Whim that lies there."""
    symbol = palette.BLUE_SIGN if view.land.blue >> tile & 1 else palette.RED_SIGN
    if view.land.kinds[tile] not in CITIES:
        return Text(f"{symbol}{view.land.points[tile]}")
    text = Text(symbol)
    for city, whim in view.city_whims:
        if city == tile:
            gold = "" if brief else str(whim.gold)
            text.append(f"{palette.WHIM}{gold}", palette.WHIM_STYLE)
    return text


def _owner(view: View, tile: Tile) -> Text:
    """The camel or the tent that stands on a tile."""
    for seat, player in enumerate(view.players):
        if player.tiles >> tile & 1:
            symbol = palette.TENT if player.tent == tile else palette.CAMEL
            return Text(f"{symbol}{seat + 1}", palette.seat_style(seat))
    if view.yazid and view.yazid.tiles >> tile & 1:
        return Text(f"{palette.CAMEL}{YAZID + 1}", palette.seat_style(YAZID))
    return Text()


def _pieces(view: View, tile: Tile) -> Text:
    text = Text()
    if number := view.palms[tile]:
        text.append(f"{palette.PALM}{number}", palette.PALM_STYLE)
    if number := view.palaces[tile]:
        text.append(f"{palette.PALACE}{number}", palette.PALACE_STYLE)
    return text


def _justified(left: Text, right: Text, width: int) -> Text:
    """Two texts, aligned to both ends of a line of this width."""
    line = Text(no_wrap=True)
    left.truncate(max(0, width - right.cell_len), overflow="ellipsis")
    line.append_text(left)
    line.append(" " * (width - left.cell_len - right.cell_len))
    line.append_text(right)
    return line


def _line_left(where: Grid, tile: Tile) -> Text:
    """The vertical line at the left of a tile, or the mountains there."""
    wall = tile % STRIDE > 0 and (tile - 1, tile) in where.walls
    return Text(palette.MOUNTAIN, palette.WALL) if wall else Text("│", palette.LINE)


def _has_wall(where: Grid, row: int) -> bool:
    """Whether mountains stand above a row."""
    return any(low // STRIDE == row and high - low == STRIDE for low, high in where.walls)


def _line_above(where: Grid, row: int, width: int) -> Text:
    """The horizontal line above a row; the line above row -1 is the bottom of the board."""
    top, bottom = row == where.rows - 1, row < 0
    left, cross, right = "┌┬┐" if top else "└┴┘" if bottom else "├┼┤"
    line = Text(" " * MARGIN + left, palette.LINE)
    for column in range(where.columns):
        tile = STRIDE * row + column
        if row >= 0 and (tile, tile + STRIDE) in where.walls:
            line.append(palette.MOUNTAIN * width, palette.WALL)
        else:
            line.append("─" * width, palette.LINE)
        line.append(right if column == where.columns - 1 else cross, palette.LINE)
    line.append("\n")
    return line
