"""Every action of a mode has a number: the integer action space.

A numbering is a table that is created once per mode and kept as small as possible. What follows
from the position (the Fakirs of a kill, the kinds of the cards at the places bought) needs no
number. Opponents are counted from the player in turn, so that a number means the same for everyone.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Sized
from dataclasses import replace
from functools import cache
from itertools import chain, combinations, combinations_with_replacement
from typing import Any, Protocol

from naqala.rules import goods
from naqala.rules.actions import (
    CAMEL,
    DROPS,
    END,
    PASS,
    PLAY_FIRST,
    TAKES,
    TENT,
    Action,
    Bid,
    Build,
    Buy,
    Craft,
    Drop,
    End,
    Gather,
    Keep,
    KeepItem,
    Kill,
    KillInFront,
    Lay,
    Mark,
    Name,
    Pass,
    PlayFirst,
    Sell,
    Summon,
    Take,
    Use,
    UseItem,
)
from naqala.rules.bidding import plain_bid
from naqala.rules.board import TILE_NAMES, Tile, tile_at
from naqala.rules.djinns import Djinn
from naqala.rules.expansions import ARTISANS_BOX, WHIMS
from naqala.rules.expansions.items import ITEMS
from naqala.rules.goods import CARD_NAMES, CARDS, COPIES, FAKIR, KINDS, Card
from naqala.rules.land import SPECIALISED_MARKET
from naqala.rules.meeples import (
    ARTISANS,
    BASE_TRIBES,
    ELDERS,
    ONE,
    TRIBES,
    VIZIERS,
    Pile,
    Tribe,
    letters,
)
from naqala.rules.setup import check, djinns_of, track_of
from naqala.rules.state import Options
from naqala.rules.tiles import TILE_EFFECTS, Market, places_of

Entry = tuple[Hashable, str]
"""The key that identifies an action within a mode, and its text."""

WITHOUT_TILE = frozenset({"echidna", "iblis", "sibittis", "sloar"})
"""The Djinns with a price whose powers need no tile."""


class Position(Protocol):
    """The attributes of a state or a view that a numbering uses."""

    @property
    def players(self) -> Sized:
        """The players, without Yazid."""

    @property
    def seat(self) -> int:
        """The seat in turn."""

    @property
    def row(self) -> tuple[Card, ...]:
        """The row of cards."""


class Numbering:
    """The numbers 0 … `size` - 1 of all actions of a mode; `numbering` creates it."""

    size: int
    texts: tuple[str, ...]
    """The text of every number: the action, as far as the number determines it."""
    sections: dict[str, range]
    """The range of numbers of each section: `bid`, `take`, `drop` …"""

    def __init__(self, options: Options) -> None:
        """Number every action that a game with these options may offer."""
        self._numbers: dict[Hashable, int] = {}
        self.sections = {}
        texts: list[str] = []
        for name, entries in SECTIONS.items():
            start = len(texts)
            for key, text in entries(options):
                self._numbers[key] = len(texts)
                texts.append(text)
            if len(texts) > start:
                self.sections[name] = range(start, len(texts))
        self.texts = tuple(texts)
        self.size = len(texts)
        self._options = options
        # Most actions are always the same object. Looking up its `id` takes a quarter of the time
        # of `number`.
        keys: dict[int, Hashable] = {id(take): (Take, take.tile) for take in TAKES}
        keys |= {id(drop): (Drop, drop.tile, drop.tribe) for drop in chain.from_iterable(DROPS)}
        keys |= {id(plain_bid(value)): (Bid, value, 0) for value in track_of(options)}
        keys |= {id(END): End, id(PASS): Pass}
        self._constants = {
            of: self._numbers[key] for of, key in keys.items() if key in self._numbers
        }

    def __reduce__(self) -> tuple[Callable[[Options], Numbering], tuple[Options]]:
        """Copies and pickles are made from the options: an `id` is valid in one process only."""
        return numbering, (self._options,)

    def number(self, action: Action, at: Position) -> int:
        """The number of an action that is legal in this position."""
        return self._numbers[KEYS[type(action)](action, at)]

    def numbers(self, actions: Iterable[Action], at: Position) -> dict[int, Action]:
        """These legal actions by number."""
        constant, number = self._constants.get, self.number
        return {constant(id(action)) or number(action, at): action for action in actions}


@cache
def _numbering(options: Options) -> Numbering:
    return Numbering(options)


def numbering(options: Options) -> Numbering:
    """The shared numbering for these options; BadOptions if they cannot be played."""
    check(options)
    return _numbering(replace(options, seed=0, names=(), whims=()))


def places(options: Options) -> tuple[Tile, ...]:
    """The tiles of the rectangle of a mode, including holes, row by row from the bottom left."""
    columns = 7 if set(options.expansions) == {WHIMS, ARTISANS_BOX} else 6
    rows = 6 if options.expansions else 5
    return tuple(tile_at(column, row) for row in range(rows) for column in range(columns))


def tribes_of(options: Options) -> tuple[Tribe, ...]:
    """The tribes of a mode."""
    return TRIBES if ARTISANS_BOX in options.expansions else BASE_TRIBES


KEYS: dict[type[Action], Callable[[Any, Position], Hashable]] = {
    Bid: lambda action, at: (Bid, action.value, action.fakirs),
    Take: lambda action, at: (Take, action.tile),
    Drop: lambda action, at: (Drop, action.tile, action.tribe),
    Build: lambda action, at: (Build, action.fakirs),
    Kill: lambda action, at: (Kill, action.tile, action.victims),
    KillInFront: lambda action, at: (KillInFront, _seats_ahead(action.seat, at), action.victims),
    Buy: lambda action, at: (Buy, *places_of(action, at.row)),
    Summon: lambda action, at: (Summon, action.djinn, action.payment.elders),
    Use: lambda action, at: (Use, action.djinn, action.payment.elders, action.tile),
    UseItem: lambda action, at: (UseItem, action.item, action.tile, action.to, action.djinn),
    Keep: lambda action, at: (Keep, action.djinn),
    KeepItem: lambda action, at: (KeepItem, action.item),
    Sell: lambda action, at: action.cards,
    Mark: lambda action, at: (Mark, action.piece),
    Craft: lambda action, at: (Craft, action.payment.artisans),
    Gather: lambda action, at: (Gather, action.tile, action.tribe),
    Lay: lambda action, at: (Lay, action.card),
    Name: lambda action, at: (Name, action.tile),
    PlayFirst: lambda action, at: PlayFirst,
    Pass: lambda action, at: Pass,
    End: lambda action, at: End,
}
"""The key of an action; the number of Elders distinguishes two ways to pay."""


def _seats_ahead(seat: int, at: Position) -> int:
    """How many seats a seat is after the player in turn; in the solo game Yazid is the next one."""
    return (seat - at.seat) % max(len(at.players), 2)


def _bids(options: Options) -> Iterator[Entry]:
    values = sorted(set(track_of(options))) if options.players > 1 else []
    for steps, value in enumerate(values):
        for fakirs in range(steps + 1):  # D13: a Fakir for each step down the track
            yield (Bid, value, fakirs), str(Bid(value, fakirs))


def _takes(options: Options) -> Iterator[Entry]:
    for tile in places(options):
        yield (Take, tile), str(Take(tile))


def _drops(options: Options) -> Iterator[Entry]:
    for tile in places(options):
        for tribe in tribes_of(options):
            yield (Drop, tile, tribe), str(Drop(tile, tribe))


def _builds(options: Options) -> Iterator[Entry]:
    for fakirs in range(COPIES[FAKIR] + 1):
        yield (Build, fakirs), str(Build(fakirs))


def _victims(tribes: Sequence[int]) -> Iterator[Pile]:
    """One victim, or two with Iblis."""
    for number in (1, 2):
        for chosen in combinations_with_replacement(tribes, number):
            yield sum(ONE[tribe] for tribe in chosen)


def _kills(options: Options) -> Iterator[Entry]:
    for tile in places(options):
        for victims in _victims(tribes_of(options)):
            yield (Kill, tile, victims), str(Kill(tile, victims))


def _kills_in_front(options: Options) -> Iterator[Entry]:
    council = [tribe for tribe in tribes_of(options) if tribe in (VIZIERS, ELDERS, ARTISANS)]
    for ahead in range(1, max(options.players, 2)):
        for victims in _victims(council):
            yield (KillInFront, ahead, victims), f"kill +{ahead} {letters(victims)}"


def _purchases(options: Options) -> Iterator[Entry]:
    chosen = {
        places
        for kind, market in TILE_EFFECTS.items()
        if isinstance(market, Market)
        and (kind != SPECIALISED_MARKET or ARTISANS_BOX in options.expansions)
        for places in combinations(range(market.reach), market.number)
    }
    for places in sorted(chosen, key=lambda places: (len(places), places)):
        yield (Buy, *places), " ".join(["buy", *(f"@{place + 1}" for place in places)])


def _summons(options: Options) -> Iterator[Entry]:
    for djinn in djinns_of(options):
        yield (Summon, djinn.name, 2), f"summon {djinn.name} elders"
        yield (Summon, djinn.name, 1), f"summon {djinn.name} elder fakir"


def _uses(options: Options) -> Iterator[Entry]:
    for djinn in djinns_of(options):
        for payment in djinn.price:
            for tile in _targets(djinn, options):
                text = str(Use(djinn.name, payment, tile))
                yield (Use, djinn.name, payment.elders, tile), text


def _targets(djinn: Djinn, options: Options) -> Sequence[Tile | None]:
    return (None,) if djinn.name in WITHOUT_TILE else places(options)


def _item_uses(options: Options) -> Iterator[Entry]:
    if ARTISANS_BOX not in options.expansions:
        return
    tiles = places(options)
    uses = [UseItem(item) for item in ("carpet", "scimitar", "horn")]
    uses += [UseItem("lamp", djinn=djinn.name) for djinn in djinns_of(options)]
    uses += [UseItem(item, tile) for item in ("flute", "ring") for tile in tiles]
    uses += [UseItem("talisman", tile, to) for tile in tiles for to in tiles if tile != to]
    for use in uses:
        yield (UseItem, use.item, use.tile, use.to, use.djinn), str(use)


def _keeps(options: Options) -> Iterator[Entry]:
    for djinn in djinns_of(options):
        yield (Keep, djinn.name), str(Keep(djinn.name))


def _kept_items(options: Options) -> Iterator[Entry]:
    for item in ITEMS if ARTISANS_BOX in options.expansions else ():
        yield (KeepItem, item), str(KeepItem(item))


def _sales(options: Options) -> Iterator[Entry]:
    for cards in goods.sets(tuple(KINDS)):
        yield cards, str(Sell(cards))


def _marks(options: Options) -> Iterator[Entry]:
    for mark in (CAMEL, TENT) if ARTISANS_BOX in options.expansions else ():
        yield (Mark, mark.piece), str(mark)


def _crafts(options: Options) -> Iterator[Entry]:
    if ARTISANS_BOX in options.expansions:
        yield (Craft, 1), "craft artisan"
        yield (Craft, 0), "craft fakirs"


def _gathers(options: Options) -> Iterator[Entry]:
    if ARTISANS_BOX in options.expansions:
        for tile in places(options):
            for tribe in TRIBES:
                yield (Gather, tile, tribe), str(Gather(tile, tribe))


def _lays(options: Options) -> Iterator[Entry]:
    for card in CARDS if ARTISANS_BOX in options.expansions else ():
        yield (Lay, card), f"lay {CARD_NAMES[card]}"


def _first(options: Options) -> Iterator[Entry]:
    if options.players == 1:
        yield PlayFirst, str(PLAY_FIRST)


def _names(options: Options) -> Iterator[Entry]:
    for tile in places(options) if options.players == 1 else ():
        yield (Name, tile), f"name {TILE_NAMES[tile]}"


def _pass(options: Options) -> Iterator[Entry]:
    yield Pass, str(PASS)


def _end(options: Options) -> Iterator[Entry]:
    yield End, str(END)


SECTIONS: dict[str, Callable[[Options], Iterable[Entry]]] = {
    "pass": _pass,
    "end": _end,
    "bid": _bids,
    "take": _takes,
    "drop": _drops,
    "build": _builds,
    "kill": _kills,
    "kill in front": _kills_in_front,
    "buy": _purchases,
    "summon": _summons,
    "use": _uses,
    "keep": _keeps,
    "sell": _sales,
    "first": _first,
    "name": _names,
    "mark": _marks,
    "craft": _crafts,
    "use item": _item_uses,
    "keep item": _kept_items,
    "gather": _gathers,
    "lay": _lays,
}
"""The sections of the table in their order; one that a mode does not need is left out."""
