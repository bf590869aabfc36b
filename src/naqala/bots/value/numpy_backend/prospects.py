"""The best arrivals on many boards at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from naqala.bots.value.numpy_backend.board_arrays import (
    ONE_BIT,
    BoardArrays,
    Numbers,
    Truth,
    Whole,
    land_arrays,
)
from naqala.bots.value.prospects import (
    KILL,
    MAJORITY,
    SHOPS,
    TOP,
    Purchases,
    purchases_for,
    shop_gains,
    vizier_points,
)
from naqala.rules import goods
from naqala.rules.land import Land
from naqala.rules.meeples import ARTISANS, ASSASSINS, BUILDERS, ELDERS, MERCHANTS, VIZIERS
from naqala.rules.state import Player

SAME_FOR_ALL = [ELDERS, BUILDERS, ASSASSINS, ARTISANS]
"""The tribes whose gain does not depend on the player."""
NOTHING = -np.inf


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
        shops = [shop_gains(*each) for each in zip(states, movers, offers, strict=True)]
        more = np.array(shops) @ _shops(constants.land)
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
        each = [vizier_points(me) for me in movers]
        rivals = [state.rival_viziers(me) for state, me in zip(states, movers, strict=True)]
        more = self._more[VIZIERS]
        had = np.array([me.viziers for me in movers])[:, None]
        have = had + more
        worth: Whole = np.array(each)[:, None] * more
        overtaken = np.zeros(more.shape, bool)
        for other in np.array(rivals).T[:, :, None]:
            worth = worth + MAJORITY * ((had <= other) & (other < have))
            overtaken |= (had < other) & (other <= have)
        worth = worth + MAJORITY * overtaken  # the best rival loses as much
        return worth
