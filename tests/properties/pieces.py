"""Conservation of all pieces (C2 to C6, W1, W9, Y1, N1, N8, N11)."""

from collections import Counter
from functools import cache

from naqala import State
from naqala.rules import goods, meeples
from naqala.rules.board import NO_TILE
from naqala.rules.djinns import KeepOne
from naqala.rules.expansions.items import Arranging, KeepingItem
from naqala.rules.land import CITIES
from naqala.rules.meeples import ARTISANS, ASSASSINS, ELDERS, ONE, TRIBES, VIZIERS
from naqala.rules.sowing import masks_of
from naqala.rules.state import NOBODY, Options
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing

ALL_CARDS = goods.gather(
    card
    for card, number in zip(goods.CARDS, (2, 2, 2, 4, 4, 4, 6, 6, 6, 18), strict=True)
    for _ in range(number)
)
ALL_ITEMS = sorted(
    ["jewel"] * 5
    + ["treasure"] * 4
    + ["crown"] * 2
    + ["carpet", "lamp", "flute", "scimitar", "talisman", "horn", "ring"]
)


@cache
def all_meeples(options: Options) -> tuple[int, ...]:
    """How many meeples of each tribe there are (C2, W1, N1)."""
    more = 3 if "whims" in options.expansions else 0
    artisans = 15 if "artisans" in options.expansions else 0
    return (16 + more, 20 + more, 18 + more, 18 + more, 18 + more, artisans)


def check_pieces(state: State) -> None:
    """No piece is lost or duplicated."""
    check_meeples(state)
    check_cards(state)
    check_djinns(state)
    check_camels(state)
    check_markers(state)
    if state.items or "artisans" in state.options.expansions:
        check_items(state)
    if state.whims or "whims" in state.options.expansions:
        check_whims(state)


def check_meeples(state: State) -> None:
    in_hand = 0
    for decision in state.pending:
        if isinstance(decision, Sowing):
            in_hand += decision.hand
        elif isinstance(decision, TribeAction):
            in_hand += decision.count * ONE[decision.tribe]
    in_front = 0
    for player in state.players:
        assert min(player.viziers, player.elders, player.artisans) >= 0
        in_front += player.viziers * ONE[VIZIERS] + player.elders * ONE[ELDERS]
        in_front += player.artisans * ONE[ARTISANS]
    if yazid := state.yazid:
        assert min(yazid.viziers, yazid.elders, yazid.assassins) >= 0
        in_front += yazid.viziers * ONE[VIZIERS] + yazid.elders * ONE[ELDERS]
        in_front += yazid.assassins * ONE[ASSASSINS]
    whole = sum(n * one for n, one in zip(all_meeples(state.options), ONE, strict=True))
    assert sum(state.piles) + state.bag + in_front + in_hand == whole
    assert state.masks == masks_of(state.piles)
    assert not state.occupied() & ~state.land.grid.all


def check_cards(state: State) -> None:
    cards = state.deck + state.discards + goods.gather(state.row)
    cards += sum(player.hand for player in state.players)
    if state.yazid:
        assert state.yazid.fakirs >= 0
        cards += state.yazid.fakirs * goods.ONE[goods.FAKIR]
    if state.pending and isinstance(top := state.pending[-1], Arranging):
        assert not state.row
        cards += top.dealt + goods.gather(top.laid)
    assert cards == ALL_CARDS
    assert len(state.row) <= 9


def check_djinns(state: State) -> None:
    djinns = [*state.djinn_row, *state.djinn_deck, *state.djinn_discards]
    for player in state.players:
        djinns += player.djinns
    for decision in state.pending:
        if isinstance(decision, KeepOne):
            djinns += decision.djinns
    number = len(djinns) + (len(state.yazid.djinns) if state.yazid else 0)
    if state.yazid:
        assert not set(state.yazid.djinns) & set(djinns)
        assert len(set(state.yazid.djinns)) == len(state.yazid.djinns)
    assert len(set(djinns)) == len(djinns)
    assert number == 22 + len(state.options.promos) + 2 * len(state.options.expansions)
    assert len(state.djinn_row) <= 3


def check_camels(state: State) -> None:
    """C5, C6, M9, N8, Y1: camels, tents, palm trees and palaces."""
    players = state.players
    camels = 11 if len(players) < 3 else 8
    tents = 1 if "artisans" in state.options.expansions else 0
    owned = placed = 0
    for player in players:
        pitched = player.tent != NO_TILE
        assert player.camels >= 0
        assert player.tents + pitched == tents
        assert not pitched or player.tiles >> player.tent & 1
        assert player.tiles.bit_count() - pitched + player.camels == camels
        owned += player.tiles
        placed += player.tiles.bit_count()
    if yazid := state.yazid:
        assert yazid.camels >= 0
        assert yazid.tiles.bit_count() + yazid.camels == 11
        owned += yazid.tiles
        placed += yazid.tiles.bit_count()
    assert owned == state.controlled  # and no tile has two of them:
    assert placed == state.controlled.bit_count()
    assert not state.controlled & ~state.land.grid.all
    assert min(state.palms_left, state.palaces_left) >= 0
    assert sum(state.palms) + state.palms_left == 12
    assert sum(state.palaces) + state.palaces_left == 10


def check_markers(state: State) -> None:
    markers = [*state.bid_order, *state.next_order, *(s for s in state.spots if s != NOBODY)]
    each = {1: 0, 2: 2}.get(len(state.players), 1)
    assert sorted(markers) == sorted([*range(len(state.players))] * each)
    wide = len(state.players) == 5 or state.options.doubled
    assert len(state.spots) == len(state.track) == (0 if state.yazid else 12 if wide else 9)


def check_items(state: State) -> None:
    assert state.items is not None
    items = [*state.items.deck, *state.items.discards]
    for player in state.players:
        items += player.items
    for decision in state.pending:
        if isinstance(decision, KeepingItem):
            assert decision.number == len(decision.items)
            items += decision.items
    assert sorted(item.name for item in items) == ALL_ITEMS


def check_whims(state: State) -> None:
    assert state.whims is not None
    whims = [*state.whims.deck, *(whim for _, whim in state.whims.cities)]
    for player in state.players:
        whims += player.whims
        whims += player.paid_whims
    number = 22 if "artisans" in state.options.expansions else 19
    assert len(whims) == len({whim.name for whim in whims}) == number
    places = [tile for tile, _ in state.whims.cities]
    assert len(places) == len(set(places))
    assert all(state.land.kinds[tile] in CITIES for tile in places)


def check_every_meeple(state: State) -> None:
    """Count the meeples one by one: a sum of piles could hide an overflow into the next tribe."""
    counted = Counter(
        tribe for pile in [*state.piles, state.bag] for tribe in meeples.members(pile)
    )
    for decision in state.pending:
        if isinstance(decision, Sowing):
            counted.update(meeples.members(decision.hand))
        elif isinstance(decision, TribeAction):
            counted[decision.tribe] += decision.count
    counted[VIZIERS] += sum(player.viziers for player in state.players)
    counted[ELDERS] += sum(player.elders for player in state.players)
    counted[ARTISANS] += sum(player.artisans for player in state.players)
    if state.yazid:
        counted[VIZIERS] += state.yazid.viziers
        counted[ELDERS] += state.yazid.elders
        counted[ASSASSINS] += state.yazid.assassins
    assert tuple(counted[tribe] for tribe in TRIBES) == all_meeples(state.options)
    for tile in range(len(state.piles)):
        if not state.land.grid.all >> tile & 1:
            assert state.piles[tile] == state.palms[tile] == state.palaces[tile] == 0
