"""Who sits where: people at this terminal, and bots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from types import MappingProxyType
from typing import NamedTuple

from naqala.bots import BOT_BUDGETS, UnknownBot, bot
from naqala.bots.bot import Bot
from naqala.bots.external import class_of, known_names, load_bot, own_name
from naqala.cli.errors import CommandError
from naqala.rules.errors import brief
from naqala.rules.game import Game
from naqala.rules.notation.tags import PERSON
from naqala.rules.setup import NAME_LENGTH
from naqala.rules.state import Options
from naqala.text import Catalogue

SeatPlayer = str | None
"""The bot that plays a seat, by its specification; None is a person."""

USUAL = "sultan"
"""The default opponent: the strongest that answers within a second."""
PATIENT = "djinn"
"""The bot of the package whose time is set with `--budget`."""


class Seating(NamedTuple):
    """The names, the player of each seat, and the seconds per turn of a djinn."""

    names: tuple[str, ...]
    bots: tuple[SeatPlayer, ...]
    budget: float | None = None
    kept: Mapping[int, Bot] = MappingProxyType({})
    """The bots of your own by seat, which may remember earlier choices."""

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat, player in enumerate(self.bots) if player is None]

    def prepare(self, game: Game) -> None:
        """Refuse a game that one of the bots cannot play."""
        for player in sorted({player for player in self.bots if player in BOT_BUDGETS}):
            bot(player).prepare(game.state)
        for kept in self.kept.values():
            kept.prepare(game.state)

    def opponent(self, game: Game) -> Bot | None:
        """The bot of the seat in turn, or None if a person plays it.

        A bot of the package is a new one, seeded by the position, so that it repeats its choice
        after an undo.
        """
        player = self.bots[game.seat]
        if player is None:
            return None
        if game.seat in self.kept:
            return self.kept[game.seat]
        seed = Random(f"{game.options.seed}:{len(game.history)}").getrandbits(64)
        return bot(player, seed, self.budget if player == PATIENT else None)

    def close(self) -> None:
        """Release what the bots hold."""
        for kept in self.kept.values():
            kept.close()


def seating(
    options: Options, bots: Sequence[SeatPlayer], words: Catalogue, budget: float | None = None
) -> Seating:
    """The seating of a game; bots are named by their strength, people without a name by number.

    Bots of your own have their own names.
    """
    kept = {
        seat: load_bot(player, Random(f"{options.seed} {seat}").getrandbits(32), budget)
        for seat, player in enumerate(bots)
        if player is not None and player not in BOT_BUDGETS
    }
    return Seating(all_names(options.names, bots, words), tuple(bots), budget, kept)


def all_names(
    named: Sequence[str], bots: Sequence[SeatPlayer], words: Catalogue
) -> tuple[str, ...]:
    """The names of all seats; bots with the same name are numbered."""
    people = [name for name, player in zip(named, bots, strict=False) if player is None]
    shown = ["" if player is None else strength_name(player, words) for player in bots]
    names = []
    for seat, player in enumerate(bots):
        if player is None:
            names.append(named[seat] if seat < len(named) else words.player(seat))
        elif shown.count(shown[seat]) > 1 or shown[seat] in people:
            names.append(words.say("word.one_of", name=shown[seat], number=seat + 1))
        else:
            names.append(shown[seat])
    return tuple(names)


def strength_name(player: str, words: Catalogue) -> str:
    """The name of a bot: by its strength, or its own."""
    return words.bot(player) if player in BOT_BUDGETS else _own_name(player)


@cache
def _own_name(player: str) -> str:
    loaded = load_bot(player)
    try:
        name = own_name(loaded, player).replace(",", " ")
    finally:
        loaded.close()
    plain = "".join(letter for letter in " ".join(name.split()) if letter.isprintable())
    return plain[: NAME_LENGTH - len(" 5")] or player[: NAME_LENGTH - len(" 5")]


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
    """Read the specification of a bot, or the word for a person. It may load code."""
    lower = word.lower()
    if lower == PERSON:
        return None
    if lower in BOT_BUDGETS:
        return lower
    try:
        class_of(word)
    except UnknownBot as error:
        if error.code != "unknown_bot":
            raise
        known = (*known_names(), PERSON)
        raise CommandError("unknown_bot", bot=brief(word), known=known) from None
    return word


def check_budget(budget: float | None, bots: Sequence[SeatPlayer]) -> None:
    """Refuse a budget if no bot uses it: a djinn does, and bots of your own may."""
    own = any(player is not None and player not in BOT_BUDGETS for player in bots)
    if budget is not None and PATIENT not in bots and not own:
        raise CommandError("budget_unused", bot=PATIENT)
