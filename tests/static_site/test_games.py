"""Whole games on the site, which has no server."""

from __future__ import annotations

import pytest

from naqala.text import catalogue
from tests.page.players import Player
from tests.static_site.conftest import StartGame

WORDS = catalogue("en")
BOTH = {"expansions": ["artisans", "whims"]}


def play_some_turns_in_the_page(player: Player, actions: int) -> None:
    """Play through the page, then to the end over a second socket, which is faster."""
    player.play(actions)
    player.skip_to_end()
    player.wait_for_entry(player.socket.number)


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        pytest.param(["me"], {}, id="solo"),
        pytest.param(["me", "merchant", "merchant"], {}, id="two bots"),
        pytest.param(["me", "me", "me"], {}, id="three people"),
        pytest.param(["me", "me", "merchant", "merchant", "merchant"], BOTH, id="both boxes"),
    ],
)
def test_a_whole_game(start_game: StartGame, seats: list[str], options: dict[str, object]) -> None:
    player = start_game(*seats, seed=5, **options)
    play_some_turns_in_the_page(player, 6)
    player.page.locator(".chart").wait_for()
    record = player.visitor.api(f"tables/{player.table}/record")
    assert record.startswith("naqala record")
