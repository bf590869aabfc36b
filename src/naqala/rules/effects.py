"""The basic effects that rules and cards are made of: each changes the state and emits an event."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from naqala.rules import goods, meeples
from naqala.rules.actions import Payment
from naqala.rules.board import Tile
from naqala.rules.events import (
    Bagged,
    CardDrawn,
    Collected,
    DjinnTaken,
    Event,
    FakirsDiscarded,
    GoldGained,
    GoldPaid,
    LastRound,
    MeeplesDrawn,
    PalacePlaced,
    PalmPlaced,
    PileRebuilt,
)
from naqala.rules.goods import Card
from naqala.rules.meeples import ARTISANS, ELDERS, ONE, Pile, Tribe

if TYPE_CHECKING:
    from naqala.rules.djinns import Djinn
    from naqala.rules.state import State


# A search makes the same few events many times.
_bagged = lru_cache(maxsize=1 << 12)(Bagged)
_gained = lru_cache(maxsize=1 << 12)(GoldGained)
_paid = lru_cache(maxsize=1 << 12)(GoldPaid)


def announce(state: State, event: Event) -> None:
    """Emit an event and let every Djinn in front of a player react to it."""
    state.emit(event)
    for seat, player in enumerate(state.players):
        for djinn in player.djinns:
            djinn.on_event(state, seat, event)


def gain(state: State, seat: int, amount: int, source: str) -> None:
    """Pay gold from the bank to a player."""
    if amount:
        state.changing(seat).gold += amount
        state.emit(_gained(seat, amount, source))


def pay_gold(state: State, seat: int, amount: int, purpose: str) -> None:
    """Pay gold from a player to the bank."""
    if amount:
        state.changing(seat).gold -= amount
        state.emit(_paid(seat, amount, purpose))


def spend_fakirs(state: State, seat: int, number: int) -> None:
    """Discard Fakirs from a hand (J3)."""
    if number:
        spent = number * goods.ONE[goods.FAKIR]
        state.changing(seat).hand -= spent
        state.discards += spent
        state.emit(FakirsDiscarded(seat, number))


def pay(state: State, seat: int, payment: Payment) -> None:
    """Pay a price: meeples go to the bag, Fakirs to the discards (J3)."""
    for tribe, number in ((ELDERS, payment.elders), (ARTISANS, payment.artisans)):
        if number:
            state.changing(seat).add_meeples(tribe, -number)
            to_bag(state, number * ONE[tribe])
    spend_fakirs(state, seat, payment.fakirs)


def to_bag(state: State, pile: Pile) -> None:
    """Put meeples into the bag."""
    if pile:
        state.bag += pile
        state.emit(_bagged(pile))


def collect(state: State, seat: int, tribe: Tribe, number: int) -> None:
    """Put Viziers, Elders or Artisans in front of a player (T1, T2, N5)."""
    if number:
        state.changing(seat).add_meeples(tribe, number)
        announce(state, Collected(seat, tribe, number))


def announce_last_round(state: State, seat: int, reason: str) -> None:
    """Make this round the last one (E1, E2)."""
    if not state.last_round:
        state.last_round = True
        state.emit(LastRound(seat, reason))


def place(state: State, piece: str, tile: Tile) -> None:
    """Place a palm tree or a palace on a tile, if one is left in the stock (A2, A3)."""
    if piece == "palm" and state.palms_left:
        state.palms_left -= 1
        state.palms = _one_more(state.palms, tile)
        announce(state, PalmPlaced(state.seat, tile))
    elif piece == "palace" and state.palaces_left:
        state.palaces_left -= 1
        state.palaces = _one_more(state.palaces, tile)
        announce(state, PalacePlaced(state.seat, tile))


def _one_more(pieces: tuple[int, ...], tile: Tile) -> tuple[int, ...]:
    return (*pieces[:tile], pieces[tile] + 1, *pieces[tile + 1 :])


def take_djinn(state: State, djinn: Djinn, *, from_row: bool) -> None:
    """Give a Djinn to the player in turn; it does not react to its own arrival."""
    if from_row:
        state.djinn_row = tuple(other for other in state.djinn_row if other is not djinn)
    announce(state, DjinnTaken(state.seat, djinn.name, from_row))
    state.changing(state.seat).djinns += (djinn,)


def draw_meeple(state: State) -> Tribe:
    """Draw a random meeple from the bag."""
    nth = state.pick(meeples.bag_size(state.bag))
    for tribe in meeples.TRIBES:
        nth -= meeples.count(state.bag, tribe)
        if nth < 0:
            break
    state.bag -= ONE[tribe]
    return tribe


def populate(state: State, tile: Tile) -> None:
    """Put three random meeples from the bag on a tile, or all that are left (D2, I7)."""
    drawn = [draw_meeple(state) for _ in range(min(3, meeples.bag_size(state.bag)))]
    for tribe in drawn:
        state.add(tile, tribe)
    state.emit(MeeplesDrawn(tile, meeples.gather(drawn)))


def top_card(state: State) -> Card | None:
    """Draw the top resource card, reshuffling if necessary; None when no card is left."""
    if not state.deck:
        if not state.discards:
            return None
        state.deck, state.discards = state.discards, 0
        state.emit(PileRebuilt("resources", goods.size(state.deck)))
    nth = state.pick(goods.size(state.deck))
    for card in goods.CARDS:
        nth -= goods.count(state.deck, card)
        if nth < 0:
            break
    state.deck -= goods.ONE[card]
    return card


def draw_card(state: State) -> None:
    """Give the top resource card to the player in turn."""
    card = top_card(state)
    if card is not None:
        state.changing(state.seat).hand += goods.ONE[card]
        state.emit(CardDrawn(state.seat, card))


def top_djinn(state: State) -> Djinn | None:
    """Draw the top Djinn, reshuffling if necessary; None when no Djinn is left."""
    if not state.djinn_deck:
        if not state.djinn_discards:
            return None
        state.djinn_deck = tuple(sorted(state.djinn_discards))
        state.djinn_discards = ()
        state.emit(PileRebuilt("djinns", len(state.djinn_deck)))
    nth = state.pick(len(state.djinn_deck))
    djinn = state.djinn_deck[nth]
    state.djinn_deck = state.djinn_deck[:nth] + state.djinn_deck[nth + 1 :]
    return djinn
