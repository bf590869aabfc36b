"""Naqala: the complete digital Five Tribes. An unofficial fan project.

>>> from naqala import Game
>>> game = Game.new(players=2, seed=7)
>>> events = game.play("bid 3")
"""

from naqala.rules import actions, events
from naqala.rules import errors as _errors
from naqala.rules.actions import Action
from naqala.rules.errors import BadOptions, BadText, IllegalAction, NaqalaError
from naqala.rules.events import Event
from naqala.rules.game import Game, Played
from naqala.rules.scoring import Score
from naqala.rules.sowing import Outcome
from naqala.rules.state import Options, Player, State
from naqala.rules.tile_info import TileInfo
from naqala.rules.view import View, imagine, seen_by

__version__ = "0.1.0"


def _english(error: NaqalaError) -> str:
    from naqala.text import catalogue  # takes a while to import, and most games need no words

    return catalogue("en").error(error)


_errors.worded = _english

__all__ = [
    "Action",
    "BadOptions",
    "BadText",
    "Event",
    "Game",
    "IllegalAction",
    "NaqalaError",
    "Options",
    "Outcome",
    "Played",
    "Player",
    "Score",
    "State",
    "TileInfo",
    "View",
    "actions",
    "events",
    "imagine",
    "seen_by",
]
