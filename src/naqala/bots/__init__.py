"""Bots, from the random traveller up to the djinn.

This package can be imported without NumPy: `bot` imports the module of a bot on demand. The adviser
for people is in `naqala.bots.advice`, matches between bots are in `naqala.bots.arena`.
"""

from naqala.bots.bot import Bot
from naqala.bots.registry import BOT_BUDGETS, UnknownBot, bot

__all__ = ["BOT_BUDGETS", "Bot", "UnknownBot", "bot"]
