"""Summaries of tables: whose limit they count towards, when they are due, and list updates."""

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


def created(*bots: str, people: int = 0) -> TableBuilder:
    """A table that Ann created without taking a seat."""
    plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(len(plans)), tuple(plans)), ANN)
    return builder


def counted_guests(builder: TableBuilder) -> dict[int, str]:
    """The guests for whom the table counts, by seat."""
    return {
        place.seat: place.guest
        for place in summary(builder.table).places or ()
        if place.counts and place.guest
    }


def test_a_table_counts_for_its_creator_until_the_game_starts() -> None:
    builder = created(people=2)
    assert counted_guests(builder) == {CREATOR: ANN}
    for seat, guest in enumerate((BOB, GUESTS[2])):
        builder.append(log.Sat(seat, "Bob", guest))
    assert counted_guests(builder) == {CREATOR: ANN, 0: BOB, 1: GUESTS[2]}
    builder.append(log.Started("7", "nonce", ("Bob", "Bob"), log.RULES))
    assert counted_guests(builder) == {0: BOB, 1: GUESTS[2]}


def test_a_table_of_bots_counts_for_its_creator_while_they_play() -> None:
    builder = created("traveller", "traveller")
    builder.append(log.Started("7", "nonce", ("One", "Two"), log.RULES))
    assert counted_guests(builder) == {CREATOR: ANN}


def test_a_game_does_not_count_for_players_who_left_or_were_replaced() -> None:
    builder = started()
    assert counted_guests(builder) == {0: GUESTS[0], 1: GUESTS[1]}
    builder.append(log.Left(0))
    assert counted_guests(builder) == {1: GUESTS[1]}
    builder.append(log.Returned(0))
    builder.append(log.Away(1))
    builder.append(log.Handed(1, "traveller", 0))
    assert counted_guests(builder) == {0: GUESTS[0]}


def test_a_table_is_due_for_its_bots_only_if_a_person_plays() -> None:
    builder = created("traveller", "traveller")
    builder.append(log.Started("7", "nonce", ("One", "Two"), log.RULES))
    assert not summary(builder.table).thinks
    builder = started(None, "traveller")
    while not builder.table.bot_of(builder.table.turn):
        builder.act()
    assert summary(builder.table).thinks
    builder.append(log.Left(0))
    assert not summary(builder.table).thinks


def test_the_deadline_of_an_empty_table_is_when_it_expires() -> None:
    builder = created(people=2)
    assert summary(builder.table).deadline == builder.table.created_at + EMPTY
    builder.append(log.Sat(0, "Bob", BOB))
    assert summary(builder.table).deadline == 0


def test_an_action_within_a_turn_does_not_update_the_lists() -> None:
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


def test_everything_that_lists_show_updates_them() -> None:
    builder = lobby(MODES["base 2"])
    builder.table.plan = structs.replace(builder.table.plan, clock=Clock(minutes=5))
    for body in (
        log.Sat(0, "Ann", "a" * 64),
        log.Sat(1, "Bob", "b" * 64),
        log.Linked(1, "key"),
        log.Renamed(1, "Robert"),
        log.Started("7", "nonce", ("Ann", "Robert"), log.RULES),
        log.Left(1),
        log.Handed(1, "sultan", 0, "left"),
    ):
        before = summary(builder.table)
        builder.append(body)
        changes = summaries.changes(before, summary(builder.table))
        assert (changes is None) == isinstance(body, log.Linked), body


def test_a_summary_of_a_newer_version_is_left_out_of_lists() -> None:
    builder = created("merchant", people=2)
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
