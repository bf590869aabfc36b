"""Who sits where in a match. Every seed is played in several seatings to cancel out seat bias."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple, TypeVar

T = TypeVar("T")


class Lineup(NamedTuple):
    """One game of a match: its seed and the competitor of each seat."""

    seed: int
    seats: tuple[int, ...]


def competitors_of(names: Sequence[T], players: int) -> tuple[T, ...]:
    """The competing bots; a single bot plays against itself at all seats."""
    return tuple(names) if len(names) > 1 else tuple(names) * players


def labels(names: Sequence[str]) -> tuple[str, ...]:
    """Unique names of the competitors: the second sultan is `sultan 2`."""
    seen: Counter[str] = Counter()
    found = []
    for name in names:
        seen[name] += 1
        found.append(name if seen[name] == 1 else f"{name} {seen[name]}")
    return tuple(found)


def tables(competitors: int, players: int, seed: int) -> list[tuple[int, ...]]:
    """All tables of one seed.

    In the solo game, everybody plays the seed once. With two players, every pair plays both
    seatings. With at least as many competitors as seats, the seed shuffles them into a ring that
    rotates, so that everybody has every seat once. With fewer, the first competitor takes every
    seat in turn and the others share the rest.
    """
    if players == 1:
        return [(one,) for one in range(competitors)]
    if players == 2:
        return list(permutations(range(competitors), 2))
    if competitors >= players:
        ring = list(range(competitors))
        Random(seed).shuffle(ring)
        seats = range(players)
        return [
            tuple(ring[(first + seat) % competitors] for seat in seats)
            for first in range(competitors)
        ]
    others = competitors - 1
    table = [0, *(1 + (seed + nth) % others for nth in range(players - 1))]
    return [tuple(table[-first:] + table[:-first]) for first in range(players)]


def lineups(competitors: int, players: int, seed: int, games: int) -> Iterator[Lineup]:
    """At least `games` games with consecutive seeds; the last seed is always completed."""
    while games > 0:
        for seats in tables(competitors, players, seed):
            yield Lineup(seed, seats)
            games -= 1
        seed += 1
