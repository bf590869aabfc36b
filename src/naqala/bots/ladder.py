"""The ladder of bots, by name, weakest first."""

from __future__ import annotations

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
    """A bot that is not on the ladder, or a budget it cannot have."""


def bot(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """A fresh bot for one seat of one game, perhaps with other seconds to think for a turn."""
    if name not in BOTS:
        raise UnknownBot(f"there is no bot {name!r}; there are {', '.join(BOTS)}")
    found = BOTS[name](seed)
    if budget is not None:
        if not 0 < budget <= MOST_SECONDS:
            raise UnknownBot(f"a budget is a number of seconds up to 3600, not {budget!r}")
        found.budget = budget
    return found
