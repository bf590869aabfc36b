"""Files of weights: .npz archives as written by `numpy.savez`, read without NumPy."""

from __future__ import annotations

from array import array
from ast import literal_eval
from importlib import resources
from io import BytesIO
from itertools import chain
from math import isfinite, prod
from pathlib import Path
from struct import unpack_from
from typing import IO, NamedTuple
from zipfile import ZipFile

from naqala.bots.bot import BadWeights

MAGIC = b"\x93NUMPY"
LONGEST_HEADER = 10_000
FORMATS = {"f2": "e", "f4": "f", "f8": "d", "i8": "q", "i4": "i", "u8": "Q", "u4": "I"}
"""The types of numbers that can be read, with their format in `struct`."""


class Array(NamedTuple):
    """An array of float32 numbers, the last index fastest."""

    shape: tuple[int, ...]
    values: list[float]


class Weights(NamedTuple):
    """The content of a file; a net of either backend is made of it."""

    players: int
    names: tuple[str, ...]
    linear: Array
    mean: Array
    scale: Array
    layers: tuple[tuple[Array, Array], ...]
    unit: float


def package_weights(players: int) -> Weights:
    """The weights that ship with the package for this number of players."""
    file = resources.files("naqala.bots.value") / "weights" / f"players-{players}.npz"
    try:
        with file.open("rb") as stream:
            return read_weights(stream)
    except FileNotFoundError:
        raise BadWeights("no_weights", players=players) from None


def read_weights(file: str | Path | IO[bytes]) -> Weights:
    """Read a file of weights; BadWeights says what is wrong with it."""
    try:
        content = Path(file).read_bytes() if isinstance(file, str | Path) else file.read()
        with ZipFile(BytesIO(content)) as archive:
            files = {name.removesuffix(".npy"): archive.read(name) for name in archive.namelist()}
        names = _strings(files.pop("names"))
        weights = _weights(names, {name: _numbers(data) for name, data in files.items()})
    except BadWeights as error:
        raise BadWeights("damaged_weights", reason=error) from None
    except Exception as error:  # a damaged archive fails in many ways
        raise BadWeights("damaged_weights", reason=str(error)) from None
    return weights


def _weights(names: tuple[str, ...], arrays: dict[str, Array]) -> Weights:
    """Check that the arrays fit each other."""
    count = sum(name.startswith("w") for name in arrays)
    layers = tuple((arrays[f"w{nth}"], arrays[f"b{nth}"]) for nth in range(count))
    linear, mean, scale = (arrays[name] for name in ("linear", "mean", "scale"))
    players, unit = arrays["players"], arrays["unit"]
    inputs = len(names)
    if len(set(names)) < inputs:
        raise BadWeights("weights_names")
    shapes = [each.shape for each in (linear, mean, scale, players, unit)]
    fits = shapes == [(inputs + 1,), (inputs,), (inputs,), (), ()]
    width = inputs
    for weights, bias in layers:
        fits = fits and len(bias.shape) == 1 and weights.shape == (width, *bias.shape)
        width = len(bias.values)
    if not fits or len(layers) == 1 or (layers and width != 1):
        raise BadWeights("weights_shape")
    if not all(map(isfinite, chain.from_iterable(each.values for each in arrays.values()))):
        raise BadWeights("weights_not_finite")
    return Weights(int(players.values[0]), names, linear, mean, scale, layers, unit.values[0])


def _numbers(data: bytes) -> Array:
    kind, shape, is_transposed, start = _header(data)
    order, letter = kind[0].replace("|", "<"), FORMATS[kind[1:]]
    count = prod(shape)
    values = array("f", unpack_from(f"{order}{count}{letter}", data, start)).tolist()
    if is_transposed and len(shape) > 1:
        rows, columns = shape
        values = [values[nth + rows * other] for nth in range(rows) for other in range(columns)]
    return Array(shape, values)


def _strings(data: bytes) -> tuple[str, ...]:
    kind, (count,), _, start = _header(data)
    if kind[:2] not in ("<U", ">U"):
        raise ValueError(f"these are not strings but {kind}")
    size = 4 * int(kind[2:])
    codec = "utf-32-le" if kind[0] == "<" else "utf-32-be"
    if len(data) < start + count * size:
        raise ValueError("the strings are incomplete")
    places = range(start, start + count * size, size)
    return tuple(data[place : place + size].decode(codec).rstrip("\0") for place in places)


def _header(data: bytes) -> tuple[str, tuple[int, ...], bool, int]:
    """The type, the shape and the order of an array, and where its values begin."""
    if data[: len(MAGIC)] != MAGIC:
        raise ValueError("this is not an array")
    length_format, start = ("<H", 10) if data[len(MAGIC)] == 1 else ("<I", 12)
    (length,) = unpack_from(length_format, data, len(MAGIC) + 2)
    if length > LONGEST_HEADER:
        raise ValueError("the header is too long")
    header = literal_eval(data[start : start + length].decode())
    kind, shape, is_transposed = header["descr"], header["shape"], header["fortran_order"]
    if not isinstance(kind, str) or not all(type(size) is int and size >= 0 for size in shape):
        raise ValueError("the header is invalid")
    return kind, tuple(shape), bool(is_transposed), start + length
