"""What a seat may know, as a vector of numbers; many positions are encoded at once.

A position is a `View` or a `State`. Of a state, only what `rules.view` would show is read: the
secrets go through `_known_cards` and `_known_items`, and everything else is public. Seats are
counted from the viewer: 0 is the viewer, 1 the next seat.

A vector is joined from parts, which are bytes, in the order of the layout. NumPy then adds what is
packed into words and scales all vectors at once: a call of NumPy costs as much as several parts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from struct import Struct
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from naqala.envs import parts
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
from naqala.rules.goods import CARDS, Hand
from naqala.rules.land import CITIES, Land
from naqala.rules.meeples import ONE, Pile
from naqala.rules.named_cards import NamedCard
from naqala.rules.state import Player, State
from naqala.rules.tiles import TileAction
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Finishing, Moving, Sowing
from naqala.rules.view import PlayerView, View
from naqala.rules.yazid import Departing, Naming, Offering

Position: TypeAlias = View | State
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
WIDTH, FIVE_BITS = 5, 31
"""A pile of meeples or a hand of cards has five bits for each number."""
PILES, HANDS = 2, 4
"""The piles besides those on tiles (the bag, in hand), and the fields that are hands of cards."""


class KnownItems(NamedTuple):
    """What a viewer knows about the items."""

    counts: list[int]
    unseen: Sequence[Item]
    discards: Sequence[Item]
    offered: Sequence[Item]


class VectorParts(NamedTuple):
    """The parts of several vectors, until NumPy turns them into numbers."""

    small: list[bytes]
    """Numbers of a byte, in the order of the layout."""
    words: list[bytes]
    """Numbers of eight bytes: piles, hands, gold, and the round."""


class Observer:
    """Encodes positions as vectors of one layout."""

    def __init__(self, layout: Layout) -> None:
        """Encode positions of games of the mode of this layout."""
        self.layout = layout
        fields, places = layout.fields, layout.places
        self._scale = 1 / layout.units
        self._set_up_words()
        self._place = {tile: nth for nth, tile in enumerate(places)}
        djinns: dict[NamedCard, int] = {djinn: nth for nth, djinn in enumerate(layout.djinns)}
        self._item = {item: nth for nth, item in enumerate(layout.items)}
        self._whim = {whim.name: nth for nth, whim in enumerate(layout.whims)}
        self._nothing = [0] * layout.players
        self._tiles = parts.tile_sets(places)
        self._pieces = parts.pieces(places)
        self._rows = parts.card_rows()
        self._djinn_rows = parts.djinn_rows(djinns)
        self._djinns = parts.djinn_sets(djinns)
        self._decisions = parts.decisions()
        markers = fields["bid order"].shape[0] if layout.track else 0
        self._in_turn, self._spots, self._orders = (
            [parts.seats(viewer, layout.players, number) for viewer in range(layout.players)]
            for number in (1, len(layout.track), markers)
        )
        self._ground = parts.SharedParts(self._encode_land)

    def __reduce__(self) -> tuple[type[Observer], tuple[Layout]]:
        """Copies and pickles are made from the layout, without the parts that are kept."""
        return Observer, (self.layout,)

    def _set_up_words(self) -> None:
        """Where the numbers of a word go: five bits each of piles and hands, gold, the round."""
        layout, fields = self.layout, self.layout.fields
        tiles = STRIDE * (layout.places[-1] // STRIDE + 1)
        tribes, cards = range(layout.tribes), range(len(CARDS))
        counts: list[tuple[int, int]] = [
            (place, tribe) for tribe in tribes for place in layout.places
        ]
        counts += [(tiles + nth, tribe) for nth in range(PILES) for tribe in tribes]
        counts += [(tiles + PILES + nth, card) for nth in range(HANDS) for card in cards]
        words, places = zip(*counts, strict=True)
        self._counted = np.array(words)
        self._shifts = WIDTH * np.array(places, np.uint64)
        self._meeples = fields["meeples"].where
        self._hands = slice(fields["bag"].start, fields["dealt"].where.stop)
        self._no_meeples = bytes(fields["meeples"].size)
        self._no_hands = bytes(len(counts) - fields["meeples"].size)
        self._large = [fields["gold"].start, fields["round"].start]
        self._large_scale = self._scale[self._large]
        self._word_count = tiles + PILES + HANDS + len(self._large)
        self._pack = Struct(f"{self._word_count}Q").pack

    def vectors(self, added: VectorParts) -> Matrix:
        """The vectors of which these parts were added, one per row."""
        rows, size = len(added.words), self.layout.size
        small = np.frombuffer(bytearray(b"".join(added.small)), np.uint8).reshape(rows, size)
        words = np.frombuffer(b"".join(added.words), np.uint64).reshape(rows, self._word_count)
        counts = words[:, self._counted]
        counts >>= self._shifts
        counts &= FIVE_BITS
        meeples = self._meeples.stop
        small[:, self._meeples] = counts[:, :meeples]
        small[:, self._hands] = counts[:, meeples:]
        vectors: Matrix = np.multiply(small, self._scale, dtype=np.float32)
        vectors[:, self._large] = words[:, -2:] * self._large_scale
        return vectors

    def add(self, position: Position, viewer: int, to: VectorParts) -> None:
        """Add the parts of the vector of a position, seen by its viewer."""
        players: Players = position.players
        if viewer:
            players = (*players[viewer:], *players[:viewer])
        decisions, focus, before, arrival, in_hand, dealt, left, boosted = _pending(
            position.pending
        )
        unseen, deck_size, hand_sizes = _known_cards(position, players)
        items = _known_items(position, viewer, players) if self._item else None
        me = players[0]
        to.words.append(
            self._pack(
                *position.piles, position.bag, in_hand, me.hand or 0, unseen, position.discards,
                dealt, me.gold or 0, position.round,
            )
        )  # fmt: skip
        small, tiles = to.small, self._tiles
        self._append_board(position, players, small)
        small += (tiles[focus], tiles[before], tiles[arrival], self._ground.of(position.land))
        used = position.players[position.seat].used
        used_item = bool(used) and any(isinstance(card, Item) for card in used)
        numbers = [
            0, deck_size, position.palms_left, position.palaces_left, 0, left, position.sold,
            position.flying, position.last_round, position.over, boosted, used_item,
        ]  # fmt: skip
        for player in players:
            numbers += (player.viziers, player.elders, player.artisans)
        numbers += [player.camels for player in players]
        numbers += hand_sizes
        numbers += [player.tents for player in players]
        numbers += items.counts if items else self._nothing
        numbers += _whim_counts(players) if self._whim else self._nothing
        small += (bytes(numbers), self._no_hands)
        if items:
            mine = me.items or ()
            small += map(self._item_counts, (mine, items.unseen, items.discards, items.offered))
        self._append_cards(position, players, small)
        if self._whim:
            self._append_whims(position, players, small)
        small.append(self._decisions[decisions])
        self._append_course(position, viewer, small)

    def _append_board(self, position: Position, players: Players, to: list[bytes]) -> None:
        """Append the fields from `meeples`, which are added later, to `tents`."""
        tiles, pieces = self._tiles, self._pieces
        to += (self._no_meeples, pieces.of(position.palms), pieces.of(position.palaces))
        to += [tiles[player.tiles] for player in players]
        if position.yazid:
            to.append(tiles[position.yazid.tiles])
        if self._item:
            tents = [1 << player.tent for player in players if player.tent != NO_TILE]
            to.append(tiles[sum(tents)])

    def _encode_land(self, land: Land) -> bytes:
        """The fields from `kinds` to `walls`, which are fixed for a game."""
        fields, width = self.layout.fields, len(self._place)
        first = fields["kinds"].start
        ground = bytearray(fields["gold"].start - first)
        for tile in land.grid.tiles:
            place = self._place[tile]
            kind = self.layout.grounds.index(land.kinds[tile])
            ground[kind * width + place] = 1
            ground[fields["points"].start - first + place] = land.points[tile]
        if land.lake != NO_TILE:
            ground[fields["lake"].start - first + self._place[land.lake]] = 1
        for low, high in land.grid.walls:
            above = high - low == STRIDE
            ground[fields["walls"].start - first + above * width + self._place[low]] = 1
        return bytes(ground)

    def _append_cards(self, position: Position, players: Players, to: list[bytes]) -> None:
        """Append the fields from `row` to `used`."""
        sets = self._djinns
        top = position.pending[-1] if position.pending else None
        to += (
            self._rows[top.laid if type(top) is Arranging else position.row],
            self._djinn_rows[position.djinn_row],
            sets[position.djinn_discards],
            sets[top.djinns if type(top) is KeepOne else ()],
        )
        to += [sets[player.djinns] for player in players]
        to.append(sets[position.players[position.seat].used])

    def _append_whims(self, position: Position, players: Players, to: list[bytes]) -> None:
        """Append the fields from `whims` to `city whims`."""
        on_cities: Sequence[tuple[Tile, Whim]]
        if isinstance(position, View):
            on_cities = position.city_whims
        else:
            on_cities = position.whims.cities if position.whims else ()
        number, size = self._whim, len(self._whim)
        shown = [players[0].whims or (), *(player.paid_whims for player in players)]
        to += [parts.ones([number[whim.name] for whim in whims], size) for whims in shown]
        cities = list(members(position.land.of_kind(*CITIES)))
        numbers = [cities.index(tile) * size + number[whim.name] for tile, whim in on_cities]
        to.append(parts.ones(numbers, self.layout.fields["city whims"].size))

    def _item_counts(self, items: Sequence[Item]) -> bytes:
        """How many there are of each item."""
        numbers = bytearray(len(self._item))
        for item in items:
            numbers[self._item[item]] += 1
        return bytes(numbers)

    def _append_course(self, position: Position, viewer: int, to: list[bytes]) -> None:
        """Append the fields from `seat` to `next order`, or to `dice` in the solo game."""
        to.append(self._in_turn[viewer][(position.seat,)])
        if yazid := position.yazid:
            numbers = (
                yazid.camels, yazid.viziers, yazid.elders, yazid.assassins, yazid.fakirs,
                yazid.struck, yazid.acted,
            )  # fmt: skip
            dice = parts.one_in_each([die - 1 for die in yazid.dice], 6, 2)
            to += (bytes(numbers), self._djinns[yazid.djinns], dice)
        else:
            orders = self._orders[viewer]
            to += (
                self._spots[viewer][tuple(position.spots)],
                orders[position.bid_order],
                orders[position.next_order],
            )


def _pending(
    pending: Sequence[Decision],
) -> tuple[tuple[int, ...], Mask, Mask, Mask, Pile, Hand, int, bool]:
    """The numbers of the pending decisions, and the fields that follow from them.

    These are `focus`, `before`, `arrival`, `in hand`, `dealt`, `left`, and the flag of Echidna and
    Iblis.
    """
    focus = before = arrival = in_hand = dealt = left = 0
    boosted = False
    for decision in pending:
        if type(decision) is Sowing:
            in_hand = decision.hand
        elif type(decision) is TileAction:
            arrival = 1 << decision.tile
        elif type(decision) is TribeAction:
            in_hand = decision.count * ONE[decision.tribe]
            boosted |= decision.boosted
        elif type(decision) is Arranging:
            dealt = decision.dealt
    top = pending[-1] if pending else None
    if type(top) is Sowing:
        focus = 1 << top.at
        before = 0 if top.before == NO_TILE else 1 << top.before
    elif type(top) in WITH_TILE:
        focus = 1 << top.tile  # type: ignore[union-attr]
    if type(top) is Gathering or type(top) is Slaying:
        left = top.left
    numbers = tuple([_number(decision) for decision in pending])
    return numbers, focus, before, arrival, in_hand, dealt, left, boosted


def _number(decision: Decision) -> int:
    found = NUMBER_OF.get(type(decision))
    if found is None:
        assert isinstance(decision, Placing)
        return NUMBERS[f"placing {decision.piece}"]
    return found


_size = lru_cache(parts.MOST_KEPT)(goods.size)


def _known_cards(position: Position, players: Sequence[Any]) -> tuple[Hand, int, list[int]]:
    """The cards that the viewer has not seen, and the sizes of the deck and of each hand."""
    if isinstance(position, View):
        return position.unseen, position.deck_size, [player.cards for player in players]
    hands = [player.hand for player in players]
    sizes = [_size(hand) for hand in hands]
    return position.deck + sum(hands) - hands[0], _size(position.deck), sizes


def _known_items(position: Position, viewer: int, players: Sequence[Any]) -> KnownItems:
    top = position.pending[-1] if position.pending else None
    offered = top.items if isinstance(top, KeepingItem) else ()
    if isinstance(position, View):
        counts = [player.item_count for player in players]
        return KnownItems(counts, position.unseen_items, position.item_discards, offered)
    assert position.items
    counts = [len(player.items) for player in players]
    unseen = [*position.items.deck, *(item for player in players[1:] for item in player.items)]
    if position.seat != viewer:
        unseen += offered
        offered = ()
    return KnownItems(counts, unseen, position.items.discards, offered)


def _whim_counts(players: Players) -> list[int]:
    return [
        player.whim_count if isinstance(player, PlayerView) else len(player.whims)
        for player in players
    ]
