"""The piles of items, and how items are drawn, kept and discarded (N5, N6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from naqala.rules.events import ItemKept, ItemsDiscarded, ItemsDrawn, PileRebuilt

if TYPE_CHECKING:
    from naqala.rules.expansions.items import Item
    from naqala.rules.state import State


@dataclass(frozen=True, slots=True)
class ItemPiles:
    """The items that nobody has."""

    deck: tuple[Item, ...]
    """The face-down items in alphabetical order; the next one is drawn at random when needed."""
    discards: tuple[Item, ...]


def top_item(state: State) -> Item | None:
    """Draw the top item, reshuffling if necessary; None when no item is left (N5)."""
    piles = state.items
    if piles is None or not (piles.deck or piles.discards):
        return None
    if not piles.deck:
        piles = replace(piles, deck=tuple(sorted(piles.discards)), discards=())
        state.emit(PileRebuilt("items", len(piles.deck)))
    nth = state.pick(len(piles.deck))
    state.items = replace(piles, deck=piles.deck[:nth] + piles.deck[nth + 1 :])
    return piles.deck[nth]


def draw_item(state: State) -> None:
    """Give the top item to the player in turn (N6, D28)."""
    item = top_item(state)
    if item:
        state.emit(ItemsDrawn(state.seat, (item.name,), 1))
        keep_item(state, item)


def keep_item(state: State, item: Item) -> None:
    """Give a drawn item to the player in turn, in secret."""
    player = state.changing(state.seat)
    player.items = tuple(sorted((*player.items, item)))
    state.emit(ItemKept(state.seat, item.name))


def discard_items(state: State, items: tuple[Item, ...]) -> None:
    """Discard items, face up."""
    if items:
        assert state.items is not None
        state.items = replace(state.items, discards=state.items.discards + items)
        state.emit(ItemsDiscarded(tuple(item.name for item in items)))
