"""Saved games: records whose tags name the player of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from naqala import __version__
from naqala.bots.bot import is_budget
from naqala.bots.external import SEPARATOR
from naqala.cli import files
from naqala.cli.errors import CommandError
from naqala.cli.seating import (
    PATIENT,
    Seating,
    SeatPlayer,
    check_budget,
    opponents,
    player_of,
    seating,
)
from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game
from naqala.rules.notation.tags import BOTS, DATE, set_standard_tags
from naqala.text import Catalogue

BUDGET = "budget"
"""The tag for the seconds per turn of a djinn."""


def load(
    name: str, words: Catalogue, against: Sequence[str] = (), budget: float | None = None
) -> tuple[Game, Seating]:
    """A saved game and its seats; `against` replaces the opponents of the file."""
    text = files.read_text(name, words)
    try:
        game = Game.load(text)
    except NaqalaError as error:
        file = files.shown(name, words)
        raise files.BadFile("bad_game_file", file=file, reason=error) from None
    bots = seats_of(game)
    if against:
        bots = _replaced(bots, against)
    check_budget(budget, bots)
    return game, seating(game.options, bots, words, budget or budget_of(game))


def _replaced(bots: Sequence[SeatPlayer], against: Sequence[str]) -> tuple[SeatPlayer, ...]:
    """Replace the bots, or everybody but the first player if there are none."""
    people = [player is None for player in bots]
    if all(people):
        people[1:] = [False] * (len(people) - 1)
    others = iter(opponents(against, people.count(False)))
    return tuple(None if person else next(others) for person in people)


def tag_seats(game: Game, seats: Seating) -> None:
    """Store in the tags of a game who plays which seat, besides the other standard tags."""
    set_standard_tags(
        game,
        date=game.tags.get(DATE) or date.today().isoformat(),
        site=f"Naqala {__version__}",
        players=seats.names if game.options.names else (),
        bots=[_tag(player, name) for player, name in zip(seats.bots, seats.names, strict=True)],
    )
    if seats.budget is not None and PATIENT in seats.bots:
        game.tags[BUDGET] = f"{seats.budget:g}"


def _tag(player: SeatPlayer, name: str) -> SeatPlayer:
    """The word for a player: of a bot at a location its name, because files must not load code."""
    return name if player is not None and SEPARATOR in player else player


def seats_of(game: Game) -> tuple[SeatPlayer, ...]:
    """Who plays which seat; without a tag that can be used, everybody is a person."""
    people: tuple[SeatPlayer, ...] = (None,) * game.options.players
    players = game.tags.get(BOTS, "").split()
    if len(players) != len(people) or any(SEPARATOR in player for player in players):
        return people  # a file must not choose the code that is loaded
    try:
        return tuple(player_of(player) for player in players)
    except CommandError:
        return people


def budget_of(game: Game) -> float | None:
    """The seconds per turn of a djinn, if the tags contain a valid number."""
    try:
        budget = float(game.tags.get(BUDGET, ""))
    except ValueError:
        return None
    return budget if is_budget(budget) else None
