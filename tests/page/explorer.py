"""A visitor who explores a position."""

from __future__ import annotations

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.browsers import Look
from tests.page.visitor import Visitor

LANDSCAPE = """naqala position 1
players 2
names Ana, Bo
tiles v5 s6 o8 m6 l4 v5/s6 o8 m6 l4 v5 s6/o8 m6 l4 v5 s6 o8/m6 l4 v5 s6 o8 m6/l4 v5 s6 o8 m6 v5
meeples YWG WGB GBR YBR YWR WGR/YGB YYW WWG - GGB BBR/YRR WBR RR GBR - YWG/YWB - W YGR Y R/B YG WR - WWB G
row fish silk wheat
pending moving
"""  # noqa: E501
FIRST, SECOND = "sow c1 c2W c3R", "sow b1 a1G a2Y"


class Explorer:
    """A visitor who explores."""

    def __init__(self, visitor: Visitor, look: Look = Look()) -> None:  # noqa: B008
        """The page of the explorer is open, or being opened."""
        self.visitor, self.page, self.look = visitor, visitor.page, look
        self.words = catalogue(look.language)
        self.expect_opened()

    def say(self, key: str, **values: object) -> str:
        return self.words.say(f"page.explore.{key}", **values)

    def expect_opened(self) -> None:
        expect(self.page.locator("[data-opened]")).to_have_attribute("data-opened", "true")

    def expect_node(self, number: int) -> None:
        expect(self.page.locator("[data-node]")).to_have_attribute("data-node", str(number))

    def tab(self, name: str) -> None:
        """Show a tab; a wide screen shows everything at once."""
        if self.look.phone:
            self.page.get_by_role("radio", name=self.say(f"tab.{name}"), exact=True).check()

    def sow(self, action: str, node: int) -> None:
        """Plan a move on the board and play it."""
        start, *drops = action.split()[1:]
        self.visitor.tile(start).click()
        self.visitor.tile(drops[-1][:2]).click()
        button = self.page.locator("[data-choice^='sow']")
        button.click()
        self.expect_node(node)

    def moves(self) -> list[str]:
        """The labels of the moves with how deep they are."""
        found: list[str] = self.page.locator(".tree li[data-depth]").evaluate_all(
            "all => all.map(each => `${each.dataset.depth} ${each.textContent}`)"
        )
        return found

    def mode(self, name: str) -> None:
        self.page.get_by_role("radio", name=self.say(name), exact=True).check()
