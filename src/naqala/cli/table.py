"""All that lies on the table beside the land: players, tracks, cards and Djinns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from naqala.cli import palette
from naqala.cli.board import board, board_width
from naqala.cli.sheet import UNKNOWN, total
from naqala.rules import goods
from naqala.rules.board import Mask
from naqala.rules.djinns import Djinn
from naqala.rules.goods import Card, Hand
from naqala.rules.meeples import ELDERS, TRIBE_LETTERS, VIZIERS
from naqala.rules.state import NOBODY
from naqala.rules.view import View
from naqala.text import Catalogue

TALL_HEIGHT = 36
"""From how many lines of the terminal on the cells of the board are tall."""
LINED_HEIGHT = 30
"""From how many lines on there are lines between the rows of the board."""
SIDE_WIDTH = 22
"""The least room for the players at the side of the board."""
LONGEST_NAME = 20
"""How much of a name is shown beside what its owner has."""
SPACED_PLAYERS = 3
"""Up to how many players there is room for blank lines between them."""
MARKET_REACH = (3, 6)
"""Where the cards end that a small and a large market offer (A4, A5)."""


def table(
    view: View,
    words: Catalogue,
    names: Sequence[str],
    *,
    width: int = 100,
    height: int = 40,
    targets: Mask = 0,
) -> Group:
    """The whole table as the viewer sees it, laid out for a terminal of this size."""
    where = view.land.grid
    tall = height >= TALL_HEIGHT and width >= board_width(where, tall=True) + 1 + SIDE_WIDTH
    land = board(view, words, tall=tall, lined=height >= LINED_HEIGHT, targets=targets)
    side = width - board_width(where, tall=tall) - 1
    room = side if side >= SIDE_WIDTH else width
    status: list[RenderableType] = [tracks(view, words)]
    for seat, name in enumerate(names):
        status += [Text()] if tall and len(names) <= SPACED_PLAYERS else []
        status.append(player(view, words, seat, name, room))
    parts: list[RenderableType]
    if side >= SIDE_WIDTH:
        grid = Table.grid(padding=(0, 1, 0, 0))
        grid.add_column(no_wrap=True)
        grid.add_column(width=side)
        grid.add_row(land, Group(*status))
        parts = [grid]
    else:
        parts = [land, *status]
    cards = resource_row(view, words, width)
    return Group(*parts, cards, djinn_row(view, words, texts=tall))


def tracks(view: View, words: Catalogue) -> Text:
    """The round, the turn order track, who bids next, and the stock."""
    text = Text().append(words.say("terminal.round", number=view.round), palette.TITLE)
    if view.last_round and not view.over:
        text.append(f" · {words.say('terminal.last_round')}", palette.WARNING)
    text.append(f"\n{words.say('terminal.track')}", palette.QUIET)
    for value, seat in zip(reversed(view.track), reversed(view.spots), strict=True):
        text.append(" ")
        if seat == NOBODY:
            text.append(str(value), palette.QUIET)
        else:
            text.append(f"{value}:{seat + 1}", palette.seat_style(seat))
    if view.bid_order:
        text.append(f"\n{words.say('terminal.to_bid')}", palette.QUIET)
        text.append_text(_seats(view.bid_order))
    elif view.next_order:
        text.append(f"\n{words.say('terminal.acted')}", palette.QUIET)
        text.append_text(_seats(view.next_order))
    stock = f"{palette.PALM}{view.palms_left} {palette.PALACE}{view.palaces_left}"
    text.append(f"\n{words.say('terminal.stock')} ", palette.QUIET).append(stock, palette.QUIET)
    return text


def player(view: View, words: Catalogue, seat: int, name: str, width: int) -> Group:
    """What a player has, as far as the viewer may know."""
    seen = view.players[seat]
    acts = seat == view.seat and not view.over
    points = f"{palette.POINTS}{total(view, seat)}"
    head = Text.assemble(
        ("▸" if acts else " ", palette.TITLE),
        (f" {seat + 1} ", palette.seat_style(seat)),
        (f" {_short(name, width - len(points) - 6)}", palette.TITLE if acts else ""),
        (f" {points}", palette.QUIET),
    )
    gold = UNKNOWN if seen.gold is None else seen.gold
    lines = [Text(f"{words.say('terminal.gold', gold=gold)}  ")]
    lines[0].append(f"{palette.CAMEL}{seen.camels}", palette.seat_style(seat).split(" on ")[-1])
    for tribe, number in ((VIZIERS, seen.viziers), (ELDERS, seen.elders)):
        lines[0].append("  ").append(TRIBE_LETTERS[tribe], palette.TRIBE_STYLES[tribe])
        lines[0].append(str(number))
    if seen.hand is None:
        lines.append(Text(words.say("terminal.cards", count=seen.cards)))
    else:
        lines.append(Text(hand_text(seen.hand, words)))
    if seen.djinns:
        lines.append(_named(seen.djinns, seen.used, words))
    return Group(head, Padding(Group(*lines), (0, 0, 0, 2)))


def hand_text(hand: Hand, words: Catalogue) -> str:
    """The cards of a hand in words."""
    counted = ((card, goods.count(hand, card)) for card in goods.CARDS)
    names = (
        f"{words.card(card)} ×{number}" if number > 1 else words.card(card)
        for card, number in counted
        if number
    )
    return ", ".join(names) or words.say("terminal.no_cards")


def resource_row(view: View, words: Catalogue, width: int) -> Text:
    """The cards on offer, with bars where the reach of the markets ends."""
    items = [Text(words.say("terminal.resources"), palette.TITLE)]
    for place, card in enumerate(view.row, 1):
        item = Text.assemble((f"{place} ", palette.QUIET), (words.card(card), _card_style(card)))
        if place in MARKET_REACH and place < len(view.row):
            item.append(" │", palette.LINE)
        items.append(item)
    if not view.row:
        items.append(Text(words.say("terminal.nothing"), palette.QUIET))
    return _flowed(items, width)


def djinn_row(view: View, words: Catalogue, *, texts: bool) -> Group | Text:
    """The Djinns that can be summoned; with texts, what each of them does."""
    heading = Text().append(words.say("terminal.djinns"), palette.TITLE)
    if not view.djinn_row:
        return heading.append(f"  {words.say('terminal.nothing')}", palette.QUIET)
    if not texts:
        return heading.append("  ").append_text(_named(view.djinn_row, (), words))
    return Group(
        heading,
        *(Padding(djinn_line(djinn, words), (0, 0, 0, 2)) for djinn in view.djinn_row),
    )


def djinn_line(djinn: Djinn, words: Catalogue) -> Text:
    """A Djinn: name, points, price, power."""
    text = Text().append(words.djinn(djinn.name), palette.KEY)
    text.append(f" {djinn.points}", palette.TITLE)
    if price := words.price(djinn.name):
        text.append(f" ({price})", palette.QUIET)
    return text.append(f"  {words.djinn_text(djinn.name)}")


def _named(djinns: Sequence[Djinn], used: Sequence[Djinn], words: Catalogue) -> Text:
    """Djinns by name and points; those already used in this turn are struck out."""
    text = Text()
    for nth, djinn in enumerate(djinns):
        text.append(", " if nth else "")
        style = f"{palette.KEY} strike" if djinn in used else palette.KEY
        text.append(words.djinn(djinn.name), style).append(f" {djinn.points}")
    return text


def _card_style(card: Card) -> str:
    """Fakirs and the rarest goods stand out."""
    if card == goods.FAKIR:
        return palette.FAKIR
    return palette.RARE if goods.COPIES[card] == min(goods.COPIES) else ""


def _flowed(items: Iterable[Text], width: int, gap: str = "  ") -> Text:
    """Items one after the other, none of them broken at the end of a line."""
    text = Text()
    used = 0
    for item in items:
        if used and used + len(gap) + item.cell_len > width:
            text.append("\n")
            used = 0
        text.append(gap if used else "").append_text(item)
        used += (len(gap) if used else 0) + item.cell_len
    return text


def _seats(seats: Iterable[int]) -> Text:
    text = Text()
    for seat in seats:
        text.append(" ").append(str(seat + 1), palette.seat_style(seat))
    return text


def _short(name: str, room: int) -> str:
    """A name cut to the room there is."""
    text = Text(name)
    text.truncate(max(1, min(room, LONGEST_NAME)), overflow="ellipsis")
    return text.plain
