"""What an arrival may gain: an estimate for the player who moves next.

An arrival is a tile and the tribe of the last meeple. Its gain is estimated from the tile, the
meeples there and what the player has, without playing the move. `numpy_backend.prospects` and
`plain_backend.prospects` find the best arrivals of whole boards.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from naqala.bots.value.points import FAKIR, GOODS, goods_value
from naqala.rules import goods
from naqala.rules.djinns import Djinn
from naqala.rules.goods import Card, Hand
from naqala.rules.land import MARKETS, OASIS, SACRED_PLACE, VILLAGE
from naqala.rules.state import Player, State
from naqala.rules.tiles import TILE_EFFECTS, Market

TOP = 5
"""How many of the best arrivals are returned, each on another tile."""
SUMMONING = 1.0
"""Subtracted from the points of a Djinn for its price."""
NOW, PROMISE = 0.6, 2.0
"""The value of goods: this share of their points now, and a bonus for each new kind."""
KILL = 1.0
PIECES = {VILLAGE: 5.0, OASIS: 3.0}
"""The value of the palace or palm tree that is placed on a tile of this kind."""
WORKSHOP_ITEM = 2.0
MAJORITY = 10
"""The points for each opponent with fewer Viziers."""
SHOPS = (*MARKETS, SACRED_PLACE)
OFFERS = [effect for kind in MARKETS if isinstance(effect := TILE_EFFECTS[kind], Market)]
"""What the first three of the SHOPS sell."""
MARKET_PRICES = tuple(market.price for market in OFFERS)
SMALL_PRICE, LARGE_PRICE, SPECIALISED_PRICE = MARKET_PRICES


class Purchases(NamedTuple):
    """What the row is worth to a hand: by number of Merchants, and at markets less the price."""

    merchants: tuple[float, ...]
    small: float
    large: float
    specialised: float
    all: tuple[float, ...]
    """All of these in order."""


@lru_cache(maxsize=4096)
def purchases(row: tuple[Card, ...], hand: Hand, promise: float) -> Purchases:
    """What the row is worth to a hand; `promise` is the bonus for each new kind."""
    kinds = goods.kinds(hand)
    before = goods_value(hand & GOODS)
    known: dict[tuple[Card, ...], float] = {}

    def worth(cards: tuple[Card, ...]) -> float:
        if (found := known.get(cards)) is None:
            after = goods_value((hand + goods.gather(cards)) & GOODS)
            new = set(cards).difference(kinds, (goods.FAKIR,))
            gain = NOW * (after - before) + promise * len(new)
            found = known[cards] = gain + FAKIR * cards.count(goods.FAKIR)
        return found

    def best(market: Market) -> float:
        some = combinations(row[: market.reach], market.number)
        return max(0.0, max(map(worth, some), default=0.0) - market.price)

    merchants = [worth(row[:number]) for number in range(len(row) + 1)]
    merchants += merchants[-1:] * (goods.ROW_LENGTH - len(row))
    small, large, specialised = markets = [best(market) for market in OFFERS]
    return Purchases(tuple(merchants), small, large, specialised, (*merchants, *markets))


def purchases_for(state: State, me: Player) -> Purchases:
    """What the row is worth to a player."""
    return purchases(state.row, me.hand, 0.0 if state.last_round else PROMISE)


def vizier_points(me: Player) -> int:
    """The points of each Vizier of a player."""
    return 3 if any(djinn.name == "jafaar" for djinn in me.djinns) else 1


@lru_cache(maxsize=1 << 12)
def summoning_gain(row: tuple[Djinn, ...]) -> float:
    """The gain of a player who summons the best Djinn of a row."""
    best = max([djinn.points for djinn in row], default=0)
    return best - SUMMONING if best else 0.0


def shop_gains(state: State, me: Player, offer: Purchases) -> tuple[float, ...]:
    """The gain at each of the SHOPS for a player who arrives there."""
    gold = me.gold
    can_summon = me.elders > 1 or (me.elders and me.fakirs)
    return (
        offer.small if gold >= SMALL_PRICE else 0.0,
        offer.large if gold >= LARGE_PRICE else 0.0,
        offer.specialised if gold >= SPECIALISED_PRICE else 0.0,
        summoning_gain(state.djinn_row) if can_summon else 0.0,
    )
