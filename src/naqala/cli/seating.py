"""Who sits where: people at this terminal, and bots."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from naqala.bots import BOT_BUDGETS, bot
from naqala.bots.bot import Bot
from naqala.cli.errors import CommandError
from naqala.rules.errors import brief
from naqala.rules.game import Game
from naqala.rules.notation.tags import PERSON
from naqala.rules.state import Options
from naqala.text import Catalogue

SeatPlayer = str | None
"""The bot that plays a seat, by its name; None is a person."""

USUAL = "sultan"
"""The default opponent: the strongest that answers within a second."""
PATIENT = "djinn"
"""The bot whose time is set with `--budget`."""


class Seating(NamedTuple):
    """The names, the player of each seat, and the seconds per turn of a djinn."""

    names: tuple[str, ...]
    bots: tuple[SeatPlayer, ...]
    budget: float | None = None

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.bots) if player is None]

    def prepare(self, game: Game) -> None:
        """Refuse a game that one of the bots cannot play."""
        for player in sorted({player for player in self.bots if player}):
            bot(player).prepare(game.state)

    def opponent(self, game: Game) -> Bot | None:
        """A new bot for the seat in turn, or None if a person plays it.

        It is seeded by the position, so that it repeats its choice after an undo.
        """
        player = self.bots[game.seat]
        if player is None:
            return None
        seed = Random(f"{game.options.seed}:{len(game.history)}").getrandbits(64)
        return bot(player, seed, self.budget if player == PATIENT else None)


def seating(
    options: Options, bots: Sequence[SeatPlayer], words: Catalogue, budget: float | None = None
) -> Seating:
    """The seating of a game; bots are named by their strength, people without a name by number."""
    return Seating(all_names(options.names, bots, words), tuple(bots), budget)


def all_names(
    named: Sequence[str], bots: Sequence[SeatPlayer], words: Catalogue
) -> tuple[str, ...]:
    """The names of all seats; bots with the same name are numbered."""
    people = [name for name, player in zip(named, bots, strict=False) if player is None]
    names = []
    for seat, player in enumerate(bots):
        if player is None:
            names.append(named[seat] if seat < len(named) else words.player(seat))
        elif bots.count(player) > 1 or words.bot(player) in people:
            names.append(words.say("word.one_of", name=words.bot(player), number=seat + 1))
        else:
            names.append(words.bot(player))
    return tuple(names)


def opponents(against: Sequence[str], seats: int) -> tuple[SeatPlayer, ...]:
    """The players of some seats: one name for all of them, or one for each."""
    players = [player_of(word) for word in against or (USUAL,)]
    if against and not seats:
        raise CommandError("no_opponent_seat")
    if len(players) == 1:
        return tuple(players) * seats
    if len(players) != seats:
        raise CommandError("opponent_number", named=len(players), count=seats)
    return tuple(players)


def player_of(word: str) -> SeatPlayer:
    """Read the name of a bot, or the word for a person."""
    if word.lower() == PERSON:
        return None
    if word.lower() not in BOT_BUDGETS:
        raise CommandError("unknown_bot", bot=brief(word), known=(*BOT_BUDGETS, PERSON))
    return word.lower()


def check_budget(budget: float | None, bots: Sequence[SeatPlayer]) -> None:
    """Refuse a budget if no bot uses it."""
    if budget is not None and PATIENT not in bots:
        raise CommandError("budget_unused", bot=PATIENT)
