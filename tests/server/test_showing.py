"""Messages whose parts are shared are the same as if each were made by itself."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala.rules.state import NOBODY
from naqala.server import journal, listing, scene
from naqala.server.private import private
from naqala.server.protocol import News, Welcome
from naqala.server.showing import LAST_ENTRIES, Showing, secret_seats
from naqala.server.table import Table
from naqala.text import catalogue
from tests.server.folds import MODES, started

EN = catalogue("en")


def is_over(table: Table) -> bool:
    return table.phase == "over"


@pytest.mark.parametrize("mode", ["artisans", "whims", "both", "base 4", "solo"])
def test_every_page_gets_its_own_part_of_what_happened_and_no_other(mode: str) -> None:
    told = started(MODES[mode])
    table, game, rng = told.table, told.table.game, random.Random(mode)
    assert game is not None
    everybody = tuple(range(len(table.seats)))
    holders = [(), everybody, *((seat,) for seat in everybody)]
    while not is_over(table):
        happened = told.act(str(rng.choice(game.legal())))
        if rng.random() > 0.3 and happened.events == journal.seen(happened, NOBODY):
            continue
        showing = Showing(table, [happened])
        rng.shuffle(holders)
        for seats in holders:
            news = msgspec.json.decode(showing.news(seats, "en"), type=News)
            viewer = seats[0] if len(seats) == 1 else NOBODY
            assert news.entries == (journal.entry(table, happened, EN, viewer),)
            assert news.scene == scene.scene(game)
            assert news.private == tuple(
                private(table, seat, EN) for seat in secret_seats(table, seats)
            )
            assert news.info == (listing.info(table) if is_over(table) else None)


def test_a_page_that_begins_gets_the_last_entries_and_one_that_comes_back_the_rest() -> None:
    told = started()
    told.play(random.Random(1))
    showing = Showing(told.table)

    def log(since: int) -> list[int]:
        message = showing.welcome((0,), "en", since, (True, False), 0)
        return [entry.number for entry in msgspec.json.decode(message, type=Welcome).log]

    last = told.table.number
    assert last > LAST_ENTRIES
    assert log(-1) == list(range(last - LAST_ENTRIES + 1, last + 1))
    assert log(last - 3) == [last - 2, last - 1, last]
    assert log(last) == []
