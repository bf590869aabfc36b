"""Players by program: a ladder from the traveller up to the djinn; and an adviser for people.

What thinks needs NumPy, and is imported when it is asked for: a table server knows the rungs and
words advice, but lets others think.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from naqala.bots.bot import Bot
from naqala.bots.ladder import RUNGS, UnknownBot, bot
from naqala.bots.reasons import Advice, Option, Reason

__all__ = [
    "BOTS",
    "RUNGS",
    "Advice",
    "Bot",
    "NoAdvice",
    "Option",
    "Reason",
    "Review",
    "UnknownBot",
    "advise",
    "bot",
    "review",
]

if TYPE_CHECKING:
    from naqala.bots.adviser import NoAdvice, advise
    from naqala.bots.reviewing import Review, review
    from naqala.bots.rungs import BOTS
else:
    _THINKS = {
        "BOTS": "rungs",
        "NoAdvice": "adviser",
        "Review": "reviewing",
        "advise": "adviser",
        "review": "reviewing",
    }

    def __getattr__(name: str) -> object:
        """A name that needs NumPy, from its module; no module may be called like such a name."""
        if name not in _THINKS:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{_THINKS[name]}"), name)
