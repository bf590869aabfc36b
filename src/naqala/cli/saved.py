"""Saved games: a record, and remarks about who plays which seat."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.ladder import is_budget
from naqala.cli import files
from naqala.cli.refusals import Refused
from naqala.cli.seating import (
    PATIENT,
    PERSON,
    Rung,
    Seating,
    check_budget,
    opponents,
    rung_of,
    seating,
)
from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game
from naqala.text import Catalogue
from naqala.text.refusals import of_record

SEATS = "# seats:"
"""How a saved game tells who plays which seat: a remark, which the rules skip."""
BUDGET = "# budget:"
"""The same for the seconds that a djinn thinks for a turn."""


def load(
    name: str, words: Catalogue, against: Sequence[str] = (), budget: float | None = None
) -> tuple[Game, Seating]:
    """A saved game and who sits there; `against` are other opponents than those of the file."""
    text = files.read_text(name, words)
    try:
        game = Game.load(text)
    except NaqalaError as error:
        told = of_record(error, text, files.shown(name, words), words)
        raise files.BadFile(told) from None
    bots = seats_of(text, game.options.players, words)
    if against:
        bots = _replaced(bots, against, words)
    check_budget(budget, bots, words)
    return game, seating(game.options, bots, words, budget or budget_of(text))


def _replaced(bots: Sequence[Rung], against: Sequence[str], words: Catalogue) -> tuple[Rung, ...]:
    """Other opponents at the seats of bots, or at all but the first where there are none."""
    people = [rung is None for rung in bots]
    if all(people):
        people[1:] = [False] * (len(people) - 1)
    others = iter(opponents(against, people.count(False), words))
    return tuple(None if person else next(others) for person in people)


def remarked(record: str, seats: Seating) -> str:
    """A record that also tells who plays which seat."""
    told = f"{SEATS} {' '.join(rung or PERSON for rung in seats.bots)}\n"
    if seats.budget is not None and PATIENT in seats.bots:
        told += f"{BUDGET} {seats.budget:g}\n"
    return told + record


def seats_of(record: str, players: int, words: Catalogue) -> tuple[Rung, ...]:
    """Who plays which seat; without a remark that can be used, everybody is a person."""
    people: tuple[Rung, ...] = (None,) * players
    told = _remark(record, SEATS).split()
    if len(told) != players:
        return people
    try:
        return tuple(rung_of(word, words) for word in told)
    except Refused:
        return people


def budget_of(record: str) -> float | None:
    """The seconds that a djinn thinks for a turn, if a record tells any that it may."""
    try:
        budget = float(_remark(record, BUDGET))
    except ValueError:
        return None
    return budget if is_budget(budget) else None


def _remark(record: str, about: str) -> str:
    """What a remark of a record tells; nothing where there is none."""
    lines = (line for line in record.splitlines() if line.startswith(about))
    return next(lines, about).removeprefix(about)
