"""A visitor who takes a lesson."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from naqala.lessons import Lesson, lesson
from naqala.text import catalogue
from tests.page.visitor import Visitor


class Pupil:
    """A visitor who takes a lesson."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        found = lesson(name)
        assert found is not None
        self.visitor, self.page = visitor, visitor.page
        self.lesson: Lesson = found
        visitor.goto(f"/learn/{name}")
        self.coach = self.page.locator(".coach")
        self.expect_actions(0)

    def expect_actions(self, number: int) -> None:
        expect(self.page.locator("[data-actions]")).to_have_attribute("data-actions", str(number))

    def expect_step(self, number: int, mood: str = "step") -> None:
        """A step counted from 0, and how the coach speaks about it."""
        expect(self.coach).to_have_attribute("data-step", str(number))
        expect(self.coach).to_have_attribute("data-mood", mood)

    @property
    def actions(self) -> int:
        return int(self.page.locator("[data-actions]").get_attribute("data-actions") or 0)

    def act(self, action: str) -> None:
        """Press what plays an action."""
        before = self.actions
        # A pointer that rests on a card opens its explanation.
        self.page.mouse.move(1, 1)
        kind, *rest = action.split()
        button = self.page.locator(f'[data-choice="{action}"]')
        place = self.place(kind, rest[0]) if rest else None
        if kind == "buy":
            for card in rest:
                self.card(card).click()
        elif place:
            place.click()
            if kind in ("drop", "kill"):  # a tile with several choices asks which one
                expect(
                    self.page.locator(f"[data-actions='{before + 1}']").or_(button)
                ).to_have_count(1)
                if button.count():
                    button.click()
        else:
            button.click()
        self.expect_actions(before + 1)

    def card(self, name: str) -> Locator:
        """A card of the row that can be bought."""
        text = catalogue(self.visitor.language).say(f"card.{name}.name")
        return self.page.locator("button[data-place]", has_text=re.compile(text, re.IGNORECASE))

    def place(self, kind: str, what: str) -> Locator | None:
        """Where an action is chosen, if it is not a button."""
        if kind in ("take", "drop", "kill"):
            return self.page.locator(f'[data-tile="{what[:2]}"]')
        if kind == "bid":
            return self.page.locator(f'[data-bid="{what}"]').last
        if kind == "summon":
            return self.page.locator(f'[data-lying="{what}"]')
        return None

    def do(self, step: int) -> None:
        """Do a step as it is recorded."""
        for action in self.lesson.steps[step].show:
            self.act(action)
