"""Advice for people: `advise` ranks the options of a player, `review` judges a finished game.

Importing this package needs no NumPy; `advise` and `review` import it when they are called.
"""

from naqala.bots.advice.adviser import NoAdvice, advise
from naqala.bots.advice.game_review import Review, review
from naqala.bots.advice.reasons import Advice, Option, Reason

__all__ = ["Advice", "NoAdvice", "Option", "Reason", "Review", "advise", "review"]
