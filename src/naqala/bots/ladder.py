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


class UnknownBot(NaqalaError):
    """A bot that is not on the ladder, or a seed or budget that it cannot have."""


def bot(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """A fresh bot for one seat of one game, perhaps with other seconds to think for a turn."""
    if str(name) not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    try:
        whole = index(seed)
    except TypeError:
        raise UnknownBot(f"the seed of a bot is a whole number, not {seed!r}") from None
    found = BOTS[name](whole)
    if budget is not None:
        if not _is_number(budget) or not 0 < budget <= MOST_SECONDS:
            raise UnknownBot(f"a budget is a number of seconds up to 3600, not {budget!r}")
        found.budget = float(budget)
    return found


def _is_number(value: object) -> bool:
    """Whether a value counts seconds; programs pass on what people typed."""
    return isinstance(value, Real) and not isinstance(value, bool)
