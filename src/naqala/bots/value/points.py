"""Current points, computed fast: bots need them thousands of times in a turn.

`points` equals `scoring.score(...).total`; a property test checks that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from naqala.rules import goods
from naqala.rules.board import Mask, Tile, members
from naqala.rules.expansions.whims import CITY_POINTS
from naqala.rules.land import CITIES
from naqala.rules.state import Player, State
from naqala.rules.turn import Moving

FAKIR = 1.5
"""The approximate value of a Fakir in points."""
LOSS = -160.0
"""Added to the points of a lost solo game."""

goods_value = cache(goods.value)


@lru_cache(maxsize=1 << 14)
def tiles_of(mask: Mask) -> tuple[Tile, ...]:
    """The tiles of a set. Cached, because the tiles of a player rarely change."""
    return tuple(members(mask))


def points(state: State, me: Player) -> int:
    """The score of a player if the game ended now."""
    land, palms, palaces = state.land, state.palms, state.palaces
    total = me.gold + 2 * me.elders + goods_value(me.hand & GOODS)
    if viziers := me.viziers:
        total += viziers
        for rival in state.players:
            if rival.viziers < viziers and rival is not me:
                total += 10
        if state.yazid and state.yazid.viziers < viziers:
            total += 10
    worth = land.points
    for tile in tiles_of(me.tiles):
        total += worth[tile] + 3 * palms[tile] + 5 * palaces[tile]
    for djinn in me.djinns:
        total += djinn.points + djinn.score(state, me)
    if state.options.expansions:
        total += _expansion_points(state, me)
    return total


GOODS = goods.ONE[goods.FAKIR] - 1
"""A mask for the cards of a hand that are not Fakirs."""


def _expansion_points(state: State, me: Player) -> int:
    total = CITY_POINTS[(me.tiles & state.land.of_kind(*CITIES)).bit_count()]
    for tile in tiles_of(me.tiles & state.land.at_lake()):
        total += 3 * state.palms[tile] + 5 * state.palaces[tile]
    if me.artisans:
        leads = all(player.artisans <= me.artisans for player in state.players)
        total += me.artisans * (3 if leads else 2)
    for item in me.items:
        total += item.points
    if me.tent >= 0:
        total += state.land.red_around(me.tent)
    return total


def margin(state: State, seat: int) -> float:
    """The points of a seat less those of its best rival; in the solo game, the points."""
    if state.yazid:
        return points(state, state.players[seat]) + (LOSS if is_lost(state) else 0.0)
    players = state.players
    best = max([points(state, player) for player in players if player is not players[seat]])
    return float(points(state, players[seat]) - best)


def quick_values(states: Sequence[State], seat: int) -> list[float]:
    """A cheap estimate of the value of states to a seat: the margin and a bonus for Fakirs."""
    found: list[float] = []
    before: tuple[object, ...] = ()
    best = 0
    for state in states:
        me = state.players[seat]
        value = points(state, me) + FAKIR * me.fakirs
        if state.yazid:
            found.append(value + (LOSS if is_lost(state) else 0.0))
            continue
        rivals = state.players[:]
        del rivals[seat]
        # Most options leave the rivals as they are, so their points are computed once. What
        # Djinns may score is in `Djinn.score`.
        concerning = rivals, me.viziers, me.artisans, state.palms, state.palaces
        if concerning != before:
            before = concerning
            best = max([points(state, rival) for rival in rivals])
        found.append(value - best)
    return found


def is_lost(state: State) -> bool:
    """Whether Yazid has won, or will at the clean-up of the round that is over (Y9, Y13)."""
    yazid = state.yazid
    if not yazid:
        return False
    behind = state.players[0].viziers <= yazid.viziers
    return bool(yazid.lost) or (behind and is_solo_decided(state))


def is_solo_decided(state: State) -> bool:
    """Whether both the player and Yazid have acted in the last round of the solo game."""
    yazid = state.yazid
    if not (yazid and yazid.struck and yazid.acted and state.last_round):
        return False
    return not (state.pending and type(state.pending[-1]) is Moving)
