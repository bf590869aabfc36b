"""Many seats at once: a vector environment whose observations are encoded together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from naqala.envs.encoding import FLAT, Batch, Encoding, Mask
from naqala.envs.match import RENDER_MODES, SavedGame, SeatMatch, check_render_mode
from naqala.envs.opponents import Opponent, uniform
from naqala.envs.picture import picture
from naqala.envs.rewards import RewardFunction
from naqala.rules.errors import BadOptions, brief
from naqala.rules.game import Game

Observations = dict[str, NDArray[Any]]


class SeatVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """Several games of a `SeatEnv`, played side by side in one process.

    It gives the same observations, rewards and games as a `SyncVectorEnv` of as many `SeatEnv`,
    but several times as fast. Its games have no history.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
    ) -> None:
        """Play `num_envs` games; the other options are those of `SeatEnv`."""
        check_render_mode(render_mode)
        if type(num_envs) is not int or num_envs < 1:
            raise BadOptions("number_of_envs", value=brief(repr(num_envs)))
        self._matches = [
            SeatMatch(
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
                recorded=False,
            )
            for _ in range(num_envs)
        ]
        self.encoding: Encoding = self._matches[0].encoding
        self._form = observation
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {
            "render_modes": list(RENDER_MODES),
            "render_fps": 4,
            "autoreset_mode": self.autoreset_mode,
        }
        self.single_action_space = self.encoding.action_space()
        self.single_observation_space = self.encoding.observation_space(observation)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._randoms = [seeding.np_random()[0] for _ in range(num_envs)]

    @property
    def games(self) -> list[Game]:
        """Copies of the current games, without history."""
        return [match.game.copy(history=False) for match in self._matches]

    @property
    def seats(self) -> list[int]:
        """The seat of the agent in each game."""
        return [match.seat for match in self._matches]

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observations, dict[str, Any]]:
        """Set up new games; a seed, counted up for each game, or a list of seeds.

        `options` are those of `SeatEnv`, and `reset_mask`, an array that is True for the games to
        reset.
        """
        options = dict(options) if options else {}
        chosen = self._reset_mask(options.pop("reset_mask", None))
        seeds = self._seeds(seed)
        for nth, match in enumerate(self._matches):
            if chosen[nth]:
                if seeds[nth] is not None:
                    self._randoms[nth] = seeding.np_random(seeds[nth])[0]
                match.begin(seeds[nth], self._randoms[nth], options)
        return self._observe(), {}

    def step(
        self, actions: Any
    ) -> tuple[
        Observations,
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        dict[str, Any],
    ]:
        """Play an action in each game.

        In the mode `NEXT_STEP`, a game that has ended is reset instead. In the mode `SAME_STEP`, it
        is reset at once, and `infos` contains its last observation as `final_obs`.
        """
        rewards = np.zeros(self.num_envs)
        ended = np.zeros(self.num_envs, np.bool_)
        infos: dict[str, Any] = {}
        next_step = self.autoreset_mode is AutoresetMode.NEXT_STEP
        batch = Batch(self.encoding)
        given = self._action_list(actions)
        for nth, match in enumerate(self._matches):
            if next_step and match.ended:
                match.begin(None, self._randoms[nth], None)
            else:
                rewards[nth], info = match.step(given[nth])
                if match.ended:
                    ended[nth] = True
                    if self.autoreset_mode is AutoresetMode.SAME_STEP:
                        info = {"final_obs": match.observe(match.seat), "final_info": info}
                        match.begin(None, self._randoms[nth], None)
                if info:
                    infos = self._add_info(infos, info, nth)
            # At once and not after all steps: the state is still in the cache of the processor.
            batch.add(match.state, match.seat, match.legal)
        return batch.observations(self._form), rewards, ended, np.zeros_like(ended), infos

    def action_masks(self) -> Mask:
        """The masks alone, one per row."""
        return self.encoding.masks([() if m.ended else m.legal for m in self._matches])

    def clone(self) -> list[SavedGame]:
        """Copies of the games for `restore`."""
        return [match.save() for match in self._matches]

    def restore(self, saved: Sequence[SavedGame]) -> Observations:
        """Continue from clones; observe them."""
        for match, game in zip(self._matches, saved, strict=True):
            match.restore(game)
        return self._observe()

    def render(self) -> tuple[Any, ...] | None:
        """The positions as texts or pictures, depending on the render mode."""
        if self.render_mode == "rgb_array":
            return tuple(picture(match.state) for match in self._matches)
        if self.render_mode == "ansi":
            return tuple(match.game.position() for match in self._matches)
        return None

    def _observe(self) -> Observations:
        batch = Batch(self.encoding)
        for match in self._matches:
            batch.add(match.state, match.seat, match.legal)
        return batch.observations(self._form)

    def _action_list(self, actions: Any) -> list[Any]:
        """One action per game."""
        found = actions.tolist() if isinstance(actions, np.ndarray) else list(actions)
        if len(found) != self.num_envs:
            raise BadOptions("one_per_env", number=self.num_envs, given=len(found))
        return found

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int):
            return [seed + nth for nth in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise BadOptions("one_per_env", number=self.num_envs, given=len(seed))
        return list(seed)

    def _reset_mask(self, mask: Any) -> NDArray[np.bool_]:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        found: NDArray[np.bool_] = np.asarray(mask)
        if found.dtype != np.bool_ or found.shape != (self.num_envs,):
            raise BadOptions("reset_mask", number=self.num_envs)
        return found
