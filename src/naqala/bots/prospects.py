"""What the board offers to whoever moves next: a quick estimate of the best arrivals.

An arrival is a tile and the tribe of the last meeple. Its gain is guessed from the tile, the
meeples there and what the mover has, without playing the move.
"""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations
from typing import NamedTuple

from naqala.bots.points import GOODS, goods_value
from naqala.rules import goods, meeples
from naqala.rules.board import members
from naqala.rules.land import (
    LARGE_MARKET,
    OASIS,
    SACRED_PLACE,
    SMALL_MARKET,
    SPECIALISED_MARKET,
    VILLAGE,
    WORKSHOP,
    Land,
)
from naqala.rules.meeples import (
    ARTISANS,
    ASSASSINS,
    BUILDERS,
    ELDERS,
    FULL,
    MERCHANTS,
    ONE,
    TRIBES,
    WIDTH,
    Pile,
    Tribe,
)
from naqala.rules.state import Player, State

TOP = 5
"""How many of the best arrivals are told, each on another tile."""
PIECES = {VILLAGE: 5.0, OASIS: 3.0}
WORKSHOP_ITEM = 2.0
SUMMONING = 1.0
"""What a Djinn costs: its points less this are gained."""
FAKIR = 1.5
NOW, PROMISE = 0.6, 2.0
"""Goods are worth part of what they bring now, and each new kind promises more."""
KILL = 1.0


class Ground(NamedTuple):
    """What a tile brings: when it is claimed, whatever happens, and to Builders."""

    claimed: float
    offer: float
    blue: int


@lru_cache(maxsize=64)
def _grounds(land: Land) -> tuple[Ground, ...]:
    return tuple(
        Ground(
            land.points[tile] + PIECES.get(kind, 0.0),
            WORKSHOP_ITEM if kind == WORKSHOP else 0.0,
            land.blue_around(tile) if kind else 0,
        )
        for tile, kind in enumerate(land.kinds)
    )


@cache
def crowd(pile: Pile) -> tuple[int, tuple[tuple[Tribe, int], ...]]:
    """The size of a pile and the number of each tribe in it."""
    found = tuple((tribe, meeples.count(pile, tribe)) for tribe in meeples.tribes(pile))
    return meeples.size(pile), found


class Purchases(NamedTuple):
    """What the row offers to a hand: by number of Merchants, and on each market less its price."""

    merchants: tuple[float, ...]
    small: float
    large: float
    specialised: float


@lru_cache(maxsize=4096)
def purchases(row: tuple[int, ...], hand: int, promise: float) -> Purchases:
    """What the cards of the row are worth to a hand."""
    kinds = goods.kinds(hand)
    before = goods_value(hand & GOODS)

    def worth(cards: tuple[int, ...]) -> float:
        after = goods_value((hand + goods.gather(cards)) & GOODS)
        new = set(cards).difference(kinds, (goods.FAKIR,))
        return NOW * (after - before) + promise * len(new) + FAKIR * cards.count(goods.FAKIR)

    def best(reach: int, number: int, price: int) -> float:
        some = combinations(row[:reach], number)
        return max(0.0, max((worth(cards) for cards in some), default=0.0) - price)

    merchants = [worth(row[:number]) for number in range(len(row) + 1)]
    merchants += merchants[-1:] * (goods.ROW_LENGTH - len(row))
    return Purchases(tuple(merchants), best(3, 1, 3), best(6, 2, 6), best(goods.ROW_LENGTH, 1, 4))


class Prospects:
    """The arrivals that can be reached, with the part of their gain that is the same for all."""

    __slots__ = (
        "best_by_tile",
        "building",
        "largest",
        "lone",
        "lone_points",
        "merchants",
        "open_points",
        "open_tiles",
        "single",
        "single_points",
        "state",
        "viziers",
    )

    def __init__(self, state: State) -> None:
        """Look at the board once, for any number of movers."""
        self.state = state
        land, piles, masks, controlled = state.land, state.piles, state.masks, state.controlled
        levels, worth = land.grid.arrivals, land.points
        reach = [0, 0, 0, 0, 0, 0]
        largest = [0, 0, 0, 0, 0, 0]
        lone = lone_points = open_tiles = open_points = single = single_points = 0
        for tile in land.grid.tiles:
            pile = piles[tile]
            if not pile:
                continue
            size, tribes = crowd(pile)
            ends = levels[size][tile]
            for tribe, number in tribes:
                reach[tribe] |= ends
                if number > largest[tribe]:
                    largest[tribe] = number
            if not controlled >> tile & 1:
                open_tiles += 1
                open_points += worth[tile]
                if len(tribes) == 1:
                    single += 1
                    single_points += worth[tile]
                    if size == 1:
                        lone |= 1 << tile
                        lone_points += worth[tile]
        self.largest = largest
        self.lone, self.lone_points = lone, lone_points
        self.open_tiles, self.open_points = open_tiles, open_points
        self.single, self.single_points = single, single_points
        self.viziers: list[tuple[float, int, int]] = []
        self.merchants: list[tuple[float, int, int]] = []
        self.best_by_tile: dict[int, float] = {}
        self.building = 0
        self._arrive([ends & mask for ends, mask in zip(reach, masks, strict=True)])

    def _arrive(self, ends: list[int]) -> None:
        state = self.state
        piles, controlled = state.piles, state.controlled
        grounds = _grounds(state.land)
        best = self.best_by_tile
        for tribe in TRIBES:
            one, shift, mask = ONE[tribe], WIDTH * tribe, ends[tribe]
            while mask:
                low = mask & -mask
                mask ^= low
                tile = low.bit_length() - 1
                pile = piles[tile]
                number = pile >> shift & FULL
                ground = grounds[tile]
                gain = ground[1]
                if pile == number * one and not controlled & low:
                    gain += ground[0]
                number += 1
                if tribe == BUILDERS:
                    earned = number * ground[2]
                    if earned > self.building:
                        self.building = earned
                    gain += earned
                elif tribe == ELDERS:
                    gain += 2 * number
                elif tribe == MERCHANTS:
                    self.merchants.append((gain, tile, number))
                    continue
                elif tribe == ASSASSINS:
                    gain += self._kill(tile, number)
                elif tribe == ARTISANS:
                    gain += 2 * number + 2
                else:
                    self.viziers.append((gain, tile, number))
                    continue
                if gain > best.get(tile, 0.0):
                    best[tile] = gain

    def _kill(self, tile: int, reach: int) -> float:
        land = self.state.land
        near = self.lone & land.grid.within(tile, reach)
        return KILL + max((land.points[other] for other in members(near)), default=0)

    def best(self, me: Player) -> list[float]:
        """The most that a mover can gain, on different tiles, best first: TOP numbers."""
        state = self.state
        best = self.best_by_tile.copy()
        swings: dict[int, float] = {}
        for gain, tile, number in self.viziers:
            if number not in swings:
                swings[number] = _swing(state, me, number)
            gain += swings[number]
            if gain > best.get(tile, 0.0):
                best[tile] = gain
        offered = self.offered(me)
        for gain, tile, number in self.merchants:
            gain += offered.merchants[number if number < goods.ROW_LENGTH else goods.ROW_LENGTH]
            if gain > best.get(tile, 0.0):
                best[tile] = gain
        self._add(best, SMALL_MARKET, offered.small if me.gold > 2 else 0)
        self._add(best, LARGE_MARKET, offered.large if me.gold > 5 else 0)
        self._add(best, SPECIALISED_MARKET, offered.specialised if me.gold > 3 else 0)
        if state.djinn_row and (me.elders > 1 or (me.elders and me.fakirs)):
            most = max(djinn.points for djinn in state.djinn_row)
            self._add(best, SACRED_PLACE, most - SUMMONING)
        for tile in members(state.controlled & state.land.of_kind(*PIECES)):
            if tile in best:
                piece = PIECES[state.land.kinds[tile]]
                best[tile] += piece if me.tiles >> tile & 1 else -piece
        top = sorted(best.values(), reverse=True)[:TOP]
        return top + [0.0] * (TOP - len(top))

    def _add(self, best: dict[int, float], kind: str, gain: float) -> None:
        if gain:
            for tile in members(self.state.land.of_kind(kind)):
                if tile in best:
                    best[tile] += gain

    def offered(self, me: Player) -> Purchases:
        """What the cards of the row are worth to a player."""
        state = self.state
        return purchases(state.row, me.hand, 0.0 if state.last_round else PROMISE)


def _swing(state: State, me: Player, more: int) -> float:
    """What so many Viziers more are worth, majorities included."""
    each = 3 if any(djinn.name == "jafaar" for djinn in me.djinns) else 1
    had = me.viziers
    have = had + more
    worth = float(each * more)
    overtakes = False
    for other in state.rival_viziers(me):
        if had <= other < have:
            worth += 10
        if had < other <= have:
            overtakes = True
    return worth + 10 * overtakes  # what the best rival loses
