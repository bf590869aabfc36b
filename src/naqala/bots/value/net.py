"""A small value net in plain NumPy: two hidden layers, weights from an .npz file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from naqala.bots.bot import BadWeights

Matrix = NDArray[np.float32]
Columns = NDArray[np.intp]

CLIP = 4.0
"""Scaled inputs are clipped to this many standard deviations."""


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
        rows = np.asarray(inputs, np.float32)
        result: Matrix = rows @ self.linear[:-1] + self.linear[-1]
        if self.layers:
            values = np.clip((rows - self.mean) * self.scale, -CLIP, CLIP)
            for weights, bias in self.layers[:-1]:
                values = np.maximum(values @ weights + bias, 0)
            weights, bias = self.layers[-1]
            result = result + (values @ weights + bias)[:, 0] * self.unit
        return result

    def inputs(self, features: ArrayLike, names: tuple[str, ...]) -> Matrix:
        """The inputs of this net, taken from rows of named features.

        A feature that the net does not know is left out; one that it knows and the rows lack is 0.
        """
        rows = np.asarray(features, np.float32)
        if names == self.names:
            return rows
        own, theirs = _common_columns(self.names, names)
        found = np.zeros((len(rows), len(self.names)), np.float32)
        found[:, own] = rows[:, theirs]
        return found

    def save(self, file: str | Path | IO[bytes]) -> None:
        """Write the weights and the names of the inputs."""
        arrays: dict[str, Any] = {
            "players": np.int64(self.players),
            "names": np.array(self.names),
            "linear": self.linear,
            "mean": self.mean,
            "scale": self.scale,
            "unit": np.float32(self.unit),
        }
        for nth, (weights, bias) in enumerate(self.layers):
            arrays[f"w{nth}"], arrays[f"b{nth}"] = weights.astype(np.float16), bias
        np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, file: str | Path | IO[bytes]) -> Net:
        """Read weights; BadWeights says what is wrong with them."""
        try:
            content = Path(file).read_bytes() if isinstance(file, str | Path) else file.read()
            with np.load(BytesIO(content), allow_pickle=False) as data:
                names = data["names"]
                arrays = {
                    name: np.asarray(data[name], np.float32)
                    for name in data.files
                    if name != "names"
                }
            count = sum(name.startswith("w") for name in arrays)
            net = cls(
                int(arrays["players"]),
                tuple(map(str, names.tolist())),
                arrays["linear"],
                arrays["mean"],
                arrays["scale"],
                tuple((arrays[f"w{n}"], arrays[f"b{n}"]) for n in range(count)),
                float(arrays["unit"]),
            )
            net._check()
            if not all(np.isfinite(array).all() for array in arrays.values()):
                raise BadWeights("weights_not_finite")
        except BadWeights as error:
            raise BadWeights("damaged_weights", reason=error) from None
        except Exception as error:  # a damaged archive fails in many ways
            raise BadWeights("damaged_weights", reason=str(error)) from None
        return net

    def _check(self) -> None:
        """Raise BadWeights if the shapes of the arrays do not match."""
        inputs = len(self.names)
        if len(set(self.names)) < inputs:
            raise BadWeights("weights_names")
        shapes = [self.linear.shape, self.mean.shape, self.scale.shape]
        fits = shapes == [(inputs + 1,), (inputs,), (inputs,)]
        width = inputs
        for weights, bias in self.layers:
            fits = fits and weights.ndim == 2 and weights.shape == (width, *bias.shape)
            width = len(bias)
        if not fits or (self.layers and width != 1):
            raise BadWeights("weights_shape")


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
    file = resources.files("naqala.bots.value") / "weights" / f"players-{players}.npz"
    try:
        with file.open("rb") as stream:
            return Net.load(stream)
    except FileNotFoundError:
        raise BadWeights("no_weights", players=players) from None
