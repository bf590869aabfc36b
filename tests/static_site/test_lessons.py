"""Lessons on the site, which has no server."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.pupil import Pupil
from tests.static_site.conftest import OpenSite


def test_a_lesson_is_done_and_its_tick_is_kept(open_site: OpenSite) -> None:
    visitor = open_site("/learn")
    expect(visitor.page.get_by_role("link", name="Start with lesson 1")).to_be_visible()
    pupil = Pupil(visitor, "merchants")
    for number in range(len(pupil.lesson.steps)):
        pupil.expect_step(number)
        pupil.do(number)
    pupil.expect_step(len(pupil.lesson.steps), "done")
    visitor.goto("/learn")
    expect(visitor.page.locator(".tick")).to_have_count(1)
