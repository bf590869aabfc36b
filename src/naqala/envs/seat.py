"""One seat as a Gymnasium environment: the others are played by a policy."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from naqala.envs.encoding import Encoding, Mask, Observation, Policy
from naqala.envs.match import RENDER_MODES, SEEDS, Match
from naqala.envs.rewards import FORFEITS
from naqala.rules.actions import Action
from naqala.rules.errors import BadOptions, IllegalAction
from naqala.rules.game import Game
from naqala.rules.view import View, view


def uniform(seed: int) -> Policy:
    """A policy that chooses uniformly among the legal actions."""
    return partial(_any, Random(seed))


def _any(random: Random, view: View, legal: Sequence[Action]) -> Action:
    return random.choice(legal)


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """A game from the point of view of one seat; the others act between its choices.

    With one player it is the solo game. At every reset each other seat gets a fresh policy from
    `opponent`, which is called with a seed: `lambda seed: Merchant(seed).choose`. `reset(seed=7)`
    plays `Game.new(seed=7)`.

    An illegal action forfeits the game: it ends with a reward below that of any finished game, and
    `info["illegal"]` says why. If `strict`, it raises IllegalAction instead.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    observation_space: spaces.Dict  # type: ignore[assignment]
    action_space: spaces.Discrete

    def __init__(
        self,
        players: int = 2,
        *,
        expansions: Iterable[str] = (),
        promos: Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
        reward: str = "margin",
        seat: int = 0,
        opponent: Callable[[int], Policy] = uniform,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Learn at a seat, counted from 0; the other arguments are those of `TableEnv`."""
        self._match = Match(players, expansions, promos, doubled, whims, reward, render_mode)
        if seat not in range(players):
            raise BadOptions("unknown_seat", seat=seat, last=players - 1)
        self.render_mode = render_mode
        self.seat = seat
        self.strict = strict
        self._opponent = opponent
        self._policies: list[Policy] = []
        self._ended = True
        self.action_space = self.encoding.action_space()
        self.observation_space = self.encoding.observation_space()

    @property
    def encoding(self) -> Encoding:
        """The encoding of actions and observations."""
        return self._match.encoding

    @property
    def game(self) -> Game:
        """The current game."""
        return self._match.game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Set up the next game and let the others act until it is this seat's turn."""
        super().reset(seed=seed)
        self._match.start(self._draw() if seed is None else seed)
        players = self.game.options.players
        self._policies = [self._opponent(self._draw()) for _ in range(players)]
        self._ended = False
        self._let_others_act()
        return self._match.observe(self.seat), {}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play the action of this number, then let the others act."""
        if self._ended:
            raise IllegalAction("reset_first")
        try:
            choice = self._match.choice(action)
        except IllegalAction as error:
            if self.strict:
                raise
            self._ended = True
            forfeit = FORFEITS[self._match.reward]
            return self._match.observe(self.seat), forfeit, True, False, {"illegal": str(error)}
        self._match.play(choice)
        self._let_others_act()
        self._ended = self.game.over
        reward = self._match.rewards()[self.seat] if self._ended else 0.0
        return self._match.observe(self.seat), reward, self._ended, False, {}

    def action_masks(self) -> Mask:
        """The mask alone, under the name that sb3-contrib's MaskablePPO expects."""
        return self.encoding.mask(() if self._ended else self._match.legal)

    def render(self) -> str | None:
        """With the render mode `ansi`, the position as text."""
        return self.game.position() if self.render_mode == "ansi" else None

    def _let_others_act(self) -> None:
        game = self.game
        while not game.over and game.seat != self.seat:
            seen = view(game.state, game.seat)
            self._match.play(self._policies[game.seat](seen, game.legal()))

    def _draw(self) -> int:
        return int(self.np_random.integers(SEEDS))
