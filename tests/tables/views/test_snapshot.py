"""Messages with shared parts are the same as if each were encoded separately."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala.rules.state import NOBODY
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import News, Welcome
from naqala.tables.views import log_entries, scene, summary
from naqala.tables.views.private import private
from naqala.tables.views.snapshot import LAST_ENTRIES, Snapshot, secret_seats
from naqala.text import catalogue
from tests.tables.table_builder import MODES, started

EN = catalogue("en")


def is_over(table: TableState) -> bool:
    return table.phase == "over"


@pytest.mark.parametrize("mode", ["artisans", "whims", "both", "base 4", "solo"])
def test_every_page_gets_exactly_its_own_view_of_each_entry(mode: str) -> None:
    builder = started(MODES[mode])
    table, game, rng = builder.table, builder.table.game, random.Random(mode)
    assert game is not None
    everybody = tuple(range(len(table.seats)))
    holders = [(), everybody, *((seat,) for seat in everybody)]
    known = {seats: decode_welcome(Snapshot(table), seats).private for seats in holders}
    while not is_over(table):
        applied = builder.act(str(rng.choice(game.legal())))
        snapshot = Snapshot(table, [applied])
        rng.shuffle(holders)
        news = {seats: decode_news(snapshot, seats) for seats in holders}
        known |= {seats: each.private for seats, each in news.items() if each.private is not None}
        if rng.random() > 0.3 and applied.events == log_entries.seen(applied, NOBODY):
            continue
        for seats in holders:
            viewer = seats[0] if len(seats) == 1 else NOBODY
            assert news[seats].entries == (log_entries.entry(table, applied, EN, viewer),)
            assert news[seats].scene == scene.scene(game)
            assert known[seats] == tuple(
                private(table, seat, EN) for seat in secret_seats(table, seats)
            )
            assert news[seats].info == (summary.info(table) if is_over(table) else None)


def test_a_page_that_loses_its_seat_gets_an_empty_private_part() -> None:
    table = started(MODES["base 3"]).table
    snapshot = Snapshot(table, table.log[-1:])
    news = msgspec.json.decode(snapshot.news((), "en", reseated=True), type=News)
    assert (news.seats, news.private) == ((), ())


def decode_news(snapshot: Snapshot, seats: tuple[int, ...]) -> News:
    return msgspec.json.decode(snapshot.news(seats, "en"), type=News)


def decode_welcome(snapshot: Snapshot, seats: tuple[int, ...]) -> Welcome:
    return msgspec.json.decode(snapshot.welcome(seats, "en", -1, (), 0), type=Welcome)


def test_a_new_page_gets_the_last_entries_and_a_returning_one_those_it_missed() -> None:
    builder = started()
    builder.play(random.Random(1))
    snapshot = Snapshot(builder.table)

    def log(since: int) -> list[int]:
        message = snapshot.welcome((0,), "en", since, (True, False), 0)
        return [entry.number for entry in msgspec.json.decode(message, type=Welcome).log]

    last = builder.table.number
    assert last > LAST_ENTRIES
    assert log(-1) == list(range(last - LAST_ENTRIES + 1, last + 1))
    assert log(last - 3) == [last - 2, last - 1, last]
    assert log(last) == []


def test_a_page_with_several_seats_sees_the_secrets_of_the_seat_in_turn() -> None:
    table = started(MODES["base 3"]).table
    assert secret_seats(table, (0, 1, 2)) == (table.turn,)
    assert secret_seats(table, (table.turn,)) == (table.turn,)
    others = tuple(seat for seat in range(3) if seat != table.turn)
    assert secret_seats(table, others) == ()
    assert secret_seats(table, others[:1]) == others[:1]
    assert secret_seats(table, ()) == ()
