"""The puzzles of the package: texts separated by blank lines, in one compressed file."""

from __future__ import annotations

import gzip
from functools import cache, lru_cache
from importlib.resources import files

from naqala.puzzles.puzzle import Puzzle, parse_puzzle

FOLDER = "naqala.puzzles"
FILE = "puzzles.txt.gz"


@cache
def _texts() -> dict[str, str]:
    """The texts of the puzzles by their ids, in order; each begins with `puzzle ID`."""
    text = gzip.decompress(files(FOLDER).joinpath(FILE).read_bytes()).decode()
    return {each.split(maxsplit=2)[1]: each for each in text.split("\n\n") if each.strip()}


def puzzle_ids() -> tuple[str, ...]:
    """The ids of all puzzles, in order."""
    return tuple(_texts())


@lru_cache(maxsize=8)
def puzzle(name: str) -> Puzzle | None:
    """The puzzle with an id, if there is one."""
    text = _texts().get(name)
    return None if text is None else parse_puzzle(text)
