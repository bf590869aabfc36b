"""A game with encoded observations and actions: what both environments share."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from naqala.envs import rewards
from naqala.envs.encoding import Encoding, Observation
from naqala.rules.actions import Action
from naqala.rules.errors import BadOptions, brief
from naqala.rules.expansions.whims import parse_deck
from naqala.rules.game import Game
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.rules.view import view

SEEDS = 2**63
"""Random seeds are below this."""
RENDER_MODES = ("ansi",)


class Match:
    """Plays games of one mode, one after another."""

    game: Game
    legal: dict[int, Action]
    """The legal actions by number."""

    def __init__(
        self,
        players: int,
        expansions: Iterable[str],
        promos: Iterable[str],
        doubled: bool,
        whims: str | None,
        reward: str,
        render_mode: str | None,
    ) -> None:
        """Play one mode, with options as in `Game.new`; BadOptions if it cannot be played."""
        rewards.check(reward)
        if render_mode not in (None, *RENDER_MODES):
            raise BadOptions("unknown_render_mode", mode=brief(repr(render_mode)), known=("ansi",))
        options = Options(
            players=players,
            seed=0,
            expansions=frozenset(expansions),
            promos=frozenset(promos),
            doubled=doubled,
            whims=() if whims is None else parse_deck(whims),
        )
        self.encoding = Encoding(options)
        self.reward = reward

    def start(self, seed: int) -> None:
        """Set up the game of this seed."""
        self.game = Game(set_up(replace(self.encoding.options, seed=seed)), new=True)
        self._update_legal()

    def play(self, action: Action) -> None:
        """Play a legal action."""
        self.game.play(action)
        self._update_legal()

    def choice(self, number: Any) -> Action:
        """The legal action of a number; IllegalAction if it is not legal."""
        return self.encoding.action(number, self.legal)

    def observe(self, seat: int) -> Observation:
        """The observation of a seat; the mask is empty unless the seat is in turn."""
        state = self.game.state
        legal = self.legal if seat == state.seat else ()
        return self.encoding.observe(view(state, seat), legal)

    def rewards(self) -> list[float]:
        """The reward of every seat at the end of the game."""
        return rewards.rewards(self.game, self.reward)

    def _update_legal(self) -> None:
        state = self.game.state
        self.legal = self.encoding.actions.numbers(state.choices, state)
