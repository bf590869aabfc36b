"""Train MaskablePPO of sb3-contrib, which must be installed: pip install sb3-contrib.

    OMP_NUM_THREADS=1 python examples/maskable_ppo.py --curve ppo.csv

trains for some minutes against the traveller, who plays at random, and prints how the policy does
against bots of the ladder. `naqala arena examples/maskable_ppo.py:Learned djinn` then plays a match
with the policy in `maskable_ppo.zip`, or in the file that the variable NAQALA_POLICY names.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO

from naqala import Action, Game, View
from naqala.bots import Bot
from naqala.envs import Encoding, Observation, SeatEnv

POLICY = "maskable_ppo.zip"
SPREAD = 1.96
"""How many standard errors a 95 % interval reaches to each side."""


def lead(game: Game, seat: int) -> float:
    """The points of a seat minus those of the best opponent if the game ended now."""
    totals = [score.total for score in game.scores()]
    return totals[seat] - max(totals[:seat] + totals[seat + 1 :])


class VectorOnly(gymnasium.ObservationWrapper[Any, Any, Any]):
    """Observations without the mask, which MaskablePPO gets from `action_masks`."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        """Keep only the vector."""
        super().__init__(env)
        assert isinstance(env.observation_space, gymnasium.spaces.Dict)
        self.observation_space = env.observation_space["observation"]

    def observation(self, observation: Any) -> Any:
        """The vector of an observation."""
        return observation["observation"]

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions."""
        env = self.env.unwrapped
        assert isinstance(env, SeatEnv)
        return env.action_masks().astype(np.bool_)


class Changes(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Rewards each step with the change of the lead, in hundreds of points.

    The rewards of a game add up to its final margin, but the learner need not wait for it.
    """

    before = 0.0

    def reset(self, **options: Any) -> Any:
        """Begin with the lead of the opening position."""
        seen, info = super().reset(**options)
        env = self.env.unwrapped
        assert isinstance(env, SeatEnv)
        self.before = lead(env.game, env.seat)
        return seen, info

    def step(self, action: Any) -> Any:
        """Subtract the lead before the step."""
        seen, after, over, cut, info = super().step(action)
        before, self.before = self.before, float(after)
        return seen, (self.before - before) / 100, over, cut, info


def seat(opponent: str, **options: Any) -> VectorOnly:
    """An environment at a random seat against a bot."""
    env = gymnasium.make("naqala.envs:naqala/Seat-v0", seat="random", opponent=opponent, **options)
    return VectorOnly(env)


def training_seat(opponent: str) -> VectorOnly:
    """An environment for the learner."""
    env = gymnasium.make(
        "naqala.envs:naqala/Seat-v0",
        seat="random", opponent=opponent, reward=lead, skip_end=True, strict=True,
    )  # fmt: skip
    return VectorOnly(Changes(env))


class Learned(Bot):
    """Plays the policy that was learned, for `naqala arena` and every other match."""

    name = "learned"

    def __init__(self, seed: int = 0) -> None:
        """Read the policy from a file."""
        super().__init__(seed)
        self._model = MaskablePPO.load(os.environ.get("NAQALA_POLICY", POLICY))
        self._encoding: Encoding | None = None

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The most likely action."""
        self._encoding = self._encoding or Encoding(view.options)
        return self._encoding.policy(self._most_likely)(view, legal)

    def _most_likely(self, seen: Observation) -> int:
        action, _ = self._model.predict(
            seen["observation"],
            action_masks=seen["action_mask"].astype(np.bool_),
            deterministic=True,
        )
        return int(action)


def margin(model: MaskablePPO, opponent: str, games: int) -> tuple[float, float, float]:
    """The mean margin of the most likely actions against a bot, its 95 % error, and the wins."""
    env = seat(opponent)
    margins = []
    for game in range(games):
        seen, _ = env.reset(seed=1_000_000 + game)
        over = False
        while not over:
            masks = env.action_masks()
            action, _ = model.predict(seen, action_masks=masks, deterministic=True)
            seen, reward, over, _, _ = env.step(action)
        margins.append(float(reward))
    found = np.array(margins)
    error = SPREAD * found.std(ddof=1) / np.sqrt(games) if games > 1 else np.inf
    return float(found.mean()), float(error), float((found > 0).mean())


def main() -> None:
    """Train, and print steps, opponent, mean margin, its error and the share of wins."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=200_000, help="how many steps to train")
    parser.add_argument("--opponent", default="traveller", help="who plays the other seat")
    parser.add_argument("--points", type=int, default=5, help="points of the learning curve")
    parser.add_argument("--games", type=int, default=50, help="games against each of the ladder")
    parser.add_argument("--ladder", nargs="*", default=["traveller", "merchant"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--curve", type=Path, help="write the learning curve to this CSV file")
    options = parser.parse_args()
    model = MaskablePPO(
        "MlpPolicy", training_seat(options.opponent), gamma=1.0, n_steps=2048, batch_size=512,
        n_epochs=4, learning_rate=1e-3, ent_coef=0.01, policy_kwargs={"net_arch": [128]},
        seed=options.seed,
    )  # fmt: skip
    rows: list[list[object]] = [["steps", "opponent", "margin", "error", "wins"]]
    for point in range(options.points):
        if point:
            model.learn(options.steps // (options.points - 1), reset_num_timesteps=False)
        for name in options.ladder:
            mean, error, wins = margin(model, name, options.games)
            rounded = round(mean, 1), round(error, 1), round(wins, 2)
            rows.append([model.num_timesteps, name, *rounded])
            print(*rows[-1], sep="\t", flush=True)
    model.save(POLICY)
    if options.curve:
        with options.curve.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)


if __name__ == "__main__":
    main()
