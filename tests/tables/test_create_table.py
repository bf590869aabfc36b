"""Entries of new tables and of rematches."""

from __future__ import annotations

import random

import pytest

from naqala.rules.expansions.whims import parse_deck
from naqala.rules.game import Game
from naqala.tables.commands import started as begin
from naqala.tables.create_table import rematch_entries
from naqala.tables.log import entries as log
from naqala.tables.log.initial_game import asked_of, new_game, options_of
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import GameOptions, Seat, SeatPlan
from tests.tables.table_builder import GUESTS, TableBuilder, started


def rematch(
    builder: TableBuilder, guest: str, language: str = "en", *, same: bool = False
) -> TableState:
    """Finish the game, request a rematch and return its table."""
    builder.play(random.Random(1))
    builder.append(log.Rematched("n" * 20, same, language), guest)
    bodies, created_by = rematch_entries(builder.table)
    assert created_by == guest
    new = TableBuilder(TableState("n" * 20))
    for body in bodies:
        new.append(body, guest)
    return new.table


def test_players_who_stayed_keep_their_seats_and_links() -> None:
    builder = started(GameOptions(3), "merchant")
    builder.append(log.Linked(1, "key"))
    builder.append(log.Away(0))
    builder.append(log.Handed(0, "sultan", 1, "away"))
    new = rematch(builder, GUESTS[1])
    assert [seat.kind for seat in new.seats] == ["person", "person", "bot"]
    assert new.holders == builder.table.holders
    assert all(not seat.handed for seat in new.seats)


def test_players_who_left_are_not_seated_again() -> None:
    """Their seat goes to the substitute bot, or is open if there was none."""
    builder = started(GameOptions(4), "sultan")
    builder.append(log.Left(0))
    builder.append(log.Left(1))
    builder.append(log.Handed(1, "sultan", 2, "left"))
    new = rematch(builder, GUESTS[2], language="fr")
    assert new.seats == [
        Seat("open"),
        Seat("bot", "Basim", "sultan"),
        Seat("person", "Player 3"),
        Seat("bot", "sultan", "sultan"),
    ]
    assert [held.guest for held in new.holders] == ["", "", GUESTS[2], ""]
    assert new.plan.seats[0] == SeatPlan()


def test_a_substitute_bot_gets_a_unique_name_in_the_language_of_the_request() -> None:
    builder = started(GameOptions(4))
    for seat, name in ((0, "Basim"), (2, "Idris"), (3, "Farida")):
        builder.append(log.Renamed(seat, name))
    builder.append(log.Left(1))
    builder.append(log.Handed(1, "vizier", 0, "left"))
    assert rematch(builder, GUESTS[0], language="fr").seats[1].name == "Leïla"


def test_a_player_who_left_and_requests_the_rematch_is_seated() -> None:
    builder = started()
    builder.append(log.Left(0))
    builder.append(log.Handed(0, "merchant", 1, "left"))
    new = rematch(builder, GUESTS[0])
    assert [held.guest for held in new.holders] == list(GUESTS[:2])
    assert new.is_full


DECK = """whims = [
  { id = "one", gold = 5, needs = { viziers = 3 } },
  { id = "two", gold = 7, needs = { tent_reds = 2 }, artisans = true },
]"""
BOXES = GameOptions(3, ("artisans", "whims"), ("dhenim",), whims=DECK)


def from_opening(opening: str, players: int) -> TableBuilder:
    """A started table with a record or a position as its opening."""
    builder = TableBuilder()
    builder.append(log.Created(GameOptions(), (SeatPlan(),) * players, opening=opening))
    for seat in range(players):
        builder.append(log.Sat(seat, f"Player {seat + 1}", GUESTS[seat]))
    builder.append(begin(builder.table))
    return builder


def played(options: GameOptions, left: int) -> Game:
    """A game with this many actions left."""
    game, rng = new_game(options_of(options, 11)), random.Random(2)
    while not game.over:
        game.play(rng.choice(game.legal()))
    for _ in range(left):
        game.undo()
    return game


@pytest.mark.parametrize("same", [False, True])
@pytest.mark.parametrize("form", ["record", "position"])
def test_the_rematch_of_a_finished_record_is_a_new_game(form: str, same: bool) -> None:
    game = played(BOXES, 0)
    builder = from_opening(getattr(game, form)(), 3)
    assert builder.table.phase == "over"
    new = rematch(builder, GUESTS[0], same=same)
    assert new.plan.opening == ""
    assert new.plan.seed == ("11" if same else "")
    TableBuilder(new).append(begin(new))
    assert new.phase == "running"
    assert new.game is not None
    assert new.game.options.whims == parse_deck(DECK)
    assert asked_of(new.game.options) == asked_of(game.options)


def test_the_rematch_of_an_unfinished_opening_starts_there_or_anew() -> None:
    game = played(GameOptions(2), 6)
    same = rematch(from_opening(game.record(), 2), GUESTS[0], same=True)
    assert same.plan.opening == game.record()
    new = rematch(from_opening(game.record(), 2), GUESTS[0])
    assert new.plan.opening == new.plan.seed == ""
