"""Visitors who are coached: in a lesson, and in the guided first game."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, expect

from naqala.lessons import Lesson, first_game, lesson
from naqala.text import catalogue
from tests.page.players import Player
from tests.page.visitor import Visitor


class CoachedVisitor:
    """A visitor at a board with the coach beside it."""

    def __init__(self, visitor: Visitor, lesson: Lesson) -> None:
        self.visitor, self.page = visitor, visitor.page
        self.lesson = lesson
        self.coach = self.page.locator(".coach")

    def expect_actions(self, number: int) -> None:
        expect(self.page.locator("[data-actions]")).to_have_attribute("data-actions", str(number))

    def expect_step(self, number: int, mood: str = "step") -> None:
        """A step counted from 0, and how the coach speaks about it."""
        expect(self.coach).to_have_attribute("data-step", str(number))
        expect(self.coach).to_have_attribute("data-mood", mood)

    def expect_sentence(self, key: str) -> None:
        """A sentence of the lesson."""
        text = catalogue(self.visitor.language).say(f"lesson.{self.lesson.id}.{key}")
        expect(self.coach).to_contain_text(text)

    @property
    def actions(self) -> int:
        return int(self.page.locator("[data-actions]").get_attribute("data-actions") or 0)

    def press(self, action: str) -> None:
        """Press what plays an action, and wait until something was played."""
        number = self.actions
        before = self.page.locator(f"[data-actions='{number}']")
        after = self.page.locator(f"[data-actions]:not([data-actions='{number}'])")
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
            # A tile with several choices asks which one, and a Djinn shows its power first.
            if kind in ("drop", "kill", "summon"):
                after.or_(button).first.wait_for(state="attached")
                if button.count():
                    button.click()
        else:
            button.click()
        expect(before).to_have_count(0)

    def act(self, action: str) -> None:
        """Play an action."""
        before = self.actions
        self.press(action)
        self.expect_actions(before + 1)

    def card(self, name: str) -> Locator:
        """A card of the row that can be bought."""
        text = catalogue(self.visitor.language).say(f"card.{name}.name")
        return self.page.locator("button[data-place]", has_text=re.compile(text, re.IGNORECASE))

    def place(self, kind: str, what: str) -> Locator | None:
        """Where an action is chosen, if it is not a button."""
        if kind in ("take", "drop", "kill") and what[:2] not in ("p1", "p2"):
            return self.page.locator(f'[data-tile="{what[:2]}"]')
        if kind == "bid":
            return self.page.locator(f'[data-bid="{what}"]').last
        if kind == "summon":
            return self.page.locator(f'[data-lying="{what}"]')
        return None


class Pupil(CoachedVisitor):
    """A visitor who takes a lesson."""

    def __init__(self, visitor: Visitor, name: str) -> None:
        found = lesson(name)
        assert found is not None
        super().__init__(visitor, found)
        visitor.goto(f"/learn/{name}")
        self.expect_actions(0)

    def do(self, step: int) -> None:
        """Do a step as it is recorded."""
        for action in self.lesson.steps[step].show:
            self.act(action)


class Newcomer(CoachedVisitor):
    """A visitor who accepts the offer of a guided first game."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor, first_game())
        self.page.locator("[data-first-game]").click()
        self.expect_step(0)
        self.table = re.split(r"/table/", self.page.url)[1]
        self.player = Player(visitor, self.table)

    def wait_for_turn(self) -> None:
        """Wait until the visitor can act, and until the coach knows it."""
        assert self.player.wait_for_turn()
        self.player.wait_for_entry(self.player.socket.number)
        expect(self.coach).not_to_have_attribute("data-mood", "watch")

    def progress(self) -> dict[str, Any]:
        """How far the visitor is, as the server says."""
        found: dict[str, Any] = self.player.socket.ask("ask", what="coach")["coach"]
        return found

    @property
    def rival(self) -> str:
        """The name of the bot."""
        name: str = self.player.socket.info["seats"][1]["name"]
        return name

    def show_me(self) -> None:
        """Let the coach show the step; nothing of that is played."""
        before, shown = self.player.socket.number, self.progress()["show"]
        name = catalogue(self.visitor.language).say("page.learn.show")
        self.page.get_by_role("button", name=name).click()
        expect(self.coach).to_have_attribute("data-mood", "watch")
        expect(self.coach).to_have_attribute("data-mood", "step")
        assert self.progress()["show"] == shown
        assert self.player.socket.number == before

    def step_back(self) -> None:
        """Take the last action back."""
        before = self.player.socket.number
        name = catalogue(self.visitor.language).say("page.learn.back")
        self.page.get_by_role("button", name=name).click()
        self.player.socket.catch_up(before + 1)

    def play(self, action: str) -> None:
        """Play an action; the rival may answer at once."""
        before = self.player.socket.number
        self.press(action)
        self.player.socket.catch_up(before + 1)

    def play_move_without_camel(self) -> None:
        """Make a move after which somebody is left on the tile where it ends."""
        socket = self.player.socket
        tiles = zip(socket.land["tiles"], socket.scene["tiles"], strict=True)
        piles = {land["tile"]: scene.get("pile", "") for land, scene in tiles}
        found = socket.ask("ask", what="outcomes")["outcomes"]
        outcome = next(each for each in found if piles[each["tile"]].strip(each["tribe"]))
        _, start, *drops = socket.ask("ask", what="ways", **outcome)["ways"][0].split()
        for action in (f"take {start}", *(f"drop {drop}" for drop in drops)):
            # The page makes drops without a choice.
            if any(choice["action"] == action for choice in self.player.choices):
                self.play(action)

    def land_where_asked(self, kind: str) -> None:
        """Play the first turn, and a second one over the socket that ends in a question."""
        place = {"buy": "market", "summon": "sacred"}[kind]
        self.play_turn()
        self.wait_for_turn()
        socket = self.player.socket
        tiles = [each["tile"] for each in socket.land["tiles"] if place in each["kind"]]
        found = socket.ask("ask", what="outcomes")["outcomes"]
        # Viziers and Elders ask nothing themselves.
        outcome = next(each for each in found if each["tile"] in tiles and each["tribe"] in "YW")
        socket.act(socket.ask("ask", what="ways", **outcome)["ways"][0])
        assert any(choice["kind"] == kind for choice in self.player.choices)
        self.player.wait_for_entry(socket.number)
        self.wait_for_turn()

    def play_turn(self) -> None:
        """Play on as the coach would show it, up to the next turn or bid."""
        self.wait_for_turn()
        while True:
            now = self.progress()
            played = self.actions - now.get("show_after", 0)
            shown = now.get("show", [])
            actions = [choice["action"] for choice in self.player.choices]
            action = shown[played] if played < len(shown) else ""
            if not action:
                action = "end" if "end" in actions else actions[0]
            self.play(action)
            if action == "end" or action.startswith("bid"):
                return
