"""The words in the lines of a position: cells, hands, lists, numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from naqala.rules import goods, meeples
from naqala.rules.board import Tile, tile_at
from naqala.rules.djinns import DJINNS, Djinn
from naqala.rules.errors import BadOptions, BadText, brief
from naqala.rules.expansions.items import ITEMS, Item
from naqala.rules.expansions.whims import MEASURES, Whim, check_deck, is_name
from naqala.rules.goods import Hand
from naqala.rules.land import KIND_OF_LETTER, Ground
from naqala.rules.named_cards import NamedCard
from naqala.rules.notation.key_lines import (
    NOTHING,
    split,
)
from naqala.rules.notation.position import (
    HOLE,
    LAKE,
    MOST,
    PIECES,
)
from naqala.rules.text_tokens import card_of, djinn_of, item_of, number_of, seat_of, tile_of
from naqala.rules.yazid import REASONS


def is_yes(words: str) -> bool:
    """Read `yes`."""
    if words != "yes":
        raise BadText("doubled_form")
    return True


def whims_of_words(words: str) -> tuple[Whim, ...]:
    """Read the cards of another deck of Whims."""
    cards = []
    for word in words.split():
        parts = word.split(":")
        fits = re.fullmatch("[^:]+:[1-9][0-9]?:[a-z_]+:[1-9][0-9]?(:artisans)?", word)
        if not fits or not is_name(parts[0]) or parts[2] not in MEASURES:
            raise BadText("not_a_whim", text=brief(word))
        cards.append(Whim(parts[0], int(parts[1]), parts[2], int(parts[3]), len(parts) == 5))
    try:
        return check_deck(cards)
    except BadOptions as error:
        raise BadText(error.code, **error.values) from None


def dice_of(words: str) -> tuple[int, int]:
    """Read two dice; `0 0` if they are not rolled."""
    if not re.fullmatch("0 0|[1-6] [1-6]", words):
        raise BadText("dice_form")
    return int(words[0]), int(words[2])


def reason_of(words: str) -> str:
    """Read why a game is lost."""
    if words not in (NOTHING, *REASONS):
        raise BadText("loss_form", known=(NOTHING, *REASONS))
    return "" if words == NOTHING else words


def board_of(words: str) -> tuple[int, int]:
    """Read columns and rows."""
    if not re.fullmatch("[1-8]x[1-8]", words):
        raise BadText("board_form")
    return int(words[0]), int(words[2])


def walls_of(words: str) -> frozenset[tuple[Tile, Tile]]:
    """Read pairs of tiles."""
    walls = [wall.split("-") for wall in words.split()]
    if not all(len(wall) == 2 for wall in walls):
        raise BadText("wall_form")
    return frozenset((tile_of(one), tile_of(other)) for one, other in walls)


def cells_of(words: str, columns: int, rows: int) -> dict[Tile, str]:
    """Read the cells of a board, top row first."""
    found = [row.split() for row in words.split("/")]
    if [len(row) for row in found] != [columns] * rows:
        raise BadText("cells_form", rows=rows, columns=columns)
    return {
        tile_at(column, row): cell
        for row, cells in enumerate(reversed(found))
        for column, cell in enumerate(cells)
    }


def ground_of(cell: str) -> Ground:
    """Read a kind of tile with its points."""
    if cell[0] not in KIND_OF_LETTER or not re.fullmatch("[0-9]{1,2}", cell[1:]):
        kinds = tuple(f"{letter} {kind}" for letter, kind in KIND_OF_LETTER.items())
        raise BadText("not_a_ground", text=brief(cell), kinds=kinds, lake=LAKE, hole=HOLE)
    return Ground(KIND_OF_LETTER[cell[0]], int(cell[1:]))


def stock_of(words: str) -> tuple[int, int]:
    """Read how many palm trees and palaces are left."""
    numbers = [number_of(word, PIECES) for word in words.split()]
    if len(numbers) != 2:
        raise BadText("stock_form")
    return numbers[0], numbers[1]


def hand_of(words: str) -> Hand:
    """Read cards with numbers."""
    numbers = Counter[int]()
    for word in split(words):
        name, _, number = word.partition("*")
        numbers[card_of(name)] += number_of(number or "1", goods.FULL)
    if any(number > goods.FULL for number in numbers.values()):
        raise BadText("kind_full", most=goods.FULL)
    return sum(number * goods.ONE[card] for card, number in numbers.items())


def djinn_list(words: str) -> tuple[Djinn, ...]:
    """Read a list of Djinns."""
    return tuple(DJINNS[djinn_of(word)] for word in split(words))


def items_of(words: str) -> tuple[Item, ...]:
    """Read a list of items."""
    return tuple(ITEMS[item_of(word)] for word in split(words))


def used_of(words: str) -> tuple[NamedCard, ...]:
    """Read a list of Djinns and items."""
    return tuple(ITEMS[word] if word in ITEMS else DJINNS[djinn_of(word)] for word in split(words))


def flags_of(words: str, known: Iterable[str]) -> frozenset[str]:
    """Read a list of words, each one of those allowed."""
    flags = frozenset(split(words))
    if unknown := flags - frozenset(known):
        raise BadText("unknown_word", word=brief(min(unknown)), known=tuple(known))
    return flags


def owned_of(words: str, things: tuple[str, ...]) -> dict[str, int]:
    """Read numbers of things."""
    found = words.split()
    keys = found[::2]
    if len(found) % 2 or not set(things).issuperset(keys):
        raise BadText("owned_form", known=things)
    return {
        key: number_of(number, MOST.get(key, meeples.FULL))
        for key, number in zip(keys, found[1::2], strict=True)
    }


def seats_of(words: str) -> tuple[int, ...]:
    """Read a list of players."""
    return tuple(map(seat_of, split(words)))
