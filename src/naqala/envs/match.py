"""A game that is observed and played in numbers: what both environments share."""

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
"""Where the seed of a game is not told, it is drawn below this."""
RENDER_MODES = ("ansi",)


class Match:
    """One game after another of the same mode."""

    game: Game
    legal: dict[int, Action]
    """What can be chosen now, by number."""

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
        """Play one mode, as told to `Game.new`; BadOptions says what cannot be played."""
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
        self._look()

    def play(self, action: Action) -> None:
        """Do a legal action."""
        self.game.play(action)
        self._look()

    def choice(self, number: Any) -> Action:
        """The legal action of a number; IllegalAction says what is wrong with others."""
        return self.encoding.action(number, self.legal)

    def observe(self, seat: int) -> Observation:
        """What a seat sees; only the one who chooses has anything in its mask."""
        state = self.game.state
        legal = self.legal if seat == state.seat else ()
        return self.encoding.observe(view(state, seat), legal)

    def rewards(self) -> list[float]:
        """What the end of the game is worth to every seat."""
        return rewards.rewards(self.game, self.reward)

    def _look(self) -> None:
        state = self.game.state
        self.legal = self.encoding.actions.numbers(state.choices, state)
