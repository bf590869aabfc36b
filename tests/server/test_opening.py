"""The game that a table begins with."""

from __future__ import annotations

import pytest

from naqala import Game
from naqala.server import sends
from naqala.server.laying import laid
from naqala.server.opening import _opened, opened
from naqala.server.protocol import NewTable
from naqala.server.sends import Sender
from naqala.server.shapes import SeatPlan
from naqala.text import catalogue
from tests.server.folds import GUESTS, Told


@pytest.mark.parametrize("kind", ["record", "position"])
def test_an_opening_is_read_once_and_kept_without_what_is_not_the_game(kind: str) -> None:
    game = Game.new(players=2, seed=11)
    game.play("bid 3")
    text = game.record() if kind == "record" else game.position()
    remarked = "# a remark\n" * 500 + text
    before = _opened.cache_info().misses
    asked = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), opening=remarked)
    whats, _ = laid(Sender(GUESTS[0]), asked, catalogue("en"))
    told = Told()
    for what in whats:
        told.tell(what)
    told.tell(sends.started(told.table))
    assert told.table.plan.opening == text
    assert told.table.game is not None
    assert told.table.game.position() == game.position()
    told.act()
    assert opened(remarked).position() == game.position()
    assert _opened.cache_info().misses - before == 2  # what was sent, and what is kept
