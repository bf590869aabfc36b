"""The game that a table begins with."""

from __future__ import annotations

import pytest

from naqala import Game
from naqala.server import sends
from naqala.server.laying import laid
from naqala.server.opening import _opened, opened
from naqala.server.protocol import NewTable
from naqala.server.refusal import Refusal
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


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("lorem ipsum", ("naqala record 1", "naqala position 1"), "ce texte par aucune des deux"),
        ("", ("naqala record 1", "naqala position 1"), "ce texte par aucune des deux"),
        ("# mine\nnaqala record 9\n", ("a record of version “9”", "version 1"), "« 9 »"),
        ("naqala position 0\n", ("a position of version “0”", "version 1"), "« 0 »"),
        ("naqala record\n", ("naqala record 1",), "ce texte par aucune des deux"),
    ],
)
def test_what_is_no_opening_is_told_what_one_begins_with(
    text: str, english: tuple[str, ...], french: str
) -> None:
    with pytest.raises(Refusal) as caught:
        opened(text)
    assert caught.value.code == "bad_opening"
    assert all(part in str(caught.value) for part in english)
    assert french in caught.value.sentence(catalogue("fr")).replace("\xa0", " ")
