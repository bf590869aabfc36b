"""Games on the site, which has no server, to their end."""

from __future__ import annotations

from typing import Any

from tests.page.late_games import nearly_over
from tests.page.players import Player
from tests.static_site.conftest import OpenSite

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
    player.page.locator(".chart").wait_for()
    record = player.visitor.api(f"tables/{player.table}/record")
    assert record.startswith("naqala record")
    player.close()


def test_a_whole_solo_game_and_the_end_of_games_with_bots_and_people(open_site: OpenSite) -> None:
    visitor = open_site()
    play_to_the_end(Player(visitor, visitor.create_table("me", seed="5"), 5), 6)
    for seats, options in LATE_GAMES:
        opening = nearly_over(len(seats), 5, 16, **options)
        play_to_the_end(Player(visitor, visitor.create_table(*seats, opening=opening), 5), 3)
