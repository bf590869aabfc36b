"""A match between bots: its games and their results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from typing import NamedTuple

from naqala.bots.arena import parallel
from naqala.bots.arena.game import GameResult, GameSetup, game_setup, play
from naqala.bots.arena.lineups import Lineup, competitors_of, labels, lineups, tables
from naqala.bots.external import BotSpec, load_bot, own_name, spec_text
from naqala.rules.setup import set_up
from naqala.rules.state import Options


class Match(NamedTuple):
    """Which bots play, which game, and how often."""

    bots: tuple[BotSpec, ...]
    """The specification of each competitor."""
    options: Options
    """The options of the game, with the first seed."""
    games: int
    """The minimum number of games; every seed is played with all its line-ups."""
    budget: float | None = None
    names: tuple[str, ...] = ()
    """The own names of the competitors; their specifications if it is empty."""
    strict: bool = False
    """Whether the first fault of a bot ends the match."""

    @property
    def labels(self) -> tuple[str, ...]:
        """Unique names of the competitors."""
        return labels(self.names or [spec_text(bot) for bot in self.bots])

    def tables(self, seed: int) -> list[tuple[int, ...]]:
        """Who sits where in the games of a seed."""
        return tables(len(self.bots), self.options.players, seed)

    def lineups(self) -> Iterator[Lineup]:
        """The line-ups of all games, in order."""
        return lineups(len(self.bots), self.options.players, self.options.seed, self.games)

    @property
    def size(self) -> int:
        """The actual number of games."""
        each = len(self.tables(self.options.seed))
        return -(-self.games // each) * each


Result = tuple[Lineup, GameResult]
"""A game of a match and its result."""


def match(
    bots: Sequence[BotSpec],
    options: Options,
    games: int,
    budget: float | None = None,
    *,
    strict: bool = False,
) -> Match:
    """Set up a match; raise an error for a bot, budget or game that is not possible.

    A single bot plays against itself, or against Yazid in the solo game. A strict match raises
    BotFault at the first fault of a bot.
    """
    names = []
    first = set_up(options)
    for spec in bots:
        player = load_bot(spec, budget=budget)
        player.prepare(first)
        names.append(own_name(player, spec))
        player.close()
    return Match(
        competitors_of(bots, options.players),
        options,
        games,
        budget,
        competitors_of(names, options.players),
        strict,
    )


def results(match: Match, jobs: int = 1, cluster: str | None = None) -> Iterator[Result]:
    """Play the match; results come as games finish, in any order."""
    games = (
        (each, game_setup(each, match.bots, match.options, match.budget, strict=match.strict))
        for each in match.lineups()
    )
    with closing(parallel.run_all(_play, games, jobs, cluster)) as finished:
        yield from finished


def in_order(match: Match, found: Iterable[Result]) -> list[Result]:
    """The results of all seeds that are complete, in the order of the match."""
    played: dict[int, dict[tuple[int, ...], GameResult]] = {}
    for (seed, seats), game in found:
        played.setdefault(seed, {})[seats] = game
    return [
        (Lineup(seed, seats), games[seats])
        for seed, games in sorted(played.items())
        if len(games) == len(match.tables(seed))
        for seats in match.tables(seed)
    ]


def _play(lineup: Lineup, game: GameSetup) -> Result:
    parallel.leave_interrupts_to_parent()
    return lineup, play(game)
