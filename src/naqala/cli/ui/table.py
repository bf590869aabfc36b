"""The whole table: the board, players, tracks, cards, Djinns and Whims."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from naqala.cli.ui import palette, panels
from naqala.cli.ui.board import board, board_width
from naqala.cli.ui.wrapping import prose
from naqala.cli.ui.yazid_preview import threat
from naqala.rules import goods
from naqala.rules.board import TILE_NAMES, Mask
from naqala.rules.djinns import Djinn
from naqala.rules.expansions import WHIMS
from naqala.rules.goods import Card
from naqala.rules.state import NOBODY, Options
from naqala.rules.view import View
from naqala.rules.yazid import NO_DICE
from naqala.text import Catalogue

ROOM_BELOW = 11
"""The lines that a table leaves for news, question and choices if possible."""
LEAST_BELOW = 6
"""The lines that it leaves for them in the smallest terminal."""
FEWEST_BELOW = 5
"""The lines that a table must leave, so that the board stays in view: question, choices, prompt."""
SIDE_WIDTH = 20
"""The least room for the players at the side of the board."""
SPACED_PLAYERS = 3
"""Up to how many players there is room for blank lines between them."""
INDENT = "  "
"""The indentation of the continuation of a long row."""
MARKET_REACH = (3, 6)
"""The number of cards that a small and a large market offer (A4, A5)."""


class Layout(NamedTuple):
    """How much space a table takes."""

    tall: bool
    """Whether the cells of the board are tall."""
    lined: bool
    """Whether there are lines between the rows of the board."""
    texts: bool
    """Whether the texts of the Djinns are shown."""
    beside: bool = True
    """Whether the players are at the side of the board, if there is room."""
    brief: bool = False
    """Whether the cards of players are below the board, and rows are short."""
    clipped: bool = False
    """Whether the Whims take one line and are cut off at its end."""
    bare: bool = False
    """Whether the Whims, and the cards of all but the viewer, are left out."""


LAYOUTS = (
    Layout(tall=True, lined=True, texts=True),
    Layout(tall=True, lined=True, texts=False),
    Layout(tall=False, lined=True, texts=False),
    Layout(tall=False, lined=False, texts=False),
    Layout(tall=False, lined=False, texts=False, brief=True),
    Layout(tall=False, lined=False, texts=False, brief=True, clipped=True),
    Layout(tall=False, lined=False, texts=False, beside=False, brief=True, clipped=True),
    Layout(tall=False, lined=False, texts=False, brief=True, bare=True),
)
"""From the most generous to the tightest."""


class Drawn(Group):
    """A table and the number of lines that it takes."""

    lines = 0


def table(
    view: View,
    words: Catalogue,
    names: Sequence[str],
    *,
    width: int = 100,
    height: int = 40,
    targets: Mask = 0,
    cut: bool = False,
) -> Drawn:
    """The whole table as the viewer sees it, for a terminal of this size.

    With `cut`, what does not fit below the board is left out, so that the board stays in view.
    """
    measure = Console(width=width, file=io.StringIO())
    best = Drawn()
    for layout in LAYOUTS:
        if layout.tall and width < board_width(view.land.grid, tall=True) + 1 + SIDE_WIDTH:
            continue
        drawn = _drawn(view, words, names, width, layout, targets)
        drawn.lines = len(measure.render_lines(drawn))
        if not best.lines or drawn.lines < best.lines:
            best = drawn
        if drawn.lines <= height - (LEAST_BELOW if layout.brief else ROOM_BELOW):
            best = drawn
            break
    if cut and best.lines > height - FEWEST_BELOW:
        return _cut(view, words, names, width, height - FEWEST_BELOW, targets)
    return best


def _cut(
    view: View, words: Catalogue, names: Sequence[str], width: int, height: int, targets: Mask
) -> Drawn:
    """The board, and below it what there is room for: one line each, the most important first."""
    measure = Console(width=width, file=io.StringIO())
    danger = threat(view)
    land = board(
        view,
        words,
        tall=False,
        lined=False,
        framed=False,
        targets=targets | (danger.open if danger else 0),
        struck=danger.struck if danger else 0,
    )
    unlimited = 10 * width
    panel_texts = [panel.level() for panel in panels.all_panels(view, words, names, unlimited)]
    lines = [
        panel_texts.pop(view.viewer),
        Text(" · ").join(tracks(view, words, unlimited).split("\n")),
        resource_row(view, words, unlimited, tight=True),
        djinn_row(view, words, texts=False),
        *panel_texts,
    ]
    room = max(0, height - len(measure.render_lines(land)))
    for line in lines:
        assert isinstance(line, Text)
        line.no_wrap, line.overflow = True, "ellipsis"
    drawn = Drawn(land, *lines[:room])
    drawn.lines = len(measure.render_lines(drawn))
    return drawn


def _drawn(
    view: View,
    words: Catalogue,
    names: Sequence[str],
    width: int,
    layout: Layout,
    targets: Mask,
) -> Drawn:
    where = view.land.grid
    danger = threat(view)
    land = board(
        view,
        words,
        tall=layout.tall,
        lined=layout.lined,
        framed=not layout.brief,
        targets=targets | (danger.open if danger else 0),
        struck=danger.struck if danger else 0,
    )
    side = width - board_width(where, tall=layout.tall) - 1
    beside = layout.beside and side >= SIDE_WIDTH
    room = side if beside else width
    sides = panels.all_panels(view, words, names, room)
    parts: list[RenderableType]
    if beside:
        status: list[RenderableType] = [tracks(view, words, room)]
        for panel in sides:
            status += [Text()] if layout.tall and len(sides) <= SPACED_PLAYERS else []
            status.append(panel.brief() if layout.brief else panel.upright())
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(width=side)
        grid.add_row(land, Group(*status))
        parts = [grid]
        if layout.brief:
            shown = [(s, p) for s, p in enumerate(sides) if not layout.bare or s == view.viewer]
            parts.append(_flowed([panel.rest(seat) for seat, panel in shown], width))
    else:
        around = Text(" · ").join(tracks(view, words, 10 * width).split("\n"))
        parts = [land, around, *(panel.level() for panel in sides)]
    parts.append(resource_row(view, words, width, tight=layout.brief))
    parts.append(djinn_row(view, words, texts=layout.texts))
    if WHIMS in view.options.expansions and not layout.bare:
        whims = whim_rows(view, words, 10 * width if layout.clipped else width)
        whims.no_wrap, whims.overflow = layout.clipped, "ellipsis"
        parts.append(whims)
    return Drawn(*parts)


def tracks(view: View, words: Catalogue, width: int = 100) -> Text:
    """The round, the turn order track and who bids next, or the dice, and the stock."""
    text = Text().append(words.say("terminal.round", number=view.round), palette.TITLE)
    if view.last_round and not view.over:
        text.append(f" · {words.say('terminal.last_round')}", palette.WARNING)
    if view.yazid and view.yazid.dice != NO_DICE:
        white, black = view.yazid.dice
        dice = Text(words.say("terminal.white_die"), palette.QUIET)
        dice.append(f" {white} ", palette.WHITE_DIE)
        dice.append(f" {words.say('terminal.black_die')}", palette.QUIET)
        text.append("\n").append_text(dice.append(f" {black} ", palette.BLACK_DIE))
    if view.track:
        text.append("\n").append_text(_track(view, words, width))
    if view.bid_order:
        text.append(f"\n{words.say('terminal.to_bid')}", palette.QUIET)
        text.append_text(_seats(view.bid_order))
    elif view.next_order:
        text.append(f"\n{words.say('terminal.acted')}", palette.QUIET)
        text.append_text(_seats(view.next_order))
    stock = f"{palette.PALM}{view.palms_left} {palette.PALACE}{view.palaces_left}"
    text.append(f"\n{words.say('terminal.stock')} ", palette.QUIET).append(stock, palette.QUIET)
    return text


def _track(view: View, words: Catalogue, width: int) -> Text:
    """`18 12 8 5/5:2 3 …`: the values in the order of play, with the players on them."""
    spots = zip(reversed(view.track), reversed(view.spots), strict=True)
    items = [Text(words.say("terminal.track"), palette.QUIET)]
    for value, seats in groupby(spots, key=lambda spot: spot[0]):
        item = Text()
        for _, seat in seats:
            item.append("/" if item else "", palette.QUIET)
            if seat == NOBODY:
                item.append(str(value), palette.QUIET)
            else:
                item.append(f"{value}:{seat + 1}", palette.seat_style(seat))
        items.append(item)
    return _flowed(items, width, " ")


def resource_row(view: View, words: Catalogue, width: int, *, tight: bool = False) -> Text:
    """The cards on offer, with bars where the reach of the markets ends; tight, by name only."""
    items = [Text(words.say("terminal.resources"), palette.TITLE)]
    for place, card in enumerate(view.row, 1):
        number = "" if tight else f"{place} "
        item = Text.assemble((number, palette.QUIET), (words.card(card), _card_style(card)))
        if place in MARKET_REACH and place < len(view.row):
            item.append(" │", palette.LINE)
        items.append(item)
    if not view.row:
        items.append(Text(words.say("terminal.nothing"), palette.QUIET))
    return _flowed(items, width, " " if tight else "  ")


def djinn_row(view: View, words: Catalogue, *, texts: bool) -> Group | Text:
    """The Djinns that can be summoned, with their texts if there is room."""
    heading = Text().append(words.say("terminal.djinns"), palette.TITLE)
    if not view.djinn_row:
        return heading.append(f"  {words.say('terminal.nothing')}", palette.QUIET)
    if not texts:
        return heading.append("  ").append_text(panels.named(view.djinn_row, (), words))
    return Group(
        heading,
        *(
            Padding(prose(djinn_line(djinn, words, view.options)), (0, 0, 0, 2))
            for djinn in view.djinn_row
        ),
    )


def djinn_line(djinn: Djinn, words: Catalogue, options: Options | None = None) -> Text:
    """A Djinn: name, points, price, power."""
    text = Text().append(words.djinn(djinn.name), palette.KEY)
    text.append(f" {djinn.points}", palette.TITLE)
    if price := words.price(djinn.name):
        text.append(f" ({price})", palette.QUIET)
    return text.append(f"  {words.djinn_text(djinn.name, options)}")


def whim_rows(view: View, words: Catalogue, width: int) -> Text:
    """The Whims that lie on the cities, and those that the viewer has to fulfil."""
    cities = [
        Text.assemble((f"{TILE_NAMES[tile]} ", palette.TITLE), words.whim_text(whim))
        for tile, whim in view.city_whims
    ]
    text = _headed(words.say("terminal.whims"), cities, words, width)
    mine = view.players[view.viewer].whims
    if mine and not view.over:
        own = [Text(words.whim_text(whim)) for whim in mine]
        text.append("\n").append_text(_headed(words.say("terminal.own_whims"), own, words, width))
    return text


def _headed(heading: str, items: Sequence[Text], words: Catalogue, width: int) -> Text:
    """A row of short facts, each with its symbol."""
    signed = [Text.assemble((f"{palette.WHIM} ", palette.WHIM_STYLE), item) for item in items]
    nothing = Text(words.say("terminal.nothing"), palette.QUIET)
    return _flowed([Text(heading, palette.TITLE), *(signed or [nothing])], width)


def _card_style(card: Card) -> str:
    """Fakirs and the rarest goods stand out."""
    if card == goods.FAKIR:
        return palette.FAKIR
    return palette.RARE if goods.COPIES[card] == min(goods.COPIES) else ""


def _flowed(items: Iterable[Text], width: int, gap: str = "  ") -> Text:
    """Items in sequence, wrapped only between items."""
    text = Text()
    used = 0
    for item in items:
        if used and used + len(gap) + item.cell_len > width:
            text.append(f"\n{INDENT}")
            used = len(INDENT)
        elif used:
            text.append(gap)
            used += len(gap)
        text.append_text(item)
        used += item.cell_len
    return text


def _seats(seats: Iterable[int]) -> Text:
    text = Text()
    for seat in seats:
        text.append(" ").append(str(seat + 1), palette.seat_style(seat))
    return text
