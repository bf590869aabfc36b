"""What a player can choose. Each action is one line of text; `notation` reads it back.

Actions are small frozen dataclasses: two with the same fields are equal. The most frequent ones
(`take`, `drop`) are created once, in tables, so listing them costs nothing.
"""

from dataclasses import dataclass
from functools import cache

from naqala.rules import goods
from naqala.rules.board import TILE_NAMES, TILES, Tile
from naqala.rules.goods import CARD_NAMES, Card
from naqala.rules.meeples import TRIBE_LETTERS, TRIBES, Pile, Tribe, letters


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


class Action:
    """Something a player can choose; `str(action)` is its text."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Place the turn marker on a free spot of this value; Fakirs lower the price (D13)."""

    value: int
    fakirs: int = 0

    def __str__(self) -> str:
        return f"bid {self.value}{_fakirs(self.fakirs)}"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Begin the move: take all meeples of a tile."""

    tile: Tile

    def __str__(self) -> str:
        return f"take {TILE_NAMES[self.tile]}"


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Continue the move: leave one meeple on a tile."""

    tile: Tile
    tribe: Tribe

    def __str__(self) -> str:
        return f"drop {TILE_NAMES[self.tile]}{TRIBE_LETTERS[self.tribe]}"


@dataclass(frozen=True, slots=True)
class Sow(Action):
    """A whole move: a start and every drop. Played as its steps; never listed as legal."""

    start: Tile
    drops: tuple[tuple[Tile, Tribe], ...]

    def __str__(self) -> str:
        steps = (f"{TILE_NAMES[tile]}{TRIBE_LETTERS[tribe]}" for tile, tribe in self.drops)
        return " ".join(["sow", TILE_NAMES[self.start], *steps])


@dataclass(frozen=True, slots=True)
class Build(Action):
    """Let the Builders earn gold, with Fakirs added."""

    fakirs: int = 0

    def __str__(self) -> str:
        return f"build{_fakirs(self.fakirs)}"


@dataclass(frozen=True, slots=True)
class Kill(Action):
    """Let the Assassins kill on a tile; Fakirs extend their range. Two victims with Iblis."""

    tile: Tile
    victims: Pile
    fakirs: int = 0

    def __str__(self) -> str:
        return f"kill {TILE_NAMES[self.tile]}{letters(self.victims)}{_fakirs(self.fakirs)}"


@dataclass(frozen=True, slots=True)
class KillInFront(Action):
    """Let the Assassins kill Viziers or Elders in front of an opponent."""

    seat: int
    victims: Pile

    def __str__(self) -> str:
        return f"kill p{self.seat + 1} {letters(self.victims)}"


@dataclass(frozen=True, slots=True)
class Buy(Action):
    """Buy cards of the row.

    A place is 0 for the leftmost card of its kind that is not bought yet, otherwise the position
    in the row counted from 1. The order of the remaining cards matters to the next Merchants.
    """

    cards: tuple[Card, ...]
    places: tuple[int, ...]

    def __str__(self) -> str:
        words = (
            f"{CARD_NAMES[card]}@{place}" if place else CARD_NAMES[card]
            for card, place in zip(self.cards, self.places, strict=True)
        )
        return " ".join(["buy", *words])


@dataclass(frozen=True, slots=True)
class Summon(Action):
    """Take a face-up Djinn at a sacred place."""

    djinn: str
    payment: Payment

    def __str__(self) -> str:
        return f"summon {self.djinn} {self.payment}"


@dataclass(frozen=True, slots=True)
class Use(Action):
    """Pay for the power of one of your Djinns, on a tile if the power needs one."""

    djinn: str
    payment: Payment
    tile: Tile | None = None

    def __str__(self) -> str:
        where = "" if self.tile is None else f" {TILE_NAMES[self.tile]}"
        return f"use {self.djinn}{where} {self.payment}"


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """Keep one of the Djinns that were drawn."""

    djinn: str

    def __str__(self) -> str:
        return f"keep {self.djinn}"


@dataclass(frozen=True, slots=True)
class Mark(Action):
    """Take control of a tile with a `camel` or with the `tent` (N8)."""

    piece: str

    def __str__(self) -> str:
        return self.piece


@dataclass(frozen=True, slots=True)
class Craft(Action):
    """Pay for the top item at a workshop (N6)."""

    payment: Payment

    def __str__(self) -> str:
        return f"craft {self.payment}"


@dataclass(frozen=True, slots=True)
class KeepItem(Action):
    """Keep one of the items that were drawn (N5)."""

    item: str

    def __str__(self) -> str:
        return f"keep {self.item}"


@dataclass(frozen=True, slots=True)
class UseItem(Action):
    """Use a magic item: on a tile, from one tile to another, or for a Djinn (I1–I7)."""

    item: str
    tile: Tile | None = None
    to: Tile | None = None
    djinn: str | None = None

    def __str__(self) -> str:
        tiles = (TILE_NAMES[tile] for tile in (self.tile, self.to) if tile is not None)
        return " ".join(["use", self.item, *tiles, *([self.djinn] if self.djinn else [])])


@dataclass(frozen=True, slots=True)
class Gather(Action):
    """Move a meeple from a neighbouring tile to the flute (I3)."""

    tile: Tile
    tribe: Tribe

    def __str__(self) -> str:
        return f"gather {TILE_NAMES[self.tile]}{TRIBE_LETTERS[self.tribe]}"


@dataclass(frozen=True, slots=True)
class Lay(Action):
    """Lay the next card of the new row (I6)."""

    card: Card

    def __str__(self) -> str:
        return f"lay {CARD_NAMES[self.card]}"


@dataclass(frozen=True, slots=True)
class PlayFirst(Action):
    """Pay the sum of the dice and act before Yazid strikes (Y3)."""

    def __str__(self) -> str:
        return "first"


@dataclass(frozen=True, slots=True)
class Name(Action):
    """Name a tile that Yazid strikes (Y4)."""

    tile: Tile

    def __str__(self) -> str:
        return f"name {TILE_NAMES[self.tile]}"


@dataclass(frozen=True, slots=True)
class Sell(Action):
    """Sell one set of different goods."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return " ".join(["sell", *(CARD_NAMES[card] for card in self.cards)])


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """Decline what is offered and continue."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the turn."""

    def __str__(self) -> str:
        return "end"


def _fakirs(number: int) -> str:
    return f" fakirs {number}" if number else ""


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
