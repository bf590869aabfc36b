"""Traveller: a random legal action."""

from __future__ import annotations

from collections.abc import Sequence

from naqala.bots.bot import Bot
from naqala.rules.actions import Action
from naqala.rules.view import View


class Traveller(Bot):
    """Chooses uniformly among the legal actions."""

    name = "traveller"

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """A random legal action."""
        return self.rng.choice(legal)
