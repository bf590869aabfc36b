"""One seat as a Gymnasium environment: the others are played by a policy."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from naqala.envs.encoding import FLAT, Encoding, Mask
from naqala.envs.match import RENDER_MODES, SavedGame, SeatMatch, check_render_mode
from naqala.envs.opponents import Opponent, uniform
from naqala.envs.picture import picture
from naqala.envs.rewards import RewardFunction
from naqala.rules.game import Game


class SeatEnv(gymnasium.Env[dict[str, NDArray[Any]], np.int64]):
    """A game from the point of view of one seat; the others act between its choices.

    With one player it is the solo game. `reset(seed=7)` plays `Game.new(seed=7)`. At every reset
    each other seat gets a policy from `opponent`.

    An illegal action forfeits the game: it ends with the reward `forfeit`, and `info["illegal"]`
    says why. If `strict`, it raises IllegalAction instead.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4}  # noqa: RUF012

    observation_space: spaces.Dict  # type: ignore[assignment]
    action_space: spaces.Discrete

    def __init__(
        self,
        players: int = 2,
        *,
        expansions: str | Iterable[str] = (),
        promos: str | Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
        seat: int | str = 0,
        opponent: Opponent = uniform,
        reward: str | RewardFunction = "margin",
        forfeit: float | None = None,
        skip_end: bool = False,
        observation: str = FLAT,
        strict: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Learn at a seat, counted from 0, or at a "random" one in each game.

        `opponent` is the name of a bot, a bot, a policy, or a function of a seed that returns one
        of them. `reward` is a kind of reward or a function. With `skip_end`, a turn ends by itself
        when nothing else is possible. `observation` is "flat" or "fields".
        """
        check_render_mode(render_mode)
        self._match = SeatMatch(
            players,
            seat=seat,
            opponent=opponent,
            strict=strict,
            expansions=expansions,
            promos=promos,
            doubled=doubled,
            whims=whims,
            reward=reward,
            forfeit=forfeit,
            skip_end=skip_end,
            observation=observation,
        )
        self.render_mode = render_mode
        self.action_space = self.encoding.action_space()
        self.observation_space = self.encoding.observation_space(observation)

    @property
    def encoding(self) -> Encoding:
        """The encoding of actions and observations."""
        return self._match.encoding

    @property
    def game(self) -> Game:
        """The current game."""
        return self._match.game

    @property
    def seat(self) -> int:
        """The seat of the agent in the current game."""
        return self._match.seat

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Set up the next game and let the others act until it is this seat's turn.

        `options` may contain a `position` to start from (a `Game`, or the text, path or file of a
        position or a record) and the `seat` of the agent.
        """
        super().reset(seed=seed)
        self._match.begin(seed, self.np_random, options)
        return self._match.observe(self.seat), {}

    def step(
        self, action: Any
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Play the action of this number, then let the others act."""
        reward, info = self._match.step(action)
        return self._match.observe(self.seat), reward, self._match.ended, False, info

    def action_masks(self) -> Mask:
        """The mask alone, under the name that sb3-contrib's MaskablePPO expects."""
        return self.encoding.mask(() if self._match.ended else self._match.legal)

    def clone(self) -> SavedGame:
        """A copy of the current game for `restore`, made in microseconds.

        It contains the opponents if they have a method `clone`, as the random ones do; others are
        shared. It does not contain the generator that draws the seeds of the next games.
        """
        return self._match.save()

    def restore(self, saved: SavedGame) -> dict[str, NDArray[Any]]:
        """Continue from a clone, of this environment or another of the same mode; observe it."""
        self._match.restore(saved)
        return self._match.observe(self.seat)

    def render(self) -> str | NDArray[np.uint8] | None:
        """With the render mode `ansi`, the position as text; with `rgb_array`, as a picture."""
        if self.render_mode == "rgb_array":
            return picture(self._match.state)
        return self.game.position() if self.render_mode == "ansi" else None
