"""The whole table as a PettingZoo environment: every seat is an agent."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any, ClassVar

from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.wrappers import OrderEnforcingWrapper  # type: ignore[import-untyped]

from naqala.envs.encoding import Encoding, Observation
from naqala.envs.match import RENDER_MODES, SEEDS, Match
from naqala.rules.game import Game


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
        expansions: Iterable[str] = (),
        promos: Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
        reward: str = "margin",
        render_mode: str | None = None,
    ) -> None:
        """Play one mode, with options as in `Game.new`; the reward is `margin` or `win`."""
        super().__init__()
        self._match = Match(players, expansions, promos, doubled, whims, reward, render_mode)
        self._random = Random()
        self.render_mode = render_mode
        self.agents: list[str] = []
        self.possible_agents = [f"player_{seat + 1}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        encoding = self.encoding
        self.action_spaces = {name: encoding.action_space() for name in self._seats}
        self.observation_spaces = {name: encoding.observation_space() for name in self._seats}

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
        """Set up the next game; `options` are ignored."""
        if seed is not None:
            self._random = Random(seed)
        self._match.start(self._random.randrange(SEEDS) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self.game.seat]

    def observe(self, agent: str) -> Observation:
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
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._match.rewards(), strict=True))
            self._accumulate_rewards()
        else:
            self.agent_selection = self.possible_agents[self.game.seat]

    def render(self) -> str | None:
        """With the render mode `ansi`, the position as text."""
        return self.game.position() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing; there is nothing to release."""


def env(players: int = 2, **options: Any) -> AECEnv:
    """A `TableEnv` that also refuses calls in the wrong order, as PettingZoo's own games do."""
    return OrderEnforcingWrapper(TableEnv(players, **options))
