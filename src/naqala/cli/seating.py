"""Who sits where: people at this terminal, and bots of any rung."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from naqala.bots import RUNGS, bot
from naqala.bots.bot import Bot
from naqala.cli.refusals import CommandError
from naqala.rules.errors import brief
from naqala.rules.game import Game
from naqala.rules.notation.tags import PERSON
from naqala.rules.state import Options
from naqala.text import Catalogue

Rung = str | None
"""The bot that plays a seat, by its name; None is a person."""

USUAL = "sultan"
"""The default opponent: the strongest that answers within a second."""
PATIENT = "djinn"
"""The bot whose time is set with `--budget`."""


class Seating(NamedTuple):
    """The names, the player of each seat, and the seconds per turn of a djinn."""

    names: tuple[str, ...]
    bots: tuple[Rung, ...]
    budget: float | None = None

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, rung in enumerate(self.bots) if rung is None]

    def prepare(self, game: Game) -> None:
        """Refuse a game that one of the bots cannot play."""
        for rung in sorted({rung for rung in self.bots if rung}):
            bot(rung).prepare(game.state)

    def opponent(self, game: Game) -> Bot | None:
        """A new bot for the seat in turn, or None if a person plays it.

        It is seeded by the position, so that it repeats its choice after an undo.
        """
        rung = self.bots[game.seat]
        if rung is None:
            return None
        seed = Random(f"{game.options.seed}:{len(game.history)}").getrandbits(64)
        return bot(rung, seed, self.budget if rung == PATIENT else None)


def seating(
    options: Options, bots: Sequence[Rung], words: Catalogue, budget: float | None = None
) -> Seating:
    """The seating of a game; bots are named by their strength, people without a name by number."""
    return Seating(all_names(options.names, bots, words), tuple(bots), budget)


def all_names(named: Sequence[str], bots: Sequence[Rung], words: Catalogue) -> tuple[str, ...]:
    """The names of all seats; bots with the same name are numbered."""
    people = [name for name, rung in zip(named, bots, strict=False) if rung is None]
    names = []
    for seat, rung in enumerate(bots):
        if rung is None:
            names.append(named[seat] if seat < len(named) else words.player(seat))
        elif bots.count(rung) > 1 or words.bot(rung) in people:
            names.append(words.say("word.one_of", name=words.bot(rung), number=seat + 1))
        else:
            names.append(words.bot(rung))
    return tuple(names)


def opponents(against: Sequence[str], seats: int) -> tuple[Rung, ...]:
    """The players of some seats: one name for all of them, or one for each."""
    rungs = [rung_of(word) for word in against or (USUAL,)]
    if against and not seats:
        raise CommandError("no_opponent_seat")
    if len(rungs) == 1:
        return tuple(rungs) * seats
    if len(rungs) != seats:
        raise CommandError("opponent_number", named=len(rungs), count=seats)
    return tuple(rungs)


def rung_of(word: str) -> Rung:
    """Read the name of a bot, or the word for a person."""
    if word.lower() == PERSON:
        return None
    if word.lower() not in RUNGS:
        raise CommandError("unknown_bot", bot=brief(word), known=(*RUNGS, PERSON))
    return word.lower()


def check_budget(budget: float | None, bots: Sequence[Rung]) -> None:
    """Refuse a budget if no bot uses it."""
    if budget is not None and PATIENT not in bots:
        raise CommandError("budget_unused", bot=PATIENT)
