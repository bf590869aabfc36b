"""The lessons: done, shown, missed, and with the keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from naqala.lessons import lesson_ids
from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage
from tests.page.keyboard import Keyboard
from tests.page.layout import layout_faults
from tests.page.pupil import Pupil

SIDEWAYS = (PHONE[1], PHONE[0])
CHECKED = ("sowing", "goods", "bids", "djinns", "solo")
"""The lessons whose screens are checked with axe."""


@pytest.mark.parametrize("look", [Look(), Look(size=PHONE, language="fr", dark=True)])
def test_every_lesson_can_be_done(open_page: OpenPage, look: Look) -> None:
    """Each of them on one of the screens, and the last one, which offers to play, on both."""
    visitor, words = open_page(None, look=look), catalogue(look.language)
    *names, last = lesson_ids()
    names = [*names[1 if look.phone else 0 :: 2], last]
    violations = {}
    for name in names:
        pupil = Pupil(visitor, name)
        for number, step in enumerate(pupil.lesson.steps):
            pupil.expect_step(number)
            expect(pupil.coach).to_contain_text(words.say(f"lesson.{name}.say.{step.name}"))
            assert layout_faults(visitor.page) == [], (name, step.name)
            if name in CHECKED and number == 0:
                violations[f"{name} start"] = visitor.axe_violations()
            pupil.do(number)
        pupil.expect_step(len(pupil.lesson.steps), "done")
        assert layout_faults(visitor.page) == [], name
        if name in CHECKED:
            violations[f"{name} done"] = visitor.axe_violations()
        if name == "solo":  # its end shows the strike, and starts a game
            visitor.expect_text(words.say("page.prompt.struck_one", tile="d2"))
            visitor.page.keyboard.press("n")
            visitor.page.wait_for_url("**/table/*")
    visitor.page.keyboard.press("n")
    visitor.page.wait_for_url(re.compile(r"/$"))
    progress = words.say("page.start.door.learn_done", done=len(names), count=len(lesson_ids()))
    visitor.expect_text(progress)
    visitor.goto("/learn")
    expect(visitor.page.locator(".tick")).to_have_count(len(names))
    assert layout_faults(visitor.page) == []
    violations["list"] = visitor.axe_violations()
    assert violations == {screen: [] for screen in violations}


def test_a_step_is_shown_and_taken_back_and_then_done(open_page: OpenPage) -> None:
    pupil = Pupil(open_page(None), "sowing")
    show = pupil.page.get_by_role("button", name="Show me")
    show.click()
    pupil.expect_step(0, "watch")
    pupil.expect_step(0, "step")
    pupil.expect_actions(0)
    pupil.do(0)
    pupil.expect_step(1)
    # Another way than the recorded one: the last step is shown from the beginning.
    for action in ("drop a2W", "drop a3Y", "end"):
        pupil.act(action)
    pupil.expect_step(4)
    show.click()
    pupil.expect_step(4, "watch")
    pupil.expect_step(4, "step")
    pupil.do(4)
    pupil.expect_step(5, "done")


def test_where_nothing_can_be_undone_the_lesson_is_repeated(open_page: OpenPage) -> None:
    pupil = Pupil(open_page(None), "merchants")
    for number in (0, 1):  # the end of the turn draws new cards
        pupil.do(number)
    pupil.expect_step(2)
    before = pupil.actions
    pupil.page.get_by_role("button", name="Step back").click()
    pupil.expect_actions(before - 1)
    pupil.expect_step(1)
    pupil.do(1)
    pupil.do(2)
    pupil.expect_step(3, "done")
    pupil.page.get_by_role("button", name="Again").click()
    pupil.expect_step(0)


def test_a_wrong_try_is_explained_and_nothing_is_lost(open_page: OpenPage) -> None:
    pupil = Pupil(open_page(None), "assassins")
    words = catalogue("en")
    pupil.act("take d3")
    pupil.expect_step(0, "wrong")
    expect(pupil.coach).to_contain_text(words.say("lesson.assassins.wrong.colour"))
    pupil.page.get_by_role("button", name="Step back").click()
    pupil.expect_step(0)
    pupil.page.locator('[data-tile="b2"]').click()
    pupil.expect_actions(1)
    # A tile where the move cannot go is explained by the rules.
    pupil.page.locator('[data-tile="d3"]').click()
    pupil.expect_step(0, "wrong")
    expect(pupil.coach).to_contain_text("d3")
    pupil.page.locator('[data-tile="d3"]').click()
    expect(pupil.page.get_by_role("button", name="Show me")).to_have_class(re.compile("help"))


def test_a_lesson_is_done_with_the_keyboard(open_page: OpenPage) -> None:
    visitor = open_page("/learn")
    keyboard = Keyboard(visitor.page)
    keyboard.press(visitor.page.get_by_role("link", name="Start with lesson 1"))
    visitor.page.wait_for_url("**/learn/sowing")
    coach = visitor.page.locator(".coach")
    expect(coach).to_have_attribute("data-step", "0")
    keyboard.tab_to(visitor.page.locator('[data-tile="b2"]'))
    visitor.page.keyboard.press("Enter")
    expect(coach).to_have_attribute("data-step", "1")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("Enter")
    keyboard.press(visitor.page.locator('[data-choice="drop c2Y"]'))
    expect(coach).to_have_attribute("data-step", "2")
    keyboard.expect_focus()
    keyboard.press(visitor.page.get_by_role("button", name="Step back"))
    expect(coach).to_have_attribute("data-step", "1")
    visitor.page.keyboard.press("b")
    expect(coach).to_have_attribute("data-step", "0")
    visitor.page.keyboard.press("s")
    expect(coach).to_have_attribute("data-mood", "watch")
    expect(coach).to_have_attribute("data-mood", "step")
    visitor.page.keyboard.press("?")
    expect(visitor.page.get_by_role("dialog")).to_contain_text("Show me")
    visitor.page.keyboard.press("Escape")


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS])
def test_an_arrow_leads_back_to_the_list(open_page: OpenPage, size: tuple[int, int]) -> None:
    visitor = open_page("/learn", look=Look(size=size))
    visitor.page.get_by_role("link", name="Start with lesson 1").click()
    assert layout_faults(visitor.page) == []
    arrow = visitor.page.get_by_role("link", name="Lessons", exact=True)
    expect(arrow).to_have_attribute("title", "Lessons")
    arrow.click()
    expect(visitor.page.locator("h1")).to_have_text("Learn to play")


def test_the_tile_where_a_move_must_end_is_no_start(open_page: OpenPage) -> None:
    pupil = Pupil(open_page(None), "control")
    pupil.page.locator('[data-tile="d2"]').click()
    pupil.expect_step(0, "wrong")
    words = catalogue("en")
    expect(pupil.coach).to_contain_text(words.say("page.learn.land_here", tile="d2"))
    pupil.expect_actions(0)
    # Another start can be pressed, but is not lit; what is wrong with it is explained.
    legal = pupil.page.locator(".rings .legal:not(.ahead)")
    expect(legal).to_have_count(1)
    pupil.act("take c2")
    pupil.expect_step(0, "wrong")
    why = words.say("page.learn.detour.colour", tile="c2", target="d2")
    expect(pupil.coach).to_contain_text(why)
    pupil.page.get_by_role("button", name="Step back").click()
    pupil.expect_actions(0)
    pupil.do(0)
    pupil.expect_step(1)


def test_two_strikes_at_the_end_are_both_told(open_page: OpenPage) -> None:
    """Whoever keeps too little gold to play first is struck again in the new round."""
    pupil = Pupil(open_page(None), "solo")
    for action in ("first", "take c2", "drop c1B", "drop d1B", "drop d2B", "end"):
        pupil.act(action)
    pupil.expect_step(4, "done")
    words = catalogue("en")
    first = words.say("page.prompt.struck_one", tile="d2")
    second = words.say("page.learn.also_struck", tiles="e5")
    expect(pupil.coach.locator(".more")).to_contain_text(f"{first}. {second}.")
    expect(pupil.coach.locator(".struck b").nth(0)).to_have_text(first)
    expect(pupil.coach.locator(".struck b").nth(1)).to_have_text(second)


def test_an_unknown_lesson_is_an_error_page(open_page: OpenPage) -> None:
    visitor = open_page("/learn")
    visitor.page.evaluate("history.pushState(null, '', '/learn/chess')")
    visitor.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")
    expect(visitor.page.get_by_role("link", name="Start page")).to_be_visible()


def test_the_lesson_is_in_the_language_that_is_chosen(open_page: OpenPage) -> None:
    visitor = open_page("/learn")
    visitor.page.get_by_role("button", name="FR, Français").click()
    expect(visitor.page.locator("h1")).to_have_text("Apprendre à jouer")
    expect(visitor.page.locator(".card").first).to_contain_text("Prendre et semer")
