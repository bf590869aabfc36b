"""A match between bots: who plays, every game of it, and how each went."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from multiprocessing import parent_process
from typing import NamedTuple

from naqala.bots import workers
from naqala.bots.ladder import bot
from naqala.bots.lineups import Lineup, entrants, labels, lineups
from naqala.bots.match import Played, Sitting, play, sitting
from naqala.rules.setup import check
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

    def lineups(self) -> list[Lineup]:
        """All games, in order."""
        return lineups(len(self.bots), self.options.players, self.options.seed, self.games)


Result = tuple[Lineup, Played]
"""A game of a match and how it went."""


def match(names: Sequence[str], options: Options, games: int, budget: float | None = None) -> Match:
    """A match of these bots; a bot or budget that cannot be is refused before anything is played.

    A bot named alone plays against itself, or against Yazid in the solo game.
    """
    for name in names:
        bot(name, budget=budget)
    check(options)
    return Match(entrants(names, options.players), options, games, budget)


def results(match: Match, jobs: int = 1, cluster: str | None = None) -> Iterator[Result]:
    """Play the match; games come as they finish, in no certain order."""
    todo = match.lineups()
    games = (
        (nth, sitting(each, match.bots, match.options, match.budget))
        for nth, each in enumerate(todo)
    )
    with closing(workers.finished(_numbered, games, jobs, cluster)) as finished:
        for nth, played in finished:
            yield todo[nth], played


def in_order(match: Match, found: Iterable[Result]) -> list[Result]:
    """The games of all seeds that were played whole, in the order of the match."""
    played = dict(found)
    whole: list[Result] = []
    seeds: dict[int, list[Lineup]] = {}
    for each in match.lineups():
        seeds.setdefault(each.seed, []).append(each)
    for group in seeds.values():
        if all(each in played for each in group):
            whole += [(each, played[each]) for each in group]
    return whole


def _numbered(nth: int, game: Sitting) -> tuple[int, Played]:
    """A game in a worker."""
    if parent_process() and threading.current_thread() is threading.main_thread():
        # An interrupt reaches all processes of a terminal; the one that asked will stop this one.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    return nth, play(game)
