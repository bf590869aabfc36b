"""The state of a table, built from its log."""

from __future__ import annotations

import random

import pytest

from naqala import Game
from naqala.rules.events import BidPlaced
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import Entry
from naqala.tables.log.state import EMPTY, TableState
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.text import catalogue
from tests.tables.table_builder import GUESTS, MODES, TableBuilder, lobby, refusal_code, started


@pytest.mark.parametrize("mode", MODES)
def test_the_same_log_gives_the_same_table_in_every_mode(mode: str) -> None:
    builder = started(MODES[mode])
    builder.play(random.Random(mode))
    assert builder.table.phase == "over"
    stored = [(each.entry, log.encode(each.entry.body)) for each in builder.table.log]
    again = TableState(
        builder.table.id,
        (Entry(entry.number, entry.at, log.decode(body)) for entry, body in stored),
    )
    assert again.game == builder.table.game
    assert again.seats == builder.table.seats
    assert again.acts == builder.table.acts
    assert [each.events for each in again.log] == [each.events for each in builder.table.log]


def test_an_act_is_played_by_the_rules_and_has_their_events() -> None:
    builder = started()
    assert any(isinstance(event, BidPlaced) for event in builder.act("bid 3").events)
    direct = Game.new(players=2, seed=7, names=["Player 1", "Player 2"])
    direct.play("bid 3")
    assert builder.table.game == direct


def test_entries_must_have_consecutive_numbers() -> None:
    builder = started()
    with pytest.raises(ValueError, match="cannot follow"):
        builder.table.apply(Entry(builder.table.number + 2, 0, log.Closed()))


def test_a_table_without_players_expires_an_hour_after_the_last_was_removed() -> None:
    builder = lobby()
    first = builder.table.expires
    builder.append(log.Sat(0, "Eve", GUESTS[1]))
    assert builder.table.expires == 0
    removal = builder.append(log.SentAway(0, "Eve"))
    assert builder.table.phase == "lobby"
    assert builder.table.expires == removal.entry.at + EMPTY > first


@pytest.mark.parametrize(
    ("created", "code"),
    [
        (log.Created(GameOptions(5), (SeatPlan(),) * 5), "bad_options"),
        (log.Created(GameOptions(2, ("moon",)), (SeatPlan(),) * 2), "bad_options"),
        (log.Created(GameOptions(2, ("whims",), whims="["), (SeatPlan(),) * 2), "bad_options"),
        (log.Created(GameOptions(2), (SeatPlan(),) * 3), "seat_count"),
        (log.Created(GameOptions(1), (SeatPlan("bot", "", "a,b"),)), "no_bot"),
        (log.Created(GameOptions(2), (SeatPlan(),) * 2, opening="nonsense"), "bad_opening"),
    ],
)
def test_a_table_that_cannot_be_played_is_refused(created: log.Created, code: str) -> None:
    with pytest.raises(Refusal) as caught:
        TableBuilder().append(created)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("created", "french", "english"),
    [
        (
            log.Created(GameOptions(5), (SeatPlan(),) * 5),
            "il faut une extension",
            "five players need an expansion",
        ),
        (
            log.Created(GameOptions(2, ("whims",), whims="["), (SeatPlan(),) * 2),
            "le jeu de Caprices n’est pas du TOML",
            "is not TOML",
        ),
        (
            log.Created(GameOptions(2), (SeatPlan(),) * 2, opening="naqala position 1\nseat p9"),
            "il manque la ligne",
            "the line 'players' is missing",
        ),
        (
            log.Created(
                GameOptions(2),
                (SeatPlan(),) * 2,
                opening=Game.new(players=2, seed=1).record().replace("actions 0", "actions 7"),
            ),
            "devrait avoir 7 actions, mais en a 0",
            "should have 7 actions but has 0",
        ),
    ],
)
def test_the_refusal_of_a_table_is_translated(
    created: log.Created, french: str, english: str
) -> None:
    with pytest.raises(Refusal) as caught:
        TableBuilder().append(created)
    assert french in catalogue("fr").error(caught.value)
    assert english in catalogue("en").error(caught.value) == str(caught.value)


def test_a_game_starts_from_a_record_or_a_position() -> None:
    game = Game.new(players=2, seed=3)
    game.play("bid 5")
    for opening in (game.record(), game.position()):
        builder = TableBuilder()
        builder.append(log.Created(GameOptions(2), (SeatPlan(),) * 2, opening=opening))
        for seat in (0, 1):
            builder.append(log.Sat(seat, f"P{seat}", GUESTS[seat]))
        builder.append(log.Started("3", "", ("P0", "P1"), log.RULES))
        assert builder.table.game is not None
        assert builder.table.game.state == game.state


def test_a_game_of_other_rules_is_refused() -> None:
    builder = lobby(GameOptions(2), "merchant", "merchant")
    assert (
        refusal_code(builder, log.Started("1", "", ("a", "b"), rules=log.RULES + 1))
        == "other_rules"
    )


def test_only_a_finished_game_has_a_rematch_and_only_one() -> None:
    builder = started(GameOptions(1))
    assert refusal_code(builder, log.Rematched("x" * 20)) == "phase_running"
    builder.play(random.Random(1))
    builder.append(log.Rematched("x" * 20))
    assert refusal_code(builder, log.Rematched("y" * 20)) == "rematched_already"
    assert refusal_code(builder, log.Acted(0, "pass")) == "phase_over"


def test_commands_are_remembered_by_guest_and_id() -> None:
    builder = lobby()
    builder.append(log.Sat(0, "Ann", GUESTS[0]), GUESTS[0], "one")
    assert builder.table.sent == {(GUESTS[0], "one"): 2}
