"""A visitor who solves puzzles."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from naqala.puzzles import Puzzle, puzzle
from tests.page.visitor import Visitor


class Solver:
    """A visitor at a puzzle."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        found = puzzle(name)
        assert found is not None
        self.visitor, self.page = visitor, visitor.page
        self.puzzle: Puzzle = found
        visitor.goto(f"/puzzle/{name}")
        self.expect_question()

    def expect_question(self) -> None:
        expect(self.page.locator(".quest h1")).to_be_visible()
        expect(self.page.locator("[data-puzzle]")).to_have_attribute("data-judged", "false")

    @property
    def verdict(self) -> Locator:
        return self.page.locator("[data-verdict]")

    @property
    def submit(self) -> Locator:
        return self.page.locator("[data-submit]")

    def expect_verdict(self, *moods: str) -> None:
        expect(self.verdict).to_be_visible()
        assert self.verdict.get_attribute("data-verdict") in moods

    def choose(self, action: str) -> None:
        """Play an action by its notation, in the list of all choices."""
        number = self.page.locator("[data-number]").get_attribute("data-number")
        # On the prompt, beside the title.
        self.page.locator(".ask .aids button").last.click()
        self.page.locator("#command").fill(action)
        self.page.keyboard.press("Enter")
        expect(self.page.locator("[data-number]")).not_to_have_attribute(
            "data-number", number or ""
        )
        expect(self.page.locator("dialog[open]")).to_have_count(0)

    def play(self, actions: tuple[str, ...]) -> None:
        for action in actions:
            self.choose(action)
        self.submit.click()

    def best_turn(self) -> tuple[str, ...]:
        """The best turn with the choices after a random draw, as this table draws."""
        return self._completed(self.puzzle.best)

    def other_turn(self) -> tuple[str, ...]:
        """A turn with the outcome that is next to the best one."""
        game = self.puzzle.start()
        name = next(iter(self.puzzle.others))
        (outcome,) = (each for each in game.outcomes() if str(each) == name)
        return self._completed((str(next(iter(game.sowings(outcome)))),))

    def _completed(self, actions: tuple[str, ...]) -> tuple[str, ...]:
        game = self.puzzle.start()
        for action in actions:
            game.play(action)
        while not game.is_legal("end"):
            actions = (*actions, str(game.legal()[0]))
            game.play(actions[-1])
        return actions
