"""Players by program: a ladder from the traveller up to the djinn; and an adviser for people."""

from naqala.bots.adviser import NoAdvice, advise
from naqala.bots.bot import Bot
from naqala.bots.ladder import BOTS, UnknownBot, bot
from naqala.bots.reasons import Advice, Option, Reason
from naqala.bots.review import Review, review

__all__ = [
    "BOTS",
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
