"""Tables in short: which of them count for whom, and which go on by themselves."""

from __future__ import annotations

from naqala.server import entries as log
from naqala.server.listing import summary
from naqala.server.shapes import GameOptions, SeatPlan
from naqala.server.storage import LAID
from naqala.server.table import EMPTY
from tests.server.folds import GUESTS, Told, started

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


def test_who_is_there_is_found_again_whenever_somebody_comes_or_goes() -> None:
    """Where nothing else was told since the summary before, its places are taken."""
    told, before = laid(people=2), None
    whats: list[log.AnyWhat] = [
        log.Said(-1, "Eve", "hi"),
        log.Sat(0, "Bob", BOB),
        log.Linked(0, "key"),
        log.Left(0),
    ]
    for what in whats:
        told.tell(what)
        before = summary(told.table, before)
        assert before == summary(told.table)
    told, before = started(), None
    moves: list[log.AnyWhat] = [log.Left(0), log.Handed(0, "sultan", 1), log.Returned(0)]
    for what in (log.Said(0, "Ann", "hi"), *moves):
        told.tell(what)
        before = summary(told.table, before)
        assert before == summary(told.table)


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
