"""Setting up a game (S1–S6, C1–C8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from naqala.rules import goods
from naqala.rules.board import grid
from naqala.rules.chance import SEED_LIMIT
from naqala.rules.djinns import BASE_DJINNS, PROMOS, Djinn
from naqala.rules.effects import draw_meeple
from naqala.rules.errors import BadOptions
from naqala.rules.land import BASE_TILES, Land
from naqala.rules.meeples import ASSASSINS, BUILDERS, ELDERS, MERCHANTS, ONE, VIZIERS
from naqala.rules.state import NOBODY, Options, Player, State
from naqala.rules.turn import advance, clean_up, start_round

MEEPLES = {VIZIERS: 16, ELDERS: 20, MERCHANTS: 18, BUILDERS: 18, ASSASSINS: 18}
"""C2"""
PALMS, PALACES = 12, 10
"""C5"""
GOLD = 50
"""C7"""
TRACK = (0, 0, 0, 1, 3, 5, 8, 12, 18)
"""C8"""
BASE_COLUMNS, BASE_ROWS = 6, 5
NAME_LENGTH = 40

T = TypeVar("T")


def camels_and_markers(players: int) -> tuple[int, int]:
    """C6: what each player has of them."""
    return (11, 2) if players == 2 else (8, 1)


def check(options: Options) -> None:
    """Refuse what cannot be played, with a sentence (S5)."""
    players, seed = options.players, options.seed
    if type(players) is not int or not 2 <= players <= 4:
        raise BadOptions(f"the base game is for 2, 3 or 4 players, not {players!r}")
    if type(seed) is not int or not 0 <= seed < SEED_LIMIT:
        raise BadOptions(f"a seed is a whole number from 0 to 2^256 - 1, not {seed!r}")
    if options.expansions:
        unknown = ", ".join(sorted(options.expansions))
        raise BadOptions(f"unknown expansion: {unknown}; there is none yet")
    if unknown := ", ".join(sorted(options.promos - PROMOS.keys())):
        raise BadOptions(f"unknown promo: {unknown}; there is {', '.join(PROMOS)}")
    if options.names and len(options.names) != players:
        raise BadOptions(f"{len(options.names)} names for {players} players")
    for name in options.names:
        if not name or len(name) > NAME_LENGTH or name != name.strip() or not name.isprintable():
            raise BadOptions(f"a name is 1 to {NAME_LENGTH} printable characters, not {name!r}")
        if "," in name:
            raise BadOptions(f"a name has no comma: {name!r}")


def set_up(options: Options) -> State:
    """The state in which the first marker bids; its events begin the log."""
    check(options)
    state = blank(options)
    lay_tiles(state)
    draw_meeples(state)
    seats = range(options.players)
    _, markers = camels_and_markers(options.players)
    state.bid_order = tuple(shuffled(state, [seat for seat in seats for _ in range(markers)]))
    state.deck = goods.WHOLE_DECK
    state.djinn_deck = djinns_of(options)
    clean_up(state)  # S3: an empty row is filled as at the end of a round
    start_round(state)
    advance(state)
    return state


def blank(options: Options) -> State:
    """A game with nothing on the table yet but the players' own pieces."""
    state = State.__new__(State)
    state.options = options
    state.draws = state.round = state.seat = 0
    camels, _ = camels_and_markers(options.players)
    state.players = [Player(GOLD, camels) for _ in range(options.players)]
    state.masks = [0] * 6
    state.controlled = 0
    state.bag = 0
    state.palms_left, state.palaces_left = PALMS, PALACES
    state.row = ()
    state.deck = state.discards = 0
    state.djinn_row = state.djinn_deck = state.djinn_discards = ()
    state.track = TRACK
    state.spots = [NOBODY] * len(TRACK)
    state.bid_order = state.next_order = ()
    state.pending = ()
    state.sold = state.last_round = state.over = False
    state.choices = ()
    state.events = []
    return state


def djinns_of(options: Options) -> tuple[Djinn, ...]:
    """The Djinns of a game, in alphabetical order (C4)."""
    return tuple(sorted([*BASE_DJINNS, *(PROMOS[promo] for promo in options.promos)]))


def lay_tiles(state: State) -> None:
    """Shuffle the tiles into the rectangle (S1)."""
    where = grid(BASE_COLUMNS, BASE_ROWS)
    grounds = shuffled(state, BASE_TILES)
    put_on(state, Land(where, dict(zip(where.tiles, grounds, strict=True))))


def put_on(state: State, land: Land) -> None:
    """Make this land the board, with nothing on it."""
    state.land = land
    size = 8 * land.grid.rows
    state.piles = [0] * size
    state.palms = [0] * size
    state.palaces = [0] * size


def draw_meeples(state: State) -> None:
    """Three random meeples on every tile (S1)."""
    state.bag = sum(number * ONE[tribe] for tribe, number in MEEPLES.items())
    for tile in state.land.grid.tiles:
        for _ in range(3):
            state.add(tile, draw_meeple(state))


def shuffled(state: State, items: Iterable[T]) -> list[T]:
    """The items in random order."""
    left = list(items)
    return [left.pop(state.pick(len(left))) for _ in range(len(left))]
