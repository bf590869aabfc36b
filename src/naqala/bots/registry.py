"""The bots of the package by name, weakest first."""

from __future__ import annotations

from operator import index

from naqala.bots.bot import MOST_SECONDS, Bot, is_budget
from naqala.rules.errors import NaqalaError, brief

BOT_BUDGETS = {"traveller": 0.0, "merchant": 0.02, "vizier": 0.3, "sultan": 0.5, "djinn": 2.0}
"""The names of all bots, each with its default budget in seconds per turn."""


class UnknownBot(NaqalaError):
    """The bot is unknown, or the seed or the budget is invalid."""


def bot(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """Create a bot for one seat of one game; `budget` replaces its seconds per turn."""
    return make(bot_class(name), seed, budget)


def bot_class(name: str) -> type[Bot]:
    """The class of a bot.

    Its module is imported on demand, to keep the import of `naqala.bots` fast.
    """
    match str(name):
        case "traveller":
            from naqala.bots.traveller import Traveller

            return Traveller
        case "merchant":
            from naqala.bots.merchant import Merchant

            return Merchant
        case "vizier":
            from naqala.bots.vizier import Vizier

            return Vizier
        case "sultan":
            from naqala.bots.sultan import Sultan

            return Sultan
        case "djinn":
            from naqala.bots.djinn import Djinn

            return Djinn
    raise UnknownBot("unknown_bot", bot=brief(str(name)), known=tuple(BOT_BUDGETS))


def make(kind: type[Bot], seed: int, budget: float | None) -> Bot:
    """Create a bot of this class; raises UnknownBot if the seed or the budget is invalid."""
    try:
        whole = index(seed)
    except TypeError:
        raise UnknownBot("bot_seed", seed=brief(repr(seed))) from None
    found = kind(whole)
    if budget is not None:
        if not is_budget(budget):
            raise UnknownBot("budget_range", most=MOST_SECONDS, budget=brief(repr(budget)))
        found.budget = float(budget)
    return found
