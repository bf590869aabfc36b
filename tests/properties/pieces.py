"""Where the pieces of the box are (C2 to C6)."""

from collections import Counter

from naqala import State
from naqala.rules import goods, meeples
from naqala.rules.djinns import KeepOne
from naqala.rules.meeples import BASE_TRIBES, ELDERS, ONE, VIZIERS
from naqala.rules.sowing import masks_of
from naqala.rules.state import NOBODY
from naqala.rules.tribes import TribeAction
from naqala.rules.turn import Sowing

ALL_MEEPLES = meeples.gather([0] * 16 + [1] * 20 + [2] * 18 + [3] * 18 + [4] * 18)
ALL_CARDS = goods.gather(
    [c for c, n in enumerate((2, 2, 2, 4, 4, 4, 6, 6, 6, 18)) for _ in range(n)]
)


def check_pieces(state: State) -> None:
    players = state.players
    in_hand = 0
    djinns = [*state.djinn_row, *state.djinn_deck, *state.djinn_discards]
    for decision in state.pending:
        if isinstance(decision, Sowing):
            in_hand += decision.hand
        elif isinstance(decision, TribeAction):
            in_hand += decision.count * ONE[decision.tribe]
        elif isinstance(decision, KeepOne):
            djinns += decision.djinns
    in_front = sum(p.viziers * ONE[VIZIERS] + p.elders * ONE[ELDERS] for p in players)
    assert sum(state.piles) + state.bag + in_front + in_hand == ALL_MEEPLES
    assert state.masks == masks_of(state.piles)

    hands = sum(player.hand for player in players)
    assert hands + state.deck + state.discards + goods.gather(state.row) == ALL_CARDS
    assert len(state.row) <= 9

    for player in players:
        djinns += player.djinns
    assert len(djinns) == len(set(djinns)) == 22 + len(state.options.promos)
    assert len(state.djinn_row) <= 3

    camels = 11 if len(players) == 2 else 8
    placed = [player.tiles.bit_count() for player in players]
    left = [player.camels for player in players]
    assert {one + other for one, other in zip(placed, left, strict=True)} == {camels}
    assert min(left) >= 0
    assert sum(placed) == state.controlled.bit_count()
    assert min(state.palms_left, state.palaces_left) >= 0
    assert sum(state.palms) + state.palms_left == 12
    assert sum(state.palaces) + state.palaces_left == 10

    markers = [*state.bid_order, *state.next_order, *(s for s in state.spots if s != NOBODY)]
    assert sorted(markers) == sorted([*range(len(players))] * (2 if len(players) == 2 else 1))


def check_every_meeple(state: State) -> None:
    """One by one: a sum of piles could hide a tribe that overflowed into the next."""
    counted = Counter(
        tribe for pile in [*state.piles, state.bag] for tribe in meeples.members(pile)
    )
    counted[VIZIERS] += sum(player.viziers for player in state.players)
    counted[ELDERS] += sum(player.elders for player in state.players)
    assert [counted[tribe] for tribe in BASE_TRIBES] == [16, 20, 18, 18, 18]
