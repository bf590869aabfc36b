"""Combine nets into their mean: python -m training.blend A.npz B.npz --out C.

Nets that were trained separately make different errors. If they were trained on few games, their
mean plays better than each of them. The new net contains the layers of all of them side by side.
One of them must have the inputs of all others.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from naqala.bots.bot import BadWeights
from naqala.bots.value.numpy_backend.net import Matrix, Net


def blended(nets: Sequence[Net]) -> Net:
    """A net whose value is the mean of the values of these nets."""
    widest = max(nets, key=lambda net: len(net.names))
    if any(not set(net.names) <= set(widest.names) for net in nets):
        raise BadWeights("none of these nets has the inputs of all others")
    nets = [_widened(net, widest) for net in nets]
    first = nets[0]
    scale = np.where(first.scale > 0, first.scale, np.float32(1))
    begins = [_scaled(net, first.mean, scale) for net in nets]
    blocks = [net.layers[1][0] for net in nets]
    middle = np.zeros(np.sum([block.shape for block in blocks], axis=0), np.float32)
    down = across = 0
    for block in blocks:
        height, width = block.shape
        middle[down : down + height, across : across + width] = block
        down, across = down + height, across + width
    shares = [net.unit / first.unit / len(nets) for net in nets]
    last = [share * net.layers[2][0] for net, share in zip(nets, shares, strict=True)]
    end = [share * net.layers[2][1] for net, share in zip(nets, shares, strict=True)]
    layers: tuple[tuple[Matrix, Matrix], ...] = (
        (
            np.concatenate([weights for weights, _ in begins], axis=1),
            np.concatenate([bias for _, bias in begins]),
        ),
        (middle, np.concatenate([net.layers[1][1] for net in nets])),
        (np.concatenate(last).astype(np.float32), np.asarray(np.sum(end, axis=0), np.float32)),
    )
    linear = np.asarray(np.mean([net.linear for net in nets], axis=0), np.float32)
    return replace(first, linear=linear, scale=scale, layers=layers)


def _widened(net: Net, wide: Net) -> Net:
    """The same net with the inputs of another one; those that are new to it have no weight."""
    places = [wide.names.index(name) for name in net.names]
    linear = np.zeros_like(wide.linear)
    linear[places], linear[-1] = net.linear[:-1], net.linear[-1]
    mean, scale = wide.mean.copy(), wide.scale.copy()
    mean[places], scale[places] = net.mean, net.scale
    (weights, bias), *others = net.layers
    first = np.zeros((len(wide.names), weights.shape[1]), weights.dtype)
    first[places] = weights
    layers = ((first, bias), *others)
    return replace(net, names=wide.names, linear=linear, mean=mean, scale=scale, layers=layers)


def _scaled(net: Net, mean: Matrix, scale: Matrix) -> tuple[Matrix, Matrix]:
    """The first layer of a net, converted to inputs with another mean and scale."""
    weights, bias = net.layers[0]
    moved = bias + ((mean - net.mean) * net.scale) @ weights
    turned = weights * (net.scale / scale)[:, None]
    return turned.astype(np.float32), moved.astype(np.float32)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("nets", nargs="+", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    blended([Net.load(file) for file in asked.nets]).save(asked.out)


if __name__ == "__main__":
    main()
