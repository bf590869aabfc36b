"""Set-up of a game with any expansions (S1–S6, C1–C9, W1, Y1, N1–N4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from naqala.rules import goods
from naqala.rules.board import NO_TILE, STRIDE, TILES, Mask, Tile, grid, mask_of, tile_at
from naqala.rules.chance import SEED_LIMIT
from naqala.rules.djinns import BASE_DJINNS, EXPANSION_DJINNS, PROMOS, Djinn
from naqala.rules.errors import BadOptions, brief
from naqala.rules.expansions import ARTISANS_BOX, EXPANSIONS, WHIMS, artisans, whims
from naqala.rules.expansions.item_piles import ItemPiles
from naqala.rules.expansions.items import ALL_ITEMS
from naqala.rules.land import (
    LARGE_MARKET,
    OASIS,
    SACRED_PLACE,
    SMALL_MARKET,
    VILLAGE,
    Ground,
    Land,
    Piece,
)
from naqala.rules.meeples import (
    ASSASSINS,
    BUILDERS,
    ELDERS,
    MERCHANTS,
    ONE,
    TRIBES,
    VIZIERS,
    Tribe,
)
from naqala.rules.state import NOBODY, Options, Player, State
from naqala.rules.turn import MultiplayerFlow, advance, clean_up
from naqala.rules.yazid import GOLD as SOLO_GOLD
from naqala.rules.yazid import SoloFlow, Yazid

MEEPLES = {VIZIERS: 16, ELDERS: 20, MERCHANTS: 18, BUILDERS: 18, ASSASSINS: 18}
"""C2"""
PALMS, PALACES = 12, 10
"""C5"""
GOLD = 50
"""C7"""
TRACK = (0, 0, 0, 1, 3, 5, 8, 12, 18)
"""C8"""
DOUBLED_TRACK = (0, 0, 0, 1, 1, 3, 3, 5, 5, 8, 12, 18)
"""C9"""
MOST_PLAYERS, MOST_PLAYERS_BASE = 5, 4
"""S5: with an expansion, and without."""
DOUBLED_PLAYERS = 4
"""C9: the number of players who can choose the doubled track."""
COLUMNS, ROWS = 6, 5
"""S1: the size of the board without expansions."""
NAME_LENGTH = 40

T = TypeVar("T")


BASE_TILES = (
    *[Piece(Ground(VILLAGE, 5))] * 5,
    *[Piece(Ground(SACRED_PLACE, 6))] * 4,
    *(Piece(Ground(SACRED_PLACE, points)) for points in (10, 12, 15)),
    *[Piece(Ground(OASIS, 8))] * 6,
    *[Piece(Ground(SMALL_MARKET, 6))] * 8,
    *[Piece(Ground(LARGE_MARKET, 4))] * 4,
)
"""C1"""
NEIGHBOUR = {"t": STRIDE, "l": -1, "b": -STRIDE, "r": 1}
"""The difference in tile numbers to the tile behind the mountains of each side."""


def camels_and_markers(players: int) -> tuple[int, int]:
    """C6, Y1: how many each player has."""
    return (11, 2) if players == 2 else (11, 0) if players == 1 else (8, 1)


def track_of(options: Options) -> tuple[int, ...]:
    """C8, C9: the turn order track of a game."""
    return DOUBLED_TRACK if options.players == 5 or options.doubled else TRACK


def meeples_of(options: Options) -> dict[Tribe, int]:
    """C2, W1, N1: how many meeples of each tribe there are."""
    more = whims.MORE_MEEPLES if WHIMS in options.expansions else 0
    numbers = {tribe: number + more for tribe, number in MEEPLES.items()}
    return numbers | artisans.MEEPLES if ARTISANS_BOX in options.expansions else numbers


def djinns_of(options: Options) -> tuple[Djinn, ...]:
    """C4, W1, N1: the Djinns of a game, in alphabetical order."""
    more = [djinn for box in options.expansions for djinn in EXPANSION_DJINNS[box]]
    return tuple(sorted([*BASE_DJINNS, *(PROMOS[promo] for promo in options.promos), *more]))


def check(options: Options) -> None:
    """Raise BadOptions for options that cannot be played (S5)."""
    players, seed, boxes = options.players, options.seed, options.expansions
    for words in (boxes, options.promos, options.names):
        for word in words:
            if not isinstance(word, str):
                raise BadOptions("option_text", value=brief(repr(word)))
    if unknown := sorted(map(brief, boxes - set(EXPANSIONS))):
        raise BadOptions("unknown_expansion", unknown=unknown, known=EXPANSIONS)
    if unknown := sorted(map(brief, options.promos - PROMOS.keys())):
        raise BadOptions("unknown_promo", unknown=unknown, known=tuple(PROMOS))
    if type(players) is not int or not 1 <= players <= MOST_PLAYERS:
        raise BadOptions("player_number", number=brief(repr(players)))
    if players > MOST_PLAYERS_BASE and not boxes:
        raise BadOptions("five_players", known=EXPANSIONS)
    if players == 1 and boxes:
        raise BadOptions("solo_expansions")
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise BadOptions("seed_range", seed=brief(repr(seed)))
    if options.doubled and players != DOUBLED_PLAYERS:
        raise BadOptions("doubled_track")
    if options.whims and WHIMS not in boxes:
        raise BadOptions("deck_without_whims")
    _check_names(options)


def _check_names(options: Options) -> None:
    if options.names and len(options.names) != options.players:
        raise BadOptions("name_count", names=len(options.names), count=options.players)
    for name in options.names:
        if not name or len(name) > NAME_LENGTH or name != name.strip() or not name.isprintable():
            raise BadOptions("player_name", most=NAME_LENGTH, name=brief(name))
        if "," in name:
            raise BadOptions("name_comma", name=name)


def set_up(options: Options) -> State:
    """The state in which the first decision is made; its events begin the log."""
    check(options)
    state = blank(options)
    lay_tiles(state)
    draw_meeples(state)
    seats = range(options.players)
    _, markers = camels_and_markers(options.players)
    state.bid_order = tuple(shuffled(state, [seat for seat in seats for _ in range(markers)]))
    state.deck = goods.WHOLE_DECK
    state.djinn_deck = djinns_of(options)
    if ARTISANS_BOX in options.expansions:
        state.items = ItemPiles(ALL_ITEMS, ())
    if WHIMS in options.expansions:
        state.whims = whims.WhimTable(whims.whims_of(options), ())
    clean_up(state)  # S3: empty rows are filled as at the end of a round
    state.flow.start_round(state)
    advance(state)
    return state


def blank(options: Options) -> State:
    """A state with nothing but the players' own pieces."""
    state = State.__new__(State)
    state.options = options
    solo = options.players == 1
    state.flow = SoloFlow() if solo else MultiplayerFlow()
    state.draws = state.round = state.seat = 0
    camels, _ = camels_and_markers(options.players)
    gold = SOLO_GOLD if solo else GOLD
    tents = artisans.TENTS if ARTISANS_BOX in options.expansions else 0
    state.players = [Player(gold, camels, tents) for _ in range(options.players)]
    state.shared = 0
    state.masks = [0] * len(TRIBES)
    state.controlled = 0
    state.bag = 0
    state.palms_left, state.palaces_left = PALMS, PALACES
    state.row = ()
    state.deck = state.discards = 0
    state.djinn_row = state.djinn_deck = state.djinn_discards = ()
    state.items = state.whims = None
    state.yazid = Yazid() if solo else None
    state.track = () if solo else track_of(options)
    state.spots = [NOBODY] * len(state.track)
    state.bid_order = state.next_order = ()
    state.pending = ()
    state.sold = state.flying = state.last_round = state.over = False
    state.choices = ()
    state.events = []
    return state


def lay_tiles(state: State) -> None:
    """Shuffle the tiles into the rectangle (S1, W1, N2), until no tile is cut off (N4)."""
    boxes = state.options.expansions
    rest = [*BASE_TILES, *whims.TILES] if WHIMS in boxes else list(BASE_TILES)
    if ARTISANS_BOX not in boxes:
        columns, rows = COLUMNS, 6 if WHIMS in boxes else ROWS
        inner: Mask = 0
    else:
        columns, rows = (7, 6) if WHIMS in boxes else (6, 6)
        inner = artisans.inner_places(columns, rows)
    places = [tile_at(column, row) for row in range(rows) for column in range(columns)]
    while True:
        pieces = shuffled(state, rest)
        if inner:
            number = inner.bit_count() - len(artisans.TILES)
            middle = shuffled(state, [*artisans.TILES, *pieces[:number]])
            ring = pieces[number:]
            pieces = [(middle if inner >> place & 1 else ring).pop() for place in places]
        land = land_of(columns, rows, dict(zip(places, pieces, strict=True)))
        if land.grid.connected:
            use_land(state, land)
            return


def land_of(columns: int, rows: int, pieces: dict[Tile, Piece]) -> Land:
    """The land of these pieces on a rectangle, including mountains (N3)."""
    walls = {
        (tile, TILES[tile + NEIGHBOUR[side]])
        for tile, piece in pieces.items()
        for side in piece.mountains
        if tile + NEIGHBOUR[side] in pieces
    }
    holes = mask_of(tile for tile, piece in pieces.items() if piece.ground is None)
    grounds = {tile: piece.ground for tile, piece in pieces.items() if piece.ground is not None}
    lake = next((tile for tile, piece in pieces.items() if piece.is_lake), NO_TILE)
    return Land(grid(columns, rows, walls, holes), grounds, lake)


def use_land(state: State, land: Land) -> None:
    """Use this land as the board, with nothing on it."""
    state.land = land
    size = STRIDE * land.grid.rows
    state.piles = [0] * size
    state.palms = (0,) * size
    state.palaces = (0,) * size


def draw_meeples(state: State) -> None:
    """Three random meeples on every tile (S1)."""
    numbers = meeples_of(state.options)
    left = sum(numbers.values())
    for tile in state.land.grid.tiles:
        for _ in range(3):
            nth = state.pick(left)
            left -= 1
            for tribe, number in numbers.items():
                nth -= number
                if nth < 0:
                    numbers[tribe] = number - 1
                    state.add(tile, tribe)
                    break
    state.bag = sum(number * ONE[tribe] for tribe, number in numbers.items())


def shuffled(state: State, items: Iterable[T]) -> list[T]:
    """The items in random order."""
    left = list(items)
    return [left.pop(state.pick(len(left))) for _ in range(len(left))]
