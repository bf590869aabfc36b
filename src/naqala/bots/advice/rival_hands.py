"""What cards are worth to a rival whose hand is secret: a mean over hands that are possible."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import NamedTuple

from naqala.bots.value.points import GOODS, goods_value
from naqala.rules import goods
from naqala.rules.goods import Card, Hand
from naqala.rules.state import State

CHOOSING, VALUING = 60, 240
"""How many possible hands are drawn to choose what to buy, and to value it.

With the same hands for both, a purchase that suits them by chance would be chosen and overvalued.
"""

Hands = tuple[Hand, ...]
"""What a player may have in hand besides the known cards."""
NO_CARDS: Hands = (0,)


class PossibleHands(NamedTuple):
    """Hands that a rival may have."""

    choosing: Hands
    valuing: Hands

    @property
    def known(self) -> bool:
        """Whether there is nothing that the viewer does not know."""
        return self.choosing == NO_CARDS


def possible_hands(state: State, mover: int, viewer: int) -> PossibleHands:
    """Hands that a rival may have, as far as the viewer can know; `NO_CARDS` for one's own turn."""
    number = goods.size(state.players[mover].hand)
    if mover == viewer or not number:
        return PossibleHands(NO_CARDS, NO_CARDS)
    hidden = (player.hand for nth, player in enumerate(state.players) if nth != viewer)
    return _drawn(tuple(goods.members(state.deck + sum(hidden))), number)


@lru_cache(maxsize=64)
def _drawn(unseen: tuple[Card, ...], number: int) -> PossibleHands:
    """Hands that are dealt from shuffled cards, so that each card is in about as many of them."""
    random = Random(0)
    found: list[Hand] = []
    while len(found) < CHOOSING + VALUING:
        cards = random.sample(unseen, len(unseen))
        starts = range(0, len(cards) - number + 1, number)
        found += [goods.gather(cards[start : start + number]) for start in starts]
    return PossibleHands(tuple(found[:CHOOSING]), tuple(found[CHOOSING : CHOOSING + VALUING]))


@lru_cache(maxsize=1 << 14)
def goods_worth(hands: Hands, known: Hand) -> float:
    """The mean points of the goods of a player who also has these known cards."""
    return sum(goods_value((hand + known) & GOODS) for hand in hands) / len(hands)
