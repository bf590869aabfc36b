"""A small value net in NumPy: two hidden layers, weights from an .npz file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from naqala.bots.value.features import CLIP, feature_names
from naqala.bots.value.numpy_backend.features import features
from naqala.bots.value.weights_file import Array, Weights, package_weights, read_weights
from naqala.rules.state import State

Matrix = NDArray[np.floating[Any]]
Columns = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Net:
    """A function from features of states to their expected final margins, in points."""

    players: int
    """The number of players in the games that it was trained on."""
    names: tuple[str, ...]
    """The name of the feature for each input, as in `features`."""
    linear: Matrix
    """Points per unit of each input; the last number is a constant."""
    mean: Matrix
    scale: Matrix
    layers: tuple[tuple[Matrix, Matrix], ...]
    """Weights and biases of two hidden layers and the output, added to the linear part; or none."""
    unit: float
    """Points per unit of output."""

    def __call__(self, inputs: ArrayLike) -> Matrix:
        """The margin of each row; the columns are those of `names`."""
        rows = np.asarray(inputs, self.linear.dtype)
        result: Matrix = rows @ self.linear[:-1] + self.linear[-1]
        if self.layers:
            values = np.minimum(np.maximum((rows - self.mean) * self.scale, -CLIP), CLIP)
            for weights, bias in self.layers[:-1]:
                values = np.maximum(values @ weights + bias, 0)
            weights, bias = self.layers[-1]
            result = result + (values @ weights + bias)[:, 0] * self.unit
        return result

    def margins(self, states: Sequence[State], seat: int) -> list[float]:
        """The margin of each state of a game for a seat, without `gold_offset`."""
        inputs = self.inputs(features(states, seat), feature_names(self.players))
        found: list[float] = self(inputs).tolist()
        return found

    def inputs(self, features: ArrayLike, names: tuple[str, ...]) -> Matrix:
        """The inputs of this net, taken from rows of named features.

        A feature that the net does not know is left out; one that it knows and the rows lack is 0.
        """
        rows = np.asarray(features, self.linear.dtype)
        if names == self.names:
            return rows
        own, theirs = _common_columns(self.names, names)
        found = np.zeros((len(rows), len(self.names)), self.linear.dtype)
        found[:, own] = rows[:, theirs]
        return found

    def save(self, file: str | Path | IO[bytes]) -> None:
        """Write the weights and the names of the inputs."""
        arrays: dict[str, Any] = {
            "players": np.int64(self.players),
            "names": np.array(self.names),
            "linear": self.linear.astype(np.float32),
            "mean": self.mean.astype(np.float32),
            "scale": self.scale.astype(np.float32),
            "unit": np.float32(self.unit),
        }
        for nth, (weights, bias) in enumerate(self.layers):
            arrays[f"w{nth}"] = weights.astype(np.float16)
            arrays[f"b{nth}"] = bias.astype(np.float32)
        np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, file: str | Path | IO[bytes]) -> Net:
        """Read weights; BadWeights says what is wrong with them."""
        return cls._of(read_weights(file))

    @classmethod
    def _of(cls, weights: Weights) -> Net:
        return cls(
            weights.players,
            weights.names,
            _matrix(weights.linear),
            _matrix(weights.mean),
            _matrix(weights.scale),
            tuple((_matrix(each), _matrix(bias)) for each, bias in weights.layers),
            weights.unit,
        )


def _matrix(array: Array) -> Matrix:
    return np.array(array.values).reshape(array.shape)


@lru_cache(maxsize=64)
def _common_columns(ours: Sequence[str], theirs: Sequence[str]) -> tuple[Columns, Columns]:
    """The positions of the common names in each of the two sequences."""
    place = {name: nth for nth, name in enumerate(theirs)}
    pairs = [(nth, place[name]) for nth, name in enumerate(ours) if name in place]
    own, other = np.array(pairs, np.intp).reshape(-1, 2).T
    return own, other


@cache
def net_for(players: int) -> Net:
    """The net that ships with the package for this number of players."""
    return Net._of(package_weights(players))
