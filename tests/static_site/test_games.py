"""Games on the site, which has no server, to their end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from naqala.text import catalogue
from tests.page.late_games import nearly_over
from tests.page.players import Player
from tests.page.test_review import BLUNDER
from tests.static_site.conftest import OpenSite
from tests.static_site.engine_client import SiteVisitor

LATE_GAMES: list[tuple[list[str], dict[str, Any]]] = [
    (["me", "merchant", "merchant"], {}),
    (["me", "me", "me"], {}),
    (["me", "me", "merchant", "merchant", "merchant"], {"expansions": ["artisans", "whims"]}),
]


def play_to_the_end(player: Player, actions: int) -> None:
    """Play through the page, then over a second socket, which is faster."""
    player.play(actions)
    player.skip_to_end()
    player.wait_for_entry(player.socket.number)
    player.go_on()
    player.page.locator(".chart").wait_for()
    record = player.visitor.api(f"tables/{player.table}/record")
    assert record.startswith("naqala record")
    player.close()


def review_a_game(visitor: SiteVisitor) -> None:
    """Finish a game, review it, follow links to its review, and play on from a moment."""
    words, page = catalogue("en"), visitor.page
    player = Player(visitor, visitor.create_table("me", "merchant", opening=BLUNDER))
    for action in ("sow e1 e2W", "end"):
        player.socket.act(action)
    page.get_by_role("button", name=words.say("page.end.review"), exact=True).click()
    board = page.locator("svg.board")
    expect(board).to_have_attribute("data-route", "b3 c3")
    expect(board).to_have_attribute("data-played", "e1 e2")
    visitor.expect_text("b3 to c3, 2 Elders: +19")
    assert visitor.axe_violations() == []
    assert visitor.api(f"tables/{player.table}/review?after=1")["unstored"] == ""
    visitor.show("/")
    visitor.show(f"/review/{player.table}&moment=999")
    visitor.expect_text(words.say("page.review.no_moment"))
    page.get_by_role("button", name=words.say("page.review.play")).click()
    page.locator("[data-phase=running]").wait_for(state="attached")
    visitor.show("/review/aaaaaaaaaaaaaaaaaaaa")
    visitor.expect_text(words.say("page.site.no_table"))
    player.close()


def test_a_whole_solo_game_and_the_end_of_games_with_bots_and_people(open_site: OpenSite) -> None:
    visitor = open_site()
    play_to_the_end(Player(visitor, visitor.create_table("me", seed="5"), 5), 6)
    for seats, options in LATE_GAMES:
        opening = nearly_over(len(seats), 5, 16, **options)
        play_to_the_end(Player(visitor, visitor.create_table(*seats, opening=opening), 5), 3)
    review_a_game(visitor)
