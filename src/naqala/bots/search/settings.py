"""How much a search examines if it is not stopped before."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How many plans a stage of a search finds and compares."""

    deep: int
    """How many arrivals are examined with several paths and all follow-up choices."""
    paths: int
    """How many paths of each of those arrivals are examined."""
    width: int
    """How many of the best plans are compared."""
    per_arrival: int = 2
    """How many of them may end a move on the same tile with the same tribe."""
    walks: int = 96
    """How many random ways to finish a move that has begun are tried."""
    samples: int = 16
    """How often the game is played on from each plan at most."""
    clearly: float = 1.5
    """By how many standard errors a plan must be behind to be dropped."""


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """The stages of a search. Each examines more than the one before."""

    stages: tuple[Stage, ...]


SOLO_SAMPLES = 3
"""How many times as many samples the stages take in the solo game.

A strike of Yazid can end the game, so single samples say less there.
"""
UNLIMITED = 1_000_000
USUAL = SearchSettings(
    (
        Stage(deep=10, paths=8, width=8),
        Stage(deep=20, paths=16, width=20, per_arrival=4, walks=200, clearly=2.0),
        Stage(deep=60, paths=32, width=60, per_arrival=8, walks=600, samples=64, clearly=2.5),
        Stage(
            deep=120,
            paths=48,
            width=120,
            per_arrival=16,
            walks=1200,
            samples=UNLIMITED,
            clearly=3.0,
        ),
    )
)
"""Goes on until the limit is reached or the plans that are left are equally good."""
BRIEF = SearchSettings((Stage(deep=0, paths=1, width=4, walks=24, samples=0),))
"""Fast and rough: takes a few hundredths of a second."""
