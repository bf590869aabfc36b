"""The interface of a bot: it answers a view with one of the legal actions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from numbers import Real
from random import Random
from traceback import format_exception
from typing import NamedTuple

from naqala.bots.answers import read_answer, remaining
from naqala.rules.actions import Action
from naqala.rules.errors import NaqalaError
from naqala.rules.state import State
from naqala.rules.view import View

MOST_SECONDS = 3600.0
ERROR_LENGTH = 200
"""The length to which error messages of bots are cut, in characters."""
MOST_FAULTS = 5
"""How many different faults a bot keeps with their tracebacks."""
TRACEBACK_LENGTH = 4000
"""The length to which a traceback is cut, in characters; its end says most."""


class BadWeights(NaqalaError):
    """The weights of a value net are missing, damaged or for another number of players."""


class Fault(NamedTuple):
    """Why a bot failed."""

    message: str
    traceback: str


class Thought(NamedTuple):
    """What a bot has found so far while it thinks."""

    best: tuple[Action, ...]
    """The best actions up to the end of the turn, as far as they are planned."""
    value: float | None = None
    """The value that the bot expects, in points."""
    evaluations: int | None = None
    """How many states were evaluated."""
    samples: int | None = None
    """How often the game was played on from the best plans."""


class Bot:
    """Base class of all bots; a subclass implements `choose`. The same seed plays the same game."""

    name: str
    budget: float = 0.0
    """How many seconds it may think per turn."""
    evaluations: float = inf
    """How many states it may evaluate per decision; only some bots count them."""
    interrupted: Callable[[], bool] | None = None
    """Whether it should stop thinking and answer at once; only some bots ask."""
    watcher: Callable[[Thought], None] | None = None
    """Gets what the bot finds while it thinks."""
    faults: int = 0
    """How often it failed, so that something else was played instead."""
    fault: str = ""
    """The message of the first failure."""
    last_fault: str = ""
    """The message of the latest failure."""
    kept_faults: tuple[Fault, ...] = ()
    """The first faults with different messages."""
    _steps: Sequence[Action] = ()
    """The rest of a whole move that it has chosen."""

    def __init__(self, seed: int = 0) -> None:
        """Create a bot for one seat of one game."""
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action | str:
        """Choose one of the legal actions of the seat that sees this view, or a whole move.

        The answer is the action or its text.
        """
        raise NotImplementedError

    def answer(self, view: View, legal: Sequence[Action]) -> Action:
        """The choice as one of the legal actions; IllegalAction names them if it is not one.

        A whole move is played step by step, without asking again.
        """
        steps = remaining(self._steps, legal)
        if not steps:
            steps = read_answer(self.choose(view, legal), view, legal)
        self._steps = steps[1:]
        return steps[0]

    def decide(self, view: View, legal: Sequence[Action]) -> Action:
        """`answer`, or the first legal action if the bot fails, which is counted."""
        try:
            return self.answer(view, legal)
        except Exception as error:  # one broken bot must not stop the game
            self.note_fault(error)
            return legal[0]

    def note_fault(self, error: Exception) -> None:
        """Count a failure and keep its traceback."""
        self.faults += 1
        self.last_fault = message = error_line(error)
        self.fault = self.fault or message
        seen = {fault.message for fault in self.kept_faults}
        if message not in seen and len(seen) < MOST_FAULTS:
            trace = "".join(format_exception(error))[-TRACEBACK_LENGTH:]
            self.kept_faults = (*self.kept_faults, Fault(message, trace))

    def report(self, thought: Thought) -> None:
        """Tell the watcher, if there is one, what was found so far."""
        if self.watcher is not None:
            self.watcher(thought)

    def prepare(self, state: State) -> None:
        """Raise an error if this bot cannot play games like this one; called before a match."""

    def close(self) -> None:
        """Release what the bot holds, such as a process; called when it is not needed any more."""


def shown_name(bot: Bot) -> str:
    """The name of a bot, or that of its class if it has none."""
    return str(getattr(bot, "name", type(bot).__name__))


def is_budget(value: object) -> bool:
    """Whether a value is a valid budget; it may be unchecked input."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return 0 < float(value) <= MOST_SECONDS


def error_line(error: Exception) -> str:
    """The type and the message of an error on one line, shortened if necessary."""
    return f"{type(error).__name__}: {error}"[:ERROR_LENGTH]
