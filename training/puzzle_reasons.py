"""Find the reasons of all puzzles anew, after the adviser has learned to explain better.

    python -m training.puzzle_reasons --jobs 2

The positions, the best turns and the difficulties stay as they are.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from multiprocessing import Pool
from pathlib import Path

from naqala.bots.advice.adviser import Analysis
from naqala.bots.advice.lead import compare
from naqala.bots.advice.stored_reasons import stored as as_data
from naqala.bots.search.limits import Limit
from naqala.bots.search.planner import Turn, some_sows
from naqala.bots.search.plans import Plan, apply_any, plan_of
from naqala.bots.search.search import Search
from naqala.puzzles.puzzle import Puzzle
from naqala.rules.actions import Action
from naqala.rules.notation.actions import parse_action
from naqala.rules.sowing import outcomes
from training.puzzle_merge import REASONS, TARGET, stored, write
from training.puzzle_mining import by_outcome

EVALUATIONS = 15_000
"""Enough to play on from the turns; how good they are is known."""
PATHS = 8
"""How many paths of the second best turn are compared: only its outcome is stored."""


def explained(puzzle: Puzzle) -> Puzzle | None:
    """The puzzle with new reasons; None if no other turn is known with its distance."""
    game = puzzle.start()
    search = Search(game.view(game.seat), Limit(evaluations=EVALUATIONS))
    best = planned(search, [tuple(map(parse_action, puzzle.best))])
    plans = search.run(2, [best, *others(search, puzzle)]).plans
    best = next(plan for plan in plans if plan.known == best.known)
    by_text = {str(outcome): plan for outcome, plan in by_outcome(search.state, plans)}
    known = [(by_text[text], gap) for text, gap in puzzle.others.items() if text in by_text]
    if not known:
        return None
    second, gap = known[0]
    compared = [best, second._replace(value=best.value - gap)]
    option, other = Analysis(search.state).options(compared, compared)
    found = compare(option, other)
    return puzzle._replace(
        points=option.points,
        reasons=tuple(as_data(reason) for reason in option.reasons[:REASONS]),
        why=as_data(found.why) if found.why else None,
        but=as_data(found.but) if found.but else None,
    )


def others(search: Search, puzzle: Puzzle) -> list[Plan]:
    """The second best turn, unless it needs a power: then only the search can find it."""
    state = search.state
    second = next(iter(puzzle.others))
    for outcome in outcomes(state.land.grid, state.piles, state.masks):
        if str(outcome) == second:
            return [planned(search, [(move,) for move in some_sows(state, outcome, PATHS)])]
    return []


def planned(search: Search, turns: Sequence[Sequence[Action]]) -> Plan:
    """The best of some turns, each with the best follow-up choices."""
    found = []
    for actions in turns:
        after = search.state.fork()
        for action in actions:
            apply_any(after, action)
        more, after = search.rollouts.follow(after, search.seat, few=False)
        found.append(((*actions, *more), after))
    values = search.rollouts.evaluate([after for _, after in found], search.seat)
    value, (actions, after) = max(zip(values, found, strict=True), key=lambda each: each[0])
    return plan_of(search.state, Turn(value, actions, after))


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
    size = write([new or old for old, new in zip(before, after, strict=True)], asked.out)
    changed = sum(new not in (None, old) for old, new in zip(before, after, strict=True))
    print(f"{changed} have new reasons, {after.count(None)} could not be explained; {size} bytes")


if __name__ == "__main__":
    main()
