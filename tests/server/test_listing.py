"""Tables in short: which of them count for whom, which go on by themselves, what is made anew."""

from __future__ import annotations

import random

import pytest
from msgspec import structs

from naqala.server import entries as log
from naqala.server import listing
from naqala.server.listing import summary
from naqala.server.shapes import Clock, GameOptions, SeatPlan
from naqala.server.storage import LAID, TableRow
from naqala.server.table import EMPTY
from tests.server.folds import GUESTS, MODES, Told, lobby, started

ANN, BOB = GUESTS[:2]


def laid(*bots: str, people: int = 0) -> Told:
    """A table that Ann has laid, without sitting down."""
    plans = [*[SeatPlan()] * people, *(SeatPlan("bot", name, name) for name in bots)]
    told = Told()
    told.tell(log.Created(GameOptions(len(plans)), tuple(plans)), ANN)
    return told


def counting(told: Told) -> dict[int, str]:
    """For whom the table counts, by seat."""
    return {
        place.seat: place.guest
        for place in summary(told.table).places or ()
        if place.counts and place.guest
    }


def test_a_table_without_anybody_counts_for_who_laid_it_until_the_game_begins() -> None:
    told = laid(people=2)
    assert counting(told) == {LAID: ANN}
    for seat, guest in enumerate((BOB, GUESTS[2])):
        told.tell(log.Sat(seat, "Bob", guest))
    assert counting(told) == {LAID: ANN, 0: BOB, 1: GUESTS[2]}
    told.tell(log.Started("7", "nonce", ("Bob", "Bob")))
    assert counting(told) == {0: BOB, 1: GUESTS[2]}


def test_a_table_of_bots_alone_counts_for_who_laid_it_while_they_play() -> None:
    told = laid("traveller", "traveller")
    told.tell(log.Started("7", "nonce", ("One", "Two")))
    assert counting(told) == {LAID: ANN}


def test_who_left_a_running_game_or_gave_way_to_a_bot_has_a_place_free() -> None:
    told = started()
    assert counting(told) == {0: GUESTS[0], 1: GUESTS[1]}
    told.tell(log.Left(0))
    assert counting(told) == {1: GUESTS[1]}
    told.tell(log.Returned(0))
    told.tell(log.Away(1))
    told.tell(log.Handed(1, "traveller", 0))
    assert counting(told) == {0: GUESTS[0]}


def test_who_is_there_is_among_the_grounds_whenever_somebody_comes_or_goes() -> None:
    """Where the grounds are those of the summary before, its places are taken."""
    comings: list[log.AnyWhat] = [log.Sat(0, "Bob", BOB), log.Linked(0, "key"), log.Left(0)]
    handings: list[log.AnyWhat] = [log.Left(0), log.Handed(0, "sultan", 1), log.Returned(0)]
    for told, whats in ((laid(people=2), comings), (started(), handings)):
        for what in whats:
            before = listing.grounds(told.table)
            told.tell(log.Said(-1, "Eve", "hi"))
            assert listing.grounds(told.table) == before
            told.tell(what)
            assert listing.grounds(told.table) != before


def test_bots_go_on_by_themselves_only_where_a_person_plays() -> None:
    told = laid("traveller", "traveller")
    told.tell(log.Started("7", "nonce", ("One", "Two")))
    assert not summary(told.table).thinks
    told = started(None, "traveller")
    while not told.table.bot_of(told.table.turn):
        told.act()
    assert summary(told.table).thinks
    told.tell(log.Left(0))
    assert not summary(told.table).thinks


def test_an_empty_table_tells_when_it_will_be_closed() -> None:
    told = laid(people=2)
    assert summary(told.table).deadline == told.table.created_at + EMPTY
    told.tell(log.Sat(0, "Bob", BOB))
    assert summary(told.table).deadline == 0


@pytest.mark.parametrize("mode", ["base 3", "solo", "both"])
def test_as_long_as_its_grounds_are_the_same_a_summary_is_too(mode: str) -> None:
    told, rng = started(MODES[mode]), random.Random(mode)
    table, game = told.table, told.table.game
    assert game is not None
    grounds, before, same = listing.grounds(table), summary(table), 0
    while table.phase == "running":
        if rng.random() < 0.05:
            told.tell(log.Renamed(0, f"Player {rng.randrange(100)}"))
        told.act(str(rng.choice(game.legal())))
        if listing.grounds(table) == grounds:
            assert listing.changes(before, summary(table)) is None
            same += 1
        grounds, before = listing.grounds(table), summary(table)
    assert same > 5


def test_whatever_lists_show_is_among_the_grounds() -> None:
    told = lobby(MODES["base 2"])
    told.table.plan = structs.replace(told.table.plan, clock=Clock(minutes=5))
    seen = [listing.grounds(told.table)]
    for what in (
        log.Sat(0, "Ann", "a" * 64),
        log.Sat(1, "Bob", "b" * 64),
        log.Renamed(1, "Robert"),
        log.Started("7", "nonce", ("Ann", "Robert")),
        log.Left(1),
        log.Handed(1, "sultan", 0, "left"),
    ):
        told.tell(what)
        seen.append(listing.grounds(told.table))
    assert len(set(seen)) == len(seen)


def test_a_table_that_a_newer_version_tells_otherwise_is_left_out_of_lists() -> None:
    told = laid("merchant", people=2)
    info = summary(told.table).info
    row = TableRow(told.table.id, info, ("", "", ""))
    found = listing.listed(row, ANN)
    assert found is not None
    assert found.phase == "lobby"
    for known, newer in (
        (b'"lobby"', b'"drawn by lot"'),
        (b'"options":{', b'"options":{"boats":3,'),
    ):
        assert known in info
        assert listing.listed(row._replace(info=info.replace(known, newer)), ANN) is None
