"""The risks of a turn: meeples that it leaves for others, and Yazid's strikes."""

from __future__ import annotations

from collections.abc import Iterator

from naqala.bots.advice.reasons import Lone, Peril, Reason, Safety, Stack, Strikes
from naqala.rules import meeples, sowing
from naqala.rules.actions import Action
from naqala.rules.board import Tile, members
from naqala.rules.events import Captured
from naqala.rules.meeples import ASSASSINS, BUILDERS, Tribe
from naqala.rules.state import State
from naqala.rules.turn import apply
from naqala.rules.yazid import MOST_ASSASSINS, Naming, Offering

STACK_SIZE = 3
"""How many meeples of a tribe on a tile make a stack."""


def risks(before: State, after: State) -> Iterator[Reason]:
    """What the path leaves for others: lone meeples and stacks (section 12 of the rules)."""
    ends: dict[tuple[Tile, Tribe], int] | None = None
    for tile in after.land.grid.tiles:
        pile = after.piles[tile]
        if not pile or pile == before.piles[tile]:
            continue
        tribes = meeples.tribes(pile)
        free = not after.controlled >> tile & 1
        alone = free and len(tribes) == 1
        worth = after.land.points[tile] if alone else 0
        for tribe in tribes:
            count = meeples.count(pile, tribe)
            grown = count > meeples.count(before.piles[tile], tribe)
            lone = alone and count == 1
            if not (lone or (grown and (count >= STACK_SIZE or (alone and count > 1)))):
                continue
            if ends is None:
                ends = _ends(after)
            starts = ends.get((tile, tribe), 0)
            safe: Safety = "" if starts else safety(after, tile, tribe)
            yield (
                Lone(tile, tribe, worth, starts, safe)
                if lone
                else Stack(tile, tribe, count, worth, starts, safe)
            )


def _ends(state: State) -> dict[tuple[Tile, Tribe], int]:
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


def strikes(before: State, choice: Action) -> list[Strikes]:
    """What Yazid captures at once after an answer to his dice."""
    if not isinstance(before.pending[-1], Offering | Naming):
        return []
    struck = apply(before.copy(), choice)
    return [Strikes(event.tile, event.pile) for event in struck if isinstance(event, Captured)]


def peril(state: State) -> Peril | None:
    """How many tiles would lose the game if Yazid struck there next."""
    yazid = state.yazid
    if not yazid or state.over or yazid.lost:
        return None
    gold = state.players[0].gold
    deadly = 0
    standing = list(members(state.occupied()))
    for tile in standing:
        pile = state.piles[tile]
        owed = meeples.count(pile, BUILDERS) * state.land.blue_around(tile)
        killers = yazid.assassins + meeples.count(pile, ASSASSINS)
        deadly += killers >= MOST_ASSASSINS or owed > gold
    return Peril(deadly, len(standing)) if deadly else None
