"""Rematches: the same game, for those who stayed."""

from __future__ import annotations

import random

from naqala.server import entries as log
from naqala.server.laying import again
from naqala.server.shapes import GameOptions, Seat, SeatPlan
from naqala.server.table import Table
from tests.server.folds import GUESTS, Told, started


def rematch(told: Told, guest: str, language: str = "en") -> Table:
    """The table of a rematch that a guest asked for after the end."""
    told.play(random.Random(1))
    told.tell(log.Rematched("n" * 20, language=language), guest)
    whats, laid_by = again(told.table)
    assert laid_by == guest
    new = Told(Table("n" * 20))
    for what in whats:
        new.tell(what, guest)
    return new.table


def test_everybody_who_stayed_sits_in_the_own_seat_with_the_own_key() -> None:
    told = started(GameOptions(3), "merchant")
    told.tell(log.Linked(1, "key"))
    told.tell(log.Away(0))
    told.tell(log.Handed(0, "sultan", 1, "away"))
    new = rematch(told, GUESTS[1])
    assert [seat.kind for seat in new.seats] == ["person", "person", "bot"]
    assert new.held == told.table.held
    assert all(not seat.handed for seat in new.seats)


def test_who_had_left_is_not_seated_again() -> None:
    """The bot that played on sits there; where there was none, anybody may."""
    told = started(GameOptions(4), "sultan")
    told.tell(log.Left(0))
    told.tell(log.Left(1))
    told.tell(log.Handed(1, "sultan", 2, "left"))
    new = rematch(told, GUESTS[2], language="fr")
    assert new.seats == [
        Seat("open"),
        Seat("bot", "Vif", "sultan"),
        Seat("person", "Player 3"),
        Seat("bot", "sultan", "sultan"),
    ]
    assert [held.guest for held in new.held] == ["", "", GUESTS[2], ""]
    assert new.plan.seats[0] == SeatPlan()


def test_a_bot_that_sits_for_somebody_is_called_as_nobody_else_is_in_the_asked_language() -> None:
    told = started(GameOptions(3))
    told.tell(log.Renamed(0, "Juste"))
    told.tell(log.Left(1))
    told.tell(log.Handed(1, "vizier", 0, "left"))
    assert rematch(told, GUESTS[0], language="fr").seats[1].name == "Juste 2"


def test_who_had_left_and_asks_for_a_rematch_plays_it() -> None:
    told = started()
    told.tell(log.Left(0))
    told.tell(log.Handed(0, "merchant", 1, "left"))
    new = rematch(told, GUESTS[0])
    assert [held.guest for held in new.held] == list(GUESTS[:2])
    assert new.is_full
