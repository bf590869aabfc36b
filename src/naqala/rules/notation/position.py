"""The text of a position: everything about a state, one line per item.

`position_reader` reads it back; the grammar is in docs/notation.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

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
    where = state.land.grid
    yield from options_lines(state.options)
    yield f"draws {state.draws}"
    yield f"board {where.columns}x{where.rows}"
    if where.walls:
        walls = (f"{TILE_NAMES[low]}-{TILE_NAMES[high]}" for low, high in sorted(where.walls))
        yield f"walls {join(walls)}"
    holes = dict.fromkeys(range(64), HOLE) | {state.land.lake: LAKE}
    grounds = dict(zip(where.tiles, map(str, state.land.grounds), strict=True))
    piles = {tile: meeples.letters(state.piles[tile]) for tile in where.tiles}
    yield f"tiles {_rows(where, lambda tile: grounds.get(tile, holes[tile]))}"
    yield f"meeples {_rows(where, lambda tile: piles.get(tile, holes[tile]))}"
    yield f"palms {_numbers(state.palms)}"
    yield f"palaces {_numbers(state.palaces)}"
    yield f"stock {state.palms_left} {state.palaces_left}"
    yield f"bag {meeples.letters(state.bag)}"
    yield f"row {join(CARD_NAMES[card] for card in state.row)}"
    yield f"deck {_cards(state.deck)}"
    yield f"discards {_cards(state.discards)}"
    yield f"djinns {_names(state.djinn_row)}"
    yield f"djinn-deck {_names(state.djinn_deck)}"
    yield f"djinn-discards {_names(state.djinn_discards)}"
    if state.items:
        yield f"item-deck {_names(state.items.deck)}"
        yield f"item-discards {_names(state.items.discards)}"
    if state.whims:
        yield f"whim-deck {join(whim.name for whim in state.whims.deck)}"
        cities = (f"{TILE_NAMES[tile]}:{whim.name}" for tile, whim in state.whims.cities)
        yield f"whim-cities {join(cities)}"
    yield f"round {state.round}"
    yield f"track {join(map(str, state.track))}"
    yield f"spots {join(seat_text(seat) for seat in state.spots)}"
    yield f"bids {join(seat_text(seat) for seat in state.bid_order)}"
    yield f"acted {join(seat_text(seat) for seat in state.next_order)}"
    yield f"seat {seat_text(state.seat)}"
    yield f"flags {join(flag for flag in FLAGS if getattr(state, FLAGS[flag]))}"
    for seat, player in enumerate(state.players):
        yield from (f"{seat_text(seat)}-{line}" for line in _player_lines(state, player))
    if state.yazid:
        yield from _yazid_lines(state.yazid)
    yield f"pending {' / '.join(map(str, state.pending)) or NOTHING}"


FLAGS = {"sold": "sold", "flying": "flying", "last-round": "last_round", "over": "over"}


def _player_lines(state: State, player: Player) -> Iterator[str]:
    yield f"has {join(f'{what} {getattr(player, what)}' for what in owned_things(state))}"
    yield f"tiles {names(player.tiles) or NOTHING}"
    yield f"hand {_cards(player.hand)}"
    yield f"djinns {_names(player.djinns)}"
    yield f"used {_names(player.used)}"
    if state.items:
        yield f"tent {TILE_NAMES[player.tent] if player.tent != NO_TILE else NOTHING}"
        yield f"items {_names(player.items)}"
    if state.whims:
        yield f"whims {join(whim.name for whim in player.whims)}"
        yield f"paid-whims {join(whim.name for whim in player.paid_whims)}"


def owned_things(state: State) -> tuple[str, ...]:
    """The things of a player that are written as numbers."""
    base = ("gold", "viziers", "elders", "camels")
    with_artisans = ARTISANS_BOX in state.options.expansions
    return (*base, "artisans", "tents") if with_artisans else base


def _yazid_lines(yazid: Yazid) -> Iterator[str]:
    yield f"yazid {join(f'{what} {getattr(yazid, what)}' for what in YAZID_THINGS)}"
    yield f"yazid-tiles {names(yazid.tiles) or NOTHING}"
    yield f"yazid-djinns {_names(yazid.djinns)}"
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


def _numbers(numbers: list[int]) -> str:
    return join(f"{TILE_NAMES[tile]}*{number}" for tile, number in enumerate(numbers) if number)


def _cards(hand: Hand) -> str:
    counted = ((CARD_NAMES[card], goods.count(hand, card)) for card in goods.CARDS)
    return join(f"{name}*{number}" for name, number in counted if number)


def _names(cards: Iterable[NamedCard]) -> str:
    return join(card.name for card in cards)


def seat_text(seat: int) -> str:
    """A player, or nobody."""
    return NOTHING if seat == NOBODY else f"p{seat + 1}"


def _whim_text(whim: Whim) -> str:
    tail = ":artisans" if whim.artisans else ""
    return f"{whim.name}:{whim.gold}:{whim.measure}:{whim.least}{tail}"
