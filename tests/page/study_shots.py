"""States of the pages for study and for the printed game, for `tests.page.shots`."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

from playwright.sync_api import expect

from naqala import Game, puzzles
from naqala.lessons import lesson_ids
from naqala.text import catalogue
from tests.games.expected import HERE
from tests.games.score_sheets import final_sheets
from tests.page.browsers import PHONE, Look
from tests.page.explorer import FIRST, LANDSCAPE, SECOND, Explorer
from tests.page.pupil import Newcomer, Pupil
from tests.page.solver import Solver
from tests.page.visitor import Visitor

OPTIONS = {
    found.id: found.start().options
    for found in map(puzzles.puzzle, puzzles.puzzle_ids()[:40])
    if found
}
SOLO_PUZZLE = next(name for name, options in OPTIONS.items() if options.players == 1)
BOX_PUZZLE = next(name for name, options in OPTIONS.items() if options.expansions)
PUZZLE = next(
    name for name, options in OPTIONS.items() if options.players > 1 and not options.expansions
)
FULL_PAD = {
    "players": 5,
    "boxes": ["whims", "artisans"],
    "sheets": [{"typed": {"gold": 120, "viziers": 16, "palms": 10}, "sets": [9, 4]}] * 5,
}
"""A score pad with as much as it can show."""
REVIEWED = """() => {
    const { done, total } = document.querySelector('[data-total]')?.dataset ?? {};
    return Number(total) > 0 && done === total;
}"""
"""Whether a review is complete."""
REVIEWED_PARTLY = """() => {
    const { done, total } = document.querySelector('[data-total]')?.dataset ?? {};
    return Number(done) >= Number(total) / 3 || done === total;
}"""


# --- The guided first game and the lessons


def first_game_start(visitor: Visitor) -> None:
    """The first step of the guided first game."""
    visitor.goto("/")
    Newcomer(visitor)


def first_game_middle(visitor: Visitor) -> None:
    """The second turn of the guided first game."""
    visitor.goto("/")
    newcomer = Newcomer(visitor)
    newcomer.play_turn()
    newcomer.wait_for_turn()


def first_game_tip(visitor: Visitor) -> None:
    """A tip in the game that follows the guided turns."""
    visitor.goto("/")
    Newcomer(visitor)
    visitor.page.locator("[data-alone]").click()
    visitor.page.locator("[data-tip]").wait_for()


def lessons(visitor: Visitor) -> None:
    """The list of lessons, two of which are done."""
    done = json.dumps(lesson_ids()[:2])
    visitor.page.evaluate("text => localStorage.setItem('naqala.lessons', text)", done)
    visitor.goto("/learn")
    visitor.page.get_by_role("heading").first.wait_for()


def lessons_end(visitor: Visitor) -> None:
    """The end of the list of lessons, with puzzles and rules."""
    lessons(visitor)
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def start_end(visitor: Visitor) -> None:
    """The end of the start page of a new visitor."""
    visitor.goto("/")
    visitor.page.get_by_role("heading").first.wait_for()
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def lesson_start(visitor: Visitor) -> None:
    """A lesson that was just opened."""
    Pupil(visitor, "assassins").expect_step(0)


def lesson_wrong(visitor: Visitor) -> None:
    """A wrong try that is explained."""
    pupil = Pupil(visitor, "assassins")
    pupil.act("take d3")
    pupil.expect_step(0, "wrong")


def lesson_shown(visitor: Visitor) -> None:
    """A step that the coach shows."""
    pupil = Pupil(visitor, "sowing")
    name = catalogue(visitor.language).say("page.learn.show")
    pupil.page.get_by_role("button", name=name).click()
    pupil.expect_step(0, "watch")


def lesson_done(visitor: Visitor) -> None:
    """A lesson at its end."""
    pupil = Pupil(visitor, "goods")
    for number in range(len(pupil.lesson.steps)):
        pupil.do(number)
    pupil.expect_step(len(pupil.lesson.steps), "done")


# --- Puzzles


def puzzle_day(visitor: Visitor) -> None:
    """The puzzle of the day."""
    visitor.goto("/puzzle")
    visitor.page.locator(".quest h1").wait_for()


def puzzle(visitor: Visitor) -> None:
    """A puzzle that nobody has touched."""
    Solver(visitor, PUZZLE)


def puzzle_solo(visitor: Visitor) -> None:
    """A puzzle of the solo game."""
    Solver(visitor, SOLO_PUZZLE)


def puzzle_box(visitor: Visitor) -> None:
    """A puzzle with an expansion."""
    Solver(visitor, BOX_PUZZLE)


def puzzle_planned(visitor: Visitor) -> None:
    """A puzzle with a hint and a planned move."""
    solver = Solver(visitor, PUZZLE)
    move = next(action for action in solver.puzzle.best if action.startswith("sow "))
    words = catalogue(visitor.language)
    solver.page.get_by_role("button", name=words.say("page.puzzle.hint")).click()
    visitor.tile(move.split()[1]).click()
    visitor.tile(move.split()[-1][:2]).click()
    expect(visitor.page.locator(".primary[data-choice^='sow ']")).to_be_visible()


def puzzle_found(visitor: Visitor) -> None:
    """A puzzle that was solved."""
    solver = Solver(visitor, PUZZLE)
    solver.play(solver.best_turn())
    solver.expect_verdict("found")


def puzzle_missed(visitor: Visitor) -> None:
    """A puzzle that was not solved, with both turns on the board."""
    solver = Solver(visitor, PUZZLE)
    solver.play(solver.other_turn())
    solver.expect_verdict("close", "more")


def puzzle_shown(visitor: Visitor) -> None:
    """A puzzle whose solution is shown."""
    solver, words = Solver(visitor, PUZZLE), catalogue(visitor.language)
    for key in ("hint", "another_hint", "solution"):
        name = words.say(f"page.puzzle.{key}")
        solver.page.get_by_role("button", name=name, exact=True).click()
    solver.expect_verdict("shown")


def puzzle_lost(visitor: Visitor) -> None:
    """A puzzle that does not exist."""
    visitor.goto("/puzzle/chess")
    visitor.page.get_by_role("heading", level=1).wait_for()


# --- The review


def open_review(visitor: Visitor, left: int) -> None:
    """Open the review of the last actions of a recorded game."""
    recorded = Game.load((HERE / "base-2-55.naqala").read_text(encoding="utf-8"))
    last = [str(played.action) for played in recorded.history[-left:]]
    recorded.undo(left)
    table = visitor.post_table("me", "me", opening=recorded.position())
    for nth, action in enumerate(last):
        seen = visitor.api(f"tables/{table}")["number"]
        command = {"type": "act", "id": f"a{nth}", "seen": seen, "action": action}
        visitor.api(f"tables/{table}/commands", command)
    visitor.goto(f"/review/{table}")
    visitor.page.locator("[data-total]").wait_for(state="attached")


def review_computing(visitor: Visitor) -> None:
    """A review that is being worked out."""
    open_review(visitor, 120)
    visitor.page.wait_for_function(REVIEWED_PARTLY)


def review(visitor: Visitor) -> None:
    """A finished review."""
    open_review(visitor, 20)
    visitor.page.wait_for_function(REVIEWED)


def review_moment(visitor: Visitor) -> None:
    """The second moment that mattered, opened."""
    review(visitor)
    visitor.page.keyboard.press("2")
    chosen = visitor.page.locator("button.moment[aria-expanded=true]")
    expect(chosen).to_contain_text("2")


def review_lost(visitor: Visitor) -> None:
    """A review of a game that is not over."""
    visitor.goto(f"/review/{visitor.post_table('me', 'me', seed='1')}")
    visitor.page.locator("main").wait_for()


# --- The explorer


def explorer(visitor: Visitor, text: str = LANDSCAPE) -> Explorer:
    """The explorer with a position."""
    visitor.goto(f"/explore?position={quote(text)}")
    narrow = bool(visitor.page.evaluate("navigator.maxTouchPoints"))
    return Explorer(visitor, Look(visitor.language, PHONE) if narrow else Look(visitor.language))


def explore(visitor: Visitor) -> None:
    """A position with the lines of the adviser, the first of them in the prompt."""
    explorer(visitor)
    expect(visitor.page.locator("[data-effort='3']")).to_be_attached()
    visitor.page.locator(".adv .btn").first.click()


def explore_moves(visitor: Visitor) -> None:
    """A tree with a variation and a comment."""
    tree = explorer(visitor)
    tree.sow(FIRST, 1)
    tree.page.locator("[data-undo]").click()
    tree.expect_node(0)
    tree.sow(SECOND, 2)
    tree.tab("moves")
    comment = tree.page.get_by_label(tree.say("comment"))
    comment.fill("Leaves c1 to Bo.")
    comment.blur()


def explore_bids(visitor: Visitor) -> None:
    """The bids of four players."""
    explorer(visitor, Game.new(players=4, seed=9).position())
    expect(visitor.page.locator(".adv").first).to_be_visible()


def explore_seats(visitor: Visitor) -> None:
    """The players and the market."""
    found = explorer(visitor, Game.new(players=4, seed=9).position())
    found.tab("seats")
    if not found.look.phone:
        visitor.page.locator(".who").first.click()


def explore_solo(visitor: Visitor) -> None:
    """A solo game with Yazid's dice."""
    explorer(visitor, Game.new(players=1, seed=4).position())
    expect(visitor.page.locator(".adv").first).to_be_visible()


def explore_boxes(visitor: Visitor) -> None:
    """Five players with both expansions."""
    game = Game.new(players=5, seed=5, expansions=["artisans", "whims"])
    explorer(visitor, game.position())
    expect(visitor.page.locator(".adv").first).to_be_visible()


def explore_export(visitor: Visitor) -> None:
    """The texts, links and pictures to take away, below everything else."""
    explorer(visitor)
    expect(visitor.page.locator("[data-effort='3']")).to_be_attached()
    visitor.page.locator(".keep").scroll_into_view_if_needed()


def explore_edit(visitor: Visitor) -> None:
    """The editor with a chosen tile."""
    edited = explorer(visitor)
    edited.mode("edit")
    visitor.tile("c1").press("Enter")
    expect(visitor.page.locator("[data-checked=true]")).to_be_attached()


def explore_edit_cards(visitor: Visitor) -> None:
    """The cards and seats of the editor."""
    edited = explorer(visitor, Game.new(players=3, seed=9).position())
    edited.mode("edit")
    edited.tab("cards")
    name = edited.words.say("card.silk.name")
    visitor.page.locator(".pal").get_by_role("button", name=name, exact=True).click()
    expect(visitor.page.locator("[data-checked=true]")).to_be_attached()


def explore_edit_bad(visitor: Visitor) -> None:
    """A position that does not add up."""
    edited = explorer(visitor)
    edited.mode("edit")
    name = edited.words.say("tribe.viziers.other")
    visitor.page.get_by_role("button", name=name, exact=True).click()
    for _ in range(26):
        visitor.tile("d5").press("Enter")
    expect(visitor.page.locator(".check.bad")).to_be_visible()


def explore_start_from(visitor: Visitor) -> None:
    """The list of what can be explored."""
    found = explorer(visitor)
    found.tab("moves")
    visitor.page.get_by_role("button", name=found.say("start_from")).click()
    visitor.page.get_by_role("button", name=found.say("paste")).click()


def explore_broken_link(visitor: Visitor) -> None:
    """A link to a position that cannot be read."""
    visitor.goto("/explore?position=nonsense")
    visitor.page.get_by_role("alert").wait_for()
    Explorer(visitor)


# --- The companion


def box_setup(visitor: Visitor) -> None:
    """The set-up guide of the companion for the printed game."""
    open_box(visitor, "setup")


def box_setup_boxes(visitor: Visitor) -> None:
    """The set-up of five players with both expansions, and a land from a seed."""
    store_box(visitor, {"part": "setup", "ticks": ["tiles"], "seed": "42", **FULL_PAD})
    visitor.goto("/box?seed=42&players=5&boxes=artisans,whims")
    visitor.page.get_by_role("gridcell").first.wait_for()


def box_pad(visitor: Visitor) -> None:
    """The score pad of the companion."""
    open_box(visitor, "pad")


def box_pad_empty(visitor: Visitor) -> None:
    """A score pad without any entry."""
    store_box(visitor, {"part": "pad", "players": 3})
    visitor.goto("/box")
    visitor.page.get_by_role("heading", level=2).first.wait_for()


def box_pad_full(visitor: Visitor) -> None:
    """The score pad of five players with both expansions."""
    store_box(visitor, {"part": "pad", **FULL_PAD})
    visitor.goto("/box")
    visitor.page.get_by_role("heading", level=2).first.wait_for()


def box_goods(visitor: Visitor) -> None:
    """Sets are tapped."""
    open_box(visitor, "pad")
    words = catalogue(visitor.language)
    visitor.page.get_by_role("button", name=words.say("page.box.tap_goods")).first.click()


def box_djinns(visitor: Visitor) -> None:
    """Djinns are tapped."""
    open_box(visitor, "pad")
    words = catalogue(visitor.language)
    visitor.page.get_by_role("button", name=words.say("page.box.tap_djinns")).first.click()


def box_dice(visitor: Visitor) -> None:
    """Yazid's dice in the companion, for one player."""
    open_box(visitor, "dice")


def box_clock(visitor: Visitor) -> None:
    """The clock of the companion, below Yazid's dice."""
    open_box(visitor, "dice")
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def open_box(visitor: Visitor, part: str) -> None:
    """Open a part of the companion after a recorded game."""
    recorded = final_sheets(HERE / "base-4-58.naqala")
    store_box(visitor, {
        "part": part,
        "players": 1 if part == "dice" else len(recorded["players"]),
        "ticks": ["tiles", "meeples"],
        "sheets": recorded["players"],
        "dice": {"white": 4, "black": 6},
    })  # fmt: skip
    visitor.goto("/box")
    visitor.page.get_by_role("heading", level=2).first.wait_for()


def store_box(visitor: Visitor, stored: dict[str, Any]) -> None:
    """Store what the companion remembers."""
    visitor.page.evaluate("text => localStorage.setItem('naqala.box', text)", json.dumps(stored))


# --- The start page and the game in one minute


def start_again(visitor: Visitor) -> None:
    """The start page for somebody who has played, learned and solved puzzles."""
    visitor.post_table("me", "merchant", "merchant", seed="3")
    visitor.post_table("me", seed="4")
    visitor.goto("/")
    visitor.page.get_by_role("heading").first.wait_for()


def minute(visitor: Visitor) -> None:
    """The game in one minute."""
    visitor.goto("/minute")
    visitor.page.get_by_role("heading").first.wait_for()


def minute_end(visitor: Visitor) -> None:
    """The end of the game in one minute."""
    minute(visitor)
    visitor.page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


# --- Links that lead nowhere


def table_lost(visitor: Visitor) -> None:
    """A table that does not exist."""
    visitor.goto("/table/aaaaaaaaaaaaaaaaaaaa")
    visitor.page.get_by_role("heading", level=1).wait_for()


def page_lost(visitor: Visitor) -> None:
    """An address that does not exist."""
    visitor.goto("/rules")
    visitor.page.evaluate("history.pushState(null, '', '/learn/chess')")
    visitor.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    visitor.page.get_by_role("link").first.wait_for()


STATES = [
    first_game_start, first_game_middle, first_game_tip,
    lessons, lessons_end, lesson_start, lesson_wrong, lesson_shown, lesson_done,
    puzzle_day, puzzle, puzzle_solo, puzzle_box, puzzle_planned,
    puzzle_found, puzzle_missed, puzzle_shown, puzzle_lost,
    review_computing, review, review_moment, review_lost,
    explore, explore_moves, explore_bids, explore_seats, explore_solo, explore_boxes,
    explore_export, explore_edit, explore_edit_cards, explore_edit_bad, explore_start_from,
    explore_broken_link,
    box_setup, box_setup_boxes, box_pad, box_pad_full, box_goods, box_djinns, box_dice, box_clock,
    box_pad_empty, start_end, start_again, minute, minute_end, table_lost, page_lost,
]  # fmt: skip
