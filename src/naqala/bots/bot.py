"""The interface of a bot: it answers a view with one of the legal actions."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from random import Random
from typing import ClassVar

from naqala.rules.actions import Action
from naqala.rules.errors import NaqalaError
from naqala.rules.state import State
from naqala.rules.view import View

MOST_SECONDS = 3600.0
ERROR_LENGTH = 200
"""The length to which error messages of bots are cut, in characters."""


class BadWeights(NaqalaError):
    """The weights of a value net are missing, damaged or for another number of players."""


class Bot:
    """Base class of all bots; a subclass implements `choose`. The same seed plays the same game."""

    name: ClassVar[str]
    budget: float = 0.0
    """How many seconds it may think per turn."""
    faults: int = 0
    """How often it failed, so that the first legal action was played instead."""
    fault: str = ""
    """The message of the first failure."""

    def __init__(self, seed: int = 0) -> None:
        """Create a bot for one seat of one game."""
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Choose one of the legal actions of the seat that sees this view."""
        raise NotImplementedError

    def prepare(self, state: State) -> None:
        """Raise an error if this bot cannot play games like this one; called before a match."""


def is_budget(value: object) -> bool:
    """Whether a value is a valid budget; it may be unchecked input."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return 0 < float(value) <= MOST_SECONDS


def error_line(error: Exception) -> str:
    """The type and the message of an error on one line, shortened if necessary."""
    return f"{type(error).__name__}: {error}"[:ERROR_LENGTH]
