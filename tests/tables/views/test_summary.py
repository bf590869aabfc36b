"""Tables in short: which of them count for whom, which go on by themselves, what is made anew."""

from __future__ import annotations

import random

from msgspec import structs

from naqala.tables.log import entries as log
from naqala.tables.log.state import EMPTY
from naqala.tables.protocol.types import Clock, GameOptions, SeatPlan
from naqala.tables.storage import CREATOR, TableRow
from naqala.tables.views import summary as summaries
from naqala.tables.views.summary import summary
from tests.tables.table_builder import GUESTS, MODES, TableBuilder, lobby, started

ANN, BOB = GUESTS[:2]


def laid(*bots: str, people: int = 0) -> TableBuilder:
    """A table that Ann has laid, without sitting down."""
    plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(len(plans)), tuple(plans)), ANN)
    return builder


def counting(builder: TableBuilder) -> dict[int, str]:
    """For whom the table counts, by seat."""
    return {
        place.seat: place.guest
        for place in summary(builder.table).places or ()
        if place.counts and place.guest
    }


def test_a_table_without_anybody_counts_for_who_laid_it_until_the_game_begins() -> None:
    builder = laid(people=2)
    assert counting(builder) == {CREATOR: ANN}
    for seat, guest in enumerate((BOB, GUESTS[2])):
        builder.append(log.Sat(seat, "Bob", guest))
    assert counting(builder) == {CREATOR: ANN, 0: BOB, 1: GUESTS[2]}
    builder.append(log.Started("7", "nonce", ("Bob", "Bob")))
    assert counting(builder) == {0: BOB, 1: GUESTS[2]}


def test_a_table_of_bots_alone_counts_for_who_laid_it_while_they_play() -> None:
    builder = laid("traveller", "traveller")
    builder.append(log.Started("7", "nonce", ("One", "Two")))
    assert counting(builder) == {CREATOR: ANN}


def test_who_left_a_running_game_or_gave_way_to_a_bot_has_a_place_free() -> None:
    builder = started()
    assert counting(builder) == {0: GUESTS[0], 1: GUESTS[1]}
    builder.append(log.Left(0))
    assert counting(builder) == {1: GUESTS[1]}
    builder.append(log.Returned(0))
    builder.append(log.Away(1))
    builder.append(log.Handed(1, "traveller", 0))
    assert counting(builder) == {0: GUESTS[0]}


def test_bots_go_on_by_themselves_only_where_a_person_plays() -> None:
    builder = laid("traveller", "traveller")
    builder.append(log.Started("7", "nonce", ("One", "Two")))
    assert not summary(builder.table).thinks
    builder = started(None, "traveller")
    while not builder.table.bot_of(builder.table.turn):
        builder.act()
    assert summary(builder.table).thinks
    builder.append(log.Left(0))
    assert not summary(builder.table).thinks


def test_an_empty_table_tells_when_it_will_be_closed() -> None:
    builder = laid(people=2)
    assert summary(builder.table).deadline == builder.table.created_at + EMPTY
    builder.append(log.Sat(0, "Bob", BOB))
    assert summary(builder.table).deadline == 0


def test_a_choice_that_leaves_the_turn_where_it_is_changes_no_list() -> None:
    builder, rng = started(MODES["base 3"]), random.Random(1)
    table, game = builder.table, builder.table.game
    assert game is not None
    before, turn, same = summary(table), table.turn, 0
    while table.phase == "running":
        builder.act(str(rng.choice(game.legal())))
        changes = summaries.changes(before, summary(table))
        assert (changes is None) == (turn == table.turn and table.phase == "running")
        same += changes is None
        before, turn = summary(table), table.turn
    assert same > 5


def test_whatever_lists_show_is_written() -> None:
    builder = lobby(MODES["base 2"])
    builder.table.plan = structs.replace(builder.table.plan, clock=Clock(minutes=5))
    for body in (
        log.Sat(0, "Ann", "a" * 64),
        log.Sat(1, "Bob", "b" * 64),
        log.Linked(1, "key"),
        log.Renamed(1, "Robert"),
        log.Started("7", "nonce", ("Ann", "Robert")),
        log.Left(1),
        log.Handed(1, "sultan", 0, "left"),
    ):
        before = summary(builder.table)
        builder.append(body)
        changes = summaries.changes(before, summary(builder.table))
        assert (changes is None) == isinstance(body, log.Linked), body


def test_a_table_that_a_newer_version_tells_otherwise_is_left_out_of_lists() -> None:
    builder = laid("merchant", people=2)
    info = summary(builder.table).info
    row = TableRow(builder.table.id, info, ("", "", ""))
    found = summaries.listed(row, ANN)
    assert found is not None
    assert found.phase == "lobby"
    for known, newer in (
        (b'"lobby"', b'"drawn by lot"'),
        (b'"options":{', b'"options":{"boats":3,'),
    ):
        assert known in info
        assert summaries.listed(row._replace(info=info.replace(known, newer)), ANN) is None
