"""What the board offers to whoever moves next: a quick estimate of the best arrivals.

An arrival is a tile and the tribe of the last meeple. Its gain is guessed from the tile, the
meeples there and what the mover has, without playing the move.
"""

from __future__ import annotations

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
)
from naqala.rules.meeples import (
    ARTISANS,
    ASSASSINS,
    BUILDERS,
    ELDERS,
    FULL,
    MERCHANTS,
    ONE,
    VIZIERS,
    WIDTH,
)
from naqala.rules.state import Player, State

TOP = 5
"""How many of the best arrivals are told, each on another tile."""
PIECES = {VILLAGE: 5.0, OASIS: 3.0}
OFFERS = {SMALL_MARKET: 2.0, LARGE_MARKET: 3.0, SPECIALISED_MARKET: 2.0, WORKSHOP: 2.0}
DJINN = 5.0
CARD = 2.5
KILL = 1.0


class Prospects:
    """The arrivals that can be reached, with the part of their gain that is the same for all."""

    __slots__ = ("arrivals", "lone", "lone_points", "state")

    def __init__(self, state: State) -> None:
        """Look at the board once, for any number of movers."""
        self.state = state
        land, piles, masks, controlled = state.land, state.piles, state.masks, state.controlled
        levels = land.grid.arrivals
        reach = [0, 0, 0, 0, 0, 0]
        lone: list[int] = []
        for tile in members(state.occupied()):
            pile = piles[tile]
            size = meeples.size(pile)
            ends = levels[size][tile]
            for tribe in meeples.tribes(pile):
                reach[tribe] |= ends
            if size == 1 and not controlled >> tile & 1:
                lone.append(tile)
        self.lone = 0
        for tile in lone:
            self.lone |= 1 << tile
        self.lone_points = sum(land.points[tile] for tile in lone)
        found: list[tuple[float, int, int, int]] = []
        kinds, worth = land.kinds, land.points
        row = len(state.row)
        for tribe in range(6):
            ends = reach[tribe] & masks[tribe]
            for tile in members(ends):
                pile = piles[tile]
                number = pile >> WIDTH * tribe & FULL
                kind = kinds[tile]
                gain = 0.0
                if not controlled >> tile & 1 and pile == number * ONE[tribe]:
                    gain = worth[tile] + PIECES.get(kind, 0.0)
                gain += OFFERS.get(kind, 0.0)
                number += 1
                if tribe == BUILDERS:
                    gain += number * land.blue_around(tile)
                elif tribe == ELDERS:
                    gain += 2 * number
                elif tribe == MERCHANTS:
                    gain += CARD * min(number, row)
                elif tribe == ASSASSINS:
                    gain += self._kill(tile, number)
                elif tribe == ARTISANS:
                    gain += 2 * number + 2
                found.append((gain, tile, tribe, number))
        self.arrivals = found

    def _kill(self, tile: int, reach: int) -> float:
        land = self.state.land
        near = self.lone & land.grid.within(tile, reach)
        return KILL + max((land.points[other] for other in members(near)), default=0)

    def best(self, me: Player) -> list[float]:
        """The most that a mover can gain, on different tiles, best first: TOP numbers."""
        state = self.state
        swings = _swings(state, me)
        can_summon = me.elders > 1 or (me.elders and me.fakirs)
        summon = DJINN if can_summon and state.djinn_row else 0.0
        kinds, controlled, mine = state.land.kinds, state.controlled, me.tiles
        per_tile: dict[int, float] = {}
        for gain, tile, tribe, number in self.arrivals:
            if tribe == VIZIERS:
                gain += swings[number] if number < len(swings) else swings[-1] + number
            kind = kinds[tile]
            if kind == SACRED_PLACE:
                gain += summon
            elif controlled >> tile & 1 and kind in PIECES:
                gain += PIECES[kind] if mine >> tile & 1 else -PIECES[kind]
            if gain > per_tile.get(tile, 0.0):
                per_tile[tile] = gain
        top = sorted(per_tile.values(), reverse=True)[:TOP]
        return top + [0.0] * (TOP - len(top))


def _swings(state: State, me: Player) -> list[float]:
    """What so many Viziers more are worth, majorities included."""
    rivals = state.rival_viziers(me)
    each = 3 if any(djinn.name == "jafaar" for djinn in me.djinns) else 1
    worth = []
    for more in range(8):
        have = me.viziers + more
        won = 10 * sum(me.viziers <= other < have for other in rivals)
        # Passing a rival takes from it as well.
        lost = 10 * any(me.viziers < other <= have for other in rivals)
        worth.append(float(each * more + won + lost))
    return worth


def goods_at_hand(state: State, number: int) -> int:
    """How many different goods lie among the first cards of the row."""
    return len(set(state.row[:number]) - {goods.FAKIR})
