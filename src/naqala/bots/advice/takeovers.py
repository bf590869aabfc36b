"""From where others can win the tile of a lone meeple in one turn, and what else they need for it.

A move wins it by ending there (M8), or by a kill from another tile (T7). Fakirs, Djinns and magic
items can do more: of the cards and items of others only the number is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from naqala.bots.advice.reasons import Safety
from naqala.bots.value.turn_order import upcoming
from naqala.rules import goods, meeples, sowing
from naqala.rules.board import Grid, Tile, grid, members
from naqala.rules.djinns import untouched
from naqala.rules.meeples import ASSASSINS, ELDERS, Tribe
from naqala.rules.sowing import Outcome
from naqala.rules.state import Player, State

BEFORE_THE_KILL = {"anun-nak", "iblis", "sibittis"}
"""Djinns that may make a kill or an arrival possible: by meeples, a second victim or a Djinn."""
AT_THE_END = {"leta", "sibittis", "utug"}
"""Djinns that may take a tile without a move."""
MOST_PRICE = 4
"""The Elders and Fakirs for a Djinn of the row and for its power."""


class Takeover(NamedTuple):
    """How others can win a tile in their next turn."""

    starts: frozenset[Tile]
    """The tiles whose meeples do it, without Fakirs, Djinns and items."""
    fakirs: int = 0
    """How many Fakirs it takes at least if there are no such tiles; 0 if they do not help."""
    powers: tuple[str, ...] = ()
    """What else may do it if there are no such tiles: `djinn` and `item`."""


def able_rivals(state: State, seat: int) -> list[Player]:
    """The rivals who still act and have a camel or their tent."""
    acting = set(upcoming(state)) if state.last_round else set(range(len(state.players)))
    return [
        player
        for nth, player in enumerate(state.players)
        if nth != seat and nth in acting and player.camels + player.tents
    ]


def takeover(state: State, tile: Tile, tribe: Tribe, rivals: Sequence[Player]) -> Takeover:
    """How these rivals can win a free tile with a single meeple of a tribe."""
    starts: set[Tile] = set()
    missing: list[int] = []
    for start, fakirs in _ways(state, tile, tribe):
        if fakirs:
            missing.append(fakirs)
        else:
            starts.add(start)
    if starts:
        return Takeover(frozenset(starts))
    needed = min(missing, default=0)
    if needed > max(goods.size(rival.hand) for rival in rivals):
        needed = 0
    powers = []
    if any(_has_djinn(state, tile, rival) for rival in rivals):
        powers.append("djinn")
    if any(rival.items for rival in rivals):
        powers.append("item")
    return Takeover(frozenset(), needed, tuple(powers))


def _ways(state: State, tile: Tile, tribe: Tribe) -> Iterator[tuple[Tile, int]]:
    """The starts of moves that win a tile, each with the number of Fakirs that it takes."""
    land, piles = state.land.grid, state.piles
    around = _without(land, tile)
    for outcome in sowing.outcomes(land, piles, state.masks):
        start, goal, last = outcome
        if start == tile or (last != ASSASSINS and goal != tile):
            continue
        spare = meeples.count(piles[start], last) - 1
        if goal != tile:
            strength = _most_assassins(state, around, outcome)
            if strength:
                yield start, max(0, land.distance(goal, tile) - strength)
        elif last == tribe:
            # Whatever is dropped there on the way has to be of this tribe as well.
            if any(_visits(land, outcome, piles[start])[: spare + 1]):
                yield start, 0
        elif last == ASSASSINS and any(_visits(land, outcome, piles[start])[1 : spare + 1]):
            yield start, 0  # two Assassins or more end there, and kill the lone meeple


def _most_assassins(state: State, around: Grid, outcome: Outcome) -> int:
    """How many Assassins a move can gather if it leaves a tile alone; 0 if it cannot."""
    start, goal, _ = outcome
    pile = state.piles[start]
    spare = meeples.count(pile, ASSASSINS) - 1
    there = 0 if start == goal else meeples.count(state.piles[goal], ASSASSINS)
    visits = [nth for nth, walks in enumerate(_visits(around, outcome, pile)) if walks]
    if not visits:
        return 0
    dropped = min(max(visits), spare)
    return there + 1 + dropped if there or dropped else 0  # M4


def _visits(land: Grid, outcome: Outcome, pile: int) -> tuple[int, ...]:
    """How many walks do not pass the arrival tile before they end, how many do once, and so on."""
    return land.walks(outcome.start, meeples.size(pile), outcome.tile)


def _without(land: Grid, tile: Tile) -> Grid:
    """The same grid with a hole instead of a tile."""
    return grid(land.columns, land.rows, land.walls, land.holes | 1 << tile)


def _has_djinn(state: State, tile: Tile, rival: Player) -> bool:
    """Whether a Djinn that a rival has, or may summon, could win the tile."""
    own = {djinn.name for djinn in rival.djinns}
    if own & BEFORE_THE_KILL:
        return True
    if not untouched(state) >> tile & 1:
        return False
    if own & AT_THE_END:
        return True
    in_row = any(djinn.name in AT_THE_END for djinn in state.djinn_row)
    elders = [meeples.count(pile, ELDERS) for pile in state.piles]
    found = rival.elders + goods.size(rival.hand) + 2 * max(elders)
    return in_row and found >= MOST_PRICE


def starts_by_arrival(state: State) -> dict[tuple[Tile, Tribe], int]:
    """From how many tiles a move can end on a tile with a tribe."""
    found: dict[tuple[Tile, Tribe], int] = {}
    for outcome in sowing.outcomes(state.land.grid, state.piles, state.masks):
        key = outcome.tile, outcome.tribe
        found[key] = found.get(key, 0) + 1
    return found


def safety(state: State, tile: Tile, tribe: Tribe) -> Safety:
    """Why no move can end on a tile with a tribe, given that none can.

    A move has as many steps as the pile has meeples, so an odd number ends on the other colour of
    the chessboard and an even number on the same.
    """
    grid = state.land.grid
    starts = [start for start in members(state.masks[tribe]) if start != tile]
    if not starts:
        return "tribe"
    steps = {start: meeples.size(state.piles[start]) for start in starts}
    near = [start for start in starts if grid.distance(start, tile) <= steps[start]]
    if not near:
        return "far"
    fits = [start for start in near if (grid.distance(start, tile) + steps[start]) % 2 == 0]
    return "path" if fits else "parity"
