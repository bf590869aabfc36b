"""The whole table as a PettingZoo environment: every seat is an agent."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from naqala.envs.encoding import FLAT, Encoding
from naqala.envs.match import (
    POSITION,
    RENDER_MODES,
    SEEDS,
    Match,
    check_render_mode,
    reset_options,
)
from naqala.envs.picture import picture
from naqala.envs.rewards import RewardFunction
from naqala.rules.game import Game

TEST_OPTIONS = {"options": 1}
"""What PettingZoo's `api_test` passes to `reset`; all other unknown options are refused."""


class SavedTable(NamedTuple):
    """What `TableEnv.clone` saves; it can be restored any number of times."""

    game: Game
    agents: list[str]
    rewards: dict[str, float]
    cumulative_rewards: dict[str, float]
    terminations: dict[str, bool]
    agent_selection: str
    skipped_selection: str | None


class TableEnv(AECEnv):  # type: ignore[misc]
    """A game in which `player_1`, `player_2` … act in turn; forced actions happen automatically.

    `reset(seed=7)` plays `Game.new(seed=7)`; without a seed, the seed of the next game is drawn.
    An illegal action raises IllegalAction and leaves the game as it was.
    """

    metadata: ClassVar[dict[str, Any]] = {
        "name": "naqala_v0",
        "render_modes": list(RENDER_MODES),
        "is_parallelizable": False,
    }

    def __init__(
        self,
        players: int = 2,
        *,
        expansions: str | Iterable[str] = (),
        promos: str | Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
        reward: str | RewardFunction = "margin",
        skip_end: bool = False,
        observation: str = FLAT,
        render_mode: str | None = None,
    ) -> None:
        """Play one mode, with options as in `Game.new`; the others are those of `SeatEnv`."""
        super().__init__()
        check_render_mode(render_mode)
        self._match = Match(
            players,
            expansions=expansions,
            promos=promos,
            doubled=doubled,
            whims=whims,
            reward=reward,
            skip_end=skip_end,
            observation=observation,
        )
        self._random = Random()
        self.render_mode = render_mode
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat + 1}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        encoding = self.encoding
        self.action_spaces = {name: encoding.action_space() for name in self._seats}
        self.observation_spaces = {
            name: encoding.observation_space(observation) for name in self._seats
        }

    @property
    def encoding(self) -> Encoding:
        """The encoding of actions and observations."""
        return self._match.encoding

    @property
    def game(self) -> Game:
        """The current game."""
        return self._match.game

    def action_space(self, agent: str) -> spaces.Discrete:
        """The numbers of all actions."""
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of the observations."""
        return self.observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Set up the next game; `options` may contain a `position`, as in `SeatEnv.reset`."""
        if options == TEST_OPTIONS:
            options = None
        chosen = reset_options(options, POSITION)
        if seed is not None:
            self._random = Random(seed)
        self._match.start(seed, lambda: self._random.randrange(SEEDS), chosen.get(POSITION))
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """The observation of an agent; the mask is empty unless the agent is in turn."""
        return self._match.observe(self._seats[agent])

    def step(self, action: Any) -> None:
        """Play the action of this number for `agent_selection`; after the end it must be None."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        choice = self._match.choice(action)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._match.play(choice)
        after_step = self._match.rewards.after_step
        self.rewards = {name: after_step(self.game, self._seats[name]) for name in self.agents}
        self._accumulate_rewards()
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.game.seat]

    def clone(self) -> SavedTable:
        """A copy of the current game for `restore`, made in microseconds."""
        return SavedTable(
            self.game.copy(),
            self.agents[:],
            self.rewards.copy(),
            self._cumulative_rewards.copy(),
            self.terminations.copy(),
            self.agent_selection,
            self._skip_agent_selection,
        )

    def restore(self, saved: SavedTable) -> None:
        """Continue from a clone, of this environment or another of the same mode."""
        self._match.resume(saved.game.copy())
        self.agents = saved.agents[:]
        self.rewards = saved.rewards.copy()
        self._cumulative_rewards = saved.cumulative_rewards.copy()
        self.terminations = saved.terminations.copy()
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self.agent_selection = saved.agent_selection
        self._skip_agent_selection = saved.skipped_selection

    def render(self) -> str | NDArray[np.uint8] | None:
        """With the render mode `ansi`, the position as text; with `rgb_array`, as a picture."""
        if self.render_mode == "rgb_array":
            return picture(self._match.state)
        return self.game.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; there is nothing to release."""


def env(players: int = 2, **options: Any) -> AECEnv:
    """A `TableEnv` that also refuses calls in the wrong order, as PettingZoo's own games do."""
    return OrderEnforcingWrapper(TableEnv(players, **options))
