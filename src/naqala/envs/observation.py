"""The view of a seat as a vector of numbers.

The vector is computed only from a `View`, so it contains no secrets of others. Seats are counted
from the viewer: 0 is the viewer, 1 the next seat. The positions of ones are collected in a list and
written together, because assigning single numbers is slow in NumPy.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from naqala.envs.layout import DECISIONS, Layout, Vector
from naqala.rules import meeples
from naqala.rules.bidding import Bidding
from naqala.rules.board import NO_TILE, STRIDE, Mask, Tile, members
from naqala.rules.control import Marking
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import Placing
from naqala.rules.djinns import KeepOne
from naqala.rules.expansions.items import Arranging, Gathering, Item, KeepingItem, Slaying
from naqala.rules.goods import CARDS, Hand
from naqala.rules.goods import WIDTH as CARD_WIDTH
from naqala.rules.land import CITIES, Land
from naqala.rules.meeples import ONE, Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.state import NOBODY
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Finishing, Moving, Sowing
from naqala.rules.view import PlayerView, View
from naqala.rules.yazid import Departing, Naming, Offering, Yazid

NAMES: dict[type[Decision], str] = {
    Bidding: "bidding",
    Moving: "moving",
    Finishing: "finishing",
    Sowing: "sowing",
    TribeAction: "tribe",
    TileAction: "tile",
    Marking: "marking",
    KeepOne: "keeping djinn",
    KeepingItem: "keeping item",
    Gathering: "gathering",
    Slaying: "slaying",
    Arranging: "arranging",
    Offering: "offering",
    Naming: "naming",
    Departing: "departing",
}
"""The name of each decision in `DECISIONS`; for placing, also what is placed."""
NUMBERS = {name: number for number, name in enumerate(DECISIONS)}
CARD_SHIFTS = np.array([CARD_WIDTH * card for card in CARDS])
FIVE_BITS = 31


class Observer:
    """Encodes views as vectors of one layout."""

    def __init__(self, layout: Layout) -> None:
        """Encode views of games of the mode of this layout."""
        self.layout = layout
        self._start = {name: field.start for name, field in layout.fields.items()}
        self._where = {name: field.where for name, field in layout.fields.items()}
        self._scale = 1 / layout.units
        self._tiles = np.array(layout.places)
        self._place = {tile: nth for nth, tile in enumerate(layout.places)}
        self._djinn: dict[NamedCard, int] = {djinn: nth for nth, djinn in enumerate(layout.djinns)}
        self._item = {item: nth for nth, item in enumerate(layout.items)}
        self._whim = {whim.name: nth for nth, whim in enumerate(layout.whims)}
        self._tribe_shifts = np.array([meeples.WIDTH * tribe for tribe in range(layout.tribes)])
        self._numbers = self._span("gold", "whim counts")
        self._piles = self._span("bag", "in hand")
        self._hands = self._span("hand", "dealt")
        self._land: Land | None = None
        self._ground = np.zeros(layout.size, np.float32)

    def observe(self, view: View) -> Vector:
        """The vector of a view."""
        vector = self._ground_of(view.land).copy()
        ones: list[int] = []
        self._encode_board(view, vector)
        self._encode_hands(view, vector)
        self._encode_cards(view, ones)
        self._encode_pending(view.pending, ones)
        self._encode_course(view, ones)
        vector[self._numbers] = self._numbers_of(view)
        if self._whim:
            self._encode_whims(view, ones)
        if self._item:
            self._encode_items(view, vector, ones)
        if view.yazid:
            self._encode_yazid(view.yazid, vector, ones)
        vector *= self._scale
        vector[ones] = 1
        return vector

    def _span(self, first: str, last: str) -> slice:
        """The slice of consecutive fields."""
        return slice(self._start[first], self._where[last].stop)

    def _ground_of(self, land: Land) -> Vector:
        """The fields that depend only on the land, which is fixed for a game."""
        if land is not self._land:
            self._land = land
            self._ground[:] = 0
            width = len(self._tiles)
            for tile in land.grid.tiles:
                place = self._place[tile]
                kind = self.layout.grounds.index(land.kinds[tile])
                self._ground[self._start["kinds"] + kind * width + place] = 1
                self._ground[self._start["points"] + place] = land.points[tile]
            if land.lake != NO_TILE:
                self._ground[self._start["lake"] + self._place[land.lake]] = 1
            for low, high in land.grid.walls:
                above = high - low == STRIDE
                self._ground[self._start["walls"] + above * width + self._place[low]] = 1
        return self._ground

    def _encode_board(self, view: View, vector: Vector) -> None:
        where = self._where
        piles = self._by_place(view.piles)
        vector[where["meeples"]] = (piles >> self._tribe_shifts[:, None] & FIVE_BITS).ravel()
        vector[where["palms"]] = self._by_place(view.palms)
        vector[where["palaces"]] = self._by_place(view.palaces)
        owned: list[Mask] = [player.tiles for player in self._players(view)]
        if view.yazid:
            owned.append(view.yazid.tiles)
        vector[where["owners"]] = self._bits(owned)

    def _by_place(self, by_tile: Sequence[int]) -> NDArray[np.int64]:
        return np.fromiter(by_tile, np.int64, len(by_tile)).take(self._tiles)

    def _bits(self, masks: Sequence[Mask]) -> NDArray[np.uint8]:
        """Sets of tiles as zeros and ones, place by place."""
        octets = np.array(masks, "<u8").view(np.uint8)
        bits = np.unpackbits(octets, bitorder="little").reshape(len(masks), 64)
        return bits[:, self._tiles].ravel()

    def _numbers_of(self, view: View) -> list[int]:
        """The fields from `gold` to `whim counts`."""
        players = self._players(view)
        top = view.pending[-1] if view.pending else None
        boosted = any(isinstance(one, TribeAction) and one.boosted for one in view.pending)
        used_item = any(isinstance(card, Item) for card in view.players[view.seat].used)
        numbers = [
            players[0].gold or 0, view.deck_size, view.palms_left, view.palaces_left, view.round,
            getattr(top, "left", 0),
            view.sold, view.flying, view.last_round, view.over, boosted, used_item,
        ]  # fmt: skip
        for player in players:
            numbers += (player.viziers, player.elders, player.artisans)
        numbers += [player.camels for player in players]
        numbers += [player.cards for player in players]
        numbers += [player.tents for player in players]
        numbers += [player.item_count for player in players]
        numbers += [player.whim_count for player in players]
        return numbers

    def _encode_hands(self, view: View, vector: Vector) -> None:
        in_hand: Pile = 0
        dealt: Hand = 0
        for decision in view.pending:
            if isinstance(decision, Sowing):
                in_hand = decision.hand
            elif isinstance(decision, TribeAction):
                in_hand = decision.count * ONE[decision.tribe]
            elif isinstance(decision, Arranging):
                dealt = decision.dealt
        piles = np.array([view.bag, in_hand])
        vector[self._piles] = (piles[:, None] >> self._tribe_shifts & FIVE_BITS).ravel()
        hands = np.array([view.players[view.viewer].hand, view.unseen, view.discards, dealt])
        vector[self._hands] = (hands[:, None] >> CARD_SHIFTS & FIVE_BITS).ravel()

    def _encode_cards(self, view: View, ones: list[int]) -> None:
        start, number = self._start, self._djinn
        top = view.pending[-1] if view.pending else None
        row = top.laid if isinstance(top, Arranging) else view.row
        ones += [start["row"] + nth * len(CARDS) + card for nth, card in enumerate(row)]
        base = start["djinn row"]
        ones += [base + nth * len(number) + number[d] for nth, d in enumerate(view.djinn_row)]
        ones += [start["djinn discards"] + number[djinn] for djinn in view.djinn_discards]
        if isinstance(top, KeepOne):
            ones += [start["offered djinns"] + number[djinn] for djinn in top.djinns]
        base = start["djinns"]
        for player in self._players(view):
            ones += [base + number[djinn] for djinn in player.djinns]
            base += len(number)
        used = view.players[view.seat].used
        ones += [start["used"] + number[card] for card in used if card in number]

    def _encode_pending(self, pending: Sequence[Decision], ones: list[int]) -> None:
        if not pending:
            return
        start, place = self._start, self._place
        top = pending[-1]
        ones.append(start["decision"] + _number(top))
        ones += [start["waiting"] + _number(decision) for decision in pending[:-1]]
        for decision in pending:
            if isinstance(decision, TileAction):
                ones.append(start["arrival"] + place[decision.tile])
        focus: Tile = top.at if isinstance(top, Sowing) else getattr(top, "tile", NO_TILE)
        if focus != NO_TILE:
            ones.append(start["focus"] + place[focus])
        if isinstance(top, Sowing) and top.before != NO_TILE:
            ones.append(start["before"] + place[top.before])

    def _encode_course(self, view: View, ones: list[int]) -> None:
        start, players, viewer = self._start, self.layout.players, view.viewer
        ones.append(start["seat"] + (view.seat - viewer) % players)
        orders = (
            ("spots", view.spots),
            ("bid order", view.bid_order),
            ("next order", view.next_order),
        )
        for name, seats in orders:
            ones += [
                start[name] + nth * players + (seat - viewer) % players
                for nth, seat in enumerate(seats)
                if seat != NOBODY
            ]

    def _encode_whims(self, view: View, ones: list[int]) -> None:
        start, number = self._start, self._whim
        base = start["paid whims"]
        for player in self._players(view):
            ones += [base + number[whim.name] for whim in player.paid_whims]
            base += len(number)
        mine = view.players[view.viewer].whims or ()
        ones += [start["whims"] + number[whim.name] for whim in mine]
        cities = list(members(view.land.of_kind(*CITIES)))
        base = start["city whims"]
        for tile, whim in view.city_whims:
            ones.append(base + cities.index(tile) * len(number) + number[whim.name])

    def _encode_items(self, view: View, vector: Vector, ones: list[int]) -> None:
        pitched = (player.tent for player in view.players if player.tent != NO_TILE)
        ones += [self._start["tents"] + self._place[tent] for tent in pitched]
        top = view.pending[-1] if view.pending else None
        piles: dict[str, Sequence[Item]] = {
            "items": view.players[view.viewer].items or (),
            "unseen items": view.unseen_items,
            "item discards": view.item_discards,
            "offered items": top.items if isinstance(top, KeepingItem) else (),
        }
        for name, items in piles.items():
            counts = [0] * len(self._item)
            for item in items:
                counts[self._item[item]] += 1
            vector[self._where[name]] = counts

    def _encode_yazid(self, yazid: Yazid, vector: Vector, ones: list[int]) -> None:
        start = self._start
        vector[self._where["yazid"]] = (
            yazid.camels, yazid.viziers, yazid.elders, yazid.assassins, yazid.fakirs,
        )  # fmt: skip
        vector[self._where["yazid flags"]] = yazid.struck, yazid.acted
        ones += [start["yazid djinns"] + self._djinn[djinn] for djinn in yazid.djinns]
        ones += [start["dice"] + 6 * nth + die - 1 for nth, die in enumerate(yazid.dice) if die]

    def _players(self, view: View) -> tuple[PlayerView, ...]:
        """All players, starting with the viewer."""
        return view.players[view.viewer :] + view.players[: view.viewer]


def _number(decision: Decision) -> int:
    if isinstance(decision, Placing):
        return NUMBERS[f"placing {decision.piece}"]
    return NUMBERS[NAMES[type(decision)]]
