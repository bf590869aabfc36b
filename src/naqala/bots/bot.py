"""What a bot is: something that answers a view with one of the legal actions."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from random import Random
from typing import ClassVar

from naqala.rules.actions import DROPS, TAKES, Action, Drop, Sow
from naqala.rules.errors import NaqalaError
from naqala.rules.state import State
from naqala.rules.view import View, imagine

log = logging.getLogger("naqala.bots")

FAULT_LENGTH = 200
"""How many letters are kept of what went wrong in a bot."""


class BadWeights(NaqalaError):
    """A bot that cannot think: a file does not hold the weights of its net."""


class Bot:
    """A player by program: `choose` is all there is. The same seed plays the same game."""

    name: ClassVar[str]
    budget: float = 0.0
    """The seconds it may think for a turn."""
    faults: int = 0
    """How often it could not think and took the first legal action instead."""
    fault: str = ""
    """What was wrong the first time."""

    def __init__(self, seed: int = 0) -> None:
        """A fresh bot for one seat of one game."""
        self.rng = Random(seed)

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """One of the legal actions of the seat that sees this view."""
        raise NotImplementedError

    def prepare(self, state: State) -> None:
        """Refuse to play games such as this one, where it could not think; before they begin."""


class Traveller(Bot):
    """Uniform over the legal steps."""

    name = "traveller"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """Any of them."""
        return self.rng.choice(legal)


class Thinker(Bot):
    """A bot that plans several actions ahead and then plays its plan.

    The plan is made on a state imagined from the view; where the game turns out otherwise, it is
    made anew. Whatever happens, the answer is legal: an error in its thinking is logged, and the
    first legal action taken.
    """

    def __init__(self, seed: int = 0) -> None:
        """A fresh bot without a plan."""
        super().__init__(seed)
        self.plan: list[Action] = []

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The next action of the plan, or the first of a new one."""
        if len(legal) == 1:
            return legal[0]
        self.plan = rest_of(self.plan, legal)
        if not self.plan:
            try:
                self.plan = rest_of(steps(self.think(imagine(view, self.rng))), legal)
            except Exception as error:  # a game goes on, whatever is wrong with one player
                self.faults += 1
                self.fault = self.fault or told(error)
                log.exception("the %s could not think; it plays %s", self.name, legal[0])
        return self.plan.pop(0) if self.plan else legal[0]

    def think(self, state: State) -> Sequence[Action]:
        """What to do from here on, at least one action."""
        raise NotImplementedError


def told(error: Exception) -> str:
    """What was wrong, in a line that is not too long."""
    return f"{type(error).__name__}: {error}"[:FAULT_LENGTH]


def steps(actions: Sequence[Action]) -> list[Action]:
    """The actions with every whole move as its steps, forced steps included."""
    found: list[Action] = []
    for action in actions:
        if isinstance(action, Sow):
            found += [TAKES[action.start], *(DROPS[tile][tribe] for tile, tribe in action.drops)]
        else:
            found.append(action)
    return found


def rest_of(plan: Sequence[Action], legal: Sequence[Action]) -> list[Action]:
    """What is left of a plan once its forced drops have happened; nothing if it is thwarted."""
    for nth, action in enumerate(plan):
        if action in legal:
            return list(plan[nth:])
        if not isinstance(action, Drop):
            return []
    return []
