"""Items of the Artisans: precious ones score, magic ones are used once (N5, N11, I1–I7).

A player may use one magic item per turn, at a boundary between its steps; then it is discarded.
Until then an item is secret to others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from naqala.rules import goods, meeples
from naqala.rules.actions import PASS, Action, Gather, KeepItem, Kill, Lay, UseItem
from naqala.rules.board import TILE_NAMES, Tile, members
from naqala.rules.control import claim
from naqala.rules.decisions import Decision
from naqala.rules.djinns import DJINNS, untouched
from naqala.rules.effects import announce, populate, take_djinn, to_bag, top_card
from naqala.rules.events import (
    CamelMoved,
    ItemsDrawn,
    ItemUsed,
    Killed,
    MeepleMoved,
    RowDiscarded,
    RowRefilled,
)
from naqala.rules.expansions.item_piles import discard_items, keep_item, top_item
from naqala.rules.meeples import ONE
from naqala.rules.named_cards import NamedCard
from naqala.rules.text_tokens import ITEM_NAMES, card_of, item_of, number_of, on_board, tile_of

if TYPE_CHECKING:
    from naqala.rules.state import State


class Item(NamedCard):
    """An item: precious with points, or magic with a power."""

    points: ClassVar[int] = 0
    magic: ClassVar[bool] = False
    before_move: ClassVar[bool] = False
    """Whether it can only be used before the move."""

    def uses(self, state: State) -> Sequence[UseItem]:
        """Every way to use it now."""
        return ()

    def use(self, state: State, action: UseItem) -> None:
        """Apply its power."""


class Jewel(Item):
    """Worth 5 points."""

    name, points = "jewel", 5


class Treasure(Item):
    """Worth 7 points."""

    name, points = "treasure", 7


class Crown(Item):
    """Worth 9 points."""

    name, points = "crown", 9


class Carpet(Item):
    """The last meeple of your move may go on any tile (I1)."""

    name, magic, before_move = "carpet", True, True

    def uses(self, state: State) -> Sequence[UseItem]:
        return (use_item(self.name),)

    def use(self, state: State, action: UseItem) -> None:
        """Let the last meeple of the next move go on any tile."""
        state.flying = True


class Lamp(Item):
    """Take one face-up Djinn for nothing (I2)."""

    name, magic = "lamp", True

    def uses(self, state: State) -> Sequence[UseItem]:
        return [UseItem(self.name, djinn=djinn.name) for djinn in state.djinn_row]

    def use(self, state: State, action: UseItem) -> None:
        assert action.djinn is not None
        take_djinn(state, DJINNS[action.djinn], from_row=True)


class Flute(Item):
    """Before your move gather up to five meeples of orthogonal neighbours on one tile (I3)."""

    name, magic, before_move = "flute", True, True

    def uses(self, state: State) -> Sequence[UseItem]:
        return [
            use_item(self.name, tile)
            for tile in state.land.grid.tiles
            if any(state.piles[near] for near in state.land.grid.neighbours[tile])
        ]

    def use(self, state: State, action: UseItem) -> None:
        assert action.tile is not None
        state.push(Gathering(action.tile, 5))


class Scimitar(Item):
    """Kill any two meeples on the board; you control a tile that this empties (I4)."""

    name, magic = "scimitar", True

    def uses(self, state: State) -> Sequence[UseItem]:
        return (use_item(self.name),) if state.occupied() else ()

    def use(self, state: State, action: UseItem) -> None:
        state.push(Slaying(2))


class Talisman(Item):
    """Move one of your camels to an empty tile (I5)."""

    name, magic = "talisman", True

    def uses(self, state: State) -> Sequence[UseItem]:
        """Any of the player's camels, to any tile without camel, meeple, palm tree or palace."""
        me = state.player
        camels = me.tiles & ~(1 << me.tent) if me.tent >= 0 else me.tiles
        empty = tuple(members(untouched(state) & ~state.occupied()))
        return [use_item(self.name, tile, to) for tile in members(camels) for to in empty]

    def use(self, state: State, action: UseItem) -> None:
        assert action.tile is not None
        assert action.to is not None
        moved = 1 << action.tile | 1 << action.to
        state.changing(state.seat).tiles ^= moved
        state.controlled ^= moved
        state.emit(CamelMoved(state.seat, action.tile, action.to))


class Horn(Item):
    """Discard the row and deal nine new cards, in any order (I6)."""

    name, magic = "horn", True

    def uses(self, state: State) -> Sequence[UseItem]:
        return (use_item(self.name),) if state.row or state.deck or state.discards else ()

    def use(self, state: State, action: UseItem) -> None:
        state.discards += goods.gather(state.row)
        state.emit(RowDiscarded(state.row))
        state.row = ()
        dealt = 0
        for _ in range(goods.ROW_LENGTH):
            card = top_card(state)
            if card is not None:
                dealt += goods.ONE[card]
        state.push(Arranging(dealt, ()))


class Ring(Item):
    """Three random meeples from the bag on a tile without meeples (I7)."""

    name, magic = "ring", True

    def uses(self, state: State) -> Sequence[UseItem]:
        """Any tile without meeples, while the bag holds some."""
        empty = state.land.grid.all & ~state.occupied() if state.bag else 0
        return [use_item(self.name, tile) for tile in members(empty)]

    def use(self, state: State, action: UseItem) -> None:
        assert action.tile is not None
        populate(state, action.tile)


COPIES: dict[Item, int] = {
    Jewel(): 5, Treasure(): 4, Crown(): 2, Carpet(): 1, Lamp(): 1, Flute(): 1, Scimitar(): 1,
    Talisman(): 1, Horn(): 1, Ring(): 1,
}  # fmt: skip
"""N11: how many of each there are."""
ITEMS: dict[str, Item] = {item.name: item for item in COPIES}
ALL_ITEMS: tuple[Item, ...] = tuple(
    sorted(i for i, number in COPIES.items() for _ in range(number))
)
ITEM_NAMES += ITEMS

use_item = cache(UseItem)
kill = cache(Kill)
"""The same few actions are offered many times, so each is created once."""


def magic(state: State, *, before_move: bool) -> list[Action]:
    """The magic items that can be used now, one per turn."""
    player = state.player
    if state.sold or any(isinstance(card, Item) for card in player.used):
        return []
    options: list[Action] = []
    for item in dict.fromkeys(player.items):
        if item.magic and (before_move or not item.before_move):
            options += item.uses(state)
    return options


def use(state: State, action: UseItem) -> None:
    """Use a magic item; it is shown and discarded."""
    item = ITEMS[action.item]
    player = state.changing(state.seat)
    player.items = without(player.items, item)
    player.used += (item,)
    state.emit(ItemUsed(state.seat, item.name))
    discard_items(state, (item,))
    item.use(state, action)


def draw_to_keep(state: State, number: int) -> None:
    """Draw a number of items; which one to keep is the next decision (N5)."""
    drawn: list[Item] = []
    while len(drawn) < number and (item := top_item(state)):
        drawn.append(item)
    if drawn:
        state.emit(ItemsDrawn(state.seat, tuple(item.name for item in drawn), len(drawn)))
        state.push(KeepingItem(tuple(sorted(drawn)), len(drawn)))


def without(items: tuple[Item, ...], item: Item) -> tuple[Item, ...]:
    """All but one of an item."""
    nth = items.index(item)
    return items[:nth] + items[nth + 1 :]


@dataclass(frozen=True, slots=True)
class KeepingItem(Decision):
    """One of the drawn items is kept in secret, the others are discarded (N5)."""

    keyword, example, facts = "keeping", "keeping crown horn", ("items",)

    items: tuple[Item, ...]
    """Secret: others know only the number."""
    number: int

    def __str__(self) -> str:
        return " ".join([self.keyword, *(item.name for item in self.items)])

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        """Read items; with other names after it, the same keyword is for `KeepOne`."""
        if not words or words[0] not in ITEMS:
            return None
        items = tuple(sorted(ITEMS[item_of(name)] for name in words))
        return cls(items, len(items))

    def fits(self, below: Decision | None, state: State) -> bool:
        return Decision.fits(self, below, state) and bool(self.items)

    def options(self, state: State) -> Sequence[Action]:
        return [KeepItem(item.name) for item in dict.fromkeys(self.items)]

    def answer(self, state: State, action: Action) -> None:
        assert isinstance(action, KeepItem)
        item = ITEMS[action.item]
        keep_item(state, item)
        discard_items(state, without(self.items, item))


@dataclass(frozen=True, slots=True)
class Gathering(Decision):
    """The flute: meeples move from neighbouring tiles to a tile, one by one (I3)."""

    keyword, example, facts = "gathering", "gathering c3 5", ("tile", "count")

    tile: Tile
    left: int

    @property
    def count(self) -> int:
        """How many may still come."""
        return self.left

    def __str__(self) -> str:
        return f"{self.keyword} {TILE_NAMES[self.tile]} {self.left}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        match words:
            case [tile, "1" | "2" | "3" | "4" | "5" as left]:
                return cls(on_board(tile_of(tile), state), int(left))
        return None

    def fits(self, below: Decision | None, state: State) -> bool:
        """Only before the move."""
        return below is not None and below.keyword == "moving"

    def pass_topic(self, state: State) -> str:
        return "flute"

    def options(self, state: State) -> Sequence[Action]:
        return [
            PASS,
            *(
                Gather(near, tribe)
                for near in state.land.grid.neighbours[self.tile]
                for tribe in meeples.tribes(state.piles[near])
            ),
        ]

    def answer(self, state: State, action: Action) -> None:
        if isinstance(action, Gather):
            state.remove(action.tile, ONE[action.tribe])
            state.add(self.tile, action.tribe)
            state.emit(MeepleMoved(action.tile, self.tile, action.tribe))
            if self.left > 1:
                state.push(Gathering(self.tile, self.left - 1))


@dataclass(frozen=True, slots=True)
class Slaying(Decision):
    """The scimitar: any two meeples on the board are killed, one by one (I4)."""

    keyword, example = "slaying", "slaying 2"

    left: int

    def __str__(self) -> str:
        return f"{self.keyword} {self.left}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        return cls(int(words[0])) if words in (["1"], ["2"]) else None

    def topic(self, state: State) -> str:
        return "first" if self.left > 1 else "next"

    def options(self, state: State) -> Sequence[Action]:
        return [
            kill(tile, ONE[tribe])
            for tile in members(state.occupied())
            for tribe in meeples.tribes(state.piles[tile])
        ]

    def answer(self, state: State, action: Action) -> None:
        """Kill it and claim the tile if it is empty now; both victims are one kill (D18)."""
        assert isinstance(action, Kill)
        state.remove(action.tile, action.victims)
        killed = Killed(state.seat, action.tile, None, action.victims)
        if self.left > 1:
            announce(state, killed)
            state.push(Slaying(self.left - 1))
        else:
            state.emit(killed)
        to_bag(state, action.victims)
        claim(state, action.tile)


@dataclass(frozen=True, slots=True)
class Arranging(Decision):
    """The horn: nine new cards are laid out in any order (I6)."""

    keyword, example, facts = "arranging", "arranging 0 ivory fish", ("cards", "laid")

    dealt: int
    """The cards not laid yet, as a hand."""
    laid: tuple[goods.Card, ...]

    @property
    def cards(self) -> tuple[goods.Card, ...]:
        """The cards not laid yet, one by one."""
        return goods.members(self.dealt)

    def __str__(self) -> str:
        names = (goods.CARD_NAMES[card] for card in (*self.laid, *self.cards))
        return " ".join([self.keyword, str(len(self.laid)), *names])

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        if not 2 <= len(words) <= 1 + goods.ROW_LENGTH:
            return None
        laid = number_of(words[0], len(words) - 2)
        cards = [card_of(card) for card in words[1:]]
        return cls(goods.gather(cards[laid:]), tuple(cards[:laid]))

    def topic(self, state: State) -> str:
        return "next" if self.laid else "first"

    def options(self, state: State) -> Sequence[Action]:
        return [Lay(card) for card in goods.CARDS if goods.count(self.dealt, card)]

    def answer(self, state: State, action: Action) -> None:
        assert isinstance(action, Lay)
        rest = self.dealt - goods.ONE[action.card]
        laid = (*self.laid, action.card)
        if rest:
            state.push(Arranging(rest, laid))
        else:
            state.row = laid
            state.emit(RowRefilled(laid))
