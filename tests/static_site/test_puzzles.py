"""Puzzles on the site, which has no server."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.puzzles import puzzle_ids
from tests.page.solver import Solver
from tests.static_site.conftest import OpenSite


def test_puzzles_are_found_and_missed_and_the_day_is_kept(open_site: OpenSite) -> None:
    visitor = open_site("/puzzle")  # that of the day
    expect(visitor.page.locator(".quest h1")).to_be_visible()
    first, second = puzzle_ids()[3:5]
    solver = Solver(visitor, first)
    solver.play(solver.best_turn())
    solver.expect_verdict("found")
    solver = Solver(visitor, second)
    solver.play(solver.other_turn())
    solver.expect_verdict("close", "more")
    visitor.goto("/")
    expect(visitor.page.locator(".door", has_text="Puzzle of the day")).to_contain_text("1 day")
