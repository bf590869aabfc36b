"""What the board offers to whoever moves next: a quick estimate of the best arrivals.

An arrival is a tile and the tribe of the last meeple. Its gain is guessed from the tile, the
meeples there and what the mover has, without playing the move.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from naqala.rules import meeples
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
OFFERS = {SMALL_MARKET: 2.0, LARGE_MARKET: 3.0, SPECIALISED_MARKET: 2.0, WORKSHOP: 2.0}
DJINN = 5.0
CARD = 2.5
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
            OFFERS.get(kind, 0.0),
            land.blue_around(tile) if kind else 0,
        )
        for tile, kind in enumerate(land.kinds)
    )


@cache
def crowd(pile: Pile) -> tuple[int, tuple[tuple[Tribe, int], ...]]:
    """The size of a pile and the number of each tribe in it."""
    found = tuple((tribe, meeples.count(pile, tribe)) for tribe in meeples.tribes(pile))
    return meeples.size(pile), found


class Prospects:
    """The arrivals that can be reached, with the part of their gain that is the same for all."""

    __slots__ = (
        "best_by_tile",
        "building",
        "largest",
        "lone",
        "lone_points",
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
        self.best_by_tile: dict[int, float] = {}
        self.building = 0
        self._arrive([ends & mask for ends, mask in zip(reach, masks, strict=True)])

    def _arrive(self, ends: list[int]) -> None:
        state = self.state
        piles, controlled = state.piles, state.controlled
        grounds = _grounds(state.land)
        row = len(state.row)
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
                    gain += CARD * (number if number < row else row)
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
        if state.djinn_row and (me.elders > 1 or (me.elders and me.fakirs)):
            for tile in members(state.land.of_kind(SACRED_PLACE)):
                if tile in best:
                    best[tile] += DJINN
        for tile in members(state.controlled & state.land.of_kind(*PIECES)):
            if tile in best:
                piece = PIECES[state.land.kinds[tile]]
                best[tile] += piece if me.tiles >> tile & 1 else -piece
        top = sorted(best.values(), reverse=True)[:TOP]
        return top + [0.0] * (TOP - len(top))


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
