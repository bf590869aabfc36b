"""Players by program: a ladder from the traveller up to the djinn."""

from naqala.bots.ladder import BOTS, UnknownBot, bot

__all__ = ["BOTS", "UnknownBot", "bot"]
