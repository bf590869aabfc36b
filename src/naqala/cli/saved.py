"""Saved games: a record, and a remark about who plays at random."""

from __future__ import annotations

from collections.abc import Callable

from naqala.cli import files, refusals
from naqala.cli.refusals import Refused
from naqala.cli.seating import NOBODY, Seating, random_seats, seating
from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game
from naqala.text import Catalogue

REMARK = "# random seats: "
"""How a saved game tells who plays at random: a remark, which the rules skip."""


def load(
    name: str, words: Catalogue, random: Callable[[int], frozenset[int]] | None = None
) -> tuple[Game, Seating]:
    """A saved game and who sits there; `random` says, for a number of players, who is not human."""
    text = files.read_text(name, words)
    try:
        game = Game.load(text)
    except NaqalaError as error:
        told = refusals.of_record(error, text, files.shown(name, words), words)
        raise files.BadFile(told) from None
    players = game.options.players
    seats = random(players) if random else remark_of(text, players, words)
    return game, seating(game.options, seats, words)


def remarked(record: str, random: frozenset[int]) -> str:
    """A record that also tells who plays at random."""
    seats = ",".join(str(seat + 1) for seat in sorted(random)) or NOBODY
    return f"{REMARK}{seats}\n{record}"


def remark_of(record: str, players: int, words: Catalogue) -> frozenset[int]:
    """The random seats that a record tells; without a remark, or with a wrong one, nobody."""
    for line in record.splitlines():
        if line.startswith(REMARK):
            try:
                return random_seats(line.removeprefix(REMARK), players, words)
            except Refused:
                break
    return frozenset()
