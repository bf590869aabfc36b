"""A fast estimate of the best arrivals for the player who moves next.

An arrival is a tile and the tribe of the last meeple. Its gain is estimated from the tile, the
meeples there and what the player has, without playing the move.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from naqala.bots.value.board_arrays import ONE_BIT, BoardArrays, Numbers, Truth, Whole, land_arrays
from naqala.bots.value.points import FAKIR, GOODS, goods_value
from naqala.rules import goods
from naqala.rules.goods import Card, Hand
from naqala.rules.land import LARGE_MARKET, SACRED_PLACE, SMALL_MARKET, SPECIALISED_MARKET, Land
from naqala.rules.meeples import ARTISANS, ASSASSINS, BUILDERS, ELDERS, MERCHANTS, VIZIERS
from naqala.rules.state import Player, State

TOP = 5
"""How many of the best arrivals are returned, each on another tile."""
SUMMONING = 1.0
"""Subtracted from the points of a Djinn for its price."""
NOW, PROMISE = 0.6, 2.0
"""The value of goods: this share of their points now, and a bonus for each new kind."""
KILL = 1.0
SHOPS = (SMALL_MARKET, LARGE_MARKET, SPECIALISED_MARKET, SACRED_PLACE)
SAME_FOR_ALL = [ELDERS, BUILDERS, ASSASSINS, ARTISANS]
"""The tribes whose gain does not depend on the player."""
NOTHING = -np.inf


class Purchases(NamedTuple):
    """What the row is worth to a hand: by number of Merchants, and at markets less the price."""

    merchants: tuple[float, ...]
    small: float
    large: float
    specialised: float


@lru_cache(maxsize=4096)
def purchases(row: tuple[Card, ...], hand: Hand, promise: float) -> Purchases:
    """What the row is worth to a hand; `promise` is the bonus for each new kind."""
    kinds = goods.kinds(hand)
    before = goods_value(hand & GOODS)

    def worth(cards: tuple[Card, ...]) -> float:
        after = goods_value((hand + goods.gather(cards)) & GOODS)
        new = set(cards).difference(kinds, (goods.FAKIR,))
        return NOW * (after - before) + promise * len(new) + FAKIR * cards.count(goods.FAKIR)

    def best(reach: int, number: int, price: int) -> float:
        some = combinations(row[:reach], number)
        return max(0.0, max((worth(cards) for cards in some), default=0.0) - price)

    merchants = [worth(row[:number]) for number in range(len(row) + 1)]
    merchants += merchants[-1:] * (goods.ROW_LENGTH - len(row))
    return Purchases(tuple(merchants), best(3, 1, 3), best(6, 2, 6), best(goods.ROW_LENGTH, 1, 4))


def purchases_for(state: State, me: Player) -> Purchases:
    """What the row is worth to a player."""
    return purchases(state.row, me.hand, 0.0 if state.last_round else PROMISE)


@lru_cache(maxsize=64)
def _shops(land: Land) -> Numbers:
    return land_arrays(land).of_kinds(SHOPS)


class Prospects:
    """The reachable arrivals on some boards and their gains."""

    def __init__(self, boards: BoardArrays) -> None:
        self.boards = boards
        constants, counts, present = boards.constants, boards.counts, boards.present
        ends = constants.arrivals(int(boards.sizes.max()))[boards.sizes, constants.places]
        reach = np.bitwise_or.reduce(np.where(present, ends, np.uint64(0)), axis=2)
        can: Truth = (reach[:, :, None] >> constants.bits & ONE_BIT).astype(bool) & present
        more: Whole = counts + 1
        claims = (counts == boards.sizes) & boards.free
        gains: Numbers = claims * constants.claimed + constants.offer
        earned = more[BUILDERS] * constants.blue
        gains[BUILDERS] += earned
        gains[ELDERS] += 2 * more[ELDERS]
        gains[ARTISANS] += 2 * more[ARTISANS] + 2
        states, places = np.nonzero(can[ASSASSINS])
        gains[ASSASSINS, states, places] += self._assassin_gains(states, places, more[ASSASSINS])
        gains = np.where(can, gains, 0.0)
        self.building: Whole = np.where(can[BUILDERS], earned, 0).max(1)
        """The most gold that Builders can earn on each board."""
        self._can, self._more, self._gains = can, more, gains
        self._best: Numbers = gains[SAME_FOR_ALL].max(0)

    def _assassin_gains(self, states: Whole, places: Whole, reach: Whole) -> Numbers:
        """The gain of Assassins that arrive at these places of these states."""
        boards = self.boards
        near = boards.constants.distance[places] <= reach[states, places][:, None]
        tiles: Numbers = np.where(near & boards.lone[states], boards.constants.points, 0)
        brought: Numbers = KILL + tiles.max(1, initial=0)
        return brought

    def best(self, movers: Sequence[Player]) -> Numbers:
        """The largest gains of a player in each state, on different tiles, best first."""
        boards, states = self.boards, self.boards.states
        constants = boards.constants
        offers = [purchases_for(state, me) for state, me in zip(states, movers, strict=True)]
        viziers = self._gains[VIZIERS] + self._vizier_gains(movers)
        merchants = self._gains[MERCHANTS] + self._merchant_gains(offers)
        best = np.maximum(
            np.where(self._can[VIZIERS], viziers, self._best),
            np.where(self._can[MERCHANTS], merchants, self._best),
        )
        best = np.maximum(best, self._best)
        shop_gains = [
            _shop_gains(state, me, offer)
            for state, me, offer in zip(states, movers, offers, strict=True)
        ]
        more = np.array(shop_gains) @ _shops(constants.land)
        owned = constants.unpacked(me.tiles for me in movers)
        more += constants.pieces * (2 * owned - boards.controlled)
        best = np.where(best > 0, best + more, NOTHING)
        # A board may have fewer tiles than TOP.
        best = np.hstack([best, np.full((len(states), TOP), NOTHING)])
        best.sort(1)
        top = best[:, : -TOP - 1 : -1]
        return np.where(top == NOTHING, 0.0, top)

    def _merchant_gains(self, offers: Sequence[Purchases]) -> Numbers:
        """The gain of Merchants that arrive at each place."""
        worth = np.array([offer.merchants for offer in offers])
        number = np.minimum(self._more[MERCHANTS], goods.ROW_LENGTH)
        return np.take_along_axis(worth, number, 1)

    def _vizier_gains(self, movers: Sequence[Player]) -> Whole:
        """The gain of Viziers that arrive at each place, including majorities."""
        states = self.boards.states
        each = [3 if any(djinn.name == "jafaar" for djinn in me.djinns) else 1 for me in movers]
        rivals = [state.rival_viziers(me) for state, me in zip(states, movers, strict=True)]
        more = self._more[VIZIERS]
        had = np.array([me.viziers for me in movers])[:, None]
        have = had + more
        worth: Whole = np.array(each)[:, None] * more
        overtaken = np.zeros(more.shape, bool)
        for other in np.array(rivals).T[:, :, None]:
            worth = worth + 10 * ((had <= other) & (other < have))
            overtaken |= (had < other) & (other <= have)
        worth = worth + 10 * overtaken  # the best rival loses as much
        return worth


def _shop_gains(state: State, me: Player, offer: Purchases) -> tuple[float, ...]:
    """The gain at each of the SHOPS for a player who arrives there."""
    gold = me.gold
    summoned = 0.0
    if state.djinn_row and (me.elders > 1 or (me.elders and me.fakirs)):
        summoned = max(djinn.points for djinn in state.djinn_row) - SUMMONING
    return (
        offer.small if gold > 2 else 0.0,
        offer.large if gold > 5 else 0.0,
        offer.specialised if gold > 3 else 0.0,
        summoned,
    )
