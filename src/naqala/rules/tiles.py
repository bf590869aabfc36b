"""The tile action: what the arrival tile offers or requires (A1–A7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from naqala.rules import goods
from naqala.rules.actions import (
    ELDER_AND_FAKIR,
    ELDERS,
    PASS,
    Action,
    Buy,
    Summon,
)
from naqala.rules.between_steps import Boundary, powers
from naqala.rules.board import TILE_NAMES, Tile
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import Placing
from naqala.rules.djinns import DJINNS
from naqala.rules.effects import pay, pay_gold, take_djinn
from naqala.rules.events import CardsTaken
from naqala.rules.goods import Card
from naqala.rules.land import (
    LARGE_MARKET,
    OASIS,
    SACRED_PLACE,
    SMALL_MARKET,
    VILLAGE,
)
from naqala.rules.text_tokens import on_board, tile_of

if TYPE_CHECKING:
    from naqala.rules.state import State


@dataclass(frozen=True, slots=True)
class TileAction(Boundary):
    """The arrival tile acts, whoever controls it (A1)."""

    keyword, example, facts = "tile", "tile c3", ("tile",)

    tile: Tile

    def options(self, state: State) -> Sequence[Action]:
        """What the tile offers, and the powers that may be used first."""
        offers = TILE_EFFECTS[state.land.kinds[self.tile]].offers(state)
        others = powers(state)
        return [PASS, *offers, *others] if offers or others else ()

    def decide(self, state: State, action: Action) -> None:
        TILE_EFFECTS[state.land.kinds[self.tile]].act(state, self.tile, action)

    def resolve(self, state: State) -> None:
        self.decide(state, PASS)

    def __str__(self) -> str:
        return f"{self.keyword} {TILE_NAMES[self.tile]}"

    @classmethod
    def read(cls, words: list[str], state: State) -> Decision | None:
        return cls(on_board(tile_of(words[0]), state)) if len(words) == 1 else None

    def fits(self, below: Decision | None, state: State) -> bool:
        return below is not None and below.keyword == "finishing"

    def topic(self, state: State) -> str:
        kind = state.land.kinds[self.tile]
        return "idle" if TILE_EFFECTS[kind].is_idle(state, self.tile) else kind

    def pass_topic(self, state: State) -> str:
        kind = state.land.kinds[self.tile]
        return "plain" if TILE_EFFECTS[kind].is_idle(state, self.tile) else kind


class TileEffect:
    """What a kind of tile does. Mandatory effects happen on PASS."""

    def offers(self, state: State) -> Sequence[Action]:
        """What the player in turn can buy here."""
        return ()

    def act(self, state: State, tile: Tile, action: Action) -> None:
        """Accept an offer; PASS declines."""

    def is_idle(self, state: State, tile: Tile) -> bool:
        """Whether the tile has nothing to offer."""
        return not self.offers(state)


class PlantedTile(TileEffect):
    """Oasis and village: a palm tree or a palace is placed (A2, A3)."""

    def __init__(self, piece: str) -> None:
        """Place pieces of this sort."""
        self.piece = piece

    def act(self, state: State, tile: Tile, action: Action) -> None:
        """Place it here, or on a surrounding tile with Hagis or Lamia."""
        state.push(Placing(self.piece, tile))

    def is_idle(self, state: State, tile: Tile) -> bool:
        """Whether the stock is used up."""
        return not (state.palms_left if self.piece == "palm" else state.palaces_left)


class Market(TileEffect):
    """Markets sell some of the first cards of the row (A4, A5)."""

    def __init__(self, name: str, price: int, number: int, reach: int) -> None:
        """Sell `number` of the first `reach` cards for `price`."""
        self.name = name
        self.price = price
        self.number = number
        self.reach = reach

    def offers(self, state: State) -> Sequence[Action]:
        """Every choice of cards, if the price can be paid (A7)."""
        if state.player.gold < self.price:
            return ()
        return purchases(state.row[: self.reach], self.number)

    def act(self, state: State, tile: Tile, action: Action) -> None:
        if isinstance(action, Buy):
            pay_gold(state, state.seat, self.price, self.name)
            places = places_of(action, state.row)
            state.row = tuple(card for nth, card in enumerate(state.row) if nth not in places)
            state.changing(state.seat).hand += goods.gather(action.cards)
            numbers = tuple(place + 1 for place in places)
            state.emit(CardsTaken(state.seat, action.cards, numbers))


class SacredPlace(TileEffect):
    """A face-up Djinn for two Elders, or for an Elder and a Fakir (A6)."""

    def offers(self, state: State) -> list[Action]:
        """Every Djinn of the row with every way to pay."""
        player = state.player
        payments = [ELDERS] * (player.elders > 1)
        payments += [ELDER_AND_FAKIR] * (player.elders > 0 and player.fakirs > 0)
        return [Summon(djinn.name, payment) for djinn in state.djinn_row for payment in payments]

    def act(self, state: State, tile: Tile, action: Action) -> None:
        if isinstance(action, Summon):
            pay(state, state.seat, action.payment)
            take_djinn(state, DJINNS[action.djinn], from_row=True)


TILE_EFFECTS: dict[str, TileEffect] = {
    OASIS: PlantedTile("palm"),
    VILLAGE: PlantedTile("palace"),
    SMALL_MARKET: Market(SMALL_MARKET, price=3, number=1, reach=3),
    LARGE_MARKET: Market(LARGE_MARKET, price=6, number=2, reach=6),
    SACRED_PLACE: SacredPlace(),
}
"""What each kind of tile does; the expansions add theirs."""


@lru_cache(maxsize=4096)  # the same few cards are offered many times
def purchases(row: tuple[Card, ...], number: int) -> tuple[Action, ...]:
    """Every choice of `number` of these cards, the first of the row, with a different effect.

    With too few cards all of them are taken (A5).
    """
    options: list[Action] = []
    seen = set()
    for places in combinations(range(len(row)), min(number, len(row))):
        rest = list(row)
        cards = tuple(sorted([rest.pop(place) for place in reversed(places)]))
        if places and (effect := (tuple(rest), cards)) not in seen:
            seen.add(effect)
            options.append(named(row, places))
    return tuple(options)


def named(row: tuple[Card, ...], places: tuple[int, ...]) -> Buy:
    """The purchase of these places; a place is 0 if it is the leftmost card of its kind."""
    taken: list[int] = []
    written = []
    for place in places:
        leftmost = leftmost_left(row, row[place], taken)
        written.append(0 if place == leftmost else place + 1)
        taken.append(place)
    return Buy(tuple(row[place] for place in places), tuple(written))


def places_of(action: Buy, row: tuple[Card, ...]) -> list[int]:
    """Where the bought cards lie in the row, counted from 0."""
    taken: list[int] = []
    for card, place in zip(action.cards, action.places, strict=True):
        taken.append(place - 1 if place else leftmost_left(row, card, taken))
    return taken


def leftmost_left(row: tuple[Card, ...], card: Card, taken: Sequence[int]) -> int:
    """The leftmost place of a card in the row that is not taken."""
    place = row.index(card)
    while place in taken:
        place = row.index(card, place + 1)
    return place


def as_offered(action: Buy, offers: Iterable[Action], row: tuple[Card, ...]) -> Buy:
    """The offered purchase with the same effect, or the action itself if there is none."""
    for offer in offers:
        if isinstance(offer, Buy) and _effect(offer, row) == _effect(action, row):
            return offer
    return action


def _effect(action: Buy, row: tuple[Card, ...]) -> tuple[list[Card], list[Card]] | None:
    """The cards bought and the rest of the row; None if the row does not match."""
    try:
        if len(action.cards) != len(action.places) or min(action.places, default=0) < 0:
            return None
        places = places_of(action, row)
        if [row[place] for place in places if place < len(row)] != list(action.cards):
            return None
    except (ValueError, TypeError):  # TypeError: the caller passed something else than numbers
        return None
    return sorted(action.cards), [card for nth, card in enumerate(row) if nth not in places]
