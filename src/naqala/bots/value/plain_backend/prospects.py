"""The best arrivals on one board. See `numpy_backend.prospects` for the same with arrays."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from naqala.bots.value.prospects import (
    KILL,
    MAJORITY,
    PIECES,
    SHOPS,
    TOP,
    WORKSHOP_ITEM,
    purchases_for,
    shop_gains,
    vizier_points,
)
from naqala.rules import goods
from naqala.rules.board import Mask, Tile
from naqala.rules.land import WORKSHOP, Land
from naqala.rules.meeples import (
    ARTISANS,
    ASSASSINS,
    BUILDERS,
    ELDERS,
    FULL,
    MERCHANTS,
    TRIBES,
    VIZIERS,
    Pile,
    Tribe,
    count,
    size,
)
from naqala.rules.state import Player, State

NO_SHOP = len(SHOPS)


class PileInfo(NamedTuple):
    """What a pile holds."""

    size: int
    counts: tuple[tuple[Tribe, int], ...]
    """The tribes that are present, each with the number of its meeples."""


@lru_cache(maxsize=1 << 14)
def pile_info(pile: Pile) -> PileInfo:
    """What a pile holds, cached."""
    found = ((tribe, count(pile, tribe)) for tribe in TRIBES)
    return PileInfo(size(pile), tuple(each for each in found if each[1]))


class LandTables:
    """The constant properties of a land, by tile."""

    def __init__(self, land: Land) -> None:
        self.land = land
        kinds = land.kinds
        self.pieces = [PIECES.get(kind, 0.0) for kind in kinds]
        self.claimed = [
            points + piece for points, piece in zip(land.points, self.pieces, strict=True)
        ]
        """The value of taking control of a tile and of its action."""
        self.offer = [WORKSHOP_ITEM if kind == WORKSHOP else 0.0 for kind in kinds]
        """The value of a tile's action, where it is the same for every player."""
        self.shop = [SHOPS.index(kind) if kind in SHOPS else NO_SHOP for kind in kinds]
        self.blue = [0] * len(kinds)
        by_points: dict[int, Mask] = {}
        for tile in land.grid.tiles:
            self.blue[tile] = land.blue_around(tile)
            by_points[land.points[tile]] = by_points.get(land.points[tile], 0) | 1 << tile
        self.by_points = sorted(by_points.items(), reverse=True)
        """The tiles of each number of points, highest first."""

    def worth(self, tiles: Mask) -> int:
        """The points of some tiles together."""
        return sum(points * (tiles & each).bit_count() for points, each in self.by_points)

    def highest(self, tiles: Mask) -> int:
        """The points of the best of some tiles; 0 if there are none."""
        for points, each in self.by_points:
            if tiles & each:
                return points
        return 0


@lru_cache(maxsize=64)
def land_tables(land: Land) -> LandTables:
    """The tables of a land, cached."""
    return LandTables(land)


@lru_cache(maxsize=1 << 12)
def vizier_gains(each: int, had: int, rivals: tuple[int, ...]) -> tuple[int, ...]:
    """The gain of a number of Viziers for a player who had some, including majorities."""
    found = []
    for more in range(FULL + 2):
        have = had + more
        majorities = sum(had <= other < have for other in rivals)
        overtaken = any(had < other <= have for other in rivals)  # the best rival loses as much
        found.append(each * more + MAJORITY * (majorities + overtaken))
    return tuple(found)


class Arrivals(NamedTuple):
    """What can arrive at a tile."""

    tile: Tile
    best: float
    """The largest gain of the tribes whose gain does not depend on the player."""
    viziers: int
    """The number of Viziers with the one that arrives; 0 if none can."""
    merchants: int
    claim: float
    """The gain of the tile itself, whoever arrives."""


class Prospects:
    """The reachable arrivals on a board, their gains, and what stands on the tiles."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.tables = tables = land_tables(state.land)
        piles, controlled = state.piles, state.controlled
        occupied = state.occupied()
        arrivals = state.land.grid.arrivals
        reach = [0] * len(TRIBES)
        self.largest = largest = [0] * len(TRIBES)
        single = lone = 0
        tiles = []
        for tile in state.land.grid.tiles:
            if not (pile := piles[tile]):
                continue
            info = pile_info(pile)
            number, counts = info
            tiles.append((tile, info))
            ends = arrivals[number][tile]
            for tribe, many in counts:
                reach[tribe] |= ends
                if many > largest[tribe]:
                    largest[tribe] = many
            if len(counts) == 1:
                single |= 1 << tile
                if number == 1:
                    lone |= 1 << tile
        self.open = occupied & ~controlled
        self.single = single & ~controlled
        """Uncontrolled tiles with meeples of one tribe only."""
        self.lone = lone & ~controlled
        """Uncontrolled tiles with a single meeple."""
        self.building = 0
        """The most gold that Builders can earn."""
        self._arrivals = self._find(tables, tiles, reach)

    def _find(
        self, tables: LandTables, tiles: list[tuple[Tile, PileInfo]], reach: list[Mask]
    ) -> list[Arrivals]:
        lone, single = self.lone, self.single
        within = self.state.land.grid.within
        found = []
        for tile, (_, counts) in tiles:
            bit = 1 << tile
            base = tables.offer[tile]
            if single & bit:
                base += tables.claimed[tile]
            best = 0.0
            viziers = merchants = 0
            for tribe, many in counts:
                if not reach[tribe] & bit:
                    continue
                if tribe == VIZIERS:
                    viziers = many + 1
                    continue
                if tribe == MERCHANTS:
                    merchants = many + 1
                    continue
                gain = base
                if tribe == ELDERS:
                    gain += 2 * many + 2
                elif tribe == BUILDERS:
                    earned = (many + 1) * tables.blue[tile]
                    gain += earned
                    if earned > self.building:
                        self.building = earned
                elif tribe == ASSASSINS:
                    gain += KILL
                    if lone:
                        gain += tables.highest(lone & within(tile, many + 1))
                elif tribe == ARTISANS:
                    gain += 2 * many + 4
                if gain > best:
                    best = gain
            if best or viziers or merchants:
                found.append(Arrivals(tile, best, viziers, merchants, base))
        return found

    def best(self, me: Player) -> list[float]:
        """The largest gains of a player, on different tiles, best first."""
        state, tables = self.state, self.tables
        offer = purchases_for(state, me)
        cards, most = offer.merchants, goods.ROW_LENGTH
        shops = (*shop_gains(state, me, offer), 0.0)
        for_viziers = vizier_gains(vizier_points(me), me.viziers, tuple(state.rival_viziers(me)))
        shop, pieces = tables.shop, tables.pieces
        mine, controlled = me.tiles, state.controlled
        found = []
        for tile, best, viziers, merchants, claim in self._arrivals:
            if viziers:
                gain = claim + for_viziers[viziers]
                if gain > best:
                    best = gain
            if merchants:
                gain = claim + cards[merchants if merchants < most else most]
                if gain > best:
                    best = gain
            if best > 0:
                best += shops[shop[tile]]
                if controlled >> tile & 1:
                    best += pieces[tile] if mine >> tile & 1 else -pieces[tile]
                found.append(best)
        found.sort(reverse=True)
        found += [0.0] * TOP
        return found[:TOP]


def arrival_gains(state: State, me: Player) -> dict[tuple[Tile, Tribe], float]:
    """The gain of every arrival for a player, whether a move can end there or not."""
    tables = land_tables(state.land)
    offer = purchases_for(state, me)
    cards, most = offer.merchants, goods.ROW_LENGTH
    shops = (*shop_gains(state, me, offer), 0.0)
    for_viziers = vizier_gains(vizier_points(me), me.viziers, tuple(state.rival_viziers(me)))
    piles, controlled = state.piles, state.controlled
    within = state.land.grid.within
    tiles = [(tile, pile_info(piles[tile])) for tile in state.land.grid.tiles if piles[tile]]
    lone = 0
    for tile, info in tiles:
        if info.size == 1 and not controlled >> tile & 1:
            lone |= 1 << tile
    found: dict[tuple[Tile, Tribe], float] = {}
    for tile, (_, counts) in tiles:
        base = tables.offer[tile] + shops[tables.shop[tile]]
        if controlled >> tile & 1:
            base += tables.pieces[tile] if me.tiles >> tile & 1 else -tables.pieces[tile]
        elif len(counts) == 1:
            base += tables.claimed[tile]
        for tribe, many in counts:
            gain = base
            if tribe == VIZIERS:
                gain += for_viziers[many + 1]
            elif tribe == ELDERS:
                gain += 2 * many + 2
            elif tribe == MERCHANTS:
                gain += cards[many + 1 if many < most else most]
            elif tribe == BUILDERS:
                gain += (many + 1) * tables.blue[tile]
            elif tribe == ASSASSINS:
                gain += KILL
                if lone:
                    gain += tables.highest(lone & within(tile, many + 1))
            elif tribe == ARTISANS:
                gain += 2 * many + 4
            found[tile, tribe] = gain
    return found
