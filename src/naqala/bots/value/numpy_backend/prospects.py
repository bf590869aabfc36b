"""The best arrivals on many boards at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from naqala.bots.value.numpy_backend.board_arrays import (
    Counts,
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
NO_BITS = np.uint64(0)
ONE_MORE = np.uint8(1)

Places = NDArray[np.intp]
T = TypeVar("T", np.float64, np.int64)


@lru_cache(maxsize=64)
def _shops(land: Land) -> Numbers:
    return land_arrays(land).of_kinds(SHOPS)


class Prospects:
    """The reachable arrivals on some boards and their gains."""

    def __init__(self, players: PlayerArrays) -> None:
        self.players = players
        self.boards = boards = players.boards
        constants = boards.constants
        ends = constants.arrivals(int(boards.sizes.max()))[boards.sizes, constants.places]
        reach = np.bitwise_or.reduce(np.where(boards.present, ends, NO_BITS), axis=2)
        can: Truth = (reach[:, :, None] & constants.bits) > 0
        can &= boards.present
        more: Counts = boards.counts + ONE_MORE
        earned = np.where(can[BUILDERS], more[BUILDERS], 0) * constants.blue
        self.building: Whole = earned.max(1)
        """The most gold that Builders can earn on each board."""
        gains: Numbers = np.maximum(earned, 2.0 * can[ELDERS] * more[ELDERS])
        if can[ARTISANS].any():
            gains = np.maximum(gains, can[ARTISANS] * (2.0 * more[ARTISANS] + 2))
        states, places = np.nonzero(can[ASSASSINS])
        killing = self._assassin_gains(states, places, more[ASSASSINS])
        gains[states, places] = np.maximum(gains[states, places], killing)
        self._can, self._more = can, more
        self._base: Numbers = boards.single * constants.claimed + constants.offer
        """The gain of the tile itself, whoever arrives."""
        self._best: Numbers = np.where(can[SAME_FOR_ALL].any(0), self._base + gains, 0.0)
        self._summoning = np.array([summoning_gain(state.djinn_row) for state in boards.states])

    def _assassin_gains(self, states: Places, places: Places, reach: Counts) -> Numbers:
        """The gain of Assassins that arrive at these places of these states."""
        boards, constants = self.boards, self.boards.constants
        lone = np.bitwise_or.reduce(np.where(boards.lone, constants.bits, NO_BITS), axis=1)
        distance = np.minimum(reach[states, places], len(constants.within) - 1)
        near = lone[states] & constants.within[distance, places]
        brought: Numbers = np.full(len(states), KILL)
        for points, tiles in constants.by_points:  # the highest last
            brought[(near & tiles) > 0] = KILL + points
        return brought

    def best(self, movers: Sequence[Sequence[int]], offers: Numbers) -> Numbers:
        """`[mover, state]`: the largest gains of these seats, on different tiles, best first.

        `offers` are those of `offers` for the same seats.
        """
        boards, players = self.boards, self.players
        constants, states = boards.constants, boards.states
        seats = np.array(movers)
        rows = np.arange(len(states))
        viziers = self._base + self._vizier_gains(seats)
        merchants = self._base + self._merchant_gains(offers)
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

    def offers(self, movers: Sequence[Sequence[int]]) -> Numbers:
        """`[mover, state]`: what the row is worth to these seats, see `Purchases.all`."""
        states = self.boards.states
        found = [
            purchases_for(state, state.players[seat]).all
            for row in movers
            for state, seat in zip(states, row, strict=True)
        ]
        known: dict[int, int] = {}
        places = [known.setdefault(id(each), len(known)) for each in found]
        different = dict(zip(places, found, strict=True))
        table = np.array(list(different.values()))[places]
        return table.reshape(len(movers), len(states), -1)

    def _merchant_gains(self, offers: Numbers) -> Numbers:
        """The gain of Merchants that arrive at each place."""
        return _looked_up(offers, np.minimum(self._more[MERCHANTS], goods.ROW_LENGTH))

    def _vizier_gains(self, seats: Whole) -> Whole:
        """The gain of Viziers that arrive at each place, including majorities."""
        viziers = self.players.column("viziers")
        states = self.boards.states
        more = np.arange(int(self._more[VIZIERS].max()) + 1)
        had = viziers[np.arange(len(viziers)), seats][:, :, None]
        if states[0].yazid:
            rivals = np.array([[[yazid_of(state).viziers] for state in states]])
        else:
            own = seats[:, :, None] == np.arange(viziers.shape[1])
            rivals = np.where(own, -1, viziers)  # behind everybody
        have, others = (had + more)[:, :, None], rivals[:, :, :, None]
        majorities = ((had <= rivals)[:, :, :, None] & (others < have)).sum(2)
        overtaken = ((had < rivals)[:, :, :, None] & (others <= have)).any(2)
        each = self.players.vizier_points[np.arange(len(viziers)), seats]
        worth: Whole = each[:, :, None] * more
        worth += MAJORITY * (majorities + overtaken)  # the best rival loses as much
        return _looked_up(worth, self._more[VIZIERS])


def _looked_up(table: NDArray[T], numbers: Counts) -> NDArray[T]:
    """`[mover, state, place]`: the entries of a table by mover and state for some numbers."""
    movers, states = table.shape[:2]
    return table[np.arange(movers)[:, None, None], np.arange(states)[:, None], numbers]
