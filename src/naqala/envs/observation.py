"""What a seat may know, as a vector of numbers; many positions are encoded at once.

A position is a `View` or a `State`. Of a state, only what `rules.view` would show is read: the
secrets go through `_known_in_state`, and everything else is public. Seats are counted from the
viewer: 0 is the viewer, 1 the next seat. A vector is composed as bytes, and NumPy scales all of
them at once, because each call of NumPy costs as much as composing a field.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple, TypeAlias, TypeVar

import numpy as np

from naqala.envs.layout import DECISIONS, Layout, Matrix
from naqala.rules import goods
from naqala.rules.bidding import Bidding
from naqala.rules.board import NO_TILE, STRIDE, Mask, Tile, members
from naqala.rules.control import Marking
from naqala.rules.decisions import Decision
from naqala.rules.djinn_use import Placing
from naqala.rules.djinns import KeepOne
from naqala.rules.expansions.items import Arranging, Gathering, Item, KeepingItem, Slaying
from naqala.rules.expansions.whims import Whim
from naqala.rules.goods import CARDS, Card, Hand
from naqala.rules.land import CITIES, Land
from naqala.rules.meeples import ONE, Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.state import NOBODY, Player, State
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Finishing, Moving, Sowing
from naqala.rules.view import PlayerView, View
from naqala.rules.yazid import Departing, Naming, Offering, Yazid

Position: TypeAlias = View | State
Key = TypeVar("Key")
Players: TypeAlias = Sequence[PlayerView | Player]

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
NUMBER_OF = {kind: NUMBERS[name] for kind, name in NAMES.items()}
WITH_TILE = frozenset(kind for kind in (*NAMES, Placing) if hasattr(kind, "tile"))
"""The decisions about a tile, which is their `focus`."""
WIDTH = 5
"""The bits of a number in a pile of meeples or a hand of cards."""
FIVE_BITS = 31
MOST_KEPT = 1 << 14
"""How many encoded piles, hands and sets of tiles are kept."""
NONE = [0] * 5
"""No items or Whims, for every seat."""
MOST_LANDS = 512
"""How many encoded lands are kept."""


class Known(NamedTuple):
    """What a viewer knows about secrets."""

    unseen: Hand
    deck_size: int
    cards: list[int]
    """The number of cards of each player, by seat."""
    item_counts: list[int]
    whim_counts: list[int]
    unseen_items: Sequence[Item]
    item_discards: Sequence[Item]
    offered_items: Sequence[Item]
    city_whims: tuple[tuple[Tile, Whim], ...]


class Counts(dict[int, bytes]):
    """The bytes of numbers of five bits each, as in piles of meeples and hands of cards."""

    def __init__(self, number: int) -> None:
        """Split into this many numbers."""
        self._shifts = tuple(range(0, WIDTH * number, WIDTH))

    def __missing__(self, pile: int) -> bytes:
        return _keep(self, pile, bytes([pile >> shift & FIVE_BITS for shift in self._shifts]))


class Places(dict[Mask, bytes]):
    """The bytes of sets of tiles: a 1 for each place that is in the set."""

    def __init__(self, places: Sequence[Tile]) -> None:
        """Use the places of a layout."""
        self._places = places

    def __missing__(self, mask: Mask) -> bytes:
        return _keep(self, mask, bytes([mask >> place & 1 for place in self._places]))


class Pieces(dict[bytes, bytes]):
    """Numbers of pieces by place, from numbers by tile."""

    def __init__(self, places: Sequence[Tile]) -> None:
        """Use the places of a layout."""
        self._in_places = itemgetter(*places)

    def __missing__(self, numbers: bytes) -> bytes:
        return _keep(self, numbers, bytes(self._in_places(numbers)))


class Rows(dict[tuple[Card, ...], bytes]):
    """The bytes of rows of cards: a 1 for the card at each place."""

    def __missing__(self, row: tuple[Card, ...]) -> bytes:
        places = bytearray(len(row) * len(CARDS))
        for nth, card in enumerate(row):
            places[nth * len(CARDS) + card] = 1
        return _keep(self, row, bytes(places))


def _keep(kept: dict[Key, bytes], key: Key, value: bytes) -> bytes:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = value
    return value


class Observer:
    """Encodes positions as vectors of one layout."""

    def __init__(self, layout: Layout) -> None:
        """Encode positions of games of the mode of this layout."""
        self.layout = layout
        self._start = {name: field.start for name, field in layout.fields.items()}
        self._scale = 1 / layout.units
        self._gold = self._start["gold"]
        self._large = [self._gold, self._start["round"]]
        self._card_places = self._starts(
            "row", "djinn row", "djinn discards", "offered djinns", "djinns", "used"
        )
        self._pending_places = self._starts("decision", "waiting", "arrival", "focus", "before")
        self._course_places = self._starts("seat", "spots", "bid order", "next order")
        self._large_scale = self._scale[self._large]
        self._in_places = itemgetter(*layout.places)
        self._place = {tile: nth for nth, tile in enumerate(layout.places)}
        self._djinn: dict[NamedCard, int] = {djinn: nth for nth, djinn in enumerate(layout.djinns)}
        self._item = {item: nth for nth, item in enumerate(layout.items)}
        self._whim = {whim.name: nth for nth, whim in enumerate(layout.whims)}
        self._piles = Counts(layout.tribes)
        self._hands = Counts(len(CARDS))
        self._tiles = Places(layout.places)
        self._rows = Rows()
        self._pieces = Pieces(layout.places)
        self._lands: dict[int, tuple[Land, bytes]] = {}

    def _starts(self, *names: str) -> tuple[int, ...]:
        """The first place of each field; fields that the mode does not have are at 0."""
        return tuple(self._start.get(name, 0) for name in names)

    def encode(self, positions: Sequence[Position], viewers: Sequence[int], out: Matrix) -> None:
        """Write the vector of each position, seen by its viewer, into a row of `out`."""
        vectors = bytearray(b"".join([self._ground_of(position.land) for position in positions]))
        large: list[tuple[int, int]] = []
        base = 0
        for position, viewer in zip(positions, viewers, strict=True):
            self._write(position, viewer, vectors, base)
            large.append((position.players[viewer].gold or 0, position.round))
            base += self.layout.size
        small = np.frombuffer(vectors, np.uint8).reshape(out.shape)
        np.multiply(small, self._scale, out=out)
        if large:
            out[:, self._large] = np.array(large, np.float32) * self._large_scale

    def _write(self, position: Position, viewer: int, to: bytearray, base: int) -> None:
        if isinstance(position, View):
            known = _known_in_view(position)
        else:
            known = _known_in_state(position, viewer)
        players: Players = position.players
        if viewer:
            players = (*players[viewer:], *players[:viewer])
        self._write_board(position, players, to, base)
        self._write_numbers(position, players, known, viewer, to, base)
        self._write_cards(position, players, to, base)
        self._write_pending(position.pending, to, base)
        self._write_course(position, viewer, to, base)
        if self._whim:
            self._write_whims(position.land, players, known.city_whims, to, base)
        if self._item:
            self._write_items(players, known, to, base)
        if position.yazid:
            self._write_yazid(position.yazid, to, base)

    def _ground_of(self, land: Land) -> bytes:
        """A vector with the fields that depend only on the land, which is fixed for a game."""
        found = self._lands.get(id(land))
        if found is None:
            if len(self._lands) >= MOST_LANDS:
                self._lands.clear()
            found = self._lands[id(land)] = land, self._encode_land(land)
        return found[1]

    def _encode_land(self, land: Land) -> bytes:
        ground = bytearray(self.layout.size)
        width = len(self._place)
        for tile in land.grid.tiles:
            place = self._place[tile]
            kind = self.layout.grounds.index(land.kinds[tile])
            ground[self._start["kinds"] + kind * width + place] = 1
            ground[self._start["points"] + place] = land.points[tile]
        if land.lake != NO_TILE:
            ground[self._start["lake"] + self._place[land.lake]] = 1
        for low, high in land.grid.walls:
            above = high - low == STRIDE
            ground[self._start["walls"] + above * width + self._place[low]] = 1
        return bytes(ground)

    def _write_board(self, position: Position, players: Players, to: bytearray, base: int) -> None:
        """Write the fields from `meeples` to `owners`."""
        in_places, tribes, tiles = self._in_places, self.layout.tribes, self._tiles
        # A getter of all keys is the fastest way to look them up in a dictionary.
        by_tile = b"".join(itemgetter(*in_places(position.piles))(self._piles))
        parts = [by_tile[tribe::tribes] for tribe in range(tribes)]
        parts += (self._pieces[bytes(position.palms)], self._pieces[bytes(position.palaces)])
        parts += [tiles[player.tiles] for player in players]
        if position.yazid:
            parts.append(tiles[position.yazid.tiles])
        written = b"".join(parts)
        to[base : base + len(written)] = written

    def _write_numbers(
        self,
        position: Position,
        players: Players,
        known: Known,
        viewer: int,
        to: bytearray,
        base: int,
    ) -> None:
        """Write the fields from `gold` to `dealt`; gold and the round are too large for bytes."""
        in_hand: Pile = 0
        dealt: Hand = 0
        boosted = False
        left = 0
        for decision in position.pending:
            left = 0
            if type(decision) is Sowing:
                in_hand = decision.hand
            elif type(decision) is TribeAction:
                in_hand = decision.count * ONE[decision.tribe]
                boosted |= decision.boosted
            elif isinstance(decision, Arranging):
                dealt = decision.dealt
            elif isinstance(decision, Gathering | Slaying):
                left = decision.left
        used = position.players[position.seat].used
        used_item = bool(used) and any(isinstance(card, Item) for card in used)
        numbers = [
            0, known.deck_size, position.palms_left, position.palaces_left, 0, left,
            position.sold, position.flying, position.last_round, position.over, boosted, used_item,
        ]  # fmt: skip
        for player in players:
            numbers += (player.viziers, player.elders, player.artisans)
        numbers += [player.camels for player in players]
        cards, items, whims = known.cards, known.item_counts, known.whim_counts
        if viewer:
            cards = cards[viewer:] + cards[:viewer]
            items = items[viewer:] + items[:viewer]
            whims = whims[viewer:] + whims[:viewer]
        numbers += cards
        numbers += [player.tents for player in players]
        numbers += items
        numbers += whims
        piles, hands = self._piles, self._hands
        parts = (
            bytes(numbers),
            piles[position.bag], piles[in_hand],
            hands[players[0].hand or 0], hands[known.unseen], hands[position.discards],
            hands[dealt],
        )  # fmt: skip
        written = b"".join(parts)
        start = base + self._gold
        to[start : start + len(written)] = written

    def _write_cards(self, position: Position, players: Players, to: bytearray, base: int) -> None:
        number, pending = self._djinn, position.pending
        row, djinn_row, discards, offered, djinns, in_use = self._card_places
        top = pending[-1] if pending else None
        place = base + row
        laid = self._rows[top.laid if type(top) is Arranging else position.row]
        to[place : place + len(laid)] = laid
        place = base + djinn_row
        for djinn in position.djinn_row:
            to[place + number[djinn]] = 1
            place += len(number)
        for djinn in position.djinn_discards:
            to[base + discards + number[djinn]] = 1
        if type(top) is KeepOne:
            for djinn in top.djinns:
                to[base + offered + number[djinn]] = 1
        place = base + djinns
        for player in players:
            for djinn in player.djinns:
                to[place + number[djinn]] = 1
            place += len(number)
        for named in position.players[position.seat].used:
            if named in number:
                to[base + in_use + number[named]] = 1

    def _write_pending(self, pending: Sequence[Decision], to: bytearray, base: int) -> None:
        if not pending:
            return
        decided, waiting, arrival, focus, before = self._pending_places
        place = self._place
        top = pending[-1]
        to[base + decided + _number(top)] = 1
        for decision in pending[:-1]:
            to[base + waiting + _number(decision)] = 1
        for decision in pending:
            if type(decision) is TileAction:
                to[base + arrival + place[decision.tile]] = 1
        if type(top) is Sowing:
            to[base + focus + place[top.at]] = 1
            if top.before != NO_TILE:
                to[base + before + place[top.before]] = 1
        elif type(top) in WITH_TILE:
            to[base + focus + place[top.tile]] = 1  # type: ignore[attr-defined]

    def _write_course(self, position: Position, viewer: int, to: bytearray, base: int) -> None:
        players = self.layout.players
        in_turn, spots, bid_order, next_order = self._course_places
        to[base + in_turn + (position.seat - viewer) % players] = 1
        if players == 1:
            return
        place = base + spots
        for seat in position.spots:
            if seat != NOBODY:
                to[place + (seat - viewer) % players] = 1
            place += players
        place = base + bid_order
        for seat in position.bid_order:
            to[place + (seat - viewer) % players] = 1
            place += players
        place = base + next_order
        for seat in position.next_order:
            to[place + (seat - viewer) % players] = 1
            place += players

    def _write_whims(
        self,
        land: Land,
        players: Players,
        on_cities: tuple[tuple[Tile, Whim], ...],
        to: bytearray,
        base: int,
    ) -> None:
        start, number = self._start, self._whim
        place = base + start["paid whims"]
        for player in players:
            for whim in player.paid_whims:
                to[place + number[whim.name]] = 1
            place += len(number)
        for whim in players[0].whims or ():
            to[base + start["whims"] + number[whim.name]] = 1
        cities = list(members(land.of_kind(*CITIES)))
        place = base + start["city whims"]
        for tile, whim in on_cities:
            to[place + cities.index(tile) * len(number) + number[whim.name]] = 1

    def _write_items(self, players: Players, known: Known, to: bytearray, base: int) -> None:
        start, number = self._start, self._item
        for player in players:
            if player.tent != NO_TILE:
                to[base + start["tents"] + self._place[player.tent]] = 1
        place = base + start["items"]
        mine = players[0].items or ()
        for items in (mine, known.unseen_items, known.item_discards, known.offered_items):
            for item in items:
                to[place + number[item]] += 1
            place += len(number)

    def _write_yazid(self, yazid: Yazid, to: bytearray, base: int) -> None:
        start = self._start
        written = bytes((
            yazid.camels, yazid.viziers, yazid.elders, yazid.assassins, yazid.fakirs,
            yazid.struck, yazid.acted,
        ))  # fmt: skip
        place = base + start["yazid"]
        to[place : place + len(written)] = written
        for djinn in yazid.djinns:
            to[base + start["yazid djinns"] + self._djinn[djinn]] = 1
        for nth, die in enumerate(yazid.dice):
            if die:
                to[base + start["dice"] + 6 * nth + die - 1] = 1


def _known_in_view(view: View) -> Known:
    players = view.players
    top = view.pending[-1] if view.pending else None
    return Known(
        view.unseen,
        view.deck_size,
        [player.cards for player in players],
        [player.item_count for player in players],
        [player.whim_count for player in players],
        view.unseen_items,
        view.item_discards,
        top.items if isinstance(top, KeepingItem) else (),
        view.city_whims,
    )


def _known_in_state(state: State, viewer: int) -> Known:
    """The same as `_known_in_view(view(state, viewer))`, without making a view."""
    players = state.players
    unseen = state.deck - players[viewer].hand
    cards = []
    for player in players:
        unseen += player.hand
        cards.append(goods.size(player.hand))
    item_counts = whim_counts = NONE[: len(players)]
    unseen_items: Sequence[Item] = ()
    item_discards: Sequence[Item] = ()
    offered: Sequence[Item] = ()
    if state.items:
        item_counts = [len(player.items) for player in players]
        others = [item for p in players if p is not players[viewer] for item in p.items]
        unseen_items = [*state.items.deck, *others]
        item_discards = state.items.discards
        top = state.pending[-1] if state.pending else None
        if isinstance(top, KeepingItem):
            if state.seat == viewer:
                offered = top.items
            else:
                unseen_items += top.items
    city_whims: tuple[tuple[Tile, Whim], ...] = ()
    if state.whims:
        whim_counts = [len(player.whims) for player in players]
        city_whims = state.whims.cities
    return Known(
        unseen, goods.size(state.deck), cards, item_counts, whim_counts, unseen_items,
        item_discards, offered, city_whims,
    )  # fmt: skip


def _number(decision: Decision) -> int:
    found = NUMBER_OF.get(type(decision))
    if found is None:
        assert isinstance(decision, Placing)
        return NUMBERS[f"placing {decision.piece}"]
    return found
