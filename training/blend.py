"""One solo net from several: python -m training.blend ONE.npz OTHER.npz --out players-1.npz.

Nets of the solo game know the dangers but learn slowly what goods and Djinns bring in the long
run; the net of two players knows that. Their layers lie side by side in the blend, each with its
share. What the blend makes of danger is thinned by that, so the risk of losing, fitted to games
of the first net, is put on top at a price.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from naqala.bots.features import DJINN_INDEX, PURSE
from naqala.bots.net import FAR, Matrix, Net, net_for
from naqala.rules.state import Options
from training import selfplay
from training.learning import UNIT

AHEAD, PLAYER, YAZID, BOARD, ROW = 16, 15, 17, 26, 9
"""The lengths of the parts of the features."""
DJINNS = 2 * len(DJINN_INDEX)
HIS = 1 + AHEAD + PLAYER
"""Where the part begins that tells of Yazid, or of the rival."""
VIZIERS, CAMELS = 6, 11
"""Where in it his Viziers and camels are told."""
CROWD = HIS + YAZID + DJINNS
DANGERS = CROWD + BOARD + ROW
TO_COME = 120.0
"""What two players still gain from each other's point of view: any number does."""
RIDGE = 3000.0
NEAR = 0.05


@dataclass(frozen=True, slots=True)
class Seat:
    """How the features of two players follow from those of the solo game."""

    source: list[int]
    """Which number of the solo game each is, or -1."""
    constant: Matrix


def beside_yazid(length: int) -> Seat:
    """The solo game as a game for two: Yazid as a rival who has Viziers and camels."""
    source = [-1] * length
    constant = np.zeros(length, np.float32)
    source[: 1 + AHEAD + PLAYER] = range(1 + AHEAD + PLAYER)
    source[2] = -1  # he has no turn before the next bids
    source[8:13] = range(3, 8)  # what the board offers him is what it offers the player
    constant[HIS] = PURSE / 25
    source[HIS + 1], source[HIS + 9] = HIS + VIZIERS, HIS + CAMELS
    rest = HIS + PLAYER
    order = rest + DJINNS + BOARD + ROW
    source[rest:order] = range(HIS + YAZID, DANGERS)
    constant[order + 8], constant[order + 9] = 1, 1 / 3  # a round is over, the seat acted second
    return Seat(source, constant)


def seated(two: Net, seat: Seat, like: Net) -> Net:
    """The net of two players for the features of the solo game, scaled like another net.

    The layers always see an even game: the lead over Yazid means nothing.
    """
    length = len(like.mean)
    (weights, bias), *others = two.layers
    plain = np.zeros(length + 1, np.float32)
    plain[-1] = two.plain[-1] + TO_COME
    first = np.zeros((length, weights.shape[1]), np.float32)
    for nth, source in enumerate(seat.source):
        row, mean, scale = weights[nth], two.mean[nth], two.scale[nth]
        if nth == 0 or source < 0:
            told = (seat.constant[nth] - mean) * scale
            bias = bias + np.clip(told, -FAR, FAR) * row
        else:
            bias = bias + (like.mean[source] - mean) * scale * row
            if like.scale[source]:
                first[source] += row * (scale / like.scale[source])
        if source < 0:
            plain[-1] += seat.constant[nth] * two.plain[nth]
        else:
            plain[source] += two.plain[nth]
    return Net(plain, like.mean, like.scale, ((first, bias), *others), two.unit)


def scaled_like(net: Net, like: Net) -> Net:
    """The same net with the mean and scale of another."""
    (weights, bias), *others = net.layers
    ratio = np.where(like.scale > 0, net.scale / np.where(like.scale > 0, like.scale, 1), 0)
    moved = bias + ((like.mean - net.mean) * net.scale) @ weights
    first = (weights * ratio[:, None]).astype(np.float32), moved.astype(np.float32)
    return Net(net.plain, like.mean, like.scale, (first, *others), net.unit)


def side_by_side(nets: Sequence[Net], shares: Sequence[float]) -> Net:
    """The weighted sum of nets with the same mean and scale, as one net."""
    plain = sum(share * net.plain for net, share in zip(nets, shares, strict=True))
    first = (
        np.concatenate([net.layers[0][0] for net in nets], axis=1),
        np.concatenate([net.layers[0][1] for net in nets]),
    )
    shapes = [net.layers[1][0].shape for net in nets]
    middle = np.zeros((sum(a for a, _ in shapes), sum(b for _, b in shapes)), np.float32)
    down = across = 0
    for net, (a, b) in zip(nets, shapes, strict=True):
        middle[down : down + a, across : across + b] = net.layers[1][0]
        down, across = down + a, across + b
    scales = [share * net.unit / UNIT for net, share in zip(nets, shares, strict=True)]
    last = np.concatenate([c * net.layers[2][0] for net, c in zip(nets, scales, strict=True)])
    end = sum(c * net.layers[2][1] for net, c in zip(nets, scales, strict=True))
    layers = (
        first,
        (middle, np.concatenate([net.layers[1][1] for net in nets])),
        (last.astype(np.float32), np.asarray(end, np.float32)),
    )
    return Net(np.asarray(plain, np.float32), nets[0].mean, nets[0].scale, layers, UNIT)


def one_game(task: tuple[int, Net]) -> tuple[Matrix, bool]:
    """The features of a game, and whether it was lost."""
    seed, net = task
    episode = selfplay.play(Options(1, seed), net, seed, careful=True)[0]
    return episode.rows, episode.lost


def risk(rows: Matrix, lost: Matrix) -> Matrix:
    """The chance to lose as a plain part, from what tells of danger: ridge regression."""
    chosen = np.zeros(rows.shape[1], bool)
    chosen[HIS : HIS + YAZID - 1] = chosen[CROWD : CROWD + BOARD] = chosen[DANGERS:] = True
    chosen[[1 + AHEAD + 1, 1 + AHEAD + 9]] = True  # the player's Viziers and camels
    spread = rows.std(axis=0)
    chosen &= spread > 0.01
    mean = rows.mean(axis=0)
    inputs = ((rows - mean) / np.maximum(spread, NEAR))[:, chosen].astype(np.float64)
    square = inputs.T @ inputs + RIDGE * np.eye(inputs.shape[1])
    slopes = np.linalg.solve(square, inputs.T @ (lost - lost.mean()))
    plain = np.zeros(rows.shape[1] + 1, np.float32)
    plain[:-1][chosen] = slopes / np.maximum(spread, NEAR)[chosen]
    plain[-1] = lost.mean() - mean @ plain[:-1]
    return plain


def main() -> None:
    """Blend, play for the risk, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("nets", nargs="+", type=Path, help="nets of the solo game, alike in inputs")
    parser.add_argument("--two", type=float, default=0.4, help="the share of the net of two")
    parser.add_argument("--price", type=float, default=70.0, help="points for the risk of losing")
    parser.add_argument("--games", type=int, default=1200, help="games that tell the risk")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    known = [Net.load(file) for file in asked.nets]
    scale = np.where(known[0].scale > 0, known[0].scale, np.float32(1))
    like = Net(known[0].plain, known[0].mean, scale, (), UNIT)
    two = net_for(2)
    nets = [scaled_like(net, like) for net in known]
    nets.append(seated(two, beside_yazid(len(two.mean)), like))
    share = (1 - asked.two) / len(asked.nets)
    blend = side_by_side(nets, [share] * len(asked.nets) + [asked.two])
    with Pool(asked.jobs) as pool:
        tasks = [(3_000_000 + nth, known[0]) for nth in range(asked.games)]
        found = pool.map(one_game, tasks, chunksize=1)
    rows = np.concatenate([rows for rows, _ in found])
    lost = np.concatenate([np.full(len(rows), lost, np.float64) for rows, lost in found])
    plain = blend.plain - asked.price * risk(rows, lost)
    Net(plain, blend.mean, blend.scale, blend.layers, blend.unit).save(asked.out)
    print(f"{asked.games} games, {np.mean([lost for _, lost in found]):.0%} lost")


if __name__ == "__main__":
    main()
