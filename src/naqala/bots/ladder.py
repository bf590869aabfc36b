"""The ladder of bots, by name, weakest first."""

from __future__ import annotations

from numbers import Real
from operator import index

from naqala.bots.bot import Bot, Traveller
from naqala.bots.djinn import Djinn
from naqala.bots.thinkers import Merchant, Sultan
from naqala.bots.vizier import Vizier
from naqala.rules.errors import NaqalaError

BOTS: dict[str, type[Bot]] = {
    each.name: each for each in (Traveller, Merchant, Vizier, Sultan, Djinn)
}
MOST_SECONDS = 3600.0
BUDGET = f"a number of seconds up to {MOST_SECONDS:.0f}"


class UnknownBot(NaqalaError):
    """A bot that is not on the ladder, or a seed or budget that it cannot have."""


def bot(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """A fresh bot for one seat of one game, perhaps with other seconds to think for a turn."""
    return made(BOTS.get(str(name)), name, seed, budget)


def made(kind: type[Bot] | None, name: str, seed: int, budget: float | None) -> Bot:
    """A fresh bot of a kind, if that was found by its name."""
    if kind is None:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
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
