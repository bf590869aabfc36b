"""The tokens of all texts: numbers, tiles, piles, cards, names, seats.

Input is not trusted: text that cannot be read is refused with a BadText that says what is wrong and
what would be accepted. This module is not part of `notation`, because actions and decisions read
tokens too, and `notation` imports them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from naqala.rules import meeples
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME, Tile
from naqala.rules.errors import BadText, brief
from naqala.rules.expansions import ARTISANS_BOX
from naqala.rules.goods import CARD_OF_NAME, Card
from naqala.rules.meeples import ARTISANS, Pile, Tribe

if TYPE_CHECKING:
    from naqala.rules.state import State

DJINN_NAMES: dict[str, str] = {}
"""The names of all Djinns by their letters. Actions read them, but the cards, which offer actions,
are defined later: `djinns` and `items` fill in these names."""
ITEM_NAMES: list[str] = []


def number_of(text: str, most: int = 9999) -> int:
    """Read a whole number."""
    if not re.fullmatch("[0-9]{1,90}", text) or int(text) > most:
        raise BadText("not_a_number", text=brief(text), most=most)
    return int(text)


def tile_of(text: str) -> Tile:
    """Read the name of a tile."""
    tile = TILE_OF_NAME.get(text)
    if tile is None:
        raise BadText("not_a_tile", text=brief(text))
    return tile


def drop_of(text: str) -> tuple[Tile, Tribe]:
    """Read `d3W`."""
    if len(text) != 3:
        raise BadText("not_a_drop", text=brief(text))
    return tile_of(text[:2]), next(meeples.members(pile_of(text[2:])))


def pile_of(text: str) -> Pile:
    """Read `YWG`, at least one meeple."""
    if not text or text == "-":
        raise BadText("no_tribes")
    return meeples.parse_letters(text.upper())


def card_of(text: str) -> Card:
    """Read the name of a resource card."""
    card = CARD_OF_NAME.get(text)
    if card is None:
        raise BadText("not_a_card", text=brief(text), known=tuple(CARD_OF_NAME))
    return card


def djinn_of(text: str) -> str:
    """Read the name of a Djinn; hyphens and apostrophes may be left out."""
    name = DJINN_NAMES.get(letters_of(text))
    if name is None:
        raise BadText("not_a_djinn", text=brief(text), known=tuple(DJINN_NAMES.values()))
    return name


def letters_of(name: str) -> str:
    """A name without hyphens and apostrophes."""
    return re.sub("[^a-z]", "", name)


def item_of(text: str) -> str:
    """Read the name of an item."""
    if text not in ITEM_NAMES:
        raise BadText("not_an_item", text=brief(text), known=tuple(ITEM_NAMES))
    return text


def seat_of(text: str) -> int:
    """Read `p1`."""
    if not re.fullmatch("p[1-9]", text):
        raise BadText("not_a_player", text=brief(text))
    return int(text[1:]) - 1


def on_board(tile: Tile, state: State) -> Tile:
    """The tile, if it is on the board."""
    if not state.land.grid.all >> tile & 1:
        raise BadText("off_board", tile=TILE_NAMES[tile])
    return tile


def tribes_in(state: State, pile: Pile) -> Pile:
    """The pile, if its tribes are in the game."""
    if meeples.count(pile, ARTISANS) and ARTISANS_BOX not in state.options.expansions:
        raise BadText("artisans_absent")
    return pile
