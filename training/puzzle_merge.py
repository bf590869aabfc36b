"""Choose puzzles from the files of the miner, and write the file of the package.

    python -m training.puzzle_merge puzzle-data --count 420

With `--add`, the puzzles of the file stay and others are added to them.

Every difficulty gets an equal share, as far as there are enough puzzles, and at least a third are
solo or have a box. The order is that of the puzzles of the day: a hash, so that it looks random.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from base64 import b32encode
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

from naqala.puzzles.puzzle import LEVELS, Puzzle, parse_puzzle, puzzle_text

TARGET = Path("src/naqala/puzzles/puzzles.txt.gz")
ID_LENGTH = 5
PER_GAME = 6
"""The most puzzles of one game, because its positions resemble each other."""
REASONS = 4
"""How many reasons of the miner are kept."""
SPECIAL_SHARE = 0.45
"""The share of puzzles that are solo or have a box, if there are enough."""
LARGEST = 200_000

Mined = dict[str, Any]


def read(folders: Iterable[Path]) -> Iterator[Mined]:
    """The puzzles in the files of the miner. A last line may have been cut off."""
    for folder in folders:
        for path in sorted(folder.glob("*.jsonl")):
            for line in path.read_text(encoding="utf-8").splitlines():
                try:
                    table = json.loads(line)
                except json.JSONDecodeError:
                    continue
                if "position" in table:
                    yield table


def name_of(position: str) -> str:
    """The id of a puzzle, which depends on its position alone."""
    digest = sha256(position.encode()).digest()
    return b32encode(digest).decode().lower()[:ID_LENGTH]


def level_of(found_by: Sequence[str]) -> int:
    """The difficulty: how many of the five bots miss the turn; the traveller always may."""
    return min(max(len(LEVELS) - len(found_by), LEVELS[0]), LEVELS[-1])


def is_special(mined: Mined) -> bool:
    """Whether it is solo or has a box."""
    lines = mined["position"].splitlines()
    return "players 1" in lines or any(line.startswith("expansions") for line in lines)


def puzzle_of(mined: Mined) -> Puzzle:
    """The puzzle that ships, without the measurements."""
    return Puzzle(
        id=name_of(mined["position"]),
        level=level_of(mined["found_by"]),
        position=mined["position"] + "\n",
        best=tuple(mined["best"]),
        points=mined["points"],
        others=mined["others"],
        reasons=tuple(mined["reasons"][:REASONS]),
        why=mined["why"],
        but=mined["but"],
    )


def choose(found: Iterable[Mined], count: int) -> list[Puzzle]:
    """Choose puzzles with a clear reason and a clear lead, of all difficulties and modes."""
    ranked = sorted(found, key=lambda each: (each["why"] is None, -_clarity(each)))
    queues: dict[tuple[bool, int], list[Mined]] = {}
    games = Counter[int]()
    names = set[str]()
    for each in ranked:
        name = name_of(each["position"])
        if name in names or games[each["game"]] >= PER_GAME:
            continue
        names.add(name)
        games[each["game"]] += 1
        queues.setdefault((is_special(each), level_of(each["found_by"])), []).append(each)
    wanted = {True: round(SPECIAL_SHARE * count), False: count - round(SPECIAL_SHARE * count)}
    chosen: list[Mined] = []
    for special, number in wanted.items():
        waiting = [queues.get((special, level), []) for level in LEVELS]
        taken: list[Mined] = []
        while len(taken) < number and any(waiting):
            several = [queue for queue in waiting if queue][: number - len(taken)]
            taken += [queue.pop(0) for queue in several]
        chosen += taken
    rest = [each for queue in queues.values() for each in queue]
    chosen += rest[: count - len(chosen)]
    return in_order(map(puzzle_of, chosen))


def in_order(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The order of the puzzles of the day."""
    return sorted(puzzles, key=lambda each: sha256(each.id.encode()).digest())


def stored(file: Path) -> list[Puzzle]:
    """The puzzles of a file."""
    text = gzip.decompress(file.read_bytes()).decode()
    return [parse_puzzle(each) for each in text.split("\n\n") if each.strip()]


def write(puzzles: Iterable[Puzzle], file: Path) -> int:
    """Write a file of puzzles, unless it would be too large; its size in bytes."""
    text = "\n".join(map(puzzle_text, puzzles))
    data = gzip.compress(text.encode(), mtime=0)
    if len(data) > LARGEST:
        sys.exit(f"The file would have {len(data)} bytes; at most {LARGEST} are allowed.")
    file.write_bytes(data)
    return len(data)


def _clarity(mined: Mined) -> float:
    """The lead in standard errors, but no more than matters."""
    return float(min(mined["checked"] / max(mined["error"], 0.1), 10.0))


def main() -> None:
    """Write the file and print what is in it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--count", type=int, default=420)
    parser.add_argument("--out", type=Path, default=TARGET)
    parser.add_argument("--add", action="store_true", help="keep the puzzles of the file")
    asked = parser.parse_args()
    found = list(read(asked.folders))
    kept = stored(asked.out) if asked.add else []
    known = {each.id for each in kept}
    new = [each for each in found if name_of(each["position"]) not in known]
    puzzles = in_order([*kept, *choose(new, max(0, asked.count - len(kept)))])
    size = write(puzzles, asked.out)
    levels = Counter(each.level for each in puzzles)
    print(f"{len(puzzles)} of {len(found)} puzzles, {size} bytes")
    print("levels:", dict(sorted(levels.items())))
    players = Counter(each.start().options.players for each in puzzles)
    print("players:", dict(sorted(players.items())))
    special = sum(is_special({"position": each.position}) for each in puzzles)
    print(f"solo or with a box: {special}")


if __name__ == "__main__":
    main()
