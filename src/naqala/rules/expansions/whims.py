"""Whims of the Sultan: tiles, cards, what cards ask for, and when they are paid (W1–W9).

The exact conditions of the printed cards are unknown. The deck in `whims.toml` is a
reconstruction from a small set of conditions; another deck in the same format can be loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from naqala.rules import goods
from naqala.rules.actions import Action
from naqala.rules.board import STRIDE, Mask, Tile, members
from naqala.rules.effects import announce, gain
from naqala.rules.errors import BadOptions, brief
from naqala.rules.events import WhimPaid, WhimsDealt, WhimTaken
from naqala.rules.expansions import ARTISANS_BOX
from naqala.rules.land import (
    BLUE_CITY,
    CITIES,
    MARKETS,
    OASIS,
    RED_CITY,
    SACRED_PLACE,
    VILLAGE,
    Ground,
    Piece,
)
from naqala.rules.tiles import TILE_EFFECTS, TileEffect

if TYPE_CHECKING:
    from naqala.rules.state import Options, Player, State

DECK_LENGTH = 100_000
"""The longest text of a deck."""
MOST_LINES = 2000
"""Lines of a deck, with all comments."""
MOST_TOKENS = 3000
"""The most words, strings and punctuation marks of a deck; the largest deck has about half as many.
"""
TOKEN_LENGTH = 100
KEY_PARTS = 3
"""Parts of a dotted key: `needs.viziers` has two."""
MOST_NESTED = 6
"""Levels of brackets."""
MOST_CARDS = 60
MOST_GOLD = 99
ID_LENGTH = 30
MOST_DETAIL = 200
"""How many characters of a message of the TOML parser are quoted."""
CARD_KEYS = ("id", "gold", "needs", "artisans")
"""The keys of a card in a deck."""
NOT_LAST_COLUMN = sum(0x7F << STRIDE * row for row in range(STRIDE))
_TOKEN = re.compile(
    r"""(?P<space>(?:[ \t\r\n]++|\#[^\n]*+)++)"""
    r"""|(?P<part>"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_+-]++)|.""",
    re.DOTALL,
)
"""The tokens of TOML without multi-line strings; any other character is a separate token."""
TILES = (
    *[Piece(Ground(BLUE_CITY, 0))] * 3,
    *[Piece(Ground(RED_CITY, 0))] * 2,
    Piece(None, is_lake=True),
)
"""W1"""
MORE_MEEPLES = 3
"""W1: how many of each base tribe come with the box."""
CITY_POINTS = (0, 5, 20, 45, 80, 125)
"""W4: the points for this number of cities."""


@dataclass(frozen=True, slots=True, order=True)
class Whim:
    """A card: a player who reaches `least` of a measure is paid the gold."""

    name: str
    gold: int
    measure: str
    least: int
    artisans: bool = False
    """Whether the card is only for games with the Artisans."""


@dataclass(frozen=True, slots=True)
class WhimTable:
    """The Whims that are in nobody's hand."""

    deck: tuple[Whim, ...]
    """The face-down cards in alphabetical order; the next one is drawn at random when needed."""
    cities: tuple[tuple[Tile, Whim], ...]
    """The card that lies on each city that has one."""

    def on(self, tile: Tile) -> Whim | None:
        """The card on a city."""
        return next((whim for city, whim in self.cities if city == tile), None)


def whims_of(options: Options) -> tuple[Whim, ...]:
    """W9: the Whims of a game."""
    with_artisans = ARTISANS_BOX in options.expansions
    deck = options.whims or printed_deck()
    return tuple(whim for whim in deck if with_artisans or not whim.artisans)


def take(state: State, tile: Tile) -> None:
    """Whoever ends a move on a city takes its card (W5)."""
    table = state.whims
    whim = table.on(tile) if table else None
    if table and whim:
        rest = tuple(entry for entry in table.cities if entry[0] != tile)
        state.whims = WhimTable(table.deck, rest)
        state.changing(state.seat).whims += (whim,)
        announce(state, WhimTaken(state.seat, tile, whim.name))


class City(TileEffect):
    """The Whim of a fabulous city is taken (W5)."""

    def act(self, state: State, tile: Tile, action: Action) -> None:
        take(state, tile)

    def is_idle(self, state: State, tile: Tile) -> bool:
        """No Whim lies here."""
        return not (state.whims and state.whims.on(tile))


TILE_EFFECTS[BLUE_CITY] = TILE_EFFECTS[RED_CITY] = City()


def city_points(state: State, me: Player) -> int:
    """W4: what the cities of a player score together."""
    return CITY_POINTS[(me.tiles & state.land.of_kind(*CITIES)).bit_count()]


def pay_met_whims(state: State) -> None:
    """Show and pay every Whim whose condition is met, whoever's turn it is (W6, W7)."""
    players = state.players
    for seat in range(len(players)):
        for whim in players[seat].whims:
            if is_met(state, players[seat], whim):
                holder = state.changing(seat)
                holder.whims = tuple(other for other in holder.whims if other is not whim)
                holder.paid_whims += (whim,)
                state.emit(WhimPaid(seat, whim.name))
                gain(state, seat, whim.gold, "whim")


def is_met(state: State, holder: Player, whim: Whim) -> bool:
    """Whether a player meets the condition of a Whim."""
    return MEASURES[whim.measure](state, holder) >= whim.least


def deal(state: State) -> None:
    """Deal a card to every city without one, as long as there are cards (W8)."""
    table = state.whims
    if table is None:
        return
    deck, cities = list(table.deck), list(table.cities)
    empty = [tile for tile in members(state.land.of_kind(*CITIES)) if not table.on(tile)]
    dealt = [(tile, deck.pop(state.pick(len(deck)))) for tile in empty[: len(deck)]]
    if dealt:
        state.whims = WhimTable(tuple(deck), tuple(sorted(cities + dealt)))
        state.emit(WhimsDealt(tuple((tile, whim.name) for tile, whim in dealt)))


def _lead(state: State, me: Player) -> int:
    return me.viziers - max(state.rival_viziers(me), default=0)


def _tiles(*kinds: str) -> Callable[[State, Player], int]:
    return lambda state, me: (me.tiles & state.land.of_kind(*kinds)).bit_count()


def _pieces(state: State, me: Player, pieces: tuple[int, ...]) -> int:
    return sum(pieces[tile] for tile in members(me.tiles))


def longest_line(tiles: Mask) -> int:
    """The most tiles in one unbroken row or column."""
    longest = 0
    for step, inside in ((1, NOT_LAST_COLUMN), (STRIDE, -1)):
        run, length = tiles, 0
        while run:
            length += 1
            run &= run >> step & inside  # a run of n tiles becomes one of n - 1
        longest = max(longest, length)
    return longest


def _tent_reds(state: State, me: Player) -> int:
    return state.land.red_around(me.tent) if me.tent >= 0 else 0


MEASURES: dict[str, Callable[[State, Player], int]] = {
    "viziers": lambda state, me: me.viziers,
    "elders": lambda state, me: me.elders,
    "artisans": lambda state, me: me.artisans,
    "fakirs": lambda state, me: me.fakirs,
    "djinns": lambda state, me: len(me.djinns),
    "items": lambda state, me: len(me.items),
    "goods": lambda state, me: len(goods.kinds(me.hand)),
    "vizier_lead": _lead,
    "red_tiles": lambda state, me: (me.tiles & state.land.red).bit_count(),
    "blue_tiles": lambda state, me: (me.tiles & state.land.blue).bit_count(),
    "oases": _tiles(OASIS),
    "villages": _tiles(VILLAGE),
    "sacred_places": _tiles(SACRED_PLACE),
    "markets": _tiles(*MARKETS),
    "palms": lambda state, me: _pieces(state, me, state.palms),
    "palaces": lambda state, me: _pieces(state, me, state.palaces),
    "line": lambda state, me: longest_line(me.tiles),
    "tent_reds": _tent_reds,
}
"""What a condition can measure about the holder of the card."""


@cache
def printed_deck() -> tuple[Whim, ...]:
    """The deck that comes with the package."""
    from importlib import resources  # slow to import and rarely needed

    return parse_deck(
        resources.files("naqala.rules.expansions").joinpath("whims.toml").read_text("utf-8")
    )


def parse_deck(text: str) -> tuple[Whim, ...]:
    """Read a deck; BadOptions says what is wrong with which card."""
    import tomllib  # slow to import and rarely needed

    if len(text) > DECK_LENGTH:
        raise BadOptions("deck_length", most=DECK_LENGTH)
    if not _is_simple(text):
        raise BadOptions(
            "deck_form", tokens=MOST_TOKENS, lines=MOST_LINES, parts=KEY_PARTS, nested=MOST_NESTED
        )
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadOptions("deck_not_toml", detail=brief(str(error), MOST_DETAIL)) from None
    cards = data.get("whims")
    if set(data) != {"whims"} or not isinstance(cards, list) or not cards:
        raise BadOptions("deck_list")
    return check_deck(_numbered_card(number, card) for number, card in enumerate(cards, 1))


def _is_simple(text: str) -> bool:
    """Whether the TOML parser needs little time for a text.

    For example, its time grows with the square of the number of parts of a key.
    """
    if text.count("\n") >= MOST_LINES or '"""' in text or "'''" in text:
        return False
    tokens = parts = nested = 0
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "space":
            continue
        tokens += 1
        sign = token[0]
        if token.lastgroup == "part":
            if len(sign) > TOKEN_LENGTH:
                return False
        elif sign == ".":
            parts += 1
        else:
            parts = 0
            nested += (sign in "[{") - (sign in "]}")
        if tokens > MOST_TOKENS or parts >= KEY_PARTS or nested > MOST_NESTED:
            return False
    return True


def check_deck(cards: Iterable[Whim]) -> tuple[Whim, ...]:
    """The cards in alphabetical order, if they form a valid deck."""
    deck = tuple(sorted(cards))
    if len(deck) > MOST_CARDS:
        raise BadOptions("deck_size", most=MOST_CARDS, number=len(deck))
    for one, other in pairwise(deck):
        if one.name == other.name:
            raise BadOptions("deck_twice", card=one.name)
    return deck


def _numbered_card(number: int, card: Any) -> Whim:
    """A card of a deck; an error names it by its id, or else by its number."""
    try:
        return _card(card)
    except BadOptions as error:
        name = card.get("id") if isinstance(card, dict) else None
        known = name if isinstance(name, str) and is_name(name) else number
        raise BadOptions("deck_card", card=known, reason=error) from None


def _card(card: Any) -> Whim:
    if not isinstance(card, dict):
        raise BadOptions("card_table", known=CARD_KEYS)
    name, gold, needs = card.get("id"), card.get("gold"), card.get("needs")
    artisans = card.get("artisans", False)
    if not isinstance(name, str) or not is_name(name):
        raise BadOptions("card_id", most=ID_LENGTH)
    if unknown := set(card) - set(CARD_KEYS):
        raise BadOptions("card_key", key=brief(min(unknown)), known=CARD_KEYS)
    if type(gold) is not int or not 0 < gold <= MOST_GOLD:
        raise BadOptions("card_number", key="gold", most=MOST_GOLD)
    if type(artisans) is not bool:
        raise BadOptions("card_artisans")
    if not isinstance(needs, dict) or len(needs) != 1:
        raise BadOptions("card_needs", example="needs = { viziers = 3 }")
    ((measure, least),) = needs.items()
    if measure not in MEASURES:
        raise BadOptions("card_measure", measure=brief(measure), known=tuple(MEASURES))
    if type(least) is not int or not 0 < least <= MOST_GOLD:
        raise BadOptions("card_number", key=measure, most=MOST_GOLD)
    return Whim(name, gold, measure, least, artisans)


def is_name(text: str) -> bool:
    """Whether this is a valid name for a card."""
    return re.fullmatch(rf"(?=.*[a-z0-9])[a-z0-9-]{{1,{ID_LENGTH}}}", text) is not None
