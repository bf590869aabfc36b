"""Reasons for and against a turn, found by comparing the states before and after it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from naqala.bots.advice.reasons import (
    Council,
    Denies,
    EndsGame,
    Fakirs,
    Gain,
    Leaves,
    Lone,
    Loses,
    NearsEnd,
    Overtakes,
    Peril,
    Reason,
    Safety,
    Stack,
    Strikes,
    Summons,
)
from naqala.bots.search.planner import turns
from naqala.bots.value.points import points
from naqala.bots.value.turn_order import upcoming
from naqala.rules import meeples, sowing
from naqala.rules.actions import Action, Sow
from naqala.rules.board import Tile, members
from naqala.rules.events import Captured
from naqala.rules.meeples import ASSASSINS, BUILDERS, VIZIERS, Tribe
from naqala.rules.scoring import SOURCES, scores
from naqala.rules.state import State
from naqala.rules.turn import advance, apply, start_turn
from naqala.rules.yazid import MOST_ASSASSINS, YAZID, Naming, Offering

WORTH_DENYING, WORTH_OPENING = 4, 4
"""By how many points a rival's turn must change to be mentioned."""
FEW = 3
"""How many of a rival's best arrivals are compared."""
DRAWN = ("gold", "djinns", "goods", "items")
"""The sources of points that depend on drawn cards."""
SECRET = ("gold", "goods", "items")
"""The sources of points that others cannot see."""
STACK_SIZE = 3
"""How many meeples of a tribe on a tile make a stack."""
FEW_CAMELS = 2
"""How many camels are left when the end of the game is near."""


class Arrival(NamedTuple):
    """The largest gain of a player on a tile, and its tribe."""

    gain: int
    tribe: Tribe


Arrivals = dict[Tile, Arrival]


def arrivals(state: State, mover: int) -> Arrivals:
    """What a player could gain on each tile by moving now; follow-up choices maximise points."""
    there = state.copy()
    there.pending = ()
    start_turn(there, mover, 0)
    if there.over:
        return {}
    advance(there)
    had = points(there, there.players[mover])

    def gained(states: Sequence[State], seat: int) -> list[float]:
        return [float(points(after, after.players[seat]) - had) for after in states]

    found: Arrivals = {}
    for turn in turns(there, gained, starts=1):
        move = turn.actions[0]
        assert isinstance(move, Sow)
        tile, tribe = move.drops[-1]
        found.setdefault(tile, Arrival(round(turn.value), tribe))
    return found


def next_mover(state: State, seat: int) -> tuple[int, bool] | None:
    """Who moves next and whether that is certain; None if the game ends first."""
    if state.over or (state.last_round and not upcoming(state) and not state.yazid):
        return None
    if order := upcoming(state):
        return order[0], True
    if state.yazid:
        return seat, True
    rivals = [other for other in range(len(state.players)) if other != seat]
    best = max(rivals, key=lambda other: (points(state, state.players[other]), -other))
    return best, False


def gains(
    before: State,
    ends: Sequence[State],
    seat: int,
    *,
    guessed: bool = False,
    imagined: bool = False,
) -> list[Gain]:
    """The differences of the score sheets; the mean if there are several end states.

    If draws were only `guessed`, gains that depend on cards are not sure. If the secrets of others
    were `imagined` anew for the end states, differences in them mean nothing and are left out.
    """
    sheets = [scores(end) for end in ends]
    after = ends[0]
    found = []
    for nth, old in enumerate(scores(before)):
        for source in SOURCES:
            if imagined and nth != seat and source in SECRET:
                continue
            changes = [getattr(sheet[nth], source) - getattr(old, source) for sheet in sheets]
            mean = round(sum(changes) / len(changes))
            if mean:
                sure = len(set(changes)) == 1 and not (guessed and source in DRAWN)
                tiles = _tiles(before, after, nth, source)
                found.append(Gain(nth, nth == seat, source, mean, sure, tiles))
    return found


def _tiles(before: State, after: State, seat: int, source: str) -> tuple[Tile, ...]:
    """The tiles that caused a change of the score sheet."""
    mine = after.players[seat].tiles
    if source == "tiles":
        return tuple(members(mine & ~before.players[seat].tiles))
    pieces = {
        "palms": (before.palms, after.palms),
        "palaces": (before.palaces, after.palaces),
    }.get(source)
    if not pieces:
        return ()
    return tuple(tile for tile in members(mine) if pieces[1][tile] > pieces[0][tile])


def changes(
    before: State, ends: Sequence[State], seat: int, margin: float | None = None
) -> list[Reason]:
    """What else changes for the player at once, in all end states.

    `margin` is the expected final margin, which says whether an early end is good.
    """
    first, *others = (list(_changes(before, after, seat, margin)) for after in ends)
    return [reason for reason in first if all(reason in other for other in others)]


def _changes(before: State, after: State, seat: int, margin: float | None) -> Iterator[Reason]:
    old, new = before.players[seat], after.players[seat]
    if after.yazid and after.yazid.lost:
        yield Loses(after.yazid.lost)
        return
    for other in range(len(before.players) + bool(before.yazid)):
        if other == seat:
            continue
        theirs = _viziers(before, other), _viziers(after, other)
        if old.viziers <= theirs[0] and new.viziers > theirs[1]:
            takes = theirs[0] > old.viziers and not before.yazid
            yield Overtakes(other, takes, new.viziers, theirs[1])
        elif before.yazid and (change := (new.viziers - theirs[1]) - (old.viziers - theirs[0])):
            yield Council(new.viziers, theirs[1], change)
    had = {djinn.name for djinn in old.djinns}
    yield from (Summons(djinn.name) for djinn in new.djinns if djinn.name not in had)
    if new.fakirs != old.fakirs:
        yield Fakirs(new.fakirs - old.fakirs)
    had_left, left = old.camels + old.tents, new.camels + new.tents
    if before.last_round:
        return
    if after.last_round and (not left or (after.yazid and not after.yazid.camels)):
        yield EndsGame(margin)
    elif left < had_left and left <= FEW_CAMELS:
        yield NearsEnd(left, margin)


def _viziers(state: State, other: int) -> int:
    if state.yazid and other == YAZID:
        return state.yazid.viziers
    return state.players[other].viziers


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


def outlook(
    after: State,
    seat: int,
    had: Callable[[int], Arrivals | None],
) -> Iterator[Reason]:
    """What the next player can gain now and could gain before."""
    found = next_mover(after, seat)
    if found is None:
        return
    mover, sure = found
    next_seat = mover if sure else None
    own = mover == seat
    now = arrivals(after, mover)
    before = had(mover)
    reply = max(now, key=lambda each: (now[each].gain, -each), default=None)
    if reply is not None:
        gain, tribe = now[reply]
        used_to = before.get(reply, Arrival(0, VIZIERS)).gain if before is not None else gain
        yield Leaves(next_seat, own, reply, tribe, gain, opened=gain - used_to >= WORTH_OPENING)
    if before is None or own:
        return
    best = sorted(before, key=lambda each: (-before[each].gain, each))[:FEW]
    lost = [
        Denies(next_seat, tile, before[tile].tribe, before[tile].gain, max(0, left))
        for tile in best
        if tile != reply  # what is still the best turn is mentioned already
        and before[tile].gain - (left := now.get(tile, Arrival(0, VIZIERS)).gain) >= WORTH_DENYING
    ]
    yield from lost[:2]
