"""What happened: small frozen dataclasses, the only output of an action.

They contain everything needed to move the pieces on a board, write a log and reconstruct what
was drawn. Everybody may see them, except for fields described as secret; `view.seen_by` removes
the secrets.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from typing import Any

from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.goods import CARD_NAMES, Card
from naqala.rules.meeples import TRIBE_LETTERS, Pile, Tribe, letters


@dataclass(frozen=True, slots=True)
class Event:
    """Base class of all events: one thing that happened, such as a camel that was placed."""

    def to_dict(self) -> dict[str, Any]:
        """The event as plain data: its `type`, and its fields with names instead of numbers."""
        found: dict[str, Any] = {"type": type(self).__name__}
        for field in fields(self):
            value = getattr(self, field.name)
            spell = SPELLINGS.get(field.name)
            found[field.name] = value if value is None or spell is None else spell(value)
        return found


def _cards(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(CARD_NAMES[card] for card in cards)


def _pile(pile: Pile | str) -> str:
    return pile if isinstance(pile, str) else letters(pile)


def _whims(whims: tuple[tuple[Tile, str], ...]) -> tuple[tuple[str, str], ...]:
    return tuple((TILE_NAMES[tile], whim) for tile, whim in whims)


SPELLINGS: Mapping[str, Callable[[Any], object]] = {
    "tile": TILE_NAMES.__getitem__,
    "to": TILE_NAMES.__getitem__,
    "tribe": TRIBE_LETTERS.__getitem__,
    "pile": _pile,
    "card": CARD_NAMES.__getitem__,
    "cards": _cards,
    "whims": _whims,
}
"""How `to_dict` spells fields by name; all others stay as they are."""


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """A round begins; the markers bid in this order."""

    number: int
    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidPlaced(Event):
    """A marker was placed on a spot of the turn order track and its price was paid."""

    seat: int
    value: int
    spot: int
    paid: int
    fakirs: int


@dataclass(frozen=True, slots=True)
class Pushed(Event):
    """A marker was pushed one spot later by another one."""

    seat: int
    by: int
    spot: int


@dataclass(frozen=True, slots=True)
class TurnStarted(Event):
    """A marker left the turn order track: its owner acts."""

    seat: int
    value: int


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """A player took all meeples of a tile in hand."""

    seat: int
    tile: Tile
    pile: Pile


@dataclass(frozen=True, slots=True)
class Dropped(Event):
    """One meeple was left on a tile."""

    seat: int
    tile: Tile
    tribe: Tribe


@dataclass(frozen=True, slots=True)
class Gathered(Event):
    """The move is over: all meeples of the last colour were taken from the arrival tile."""

    seat: int
    tile: Tile
    tribe: Tribe
    count: int


@dataclass(frozen=True, slots=True)
class CamelPlaced(Event):
    """A player took control of a tile with a camel."""

    seat: int
    tile: Tile
    left: int


@dataclass(frozen=True, slots=True)
class TentPlaced(Event):
    """A player took control of a tile with a tent."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class CamelMoved(Event):
    """A camel moved to another tile."""

    seat: int
    tile: Tile
    to: Tile


@dataclass(frozen=True, slots=True)
class Collected(Event):
    """Meeples were put in front of a player."""

    seat: int
    tribe: Tribe
    count: int


@dataclass(frozen=True, slots=True)
class Bagged(Event):
    """Meeples went to the bag."""

    pile: Pile


@dataclass(frozen=True, slots=True)
class GoldGained(Event):
    """Gold came from the bank; `source` is a tribe, a Djinn, `sale` or `whim`."""

    seat: int
    amount: int
    source: str


@dataclass(frozen=True, slots=True)
class GoldPaid(Event):
    """Gold was paid; `purpose` is `bid`, a kind of tile, `first` or `yazid`."""

    seat: int
    amount: int
    purpose: str


@dataclass(frozen=True, slots=True)
class FakirsDiscarded(Event):
    """Fakirs were spent."""

    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class CardsTaken(Event):
    """Cards of the row went to a hand; places count from 1 in the row as it was before."""

    seat: int
    cards: tuple[Card, ...]
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """The top card of the resource pile went to a hand; the card is secret (None) to others."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class Killed(Event):
    """Meeples were killed on a tile, or in front of an opponent (`victim`)."""

    seat: int
    tile: Tile | None
    victim: int | None
    pile: Pile


@dataclass(frozen=True, slots=True)
class PalmPlaced(Event):
    """A palm tree was placed."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class PalacePlaced(Event):
    """A palace was placed."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class DjinnTaken(Event):
    """A Djinn came to a player, from the row or from the pile."""

    seat: int
    djinn: str
    from_row: bool


@dataclass(frozen=True, slots=True)
class DjinnUsed(Event):
    """The power of a Djinn was paid for."""

    seat: int
    djinn: str


@dataclass(frozen=True, slots=True)
class DjinnsDrawn(Event):
    """Djinns were drawn from the pile to choose one of them."""

    seat: int
    djinns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DjinnsDiscarded(Event):
    """Djinns went to the discards."""

    djinns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MeeplesDrawn(Event):
    """Meeples of the bag were put on a tile."""

    tile: Tile
    pile: Pile


@dataclass(frozen=True, slots=True)
class MeepleMoved(Event):
    """A meeple moved to the tile of the flute."""

    tile: Tile
    to: Tile
    tribe: Tribe


@dataclass(frozen=True, slots=True)
class ItemsDrawn(Event):
    """Items were drawn to keep one of them; which ones is secret (None) to others."""

    seat: int
    items: tuple[str, ...] | None
    number: int


@dataclass(frozen=True, slots=True)
class ItemKept(Event):
    """An item came to a player; which one is secret (None) to others."""

    seat: int
    item: str | None


@dataclass(frozen=True, slots=True)
class ItemsDiscarded(Event):
    """Items went to the discards, face up."""

    items: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ItemUsed(Event):
    """A magic item was used."""

    seat: int
    item: str


@dataclass(frozen=True, slots=True)
class RowDiscarded(Event):
    """All cards of the resource row were discarded."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WhimsDealt(Event):
    """Whims were laid on cities."""

    whims: tuple[tuple[Tile, str], ...]


@dataclass(frozen=True, slots=True)
class WhimTaken(Event):
    """The Whim of a city came to a player."""

    seat: int
    tile: Tile
    whim: str


@dataclass(frozen=True, slots=True)
class WhimPaid(Event):
    """The condition of a Whim is met: it is shown and paid."""

    seat: int
    whim: str


@dataclass(frozen=True, slots=True)
class DiceRolled(Event):
    """The dice for Yazid: white is the column, black the row."""

    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Captured(Event):
    """Yazid took all meeples of a tile."""

    seat: int
    tile: Tile
    pile: Pile


@dataclass(frozen=True, slots=True)
class Lost(Event):
    """The solo game is lost: `reason` is `assassins`, `djinns`, `gold` or `viziers`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Sold(Event):
    """A set of goods was sold."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A player's turn is over; `moved` is false when there was no move to make."""

    seat: int
    moved: bool


@dataclass(frozen=True, slots=True)
class PileRebuilt(Event):
    """The discards of `resources`, `djinns` or `items` became the new pile."""

    pile: str
    size: int


@dataclass(frozen=True, slots=True)
class RowRefilled(Event):
    """Cards were added at the right of the resource row."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class DjinnsRefilled(Event):
    """Djinns were added at the right of the Djinn row."""

    djinns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LastRound(Event):
    """This round is the last: `reason` is `camels` (E1) or `moves` (E2)."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """The game is over: the final scores and the seats that share the victory, if any."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
