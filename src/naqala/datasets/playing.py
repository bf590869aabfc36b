"""Plays the games of a part; this is the work of one worker."""

from __future__ import annotations

from collections.abc import Sequence

from naqala import __version__
from naqala.bots.arena.game import GameSetup, play_with_actions
from naqala.bots.arena.parallel import leave_interrupts_to_parent
from naqala.datasets import random_games
from naqala.datasets.finished_game import FinishedGame, encode
from naqala.datasets.plan import PlannedGame
from naqala.datasets.rows import rows_of
from naqala.rules.game import Game
from naqala.rules.notation.tags import set_standard_tags
from naqala.rules.setup import set_up

NAME_LENGTH = 40
"""The length to which names of bots are cut in the tags of a record."""


def play_part(part: Sequence[PlannedGame]) -> tuple[int, bytes]:
    """Play the games of a part; returns the number of the first and the encoded games."""
    leave_interrupts_to_parent()
    return part[0].number, encode([play(game) for game in part])


def play(planned: PlannedGame) -> FinishedGame:
    """Play one game."""
    if isinstance(planned.setup, GameSetup):
        result, actions = play_with_actions(planned.setup)
        options, seats = planned.setup.options, result.seats
    else:
        options, seats = planned.setup, ()
        actions = [*random_games.play(options).actions]
    game = Game(set_up(options), new=True)
    for action in actions:
        game.play(action)
    set_standard_tags(
        game, date="", site=f"Naqala {__version__}", players=(), bots=_tags(planned.names)
    )
    rows = rows_of(game, planned.names, planned.number, [seat.faults for seat in seats])
    return FinishedGame(planned.number, game.record(check=True), rows, planned.lineup, seats)


def _tags(names: Sequence[str]) -> list[str]:
    """The names of bots, which may be any text, as a tag allows them."""
    return [
        "".join(letter if letter.isprintable() else " " for letter in name)[:NAME_LENGTH].strip()
        or "bot"
        for name in names
    ]
