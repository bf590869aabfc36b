"""Who sits where: people at this terminal, and random opponents."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from naqala.cli.refusals import Refused, brief
from naqala.rules.actions import Action
from naqala.rules.game import Game
from naqala.rules.state import Options
from naqala.text import Catalogue

NOBODY = "none"


class Seating(NamedTuple):
    """The names to show, and the seats that play at random."""

    names: tuple[str, ...]
    random: frozenset[int]

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.names)) if seat not in self.random]


def seating(options: Options, random: frozenset[int], words: Catalogue) -> Seating:
    """The seating of a game; who has no name is called by number."""
    return Seating(options.names or all_names((), options.players, random, words), random)


def all_names(
    named: Sequence[str], players: int, random: frozenset[int], words: Catalogue
) -> tuple[str, ...]:
    """The names that are given, then numbers."""
    numbered = (
        words.say("terminal.opponent", number=seat + 1) if seat in random else words.player(seat)
        for seat in range(len(named), players)
    )
    return (*named, *numbered)


def random_seats(text: str, players: int, words: Catalogue) -> frozenset[int]:
    """Read `2,3` or `none`; Refused says what would be accepted."""
    if text.strip().lower() in ("", NOBODY):
        return frozenset()
    seats = set()
    for word in text.split(","):
        if not re.fullmatch("[1-9]", word.strip()) or int(word) > players:
            raise Refused(words.say("refused.seat", seat=brief(word.strip()), players=players))
        seats.add(int(word) - 1)
    return frozenset(seats)


def random_choice(game: Game) -> Action:
    """What a random opponent does; the same in the same game, also after an undo."""
    random = Random(f"{game.options.seed}:{len(game.history)}")
    return random.choice(game.legal())
