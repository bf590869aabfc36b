"""Bots, from the random traveller up to the djinn.

Bots use NumPy if it is installed and do without it otherwise. Bots of your own are loaded by
`naqala.bots.external`, programs are asked by `naqala.bots.engines`. The adviser for people is in
`naqala.bots.advice`, matches between bots are in `naqala.bots.arena`, which needs NumPy.
"""

from naqala.bots.bot import Bot
from naqala.bots.registry import BOT_BUDGETS, UnknownBot, bot

__all__ = ["BOT_BUDGETS", "Bot", "UnknownBot", "bot"]
