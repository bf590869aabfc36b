"""What drawing items is worth: a mean over the items that a player has not seen."""

from __future__ import annotations

from functools import lru_cache
from math import comb

from naqala.rules.expansions.items import ALL_ITEMS, without
from naqala.rules.state import Player, State


def precious_bonus(player: Player) -> int:
    """How many more points each precious item is worth to a player (D26)."""
    return sum(djinn.precious_bonus for djinn in player.djinns)


def expected_item(state: State, viewer: int, number: int, extra: int = 0) -> float:
    """The mean points of the best of this many drawn items, by what the viewer knows (N5).

    A precious one is worth some `extra` points.
    """
    piles = state.items
    if piles is None or not number:
        return 0.0
    unseen = ALL_ITEMS
    for item in (*piles.discards, *state.players[viewer].items):
        unseen = without(unseen, item)
    if not piles.deck:
        unseen = piles.discards
    worth = (item.points + extra * (item.points > 0) for item in unseen)
    points = tuple(sorted(worth, reverse=True))
    return _mean_best(points, min(number, len(points)))


def expected_items(state: State, viewer: int, gathered: int, number: int, extra: int = 0) -> float:
    """The mean points of new items: one of those of the Artisans, and others one by one."""
    if not number:
        return 0.0
    first = expected_item(state, viewer, gathered or 1, extra)
    return first + (number - 1) * expected_item(state, viewer, 1, extra)


@lru_cache(maxsize=256)
def _mean_best(points: tuple[int, ...], number: int) -> float:
    """The mean of the largest of some numbers drawn at random; the largest come first."""
    if not number:
        return 0.0
    # The nth is the largest if the others drawn are among those after it.
    ways = [comb(len(points) - nth, number - 1) for nth in range(1, len(points) + 1)]
    return sum(map(int.__mul__, points, ways)) / comb(len(points), number)
