"""Who plays the other seats of a `SeatEnv`: random players, bots, or policies of your own."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

from naqala.bots import Bot
from naqala.bots.external import class_of, load_bot
from naqala.envs.encoding import Policy
from naqala.rules.actions import Action
from naqala.rules.errors import BadOptions, brief
from naqala.rules.view import View

MASK = (1 << 64) - 1


class Chooser(Protocol):
    """A bot: an object with the method `choose`."""

    def choose(self, view: View, legal: Sequence[Action]) -> Action | str:
        """One of the legal actions or its text, or a whole move."""


Opponent: TypeAlias = str | Chooser | Policy | Callable[[int], Policy | Chooser]
"""The name of a bot, a bot, a policy, or a function of a seed that returns a bot or a policy.

Names are those of `naqala.bots.external`: `sultan`, `mine.py:Mine`, `engine:COMMAND` …
"""


class Uniform:
    """A policy that chooses uniformly among the legal actions.

    It needs no view and is copied in a microsecond, so random opponents cost little.
    """

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        """Start a sequence of choices."""
        mixed = (seed + 0x9E3779B97F4A7C15) & MASK  # so that similar seeds choose differently
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & MASK
        self._state = mixed ^ mixed >> 27

    def __call__(self, view: View | None, legal: Sequence[Action]) -> Action:
        """One of the legal actions; the view is not used."""
        self._state = state = (self._state * 0x5851F42D4C957F2D + 0x14057B7EF767814F) & MASK
        return legal[(state >> 32) * len(legal) >> 32]

    def clone(self) -> Uniform:
        """A copy that makes the same choices from here on."""
        twin = Uniform.__new__(Uniform)
        twin._state = self._state
        return twin


def uniform(seed: int) -> Policy:
    """A policy that chooses uniformly among the legal actions."""
    return Uniform(seed)


def policies(opponent: Opponent) -> Callable[[int], Policy]:
    """A function that returns the policy of a seat for a seed; BadOptions for anything else."""
    if isinstance(opponent, str):
        class_of(opponent)  # refuses an unknown name now and not at the first reset
        return lambda seed: load_bot(opponent, seed).answer
    if not inspect.isclass(opponent) and hasattr(opponent, "choose"):
        policy = _policy(opponent)
        return lambda seed: policy
    if not callable(opponent):
        raise BadOptions("bad_opponent", value=brief(repr(opponent)))
    if _accepts(opponent, 1):
        return lambda seed: _policy(opponent(seed))  # type: ignore[call-arg, arg-type]
    if _accepts(opponent, 2):
        return lambda seed: _policy(opponent)
    raise BadOptions("bad_opponent", value=brief(repr(opponent)))


def clone(policy: Policy) -> Policy:
    """A copy of a policy that has the method `clone`; any other policy is shared."""
    copy = getattr(policy, "clone", None)
    return copy() if copy else policy


def _policy(made: object) -> Policy:
    """The policy of a bot, or the policy itself."""
    choose: Any = made.answer if isinstance(made, Bot) else getattr(made, "choose", made)
    if not callable(choose):
        raise BadOptions("bad_opponent", value=brief(repr(made)))
    return choose  # type: ignore[no-any-return]


def _accepts(function: Callable[..., object], arguments: int) -> bool:
    """Whether a function can be called with this many positional arguments."""
    try:
        inspect.signature(function).bind(*range(arguments))
    except TypeError:
        return False
    except ValueError:  # a function written in C has no signature
        return arguments == 1
    return True
