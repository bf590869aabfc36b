"""Where the pieces of the boxes are (C2 to C6, W1, W9, Y1, N1, N8, N11)."""

from collections import Counter
from functools import cache

from naqala import Options, State
from naqala.rules import goods, meeples
from naqala.rules.invoking import KeepOne
from naqala.rules.items import Arranging, KeepingItem
from naqala.rules.meeples import ASSASSINS, ELDERS, ONE, TRIBES, VIZIERS
from naqala.rules.sowing import masks_of
from naqala.rules.state import NOBODY
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing

COPIES = (2, 2, 2, 4, 4, 4, 6, 6, 6, 18)
ALL_CARDS = goods.gather(card for card, number in enumerate(COPIES) for _ in range(number))
ALL_ITEMS = Counter(
    jewel=5, treasure=4, crown=2, carpet=1, lamp=1, flute=1, scimitar=1, talisman=1, horn=1, ring=1
)


def meeple_numbers(options: Options) -> list[int]:
    numbers = [16, 20, 18, 18, 18]
    if "whims" in options.expansions:
        numbers = [number + 3 for number in numbers]
    return [*numbers, 15 if "artisans" in options.expansions else 0]


@cache
def all_meeples(options: Options) -> int:
    numbers = meeple_numbers(options)
    return sum(number * one for number, one in zip(numbers, ONE, strict=True))


def check_pieces(state: State) -> None:
    """Nothing is lost, nothing is there twice, not even while it is in hand."""
    check_meeples_and_cards(state)
    check_djinns(state)
    check_camels(state)
    check_boxes(state)
    assert min(state.palms_left, state.palaces_left) >= 0
    assert sum(state.palms) + state.palms_left == 12
    assert sum(state.palaces) + state.palaces_left == 10
    markers = [*state.bid_order, *state.next_order, *(s for s in state.spots if s != NOBODY)]
    number = len(state.players)
    each = {1: 0, 2: 2}.get(number, 1)
    assert sorted(markers) == sorted([*range(number)] * each)


def check_meeples_and_cards(state: State) -> None:
    in_hand = cards = 0
    for decision in state.pending:
        if isinstance(decision, Sowing):
            in_hand += decision.hand
        elif isinstance(decision, TribeAction):
            in_hand += decision.count * ONE[decision.tribe]
        elif isinstance(decision, Arranging):
            cards += decision.dealt + goods.gather(decision.laid)
    if state.yazid:
        in_hand += state.yazid.assassins * ONE[ASSASSINS]
        in_hand += state.yazid.viziers * ONE[VIZIERS] + state.yazid.elders * ONE[ELDERS]
        cards += state.yazid.fakirs * goods.ONE[goods.FAKIR]
    for player in state.players:
        in_hand += player.council
        cards += player.hand
    assert sum(state.piles) + state.bag + in_hand == all_meeples(state.options)
    assert state.masks == masks_of(state.piles)
    assert cards + state.deck + state.discards + goods.gather(state.row) == ALL_CARDS
    assert len(state.row) <= 9


def check_djinns(state: State) -> None:
    djinns = [*state.djinn_row, *state.djinn_deck, *state.djinn_discards]
    for player in state.players:
        djinns += player.djinns
    for decision in state.pending:
        djinns += decision.djinns if isinstance(decision, KeepOne) else ()
    names = [djinn.name for djinn in djinns]
    names += [djinn.name for djinn in state.yazid.djinns] if state.yazid else []
    options = state.options
    assert len(names) == len(set(names)) == 22 + len(options.promos) + 2 * len(options.expansions)
    assert len(state.djinn_row) <= 3


def check_camels(state: State) -> None:
    each = 11 if len(state.players) < 3 else 8
    controlled = 0
    for player in state.players:
        has_tent = player.tent != NOBODY
        assert player.tiles.bit_count() - has_tent + player.camels == each
        assert player.camels >= 0
        assert player.tents + has_tent == ("artisans" in state.options.expansions)
        assert not has_tent or player.tiles >> player.tent & 1
        assert not controlled & player.tiles
        controlled |= player.tiles
    if state.yazid:
        assert state.yazid.tiles.bit_count() + state.yazid.camels == 11
        assert not controlled & state.yazid.tiles
        controlled |= state.yazid.tiles
    assert controlled == state.controlled


def check_boxes(state: State) -> None:
    """The items of the Artisans and the Whims of the Sultan."""
    boxes = state.options.expansions
    items = [item for player in state.players for item in player.items]
    whims = [whim for player in state.players for whim in (*player.whims, *player.paid_whims)]
    for decision in state.pending:
        items += decision.items if isinstance(decision, KeepingItem) else ()
    if state.items:
        items += (*state.items.deck, *state.items.discards)
    if state.whims:
        whims += (*state.whims.deck, *(whim for _, whim in state.whims.cities))
    assert Counter(item.name for item in items) == (ALL_ITEMS if "artisans" in boxes else {})
    number = 0 if "whims" not in boxes else 22 if "artisans" in boxes else 19
    assert len(whims) == len({whim.name for whim in whims}) == number


def check_every_meeple(state: State) -> None:
    """One by one: a sum of piles could hide a tribe that overflowed into the next."""
    piles = [*state.piles, state.bag, *(player.council for player in state.players)]
    counted = Counter(tribe for pile in piles for tribe in meeples.members(pile))
    if state.yazid:
        counted[ASSASSINS] += state.yazid.assassins
        counted.update(meeples.members(state.yazid.council))
    assert [counted[tribe] for tribe in TRIBES] == meeple_numbers(state.options)
