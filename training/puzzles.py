"""Mine puzzles from games between strong bots, in all modes.

    python -m training.puzzles --jobs 16 --minutes 15 --out puzzle-data --seed 1

Every worker appends what it finds to a file of its own in the folder, one JSON object on a line,
so that nothing is lost if it is stopped. Runs with different seeds can share a folder.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass
from multiprocessing import Process
from pathlib import Path

from training.puzzle_mining import USUAL, MiningEffort, mine

GAMES_PER_SEED = 1_000_000


@dataclass(frozen=True)
class Until:
    """True after a moment."""

    moment: float

    def __call__(self) -> bool:
        """Whether it has passed."""
        return time.time() >= self.moment


def work(
    folder: Path,
    run: int,
    worker: int,
    jobs: int,
    stop: Callable[[], bool],
    effort: MiningEffort = USUAL,
) -> None:
    """Play every game whose number belongs to this worker, until it is stopped."""
    path = folder / f"run-{run}-worker-{worker}.jsonl"
    with path.open("a", encoding="utf-8") as file:
        number = run * GAMES_PER_SEED + worker + jobs * _finished_games(path)
        while not stop():
            try:
                for found in mine(number, effort, stop):
                    file.write(json.dumps(asdict(found)) + "\n")
                    file.flush()
            except Exception:  # one odd game must not end a long run
                traceback.print_exc()
            if not stop():
                file.write(json.dumps({"finished": number}) + "\n")
                file.flush()
            number += jobs


def _finished_games(path: Path) -> int:
    """How many games an earlier run with this file has finished."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return sum(line.startswith('{"finished"') for line in lines)


def main() -> None:
    """Mine until the time is up."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--out", type=Path, default=Path("training/puzzle-data"))
    parser.add_argument("--seed", type=int, default=1, help="each seed plays other games")
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    until = Until(time.time() + 60 * asked.minutes)
    workers = [
        Process(target=work, args=(asked.out, asked.seed, nth, asked.jobs, until))
        for nth in range(asked.jobs)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    sys.exit(any(worker.exitcode for worker in workers))


if __name__ == "__main__":
    main()
