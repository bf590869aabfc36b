"""A small value net in plain NumPy: two hidden layers, weights from an .npz file."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from naqala.bots.bot import BadWeights

Matrix = NDArray[np.float32]

FAR = 4.0
"""Inputs further from the usual, in spreads, are taken as so far."""


@dataclass(frozen=True, slots=True)
class Net:
    """Expected final margins of states, in points."""

    plain: Matrix
    """The points that each number brings by itself; a constant is the last one."""
    mean: Matrix
    scale: Matrix
    layers: tuple[tuple[Matrix, Matrix], ...]
    """What is added to that, perhaps nothing: two hidden layers and the output."""
    unit: float
    """How many points an output of 1 means."""

    def __call__(self, inputs: ArrayLike) -> Matrix:
        """The margin of each row of features."""
        rows = np.asarray(inputs, np.float32)
        if rows.shape[1] != len(self.mean):
            numbers = f"{len(self.mean)} numbers, and there are {rows.shape[1]}"
            raise BadWeights(f"these weights cannot be used: they are for {numbers}")
        result: Matrix = rows @ self.plain[:-1] + self.plain[-1]
        if self.layers:
            values = np.clip((rows - self.mean) * self.scale, -FAR, FAR)
            for weights, bias in self.layers[:-1]:
                values = np.maximum(values @ weights + bias, 0)
            weights, bias = self.layers[-1]
            result = result + (values @ weights + bias)[:, 0] * self.unit
        return result

    def save(self, file: str | Path | IO[bytes]) -> None:
        """Write the weights."""
        arrays: dict[str, Any] = {"plain": self.plain, "mean": self.mean, "scale": self.scale}
        arrays["unit"] = np.float32(self.unit)
        for nth, (weights, bias) in enumerate(self.layers):
            arrays[f"w{nth}"], arrays[f"b{nth}"] = weights.astype(np.float16), bias
        np.savez_compressed(file, **arrays)

    @classmethod
    def load(cls, file: str | Path | IO[bytes]) -> Net:
        """Read weights; BadWeights says what is wrong with them."""
        try:
            content = Path(file).read_bytes() if isinstance(file, str | Path) else file.read()
            with np.load(BytesIO(content), allow_pickle=False) as data:
                arrays = {name: np.asarray(data[name], np.float32) for name in data.files}
            count = sum(name.startswith("w") for name in arrays)
            layers = tuple((arrays[f"w{n}"], arrays[f"b{n}"]) for n in range(count))
            unit = float(arrays["unit"])
            net = cls(arrays["plain"], arrays["mean"], arrays["scale"], layers, unit)
            net._check()
            if not all(np.isfinite(array).all() for array in arrays.values()):
                raise ValueError("some weights are no numbers")
        except Exception as error:  # a damaged archive fails in many ways
            raise BadWeights(f"these weights cannot be used: {error}") from None
        return net

    def _check(self) -> None:
        """Whether the shapes fit each other."""
        inputs = len(self.mean)
        shapes = [self.plain.shape, self.mean.shape, self.scale.shape]
        fits = shapes == [(inputs + 1,), (inputs,), (inputs,)]
        width = inputs
        for weights, bias in self.layers:
            fits = fits and weights.ndim == 2 and weights.shape == (width, *bias.shape)
            width = len(bias)
        if not fits or (self.layers and width != 1):
            raise ValueError("the layers do not fit")


@cache
def net_for(players: int) -> Net:
    """The net that ships with the package for this number of players."""
    file = resources.files("naqala.bots") / "weights" / f"players-{players}.npz"
    try:
        with file.open("rb") as stream:
            return Net.load(stream)
    except FileNotFoundError:
        raise BadWeights(f"there are no weights for {players} players") from None
