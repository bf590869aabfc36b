"""Search the positions of all puzzles anew, after the nets or the search have changed.

    python -m training.puzzle_check --players 1,3 --jobs 2 --log training/puzzle-data/checked.jsonl

A puzzle stays if one turn is still clearly the best. Its solution, distances, reasons and
difficulty are then those of the new search. Otherwise it is dropped. The log receives each result
at once, and a run with the same log, code and effort goes on where the last one stopped.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from functools import partial
from hashlib import sha256
from itertools import count
from multiprocessing import Pool
from pathlib import Path

from naqala import bots, rules
from naqala.puzzles.judging import judge
from naqala.puzzles.puzzle import Puzzle
from training.puzzle_merge import TARGET, Mined, puzzle_of, stored, write
from training.puzzle_mining import USUAL, MiningEffort, confirm

BOTS, RULES = Path(bots.__file__).parent, Path(rules.__file__).parent


def searched(effort: MiningEffort, puzzle: Puzzle) -> Mined | None:
    """What a new search finds in the position of a puzzle; None if no turn is clearly the best."""
    game = puzzle.start()
    found = confirm(game.view(game.seat), int(puzzle.id, 36), effort)
    return None if found is None else asdict(found)


def renewed(puzzle: Puzzle, found: Mined | None) -> Puzzle | None:
    """The puzzle with what a new search found; None if it is dropped."""
    if found is None:
        return None
    return puzzle_of(found)._replace(id=puzzle.id, position=puzzle.position)


def digest(effort: MiningEffort) -> str:
    """What the results depend on: the effort, the nets, and the code of the bots and rules."""
    found = sha256(repr(effort).encode())
    for folder in (BOTS, RULES):
        for file in sorted(folder.rglob("*")):
            if file.suffix in (".json", ".npz", ".py"):
                found.update(file.read_bytes())
    return found.hexdigest()


def logged(log: Path, effort: MiningEffort) -> dict[str, Mined | None]:
    """The results of earlier runs, by puzzle; none if they came from other code, nets or effort.

    A log of other results is renamed. A line that was cut off is removed.
    """
    first = {"digest": digest(effort)}
    lines = log.read_text(encoding="utf-8").splitlines(keepends=True) if log.exists() else []
    entries = [json.loads(line) for line in lines if line.endswith("\n")]
    if entries[:1] != [first]:
        if lines:
            print("The log is from other code, nets or effort. It was renamed to", kept(log))
        entries = [first]
    log.parent.mkdir(parents=True, exist_ok=True)
    part = log.with_name(f"{log.name}.part")
    part.write_text("".join(json.dumps(each) + "\n" for each in entries), encoding="utf-8")
    part.replace(log)
    return {entry["id"]: entry["found"] for entry in entries[1:]}


def kept(log: Path) -> Path:
    """Rename a log to a name that is free."""
    names = (log.with_name(f"{log.stem}-{nth}{log.suffix}") for nth in count(1))
    free = next(name for name in names if not name.exists())
    return log.rename(free)


def search_all(
    puzzles: Sequence[Puzzle], effort: MiningEffort, jobs: int, log: Path
) -> Iterator[tuple[Puzzle, Mined | None]]:
    """Search the positions that are not in the log, and add them to it."""
    done = logged(log, effort)
    yield from ((each, done[each.id]) for each in puzzles if each.id in done)
    waiting = [each for each in puzzles if each.id not in done]
    if not waiting:
        return
    with Pool(jobs) as pool, log.open("a", encoding="utf-8") as file:
        results = pool.imap(partial(searched, effort), waiting)
        for puzzle, found in zip(waiting, results, strict=True):
            file.write(json.dumps({"id": puzzle.id, "found": found}) + "\n")
            file.flush()
            yield puzzle, found


def main() -> None:
    """Check the puzzles of a file and write it again."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--players", default="1,2,3,4,5", help="comma-separated; others stay")
    parser.add_argument("--evaluations", type=int, default=USUAL.evaluations)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--log", type=Path, default=Path("training/puzzle-data/checked.jsonl"))
    parser.add_argument("--out", type=Path, default=TARGET)
    asked = parser.parse_args()
    players = set(map(int, asked.players.split(",")))
    before = stored(asked.out)
    chosen = [each for each in before if each.start().options.players in players]
    after: dict[str, Puzzle | None] = {each.id: each for each in before}
    results = Counter[str]()
    effort = replace(USUAL, evaluations=asked.evaluations)
    for nth, (puzzle, found) in enumerate(search_all(chosen, effort, asked.jobs, asked.log), 1):
        after[puzzle.id] = renewed(puzzle, found)
        results[result_of(puzzle, after[puzzle.id])] += 1
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
