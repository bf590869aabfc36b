"""Puzzles: positions at the start of a turn in which one turn is clearly the best.

They are in the file `puzzles.txt.gz` of this folder, which is plain text, compressed:
`python -m training.puzzles merge` writes it. `puzzle` reads one, and `judge` compares a turn with
the best one.
"""

from naqala.puzzles.files import puzzle, puzzle_ids
from naqala.puzzles.judging import Verdict, judge
from naqala.puzzles.puzzle import BadPuzzle, Puzzle, parse_puzzle, puzzle_text

__all__ = [
    "BadPuzzle",
    "Puzzle",
    "Verdict",
    "judge",
    "parse_puzzle",
    "puzzle",
    "puzzle_ids",
    "puzzle_text",
]
