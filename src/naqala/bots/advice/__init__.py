"""Advice for people: `advise` ranks the options of a player, `review` judges a finished game.

Importing this package does not import NumPy; `advise` and `review` use it if it is installed.
"""

from naqala.bots.advice.adviser import NoAdvice, advise
from naqala.bots.advice.game_review import Review, review
from naqala.bots.advice.reasons import Advice, Option, Reason

__all__ = ["Advice", "NoAdvice", "Option", "Reason", "Review", "advise", "review"]
