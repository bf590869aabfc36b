"""The plan of a data set: which games it has, in which order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

from naqala.bots.arena.game import GameSetup, game_setup
from naqala.bots.arena.lineups import Lineup
from naqala.bots.arena.match import Match, match
from naqala.bots.external import BotSpec, spec_text
from naqala.datasets.random_games import NAME
from naqala.rules.errors import BadOptions
from naqala.rules.expansions import EXPANSIONS
from naqala.rules.state import Options

RANDOM_GAMES_PER_PART = 50
MOST_SEED = 2**63 - 1
"""The largest seed that fits in a column of a table."""
MODES: tuple[Options, ...] = tuple(
    Options(players, 0, frozenset(boxes))
    for players in range(1, 6)
    for boxes in ((), *((box,) for box in EXPANSIONS), EXPANSIONS)
    if (players > 1 or not boxes) and (players < 5 or boxes)
)
"""All modes: the solo game, and two to five players with no box, one, or both."""


class RandomGames(NamedTuple):
    """Games of random choices with consecutive seeds."""

    options: Options
    """The options of the games, with the first seed."""
    games: int

    @property
    def size(self) -> int:
        """The number of games."""
        return self.games


Section = Match | RandomGames
"""Games with the same options, apart from their seeds."""


class PlannedGame(NamedTuple):
    """A game of a data set, ready to be played."""

    number: int
    """Its number in the data set, from 0."""
    setup: GameSetup | Options
    """Who plays; options alone are played at random."""
    names: tuple[str, ...]
    """The names of the players by seat."""
    lineup: Lineup | None = None
    """Its place in a match between bots."""


class Plan(NamedTuple):
    """The games of a data set."""

    sections: tuple[Section, ...]
    command: str
    """The command line that makes the data set."""

    @property
    def size(self) -> int:
        """The number of games."""
        return sum(section.size for section in self.sections)

    def parts(self) -> Iterator[list[PlannedGame]]:
        """All games in parts, each of which is played by one worker and stored in one file."""
        number = 0
        for section in self.sections:
            games = _games(section, number)
            most = RANDOM_GAMES_PER_PART if isinstance(section, RandomGames) else 1
            while part := list(islice(games, most)):
                yield part
            number += section.size

    def to_dict(self) -> dict[str, Any]:
        """Everything that the games depend on, as plain data."""
        return {"sections": [_section_dict(section) for section in self.sections]}

    def check(self) -> None:
        """Raise BadOptions if the games cannot be stored in tables."""
        for section in self.sections:
            if section.options.seed + section.size > MOST_SEED:
                raise BadOptions("data_seed", seed=section.options.seed, most=MOST_SEED)


def all_modes(
    bots: Sequence[BotSpec], games: int, seed: int, budget: float | None, command: str
) -> Plan:
    """A plan with at least this many games between bots, spread evenly over all modes.

    Every mode is a match of its own; each of its seeds is played with all line-ups.
    """
    each = -(-games // len(MODES))
    options = (replace(mode, seed=seed) for mode in MODES)
    return Plan(tuple(match(bots, mode, each, budget) for mode in options), command)


def _games(section: Section, first: int) -> Iterator[PlannedGame]:
    """The games of a section, numbered from `first`."""
    options = section.options
    if isinstance(section, RandomGames):
        names = (NAME,) * options.players
        for nth in range(section.games):
            yield PlannedGame(first + nth, replace(options, seed=options.seed + nth), names)
        return
    bots, named = section.bots, _names(section)
    for number, lineup in enumerate(section.lineups(), first):
        setup = game_setup(lineup, bots, options, section.budget, strict=section.strict)
        names = tuple(named[one] for one in lineup.seats)
        yield PlannedGame(number, setup, names, lineup)


def _section_dict(section: Section) -> dict[str, Any]:
    found: dict[str, Any] = {"options": section.options.to_dict(), "games": section.size}
    if isinstance(section, Match):
        found["bots"] = [spec_text(bot) for bot in section.bots]
        found["names"] = _names(section)
        found["budget"] = section.budget
    return found


def _names(section: Match) -> list[str]:
    """The own names of the bots of a match."""
    return list(section.names) or [spec_text(bot) for bot in section.bots]
