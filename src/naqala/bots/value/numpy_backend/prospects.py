"""The best arrivals on many boards at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from naqala.bots.value.numpy_backend.board_arrays import (
    ONE_BIT,
    Numbers,
    Truth,
    Whole,
    land_arrays,
)
from naqala.bots.value.numpy_backend.player_arrays import PlayerArrays
from naqala.bots.value.prospects import (
    KILL,
    MAJORITY,
    MARKET_PRICES,
    SHOPS,
    TOP,
    purchases_for,
    summoning_gain,
    vizier_points,
)
from naqala.rules import goods
from naqala.rules.land import Land
from naqala.rules.meeples import ARTISANS, ASSASSINS, BUILDERS, ELDERS, MERCHANTS, VIZIERS
from naqala.rules.yazid import yazid_of

SAME_FOR_ALL = [ELDERS, BUILDERS, ASSASSINS, ARTISANS]
"""The tribes whose gain does not depend on the player."""
PRICES = np.array(MARKET_PRICES)
MARKETS = len(MARKET_PRICES)
"""How many of the SHOPS are markets; they come first."""
NOTHING = -np.inf


@lru_cache(maxsize=64)
def _shops(land: Land) -> Numbers:
    return land_arrays(land).of_kinds(SHOPS)


class Prospects:
    """The reachable arrivals on some boards and their gains."""

    def __init__(self, players: PlayerArrays) -> None:
        self.players = players
        self.boards = boards = players.boards
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
        self._summoning = np.array([summoning_gain(state) for state in boards.states])

    def _assassin_gains(self, states: Whole, places: Whole, reach: Whole) -> Numbers:
        """The gain of Assassins that arrive at these places of these states."""
        boards = self.boards
        near = boards.constants.distance[places] <= reach[states, places][:, None]
        tiles: Numbers = np.where(near & boards.lone[states], boards.constants.points, 0)
        brought: Numbers = KILL + tiles.max(1, initial=0)
        return brought

    def best(self, movers: Sequence[Sequence[int]]) -> Numbers:
        """`[mover, state]`: the largest gains of these seats, on different tiles, best first."""
        boards, players = self.boards, self.players
        constants, states = boards.constants, boards.states
        seats = np.array(movers)
        rows = np.arange(len(states))
        offers = np.array(
            [
                purchases_for(state, state.players[seat]).all
                for row in movers
                for state, seat in zip(states, row, strict=True)
            ]
        ).reshape(*seats.shape, -1)
        viziers = self._gains[VIZIERS] + self._vizier_gains(seats)
        merchants = self._gains[MERCHANTS] + self._merchant_gains(offers)
        best = np.maximum(
            np.where(self._can[VIZIERS], viziers, self._best),
            np.where(self._can[MERCHANTS], merchants, self._best),
        )
        best = np.maximum(best, self._best)
        shops = np.zeros((*seats.shape, len(SHOPS)))
        gold = players.column("gold")[rows, seats]
        shops[:, :, :MARKETS] = np.where(gold[:, :, None] >= PRICES, offers[:, :, -MARKETS:], 0.0)
        shops[:, :, MARKETS] = players.column("can_summon")[rows, seats] * self._summoning
        more = shops @ _shops(constants.land)
        more += constants.pieces * (2 * players.owned[rows, seats] - boards.controlled)
        best = np.where(best > 0, best + more, NOTHING)
        best.sort(2)
        top = best[:, :, : -TOP - 1 : -1]
        found = np.zeros((*seats.shape, TOP))  # a board may have fewer tiles than TOP
        found[:, :, : top.shape[2]] = np.where(top == NOTHING, 0.0, top)
        return found

    def _merchant_gains(self, offers: Numbers) -> Numbers:
        """The gain of Merchants that arrive at each place."""
        number = np.minimum(self._more[MERCHANTS], goods.ROW_LENGTH)
        return np.take_along_axis(offers, np.broadcast_to(number, (len(offers), *number.shape)), 2)

    def _vizier_gains(self, seats: Whole) -> Whole:
        """The gain of Viziers that arrive at each place, including majorities."""
        viziers = self.players.column("viziers")
        states = self.boards.states
        each = [
            [vizier_points(state.players[seat]) for state, seat in zip(states, row, strict=True)]
            for row in seats.tolist()
        ]
        more = self._more[VIZIERS]
        had = viziers[np.arange(len(viziers)), seats][:, :, None]
        have = had + more
        worth: Whole = np.array(each)[:, :, None] * more
        overtaken = np.zeros(have.shape, bool)
        rivals = [(number, seats != seat) for seat, number in enumerate(viziers.T)]
        if states[0].yazid:
            theirs = np.array([yazid_of(state).viziers for state in states])
            rivals.append((theirs, seats >= 0))
        for number, is_rival in rivals:
            other = np.where(is_rival, number, -1)[:, :, None]  # behind everybody
            worth = worth + MAJORITY * ((had <= other) & (other < have))
            overtaken |= (had < other) & (other <= have)
        worth = worth + MAJORITY * overtaken  # the best rival loses as much
        return worth
