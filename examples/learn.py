"""Learn to play from nothing with NumPy: proximal policy optimisation on a vector environment.

    OPENBLAS_NUM_THREADS=1 python examples/learn.py --policy policy.npz --curve curve.csv

trains a small network for about two minutes, against the traveller, who plays at random, and
prints how it does against bots of the ladder. `naqala arena examples/learn.py:Learned traveller`
then plays a match with the policy in `policy.npz`, or in the file that the variable NAQALA_POLICY
names.
"""

from __future__ import annotations

import argparse
import csv
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from naqala import Action, Game, View
from naqala.bots import Bot
from naqala.envs import Encoding, Observation, SeatVectorEnv

Array = NDArray[Any]

UNITS = 128
GAMES, STEPS = 64, 32
"""How many games are played at once, and how many steps of each make a batch."""
EPOCHS, MINIBATCHES = 3, 4
LEARNING_RATE = 1e-3
CLIP = 0.2
TRACE = 0.95
"""Lambda of generalised advantage estimation; rewards are not discounted."""
ENTROPY = 0.01
IMPOSSIBLE = np.float32(-1e9)


def lead(game: Game, seat: int) -> float:
    """The points of a seat minus those of the best opponent if the game ended now, in hundreds."""
    totals = [score.total for score in game.scores()]
    return (totals[seat] - max(totals[:seat] + totals[seat + 1 :])) / 100


class Output(NamedTuple):
    """What the network computes for some observations."""

    hidden: Array
    log_probabilities: Array
    values: Array


class Network:
    """One hidden layer, the probabilities of the legal actions, and the expected reward."""

    def __init__(self, inputs: int, actions: int, seed: int = 0) -> None:
        """Start with small random weights."""
        random = np.random.default_rng(seed)
        shapes = {
            "w1": (inputs, UNITS), "b1": (UNITS,),
            "w2": (UNITS, actions), "b2": (actions,),
            "w3": (UNITS, 1), "b3": (1,),
        }  # fmt: skip
        scale = {"w1": inputs**-0.5, "w2": 0.01 * UNITS**-0.5, "w3": 0.1 * UNITS**-0.5}
        self.weights: dict[str, Array] = {
            name: (scale.get(name, 0) * random.standard_normal(shape)).astype(np.float32)
            for name, shape in shapes.items()
        }
        self._moments = {name: [np.zeros_like(w)] * 2 for name, w in self.weights.items()}
        self._updates = 0

    def __call__(self, seen: Array, legal: Array) -> Output:
        """Evaluate observations, one per row."""
        w = self.weights
        hidden = np.tanh(seen @ w["w1"] + w["b1"])
        logits = np.where(legal, hidden @ w["w2"] + w["b2"], IMPOSSIBLE)
        logits -= logits.max(axis=1, keepdims=True)
        logits -= np.log(np.exp(logits).sum(axis=1, keepdims=True))
        return Output(hidden, logits, (hidden @ w["w3"] + w["b3"])[:, 0])

    def learn(self, seen: Array, out: Output, for_logits: Array, for_values: Array) -> None:
        """Change the weights, given the gradients of the loss for both outputs."""
        w = self.weights
        for_hidden = for_logits @ w["w2"].T + for_values[:, None] @ w["w3"].T
        for_hidden *= 1 - out.hidden**2
        self._update("w1", seen.T @ for_hidden, "b1", for_hidden)
        self._update("w2", out.hidden.T @ for_logits, "b2", for_logits)
        self._update("w3", out.hidden.T @ for_values[:, None], "b3", for_values[:, None])
        self._updates += 1

    def _update(self, weight: str, gradient: Array, bias: str, rows: Array) -> None:
        """A step of Adam for a matrix and the bias that is added to its product."""
        for name, slope in ((weight, gradient), (bias, rows.sum(axis=0))):
            first, second = self._moments[name]
            first = 0.9 * first + 0.1 * slope
            second = 0.999 * second + 0.001 * slope**2
            self._moments[name] = [first, second]
            time = self._updates + 1
            step = first / (1 - 0.9**time) / (np.sqrt(second / (1 - 0.999**time)) + 1e-8)
            self.weights[name] = (self.weights[name] - LEARNING_RATE * step).astype(np.float32)

    def save(self, path: Path) -> None:
        """Write the weights to a file."""
        np.savez(path, **self.weights)  # type: ignore[arg-type]

    def load(self, path: Path) -> None:
        """Read the weights from a file."""
        with np.load(path) as stored:
            self.weights = {name: stored[name] for name in self.weights}


class Batch(NamedTuple):
    """Steps of all games, as rows."""

    seen: Array
    legal: Array
    chosen: Array
    log_probabilities: Array
    advantages: Array
    returns: Array


def batches(envs: SeatVectorEnv, network: Network, random: np.random.Generator) -> Iterator[Batch]:
    """Play on and on; yield the steps with their advantages."""
    observed, _ = envs.reset(seed=int(random.integers(1 << 30)))
    leads = np.zeros(envs.num_envs)
    while True:
        steps = []
        for _ in range(STEPS):
            seen, legal = observed["observation"], observed["action_mask"]
            out = network(seen, legal)
            noise = random.gumbel(size=out.log_probabilities.shape)
            chosen = (out.log_probabilities + noise).argmax(axis=1)
            likely = np.take_along_axis(out.log_probabilities, chosen[:, None], 1)[:, 0]
            observed, after, ended, _, _ = envs.step(chosen)
            # `lead` is not a reward but a level: its changes add up to the final margin.
            steps.append((seen, legal, chosen, likely, out.values, after - leads, ended))
            leads = np.where(ended, 0, after)
        last = network(observed["observation"], observed["action_mask"]).values
        yield _with_advantages(steps, last)


def _with_advantages(steps: Sequence[Sequence[Array]], last: Array) -> Batch:
    seen, legal, chosen, likely, values, rewards, ended = (
        np.array(s) for s in zip(*steps, strict=True)
    )
    advantages = np.zeros_like(values)
    following, advantage = last, np.zeros_like(last)
    for time in reversed(range(len(values))):
        goes_on = ~ended[time]
        surprise = rewards[time] + following * goes_on - values[time]
        advantage = surprise + TRACE * advantage * goes_on
        advantages[time], following = advantage, values[time]
    returns = advantages + values
    parts = (seen, legal, chosen, likely, advantages.astype(np.float32), returns)
    return Batch(*(part.reshape(-1, *part.shape[2:]) for part in parts))


def improve(network: Network, batch: Batch, random: np.random.Generator) -> None:
    """Make good choices of a batch more likely, but not much more in one go."""
    spread = batch.advantages.std() + 1e-8
    for _ in range(EPOCHS):
        for rows in np.array_split(random.permutation(len(batch.chosen)), MINIBATCHES):
            some = Batch(*(part[rows] for part in batch))
            out = network(some.seen, some.legal)
            probabilities = np.exp(out.log_probabilities)
            place = np.arange(len(rows)), some.chosen
            ratio = np.exp(out.log_probabilities[place] - some.log_probabilities)
            better = (some.advantages - batch.advantages.mean()) / spread
            clipped = ((better > 0) & (ratio > 1 + CLIP)) | ((better < 0) & (ratio < 1 - CLIP))
            weight = np.where(clipped, 0, better * ratio)
            for_logits = weight[:, None] * probabilities
            for_logits[place] -= weight
            logs = np.where(some.legal, out.log_probabilities, 0)
            entropy = -(probabilities * logs).sum(axis=1, keepdims=True)
            for_logits += ENTROPY * probabilities * (logs + entropy)
            for_values = out.values - some.returns
            size = np.float32(len(rows))
            network.learn(some.seen, out, for_logits / size, for_values / size)


def margin(network: Network, opponent: str, games: int, seed: int) -> tuple[float, float]:
    """The mean margin and the share of wins of the most likely actions against a bot."""
    envs = SeatVectorEnv(
        games, seat="random", opponent=opponent, autoreset_mode=AutoresetMode.DISABLED
    )
    observed, _ = envs.reset(seed=seed)
    margins = np.full(games, np.nan)
    while np.isnan(margins).any():
        legal = observed["action_mask"]
        chosen = network(observed["observation"], legal).log_probabilities.argmax(axis=1)
        observed, rewards, ended, _, _ = envs.step(chosen)
        margins[ended & np.isnan(margins)] = rewards[ended & np.isnan(margins)]
        if ended.any() and np.isnan(margins).any():  # play something else where a game is over
            observed, _ = envs.reset(options={"reset_mask": ended})
    return float(margins.mean()), float((margins > 0).mean())


class Learned(Bot):
    """Plays the policy that was learned, for `naqala arena` and every other match."""

    name = "learned"

    def __init__(self, seed: int = 0) -> None:
        """Read the policy from a file."""
        super().__init__(seed)
        self._path = Path(os.environ.get("NAQALA_POLICY", "policy.npz"))
        self._encoding: Encoding | None = None

    def choose(self, view: View, legal: Sequence[Action]) -> Action:
        """The most likely action."""
        if self._encoding is None:
            self._encoding = Encoding(view.options)
            self._network = Network(self._encoding.layout.size, self._encoding.actions.size)
            self._network.load(self._path)
        return self._encoding.policy(self._most_likely)(view, legal)

    def _most_likely(self, seen: Observation) -> int:
        out = self._network(seen["observation"][None], seen["action_mask"][None])
        return int(out.log_probabilities[0].argmax())


def arguments() -> argparse.ArgumentParser:
    """The options of this script."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--steps", type=int, default=200_000, help="how many steps to train")
    parser.add_argument("--opponent", default="traveller", help="who plays the other seat")
    parser.add_argument("--ladder", nargs="*", default=["traveller", "merchant"])
    parser.add_argument("--games", type=int, default=100, help="games against each of the ladder")
    parser.add_argument("--points", type=int, default=6, help="points of the learning curve")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--policy", type=Path, default=Path("policy.npz"))
    parser.add_argument("--curve", type=Path, help="write the learning curve to this CSV file")
    return parser


def main() -> None:
    """Train, print steps, opponent, mean margin and share of wins, and save the policy."""
    options = arguments().parse_args()
    envs = SeatVectorEnv(
        GAMES, seat="random", opponent=options.opponent, reward=lead, skip_end=True,
        autoreset_mode=AutoresetMode.SAME_STEP,
    )  # fmt: skip
    network = Network(envs.encoding.layout.size, envs.encoding.actions.size, options.seed)
    random = np.random.default_rng(options.seed)
    rows: list[list[object]] = [["steps", "opponent", "margin", "wins"]]
    source = batches(envs, network, random)
    total = -(-options.steps // (GAMES * STEPS))
    shown = {total * nth // max(options.points - 1, 1) for nth in range(options.points)}
    for done in range(total + 1):
        if done in shown:
            for name in options.ladder:
                lead_of, wins = margin(network, name, options.games, seed=1_000_000)
                rows.append([done * GAMES * STEPS, name, round(lead_of, 1), round(wins, 2)])
                print(*rows[-1], sep="\t", flush=True)
        if done < total:
            improve(network, next(source), random)
    network.save(options.policy)
    if options.curve:
        with options.curve.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(rows)


if __name__ == "__main__":
    main()
