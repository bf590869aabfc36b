"""The ladder of bots by name, weakest first, and how one is made; known without NumPy."""

from __future__ import annotations

from numbers import Real
from operator import index

from naqala.bots.bot import Bot
from naqala.rules.errors import NaqalaError

RUNGS = {"traveller": 0.0, "merchant": 0.02, "vizier": 0.3, "sultan": 0.5, "djinn": 2.0}
"""Every rung with the seconds that it may think for a turn."""
MOST_SECONDS = 3600.0
BUDGET = f"a number of seconds up to {MOST_SECONDS:.0f}"


class UnknownBot(NaqalaError):
    """A bot that is not on the ladder, or a seed or budget that it cannot have."""


def bot(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """A fresh bot for one seat of one game, perhaps with other seconds to think for a turn."""
    from naqala.bots.rungs import BOTS  # with NumPy, which takes a while

    return made(BOTS.get(str(name)), name, seed, budget)


def made(kind: type[Bot] | None, name: str, seed: int, budget: float | None) -> Bot:
    """A fresh bot of a kind, if that was found by its name."""
    if kind is None:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(RUNGS)}")
    try:
        whole = index(seed)
    except TypeError:
        raise UnknownBot(f"the seed of a bot is a whole number, not {seed!r}") from None
    found = kind(whole)
    if budget is not None:
        if not is_budget(budget):
            raise UnknownBot(f"a budget is {BUDGET}, not {budget!r}")
        found.budget = float(budget)
    return found


def is_budget(value: object) -> bool:
    """Whether a value can be the seconds to think; programs pass on what people typed."""
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    return 0 < float(value) <= MOST_SECONDS
