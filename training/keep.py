"""Compare a trained net with the one in the package, and keep the better one.

    python -m training.keep training/runs/players-4.npz --modes base,both --games 400 --jobs 16

One sultan plays against merchants, with either net on the same seeds, which are not used for
training and not for the published results; in the solo game it plays alone. The net replaces that
of the package only if its margin is larger with 95 % confidence.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from shutil import copyfile
from statistics import mean, median, stdev

from naqala.bots.value.numpy_backend.net import Net, net_for
from training.train import MODES, Match, one_match, options_of

FOLDER = Path("src/naqala/bots/value/weights")
FIRST_SEED = 9_700_000
LARGEST = 250_000
"""Bytes of a file of weights."""


def half_width(values: Sequence[float]) -> float:
    """Half of the 95 % interval of the mean."""
    return 1.96 * stdev(values) / sqrt(len(values))


def with_interval(values: Sequence[float], scale: float = 1.0) -> str:
    """The mean with its 95 % interval."""
    return f"{scale * mean(values):.1f} ± {scale * half_width(values):.1f}"


def report(name: str, found: Sequence[Match]) -> str:
    """The results of one net in a line."""
    survived = [each.margin for each in found if each.won == 1]
    return (
        f"{name}: won {with_interval([each.won for each in found], 100)} %, "
        f"by {with_interval([each.margin for each in found])}, "
        f"median when won {median(survived or [0]):g}"
    )


def main() -> None:
    """Play with both nets, report, and replace the net of the package if it is worse."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("net", type=Path)
    parser.add_argument("--modes", default="base", help="comma-separated: " + ", ".join(MODES))
    parser.add_argument("--games", type=int, default=400, help="for each net")
    parser.add_argument("--seed", type=int, default=FIRST_SEED, help="seed of the first game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--dry-run", action="store_true", help="only compare")
    asked = parser.parse_args()
    if asked.games < 2:
        parser.error("a comparison needs at least two games")
    if asked.net.stat().st_size > LARGEST:
        parser.error(f"the file is larger than {LARGEST} bytes")
    new = Net.load(asked.net)
    nets = {"new": new, "package": net_for(new.players)}
    modes = asked.modes.split(",")
    found: dict[str, list[Match]] = {}
    with Pool(asked.jobs) as pool:
        for name, net in nets.items():
            seeds = range(asked.seed, asked.seed + asked.games)
            duels = [(options_of(new.players, modes, seed), net, seed) for seed in seeds]
            found[name] = pool.map(one_match, duels, chunksize=1)
            print(report(name, found[name]), flush=True)
    gains = [
        one.margin - other.margin for one, other in zip(found["new"], found["package"], strict=True)
    ]
    print(f"difference: {with_interval(gains)} points", flush=True)
    sure = mean(gains) > half_width(gains)
    if sure and not asked.dry_run:
        copyfile(asked.net, FOLDER / f"players-{new.players}.npz")
        print("The new net was kept.")
    else:
        print("The net of the package stays.")


if __name__ == "__main__":
    main()
