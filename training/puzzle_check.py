"""Search the positions of all puzzles anew, after the nets or the search have changed.

    python -m training.puzzle_check --players 1,3 --jobs 2

A puzzle stays if one turn is still clearly the best. Its solution, distances, reasons and
difficulty are then those of the new search. Otherwise it is dropped.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from dataclasses import asdict, replace
from functools import partial
from multiprocessing import Pool
from pathlib import Path

from naqala.puzzles.judging import judge
from naqala.puzzles.puzzle import Puzzle
from training.puzzle_merge import TARGET, puzzle_of, stored, write
from training.puzzle_mining import USUAL, MiningEffort, confirm


def checked(effort: MiningEffort, puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with what a new search found; None if no turn is clearly the best."""
    game = puzzle.start()
    found = confirm(game.view(game.seat), int(puzzle.id, 36), effort)
    if found is None:
        return None
    return puzzle_of(asdict(found))._replace(id=puzzle.id, position=puzzle.position)


def main() -> None:
    """Check the puzzles of a file and write it again."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", default="1,2,3,4,5", help="comma-separated; others stay")
    parser.add_argument("--evaluations", type=int, default=USUAL.evaluations)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=TARGET)
    asked = parser.parse_args()
    players = set(map(int, asked.players.split(",")))
    before = stored(asked.out)
    chosen = [each for each in before if each.start().options.players in players]
    after: dict[str, Puzzle | None] = {each.id: each for each in before}
    results = Counter[str]()
    with Pool(asked.jobs) as pool:
        check = partial(checked, replace(USUAL, evaluations=asked.evaluations))
        for nth, (puzzle, found) in enumerate(
            zip(chosen, pool.imap(check, chosen), strict=True), 1
        ):
            after[puzzle.id] = found
            results[result_of(puzzle, found)] += 1
            print(f"\r{nth} of {len(chosen)}", end="", flush=True)
    print()
    kept = [each for each in after.values() if each]
    size = write(kept, asked.out)
    print(f"{len(kept)} puzzles, {size} bytes; of {len(chosen)} checked:", dict(results))


def result_of(puzzle: Puzzle, found: Puzzle | None) -> str:
    """What a check has changed, in a word or two."""
    if found is None:
        return "dropped"
    game = found.start()
    for action in found.best:
        game.play(action)
    return "confirmed" if judge(puzzle, game).found else "another solution"


if __name__ == "__main__":
    main()
