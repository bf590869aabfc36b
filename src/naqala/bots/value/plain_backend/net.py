"""The value net in plain Python: vectors of fixed-point numbers in single large integers.

A row of weights is one integer with 64 bits for each unit of the next layer. Multiplying it by an
input, and adding the products, computes all units at once; this is many times faster than loops
over floats, above all in WebAssembly. Every sum is exact, so a value does not depend on the states
that were evaluated before it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import frexp
from struct import Struct
from typing import NamedTuple

from naqala.bots.value.features import CLIP, djinn_columns, feature_names
from naqala.bots.value.plain_backend.features import Part, parts, scales
from naqala.bots.value.weights_file import Array, Weights, package_weights
from naqala.rules.state import State

LANE = 64
"""The bits of a unit in an integer."""
HALF = 1 << LANE - 1
"""Added to every lane, so that none of them is negative."""
WEIGHT_BITS = 24
"""The bits of weights after the point; those of a float16 fit exactly."""
LINEAR_POINT = 2.0**44
"""The fixed point of the linear part."""


class Layer:
    """Weights and biases of a hidden layer; `bounds` are the largest values of its inputs."""

    def __init__(self, weights: Array, bias: Array, bounds: Sequence[float]) -> None:
        height, width = weights.shape
        rows = [weights.values[nth * width : (nth + 1) * width] for nth in range(height)]
        self.bounds = [
            abs(bias.values[nth])
            + sum(abs(row[nth]) * bound for row, bound in zip(rows, bounds, strict=True))
            for nth in range(width)
        ]
        """The largest absolute value of each output, so that no lane overflows."""
        # One bit is for the sign, one for the rounding of weights.
        self.bits = LANE - 2 - frexp(max(self.bounds))[1]
        """The bits of outputs after the point."""
        weight_bits = min(WEIGHT_BITS, self.bits // 2)
        self.input_bits = self.bits - weight_bits
        self.rows = [_packed(row, 2.0**weight_bits) for row in rows]
        self.start = _packed(bias.values, 2.0**self.bits) + sum(
            HALF << LANE * nth for nth in range(width)
        )
        self._lanes = Struct(f"<{width}Q")

    def positive(self, total: int) -> list[int]:
        """The outputs that are positive, 0 for the others."""
        lanes = self._lanes.unpack(total.to_bytes(self._lanes.size, "little"))
        return [lane - HALF if lane > HALF else 0 for lane in lanes]


def _packed(values: Sequence[float], scale: float) -> int:
    """Numbers as one integer, the first in the lowest bits."""
    return sum(round(value * scale) << LANE * nth for nth, value in enumerate(values))


class Column(NamedTuple):
    """A feature: its weights in the linear part and in the first layer, and its scaling."""

    linear: float
    mean: float
    scale: float
    weights: int


UNUSED = Column(0.0, 0.0, 0.0, 0)


class Sums(NamedTuple):
    """The features of a state, and the sums of the linear part and of the first layer."""

    parts: Sequence[Part]
    linear: int
    first: int


class Net:
    """A function from states to their expected final margins, in points."""

    def __init__(self, weights: Weights) -> None:
        self.players = weights.players
        """The number of players in the games that it was trained on."""
        self._weights = weights
        self._hidden: list[Layer] = []
        bounds: Sequence[float] = [CLIP] * len(weights.names)
        for each, bias in weights.layers[:-1]:
            self._hidden.append(Layer(each, bias, bounds))
            bounds = self._hidden[-1].bounds
        self._limit = CLIP * 2.0 ** self._hidden[0].input_bits if self._hidden else 0.0
        self._names: tuple[str, ...] = ()
        self._columns: list[list[Column]] = []
        self._latest = Sums((), 0, 0)

    def margins(self, states: Sequence[State], seat: int) -> list[float]:
        """The margin of each state of a game for a seat, without `gold_offset`."""
        names = feature_names(self.players)
        if names is not self._names:
            self._align(names)
        column = djinn_columns()
        found = []
        latest = self._latest
        for state in states:
            latest = self._changed(latest, parts(state, seat, column))
            found.append(self._margin(latest))
        self._latest = latest
        return found

    def _align(self, names: tuple[str, ...]) -> None:
        """Find the weights of each feature, and the sums of a row of zeros.

        A feature that the net does not know is left out; one that it knows and the rows lack is 0.
        """
        weights = self._weights
        first = self._hidden[0] if self._hidden else None
        fixed_point = 2.0**first.input_bits if first else 0.0
        known = {}
        total = first.start if first else 0
        for nth, name in enumerate(weights.names):
            column = Column(
                weights.linear.values[nth] * LINEAR_POINT,
                weights.mean.values[nth],
                weights.scale.values[nth] * fixed_point,
                first.rows[nth] if first else 0,
            )
            known[name] = column
            total += int(self._clipped(-column.mean * column.scale)) * column.weights
        unscaled = iter(names)
        self._columns = [
            [_unscaled(known.get(next(unscaled), UNUSED), scale) for scale in part]
            for part in scales(self.players)
        ]
        self._names = names
        zeros = [[0.0] * len(part) for part in self._columns]
        self._latest = Sums(zeros, int(weights.linear.values[-1] * LINEAR_POINT), total)

    def _clipped(self, value: float) -> float:
        return max(-self._limit, min(self._limit, value))

    def _changed(self, latest: Sums, row: Sequence[Part]) -> Sums:
        """The sums of a state, from those of another: most features are usually the same."""
        before, linear, first = latest
        limit = self._limit
        for part, old, columns in zip(row, before, self._columns, strict=True):
            if part == old:
                continue
            for new, was, (points, mean, scale, weights) in zip(part, old, columns, strict=True):
                if new == was:
                    continue
                linear += int(new * points) - int(was * points)
                after, prior = (new - mean) * scale, (was - mean) * scale
                if after > limit:
                    after = limit
                elif after < -limit:
                    after = -limit
                if prior > limit:
                    prior = limit
                elif prior < -limit:
                    prior = -limit
                if after != prior:
                    first += (int(after) - int(prior)) * weights
        return Sums(row, linear, first)

    def _margin(self, sums: Sums) -> float:
        linear = sums.linear / LINEAR_POINT
        if not self._hidden:
            return linear
        layer = self._hidden[0]
        values = layer.positive(sums.first)
        for following in self._hidden[1:]:
            shift = layer.bits - following.input_bits
            total = following.start
            for value, weights in zip(values, following.rows, strict=True):
                if value:
                    total += (value >> shift) * weights
            layer = following
            values = layer.positive(total)
        last, bias = self._weights.layers[-1]
        output = sum([value * each for value, each in zip(values, last.values, strict=True)])
        return linear + (output / 2.0**layer.bits + bias.values[0]) * self._weights.unit


def _unscaled(column: Column, scale: float) -> Column:
    """A column for values that are not divided by the scale of the feature."""
    return Column(column.linear / scale, column.mean * scale, column.scale / scale, column.weights)


@cache
def net_for(players: int) -> Net:
    """The net that ships with the package for this number of players."""
    return Net(package_weights(players))
