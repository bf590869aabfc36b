"""What a player can choose. Each action is one line of text, which its class prints and reads.

Actions are small frozen dataclasses: two with the same fields are equal. The most frequent ones
(`take`, `drop`) are created once, in tables, so listing them costs nothing.

A new action needs its class, an entry in `envs/numbering.py`, whose numbers have fixed places, and
a wording: the message `action.VERB` in the catalogues or, if it depends on the position, a case in
`text/choices.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from inspect import get_annotations
from typing import ClassVar

from naqala.rules import goods, meeples
from naqala.rules.board import TILE_NAMES, TILE_OF_NAME, TILES, Tile
from naqala.rules.errors import BadText, brief
from naqala.rules.goods import CARD_NAMES, SET_VALUE, Card
from naqala.rules.meeples import TRIBE_LETTERS, TRIBES, Pile, Tribe, letters
from naqala.rules.text_tokens import (
    ITEM_NAMES,
    card_of,
    djinn_of,
    drop_of,
    number_of,
    pile_of,
    seat_of,
    tile_of,
)


@dataclass(frozen=True, slots=True)
class Payment:
    """The price paid for a Djinn or an item: meeples go to the bag, Fakirs to the discards."""

    elders: int = 0
    fakirs: int = 0
    artisans: int = 0

    def __str__(self) -> str:
        words = ["elders" if self.elders > 1 else "elder"] * (self.elders > 0)
        words += ["fakirs" if self.fakirs > 1 else "fakir"] * (self.fakirs > 0)
        words += ["artisan"] * self.artisans
        return " ".join(words)


ELDER = Payment(elders=1)
FAKIR = Payment(fakirs=1)
ELDERS = Payment(elders=2)
ELDER_AND_FAKIR = Payment(elders=1, fakirs=1)
ARTISAN = Payment(artisans=1)
FAKIRS = Payment(fakirs=2)

DJINN_PAYMENTS = {str(payment): payment for payment in (ELDER, FAKIR, ELDERS, ELDER_AND_FAKIR)}
CRAFT_PAYMENTS = {str(payment): payment for payment in (ARTISAN, FAKIRS)}

ACTIONS: dict[str, type[Action]] = {}
"""Every class of actions by its name, in the order in which they are defined."""


class Action:
    """Something a player can choose; subclasses are frozen dataclasses."""

    __slots__ = ()

    examples: ClassVar[tuple[str, ...]]
    """Texts that show its form; the first word of each is a verb that it is read by."""
    facts: ClassVar[tuple[str, ...]]
    """The attributes used by sentences and by the choices of a page; by default its fields."""

    def __init_subclass__(cls) -> None:
        """Register every class."""
        if "facts" not in vars(cls):
            cls.facts = tuple(get_annotations(cls))
        ACTIONS[cls.__name__] = cls

    def __str__(self) -> str:
        """The text of the action."""
        return self.examples[0]

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        """Read a text, the verb first; None if the words do not have the form of this action."""
        return cls() if len(words) == 1 else None


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Place the turn marker on a free spot of this value; Fakirs lower the price (D13)."""

    examples = "bid 5", "bid 8 fakirs 1"

    value: int
    fakirs: int = 0

    def __str__(self) -> str:
        return f"bid {self.value}{_fakirs(self.fakirs)}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        rest, fakirs = _split_fakirs(words)
        return cls(number_of(rest[1]), fakirs) if len(rest) == 2 else None


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Begin the move: take all meeples of a tile."""

    examples = ("take c3",)

    tile: Tile

    def __str__(self) -> str:
        return f"take {TILE_NAMES[self.tile]}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return TAKES[tile_of(words[1])] if len(words) == 2 else None


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Continue the move: leave one meeple on a tile."""

    examples = ("drop d3W",)

    tile: Tile
    tribe: Tribe

    def __str__(self) -> str:
        return f"drop {TILE_NAMES[self.tile]}{TRIBE_LETTERS[self.tribe]}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        if len(words) != 2:
            return None
        tile, tribe = drop_of(words[1])
        return DROPS[tile][tribe]


@dataclass(frozen=True, slots=True)
class Sow(Action):
    """A whole move: a start and every drop. Played as its steps; never listed as legal."""

    examples = ("sow c3 d3W d4Y",)

    start: Tile
    drops: tuple[tuple[Tile, Tribe], ...]

    def __str__(self) -> str:
        steps = (f"{TILE_NAMES[tile]}{TRIBE_LETTERS[tribe]}" for tile, tribe in self.drops)
        return " ".join(["sow", TILE_NAMES[self.start], *steps])

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        if len(words) < 3:
            return None
        return cls(tile_of(words[1]), tuple(drop_of(word) for word in words[2:]))


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Let the Builders earn gold, with Fakirs added."""

    examples = "build", "build fakirs 2"

    fakirs: int = 0

    def __str__(self) -> str:
        return f"build{_fakirs(self.fakirs)}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        rest, fakirs = _split_fakirs(words)
        return cls(fakirs) if len(rest) == 1 else None


@dataclass(frozen=True, slots=True)
class Kill(Action):
    """Let the Assassins kill on a tile; Fakirs extend their range. Two victims with Iblis."""

    examples = "kill d4R", "kill d4R fakirs 1"

    tile: Tile
    victims: Pile
    fakirs: int = 0

    def __str__(self) -> str:
        return f"kill {TILE_NAMES[self.tile]}{letters(self.victims)}{_fakirs(self.fakirs)}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        rest, fakirs = _split_fakirs(words)
        if len(rest) != 2:
            return None
        return cls(tile_of(rest[1][:2]), _victims(rest[1][2:]), fakirs)


@dataclass(frozen=True, slots=True)
class KillInFront(Action):
    """Let the Assassins kill Viziers or Elders in front of an opponent."""

    examples = ("kill p2 W",)

    seat: int
    victims: Pile

    def __str__(self) -> str:
        return f"kill p{self.seat + 1} {letters(self.victims)}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        if len(words) != 3 or not re.fullmatch("p[1-9]", words[1]):
            return None
        return cls(seat_of(words[1]), _victims(words[2]))


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy cards of the row.

    A place is 0 for the leftmost card of its kind that is not bought yet, otherwise the position
    in the row counted from 1. The order of the remaining cards matters to the next Merchants.
    """

    examples = "buy ivory silk", "buy fish@3"

    cards: tuple[Card, ...]
    places: tuple[int, ...]

    def __str__(self) -> str:
        words = (
            f"{CARD_NAMES[card]}@{place}" if place else CARD_NAMES[card]
            for card, place in zip(self.cards, self.places, strict=True)
        )
        return " ".join(["buy", *words])

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        bought = [word.partition("@") for word in words[1:]]
        places = tuple(number_of(place) if at else 0 for _, at, place in bought)
        if not all(at == "" or place for (_, at, _), place in zip(bought, places, strict=True)):
            raise BadText("row_place")
        return cls(tuple(card_of(card) for card, _, _ in bought), places) if bought else None


@dataclass(frozen=True, slots=True)
class Summon(Action):
    """Take a face-up Djinn at a sacred place."""

    examples = ("summon jafaar elders",)

    djinn: str
    payment: Payment

    def __str__(self) -> str:
        return f"summon {self.djinn} {self.payment}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(djinn_of(words[1]), _price(words[2:])) if len(words) > 2 else None


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Pay for the power of one of your Djinns, on a tile if the power needs one."""

    examples = "use sloar fakir", "use enki b2 elder"

    djinn: str
    payment: Payment
    tile: Tile | None = None

    def __str__(self) -> str:
        where = "" if self.tile is None else f" {TILE_NAMES[self.tile]}"
        return f"use {self.djinn}{where} {self.payment}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        if len(words) < 3:
            return None
        tile = TILE_OF_NAME.get(words[2])
        price = words[2:] if tile is None else words[3:]
        return cls(djinn_of(words[1]), _price(price), tile)


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep one of the Djinns that were drawn."""

    examples = ("keep boaz",)

    djinn: str

    def __str__(self) -> str:
        return f"keep {self.djinn}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(djinn_of(words[1])) if len(words) == 2 else None


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Take control of a tile with a `camel` or with the `tent` (N8)."""

    examples = "camel", "tent"
    facts = ()  # the verb is the piece

    piece: str

    def __str__(self) -> str:
        return self.piece

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(words[0]) if len(words) == 1 else None


@dataclass(frozen=True, slots=True)
class Craft(Action):
    """Pay for the top item at a workshop (N6)."""

    examples = "craft artisan", "craft fakirs"

    payment: Payment

    def __str__(self) -> str:
        return f"craft {self.payment}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        payment = CRAFT_PAYMENTS.get(" ".join(words[1:]))
        return cls(payment) if payment else None


@dataclass(frozen=True, slots=True)
class KeepItem(Action):
    """Keep one of the items that were drawn (N5)."""

    examples = ("keep crown",)

    item: str

    def __str__(self) -> str:
        return f"keep {self.item}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(words[1]) if len(words) == 2 and words[1] in ITEM_NAMES else None


@dataclass(frozen=True, slots=True)
class UseItem(Action):
    """Use a magic item: on a tile, from one tile to another, or for a Djinn (I1–I7)."""

    examples = "use horn", "use talisman a1 c3", "use lamp jafaar"

    item: str
    tile: Tile | None = None
    to: Tile | None = None
    djinn: str | None = None

    def __str__(self) -> str:
        tiles = (TILE_NAMES[tile] for tile in (self.tile, self.to) if tile is not None)
        return " ".join(["use", self.item, *tiles, *([self.djinn] if self.djinn else [])])

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        if len(words) < 2 or words[1] not in ITEM_NAMES:
            return None
        item, targets = words[1], words[2:]
        if item == "lamp":
            if len(targets) != 1:
                raise wrong_form(cls.examples[2:])
            return cls(item, djinn=djinn_of(targets[0]))
        if len(targets) > 2:
            raise wrong_form(cls.examples[:2])
        tile, to = ([tile_of(word) for word in targets] + [None, None])[:2]
        return cls(item, tile, to)


@dataclass(frozen=True, slots=True)
class Gather(Action):
    """Move a meeple from a neighbouring tile to the flute (I3)."""

    examples = ("gather d3W",)

    tile: Tile
    tribe: Tribe

    def __str__(self) -> str:
        return f"gather {TILE_NAMES[self.tile]}{TRIBE_LETTERS[self.tribe]}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(*drop_of(words[1])) if len(words) == 2 else None


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay the next card of the new row (I6)."""

    examples = ("lay ivory",)
    facts = ("cards",)

    card: Card

    def __str__(self) -> str:
        return f"lay {CARD_NAMES[self.card]}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(card_of(words[1])) if len(words) == 2 else None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The card, as in actions with several."""
        return (self.card,)


@dataclass(frozen=True, slots=True)
class PlayFirst(Action):
    """Pay the sum of the dice and act before Yazid strikes (Y3)."""

    examples = ("first",)


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Name a tile that Yazid strikes (Y4)."""

    examples = ("name c3",)

    tile: Tile

    def __str__(self) -> str:
        return f"name {TILE_NAMES[self.tile]}"

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        return cls(tile_of(words[1])) if len(words) == 2 else None


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell one set of different goods."""

    examples = ("sell ivory silk fish",)
    facts = "cards", "value"

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["sell", *(CARD_NAMES[card] for card in self.cards)])

    @classmethod
    def read(cls, words: list[str]) -> Action | None:
        cards = tuple(sorted(card_of(word) for word in words[1:]))
        if len(set(cards)) != len(cards):
            raise BadText("goods_differ")
        if goods.FAKIR in cards:
            raise BadText("fakirs_unsold")
        return cls(cards) if cards else None

    @property
    def value(self) -> int:
        """The gold that the set is sold for (A8)."""
        return SET_VALUE[len(self.cards)]


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline what is offered and continue."""

    examples = ("pass",)


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    examples = ("end",)


def wrong_form(examples: Iterable[str]) -> BadText:
    """The error for words that do not have the form of these examples."""
    return BadText("action_form", examples=tuple(examples))


def _fakirs(number: int) -> str:
    return f" fakirs {number}" if number else ""


def _split_fakirs(words: list[str]) -> tuple[list[str], int]:
    """Split off `fakirs 2` at the end."""
    if len(words) > 2 and words[-2] == "fakirs":
        fakirs = number_of(words[-1])
        if not fakirs:
            raise BadText("zero_fakirs")
        return words[:-2], fakirs
    return words, 0


def _victims(text: str) -> Pile:
    pile = pile_of(text)
    if not 1 <= meeples.size(pile) <= 2:
        raise BadText("victim_number")
    return pile


def _price(words: Sequence[str]) -> Payment:
    """Read what a Djinn is paid with."""
    payment = DJINN_PAYMENTS.get(" ".join(words))
    if payment is None:
        raise BadText("not_a_price", text=brief(" ".join(words)), known=tuple(DJINN_PAYMENTS))
    return payment


PASS = Pass()
END = End()
PLAY_FIRST = PlayFirst()
CAMEL = Mark("camel")
TENT = Mark("tent")
TAKES = tuple(Take(tile) for tile in TILES)
"""`TAKES[tile]`: the one `Take` of each tile."""
DROPS = tuple(tuple(Drop(tile, tribe) for tribe in TRIBES) for tile in TILES)
"""`DROPS[tile][tribe]`: the one `Drop` of each tile and tribe."""


@cache
def sales(different: tuple[Card, ...]) -> tuple[Sell, ...]:
    """A sale for every set that can be made of these different goods."""
    return tuple(Sell(chosen) for chosen in goods.sets(different))
