"""What cards are worth to a rival whose hand is secret: a mean over hands that are possible."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from naqala.bots.value.points import GOODS, goods_value
from naqala.rules import goods
from naqala.rules.goods import Hand
from naqala.rules.state import State

HANDS = 12
"""How many possible hands are drawn."""

Hands = tuple[Hand, ...]
"""What a player may have in hand besides the known cards."""
NO_CARDS: Hands = (0,)


def possible_hands(state: State, mover: int, viewer: int) -> Hands:
    """Hands that a rival may have, as far as the viewer can know; `NO_CARDS` for one's own turn."""
    number = goods.size(state.players[mover].hand)
    if mover == viewer or not number:
        return NO_CARDS
    hidden = (player.hand for nth, player in enumerate(state.players) if nth != viewer)
    unseen = list(goods.members(state.deck + sum(hidden)))
    random = Random(0)
    return tuple(goods.gather(random.sample(unseen, number)) for _ in range(HANDS))


@lru_cache(maxsize=4096)
def goods_worth(hands: Hands, known: Hand) -> float:
    """The mean points of the goods of a player who also has these known cards."""
    return sum(goods_value((hand + known) & GOODS) for hand in hands) / len(hands)
