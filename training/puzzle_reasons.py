"""Find the reasons of all puzzles anew, after the adviser has learned to explain better.

    python -m training.puzzle_reasons --jobs 2

The positions, the best turns and the difficulties stay as they are.
"""

from __future__ import annotations

import argparse
import os
from multiprocessing import Pool
from pathlib import Path

from naqala.bots.advice.adviser import Analysis
from naqala.bots.advice.lead import compare
from naqala.bots.advice.stored_reasons import stored as as_data
from naqala.bots.search.limits import Limit
from naqala.bots.search.search import Search
from naqala.puzzles.puzzle import Puzzle
from training.puzzle_merge import REASONS, TARGET, stored, write
from training.puzzle_mining import by_outcome

EVALUATIONS = 5000
"""Enough to find the turns again; how good they are is known."""


def explained(puzzle: Puzzle) -> Puzzle:
    """The puzzle with new reasons; as it is if its turns are not found again."""
    game = puzzle.start()
    search = Search(game.view(game.seat), Limit(evaluations=EVALUATIONS))
    plans = search.run(2).plans
    best = [plan for plan in plans if tuple(map(str, plan.known)) == puzzle.best]
    by_text = {str(outcome): plan for outcome, plan in by_outcome(search.state, plans)}
    others = [(by_text[text], gap) for text, gap in puzzle.others.items() if text in by_text]
    if not (best and others):
        return puzzle
    second, gap = others[0]
    analysis = Analysis(search.state)
    option = analysis.explain(best[0], plans)
    other = analysis.explain(second._replace(value=best[0].value - gap), plans)
    found = compare(option, other)
    return puzzle._replace(
        points=option.points,
        reasons=tuple(as_data(reason) for reason in option.reasons[:REASONS]),
        why=as_data(found.why) if found.why else None,
        but=as_data(found.but) if found.but else None,
    )


def main() -> None:
    """Explain all puzzles of a file and write it again."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=TARGET)
    asked = parser.parse_args()
    before = stored(asked.out)
    after = []
    with Pool(asked.jobs) as pool:
        for puzzle in pool.imap(explained, before):
            after.append(puzzle)
            print(f"\r{len(after)} of {len(before)}", end="", flush=True)
    print()
    write(after, asked.out)
    print(sum(one != other for one, other in zip(before, after, strict=True)), "have new reasons")


if __name__ == "__main__":
    main()
