"""The text of a position: everything about a state, one line per item.

`position_reader` reads it back; the grammar is in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from naqala.rules import goods, meeples
from naqala.rules.board import NO_TILE, TILE_NAMES, Grid, Tile, names, tile_at
from naqala.rules.expansions import ARTISANS_BOX
from naqala.rules.expansions.whims import Whim
from naqala.rules.goods import CARD_NAMES, Hand
from naqala.rules.named_cards import NamedCard
from naqala.rules.notation.key_lines import (
    NOTHING,
    join,
)
from naqala.rules.state import NOBODY, Options, Player, State
from naqala.rules.view import View
from naqala.rules.yazid import Yazid

FIRST_LINE = "naqala position 1"
POSITION_LENGTH = 20_000
"""The longest text of a position."""
LAKE, HOLE = "~", "#"
PIECES = 99
"""The most palm trees, and the most palaces, in a position."""
MOST = {"gold": 10**9, "camels": 64, "tents": 1}
"""The largest number in a position; for meeples, as many as fit in a pile."""


def position_text(state: State) -> str:
    """The whole position; `parse_position` gives an equal state."""
    return "\n".join([FIRST_LINE, *_lines(state)]) + "\n"


def options_lines(options: Options) -> Iterator[str]:
    """The lines of a position or a record with the options."""
    yield f"players {options.players}"
    yield f"seed {options.seed}"
    if options.expansions:
        yield f"expansions {join(sorted(options.expansions))}"
    if options.promos:
        yield f"promos {join(sorted(options.promos))}"
    if options.doubled:
        yield "doubled yes"
    if options.whims:
        yield f"whims {join(map(_whim_text, options.whims))}"
    if options.names:
        yield f"names {', '.join(options.names)}"


def _lines(state: State) -> Iterator[str]:
    yield from options_lines(state.options)
    yield f"draws {state.draws}"
    yield from board_lines(state)
    yield f"deck {cards_text(state.deck)}"
    yield f"discards {cards_text(state.discards)}"
    yield from djinn_lines(state)
    if state.items:
        yield f"item-deck {names_text(state.items.deck)}"
        yield f"item-discards {names_text(state.items.discards)}"
    if state.whims:
        yield f"whim-deck {join(whim.name for whim in state.whims.deck)}"
        yield f"whim-cities {cities_text(state.whims.cities)}"
    yield from flow_lines(state)
    for seat, player in enumerate(state.players):
        yield from (f"{seat_text(seat)}-{line}" for line in _player_lines(state, player))
    if state.yazid:
        yield from yazid_lines(state.yazid)
    yield f"pending {' / '.join(map(str, state.pending)) or NOTHING}"


def board_lines(seen: State | View) -> Iterator[str]:
    """The lines of the board, the stock, the bag and the row of cards."""
    where = seen.land.grid
    yield f"board {where.columns}x{where.rows}"
    if where.walls:
        walls = (f"{TILE_NAMES[low]}-{TILE_NAMES[high]}" for low, high in sorted(where.walls))
        yield f"walls {join(walls)}"
    holes = dict.fromkeys(range(64), HOLE) | {seen.land.lake: LAKE}
    grounds = dict(zip(where.tiles, map(str, seen.land.grounds), strict=True))
    piles = {tile: meeples.letters(seen.piles[tile]) for tile in where.tiles}
    yield f"tiles {_rows(where, lambda tile: grounds.get(tile, holes[tile]))}"
    yield f"meeples {_rows(where, lambda tile: piles.get(tile, holes[tile]))}"
    yield f"palms {_numbers(seen.palms)}"
    yield f"palaces {_numbers(seen.palaces)}"
    yield f"stock {seen.palms_left} {seen.palaces_left}"
    yield f"bag {meeples.letters(seen.bag)}"
    yield f"row {join(CARD_NAMES[card] for card in seen.row)}"


def djinn_lines(seen: State | View) -> Iterator[str]:
    """The lines of the Djinns that nobody has."""
    yield f"djinns {names_text(seen.djinn_row)}"
    yield f"djinn-deck {names_text(seen.djinn_deck)}"
    yield f"djinn-discards {names_text(seen.djinn_discards)}"


def flow_lines(seen: State | View) -> Iterator[str]:
    """The lines of the round, the markers and the flags."""
    yield f"round {seen.round}"
    yield f"track {join(map(str, seen.track))}"
    yield f"spots {join(seat_text(seat) for seat in seen.spots)}"
    yield f"bids {join(seat_text(seat) for seat in seen.bid_order)}"
    yield f"acted {join(seat_text(seat) for seat in seen.next_order)}"
    yield f"seat {seat_text(seen.seat)}"
    yield f"flags {join(flag for flag in FLAGS if getattr(seen, FLAGS[flag]))}"


FLAGS = {"sold": "sold", "flying": "flying", "last-round": "last_round", "over": "over"}


def _player_lines(state: State, player: Player) -> Iterator[str]:
    yield f"has {join(f'{what} {getattr(player, what)}' for what in owned_things(state))}"
    yield f"tiles {names(player.tiles) or NOTHING}"
    yield f"hand {cards_text(player.hand)}"
    yield f"djinns {names_text(player.djinns)}"
    yield f"used {names_text(player.used)}"
    if state.items:
        yield f"tent {tent_text(player.tent)}"
        yield f"items {names_text(player.items)}"
    if state.whims:
        yield f"whims {join(whim.name for whim in player.whims)}"
        yield f"paid-whims {join(whim.name for whim in player.paid_whims)}"


def owned_things(state: State | View) -> tuple[str, ...]:
    """The things of a player that are written as numbers."""
    base = ("gold", "viziers", "elders", "camels")
    with_artisans = ARTISANS_BOX in state.options.expansions
    return (*base, "artisans", "tents") if with_artisans else base


def yazid_lines(yazid: Yazid) -> Iterator[str]:
    """The lines of the solo opponent."""
    yield f"yazid {join(f'{what} {getattr(yazid, what)}' for what in YAZID_THINGS)}"
    yield f"yazid-tiles {names(yazid.tiles) or NOTHING}"
    yield f"yazid-djinns {names_text(yazid.djinns)}"
    yield f"dice {yazid.dice[0]} {yazid.dice[1]}"
    yield f"yazid-flags {join(flag for flag in YAZID_FLAGS if getattr(yazid, flag))}"
    yield f"lost {yazid.lost or NOTHING}"


YAZID_THINGS = ("camels", "viziers", "elders", "assassins", "fakirs")
YAZID_FLAGS = ("struck", "acted")


def _rows(where: Grid, cell: Callable[[Tile], str]) -> str:
    """The cells of a board, top row first."""
    return "/".join(
        " ".join(cell(tile_at(column, row)) for column in range(where.columns))
        for row in reversed(range(where.rows))
    )


def _numbers(numbers: Sequence[int]) -> str:
    return join(f"{TILE_NAMES[tile]}*{number}" for tile, number in enumerate(numbers) if number)


def cards_text(hand: Hand) -> str:
    """Cards with their numbers."""
    counted = ((CARD_NAMES[card], goods.count(hand, card)) for card in goods.CARDS)
    return join(f"{name}*{number}" for name, number in counted if number)


def names_text(cards: Iterable[NamedCard]) -> str:
    """The names of Djinns or items."""
    return join(card.name for card in cards)


def cities_text(cities: Iterable[tuple[Tile, Whim]]) -> str:
    """The Whims that lie on cities."""
    return join(f"{TILE_NAMES[tile]}:{whim.name}" for tile, whim in cities)


def tent_text(tile: Tile) -> str:
    """The tile of a tent."""
    return NOTHING if tile == NO_TILE else TILE_NAMES[tile]


def seat_text(seat: int) -> str:
    """A player, or nobody."""
    return NOTHING if seat == NOBODY else f"p{seat + 1}"


def _whim_text(whim: Whim) -> str:
    tail = ":artisans" if whim.artisans else ""
    return f"{whim.name}:{whim.gold}:{whim.measure}:{whim.least}{tail}"
