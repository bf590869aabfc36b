"""A match between bots: who plays, every game of it, and how each went."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from multiprocessing import parent_process
from typing import NamedTuple

from naqala.bots import workers
from naqala.bots.guests import invited
from naqala.bots.lineups import Lineup, entrants, labels, lineups, tables
from naqala.bots.match import Played, Sitting, play, sitting
from naqala.rules.setup import set_up
from naqala.rules.state import Options


class Match(NamedTuple):
    """Bots, what they play, and how often."""

    bots: tuple[str, ...]
    """The bot of each competitor."""
    options: Options
    """What is played; its seed is the first."""
    games: int
    """The least number of games: every seed is played with all its line-ups."""
    budget: float | None = None

    @property
    def labels(self) -> tuple[str, ...]:
        """What the competitors are called."""
        return labels(self.bots)

    def tables(self, seed: int) -> list[tuple[int, ...]]:
        """Who sits where in the games of a seed."""
        return tables(len(self.bots), self.options.players, seed)

    def lineups(self) -> Iterator[Lineup]:
        """All games, in order."""
        return lineups(len(self.bots), self.options.players, self.options.seed, self.games)

    @property
    def size(self) -> int:
        """How many games there are."""
        each = len(self.tables(self.options.seed))
        return -(-self.games // each) * each


Result = tuple[Lineup, Played]
"""A game of a match and how it went."""


def match(names: Sequence[str], options: Options, games: int, budget: float | None = None) -> Match:
    """A match of these bots; a bot, budget or game that cannot be is refused before it begins.

    A bot named alone plays against itself, or against Yazid in the solo game.
    """
    players = [invited(name, budget=budget) for name in names]
    first = set_up(options)
    for player in players:
        player.prepare(first)
    return Match(entrants(names, options.players), options, games, budget)


def results(match: Match, jobs: int = 1, cluster: str | None = None) -> Iterator[Result]:
    """Play the match; games come as they finish, in no certain order."""
    games = (
        (each, sitting(each, match.bots, match.options, match.budget)) for each in match.lineups()
    )
    with closing(workers.finished(_played, games, jobs, cluster)) as finished:
        yield from finished


def in_order(match: Match, found: Iterable[Result]) -> list[Result]:
    """The games of all seeds that were played whole, in the order of the match."""
    played: dict[int, dict[tuple[int, ...], Played]] = {}
    for (seed, seats), game in found:
        played.setdefault(seed, {})[seats] = game
    return [
        (Lineup(seed, seats), games[seats])
        for seed, games in sorted(played.items())
        if len(games) == len(match.tables(seed))
        for seats in match.tables(seed)
    ]


def _played(lineup: Lineup, game: Sitting) -> Result:
    """A game in a worker."""
    if parent_process() and threading.current_thread() is threading.main_thread():
        # An interrupt reaches all processes of a terminal; the one that asked will stop this one.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return lineup, play(game)
