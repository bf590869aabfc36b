"""Messages whose parts are shared are the same as if each were made by itself."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala.rules.actions import Drop
from naqala.rules.state import NOBODY
from naqala.server import journal, listing, scene
from naqala.server.private import private
from naqala.server.protocol import News, Welcome
from naqala.server.showing import LAST_ENTRIES, Memory, Showing, secret_seats
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
    memory = Memory()
    known = {seats: welcomed(Showing(table, (), memory), seats).private for seats in holders}
    while not is_over(table):
        happened = told.act(str(rng.choice(game.legal())))
        showing = Showing(table, [happened], memory)
        rng.shuffle(holders)
        news = {seats: heard(showing, seats) for seats in holders}
        known |= {seats: each.private for seats, each in news.items() if each.private is not None}
        if rng.random() > 0.3 and happened.events == journal.seen(happened, NOBODY):
            continue
        for seats in holders:
            viewer = seats[0] if len(seats) == 1 else NOBODY
            assert news[seats].entries == (journal.entry(table, happened, EN, viewer),)
            assert news[seats].scene == scene.scene(game)
            assert known[seats] == tuple(
                private(table, seat, EN) for seat in secret_seats(table, seats)
            )
            assert news[seats].info == (listing.info(table) if is_over(table) else None)


def test_what_has_not_changed_for_a_seat_is_not_sent_again() -> None:
    told, memory = started(MODES["base 4"]), Memory()
    game = told.table.game
    assert game is not None
    seats = range(4)
    for seat in seats:
        welcomed(Showing(told.table, (), memory), (seat,))
    while not isinstance(game.legal()[0], Drop):
        showing = Showing(told.table, [told.act()], memory)
        for seat in seats:
            showing.news((seat,), "en")
    mover = game.seat
    showing = Showing(told.table, [told.act()], memory)
    assert heard(showing, (mover,)).private is not None
    others = {showing.news((seat,), "en") for seat in seats if seat != mover}
    assert others == {showing.news((), "en")}


def test_a_page_that_loses_its_seat_is_told_to_forget_its_secrets() -> None:
    table = started(MODES["base 3"]).table
    showing = Showing(table, table.log[-1:])
    news = msgspec.json.decode(showing.news((), "en", reseated=True), type=News)
    assert (news.seats, news.private) == ((), ())


def heard(showing: Showing, seats: tuple[int, ...]) -> News:
    return msgspec.json.decode(showing.news(seats, "en"), type=News)


def welcomed(showing: Showing, seats: tuple[int, ...]) -> Welcome:
    return msgspec.json.decode(showing.welcome(seats, "en", -1, (), 0), type=Welcome)


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
