"""Sitting down, leaving, removing players, and bots that take over a seat."""

from __future__ import annotations

import pytest

from naqala.tables.log import entries as log
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import GameOptions, Seat
from tests.tables.table_builder import GUESTS, lobby, refusal_code, started


def test_people_sit_rename_and_leave_before_the_game() -> None:
    builder = lobby()
    builder.append(log.Sat(0, "Ann", GUESTS[0]))
    assert refusal_code(builder, log.Sat(0, "Bob", GUESTS[1])) == "seat_taken"
    assert refusal_code(builder, log.Sat(2, "Bob", GUESTS[1])) == "no_seat"
    assert refusal_code(builder, log.Started("1", "", ("Ann", "Bob"), log.RULES)) == "not_full"
    builder.append(log.Renamed(0, "Anna"))
    assert builder.table.names == ["Anna", ""]
    builder.append(log.Sat(1, "Bob", GUESTS[1]))
    builder.append(log.Left(0))
    assert [seat.kind for seat in builder.table.seats] == ["open", "person"]
    assert builder.table.holders[0].guest == ""
    builder.append(log.Left(1))
    assert builder.table.phase == "closed"


def test_a_bot_can_take_and_leave_an_open_seat_before_the_game() -> None:
    builder = lobby(GameOptions(3))
    builder.append(log.Sat(0, "Ann", GUESTS[0]))
    assert refusal_code(builder, log.Sat(0, "Sultan", "", bot="sultan")) == "seat_taken"
    assert refusal_code(builder, log.Sat(1, "Genius", "", bot="gen\nius")) == "no_bot"
    builder.append(log.Sat(1, "Sultan", "", bot="sultan"))
    assert builder.table.seats[1] == Seat("bot", "Sultan", "sultan")
    assert refusal_code(builder, log.Sat(1, "Bob", GUESTS[1])) == "seat_taken"
    builder.append(log.Left(1, "Sultan", "sultan"))
    assert builder.table.seats[1] == Seat("open")
    builder.append(log.Sat(1, "Bob", GUESTS[1]))
    builder.append(log.Sat(2, "Merchant", "", bot="merchant"))
    builder.append(log.Started("7", "nonce", tuple(builder.table.names), log.RULES))
    assert builder.table.bot_of(2) == "merchant"
    assert refusal_code(builder, log.Left(2)) == "no_person"
    again = TableState(builder.table.id, (each.entry for each in builder.table.log))
    assert again.seats == builder.table.seats


def test_a_table_stays_open_when_a_bot_leaves() -> None:
    builder = lobby(GameOptions(2), "merchant")
    builder.append(log.Left(1, "merchant", "merchant"))
    assert builder.table.phase == "lobby"


def test_a_removed_player_cannot_sit_again_and_the_seat_is_open_to_others() -> None:
    builder = lobby(GameOptions(3))
    builder.append(log.Sat(0, "Ann", GUESTS[0]))
    builder.append(log.Sat(1, "Eve", GUESTS[1], "key"))
    assert refusal_code(builder, log.SentAway(2, "Nobody", "Ann")) == "no_person"
    assert refusal_code(builder, log.SentAway(3, "Nobody", "Ann")) == "no_seat"
    builder.append(log.SentAway(1, "Eve", "Ann"), GUESTS[0])
    assert builder.table.seats[1] == Seat("open")
    assert builder.table.holders[1].guest == builder.table.holders[1].key == ""
    assert builder.table.former["key"] == GUESTS[1]
    for seat in (1, 2):
        assert refusal_code(builder, log.Sat(seat, "Adam", GUESTS[1])) == "sent_away"
    builder.append(log.Sat(1, "Bob", GUESTS[2]))
    builder.append(log.Sat(2, "Sultan", "", bot="sultan"))
    builder.append(log.Started("7", "nonce", tuple(builder.table.names), log.RULES))
    assert refusal_code(builder, log.SentAway(1, "Bob", "Ann")) == "phase_running"
    again = TableState(builder.table.id, (each.entry for each in builder.table.log))
    assert again.banned == builder.table.banned == {GUESTS[1]}
    assert again.seats == builder.table.seats


def test_the_seats_of_a_guest_are_freed_one_at_a_time() -> None:
    builder = lobby(GameOptions(3))
    builder.append(log.Sat(0, "Ann", GUESTS[0]))
    for seat in (1, 2):
        builder.append(log.Sat(seat, f"Eve {seat}", GUESTS[1]))
    builder.append(log.SentAway(1, "Eve 1", "Ann"))
    assert builder.table.holders[2].guest == GUESTS[1]
    builder.append(log.SentAway(2, "Eve 2", "Ann"))
    assert [seat.kind for seat in builder.table.seats] == ["person", "open", "open"]


@pytest.mark.parametrize("name", ["", " Ann", "A,B", "a\nb", "x" * 41, "\u202e\u200b"])
def test_invisible_names_and_names_that_break_records_are_refused(name: str) -> None:
    assert refusal_code(lobby(), log.Sat(0, name, GUESTS[0])) == "bad_name"


def test_the_seat_of_an_absent_player_is_handed_to_a_bot_and_back() -> None:
    builder = started()
    assert refusal_code(builder, log.Handed(0, "merchant", 1)) == "still_here"
    assert refusal_code(builder, log.Returned(0)) == "never_gone"
    builder.append(log.Left(0))
    assert refusal_code(builder, log.Left(0)) == "left_already"
    assert refusal_code(builder, log.Handed(0, "x" * 25, 1)) == "no_bot"
    builder.append(log.Handed(0, "merchant", 1))
    assert builder.table.bot_of(0) == "merchant"
    assert refusal_code(builder, log.Handed(0, "merchant", 1)) == "handed_already"
    builder.append(log.Returned(0))
    assert builder.table.bot_of(0) == ""
    assert builder.table.seats[0].state == "here"
    builder.append(log.Away(0))
    assert refusal_code(builder, log.Away(0)) == "gone_already"
    builder.append(log.Handed(0, "traveller", 1))
    assert builder.table.bot_of(0) == "traveller"
