"""Why a move cannot end on a tile: the simplest reason that applies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from naqala.rules import meeples
from naqala.rules.board import NO_TILE, Grid, Mask, Tile, union
from naqala.rules.meeples import Pile

Reason = Literal["hole", "odd", "even", "far", "way", "nobody", "tribe"]


class CarriedMeeples(NamedTuple):
    """The meeples that are still to be dropped, and where they are."""

    pile: Pile
    at: Tile
    before: Tile = NO_TILE
    """The tile before `at`; NO_TILE at the start."""


class Obstacle(NamedTuple):
    """The reason why carried meeples cannot end their move on a tile."""

    reason: Reason
    at: Tile
    """Where the meeples are."""
    number: int
    """How many there are; the move has as many steps left."""
    distance: int
    """How far away the tile is."""


def obstacle(
    grid: Grid, piles: Sequence[Pile], masks: Sequence[Mask], carried: CarriedMeeples, tile: Tile
) -> Obstacle | None:
    """Why a move cannot end on a tile of the board, or on a hole in it (M2–M5).

    The board is as it is now: the start emptied, the meeples dropped so far included.
    """
    number, distance = meeples.size(carried.pile), grid.distance(carried.at, tile)
    reason = _reason(grid, piles, masks, carried, tile)
    return Obstacle(reason, carried.at, number, distance) if reason else None


def _reason(
    grid: Grid, piles: Sequence[Pile], masks: Sequence[Mask], carried: CarriedMeeples, tile: Tile
) -> Reason | None:
    number, distance = meeples.size(carried.pile), grid.distance(carried.at, tile)
    if not grid.all >> tile & 1:
        return "hole"
    if (number + distance) % 2:
        return "odd" if distance % 2 else "even"
    if distance > number:
        return "far"
    edges = [edge for head, edge in grid.steps[carried.at] if head != carried.before]  # M3
    if not union(grid.reach[number - 1][edge] for edge in edges) >> tile & 1:
        return "way"
    if any(masks[tribe] >> tile & 1 for tribe in meeples.tribes(carried.pile)):
        return None
    again = union(
        grid.loops[number - 1][edge] | grid.reach[number - 1][edge] & 1 << grid.heads[edge]
        for edge in edges
    )
    if meeples.has_pair(carried.pile) and again >> tile & 1:  # M4: joins one dropped on the way
        return None
    return "tribe" if piles[tile] else "nobody"
