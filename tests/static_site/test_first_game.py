"""The guided first game on the site, which has no server."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.page.pupil import Newcomer
from tests.static_site.conftest import OpenSite


def test_a_newcomer_is_coached_and_the_game_is_kept(open_site: OpenSite) -> None:
    visitor = open_site()
    newcomer = Newcomer(visitor)
    for action in ("take a1", "drop a2W", "drop a3B"):
        newcomer.play(action)
    newcomer.expect_step(2)
    newcomer.play("end")
    newcomer.wait_for_turn()
    newcomer.expect_step(3)
    visitor.page.locator("[data-alone]").click()
    expect(visitor.page.locator("[data-tip]")).to_have_attribute("data-tip", "move")
    newcomer.player.play(2)
    visitor.goto("/")
    visitor.page.get_by_role("link", name="Resume").click()
    expect(visitor.page.locator("[data-phase=running]")).to_have_count(1)
    expect(visitor.page.locator(".coach")).to_have_count(0)
