"""The opening of a table: a record or a position."""

from __future__ import annotations

import pytest

from naqala import Game
from naqala.tables import commands
from naqala.tables.commands import Sender
from naqala.tables.create_table import first_entries
from naqala.tables.errors import Refusal
from naqala.tables.log.initial_game import _parse_opening, parse_opening
from naqala.tables.protocol.messages import NewTable
from naqala.tables.protocol.types import SeatPlan
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS, TableBuilder


@pytest.mark.parametrize("kind", ["record", "position"])
def test_an_opening_is_parsed_once_and_stored_without_comments(kind: str) -> None:
    game = Game.new(players=2, seed=11)
    game.play("bid 3")
    text = game.record() if kind == "record" else game.position()
    remarked = "# a remark\n" * 500 + text
    before = _parse_opening.cache_info().misses
    new = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), opening=remarked)
    bodies, _ = first_entries(Sender(GUESTS[0]), new, catalogue("en"))
    builder = TableBuilder()
    for body in bodies:
        builder.append(body)
    builder.append(commands.started(builder.table))
    assert builder.table.plan.opening == text
    assert builder.table.game is not None
    assert builder.table.game.position() == game.position()
    builder.act()
    assert parse_opening(remarked).position() == game.position()
    misses = _parse_opening.cache_info().misses - before
    assert misses == 2  # the text as sent and the text as stored


@pytest.mark.parametrize(
    ("text", "english", "french"),
    [
        ("lorem ipsum", ("naqala record 1", "naqala position 1"), "ce texte par aucune des deux"),
        ("", ("naqala record 1", "naqala position 1"), "ce texte par aucune des deux"),
        (
            "# mine\nnaqala record 9\n",
            ("version 9 of the format", "version 1"),
            "la version 9 du format",
        ),
        ("naqala position 0\n", ("version 0 of the format", "version 1"), "la version 0 du format"),
        ("naqala record\n", ("naqala record 1",), "ce texte par aucune des deux"),
    ],
)
def test_the_refusal_of_an_opening_names_the_expected_first_line(
    text: str, english: tuple[str, ...], french: str
) -> None:
    with pytest.raises(Refusal) as caught:
        parse_opening(text)
    assert caught.value.code == "bad_opening"
    assert all(part in str(caught.value) for part in english)
    assert french in catalogue("fr").error(caught.value).replace("\xa0", " ")
