"""Stored entries: read as they were written, and never misread where a newer version wrote them."""

from __future__ import annotations

import random

import msgspec
import pytest

from naqala.rules.game import Game
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.codec import NEWER, apply_rows, entry_of, row_of, state_of
from naqala.tables.log.state import TableState
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.storage import EntryRow
from naqala.text import catalogue
from tests.tables.table_builder import MODES, started

SEATS = '"seats":[{"kind":"me"},{"kind":"me"}]'
NEWER_BODIES = {
    "a kind": '{"type":"danced","seat":0}',
    "a field": '{"type":"said","seat":0,"name":"Ann","text":"hello","colour":"red"}',
    "a field inside": '{"type":"created","options":{"players":2,"boats":3},' + SEATS + "}",
    "a value": '{"type":"handed","seat":0,"bot":"merchant","by":1,"why":"asleep"}',
    "another type": '{"type":"undo","seat":[0,1],"kept":3}',
}


def rows_of(table: TableState) -> list[EntryRow]:
    return [row_of(happened.entry) for happened in table.log]


def code_of(rows: list[EntryRow]) -> str:
    """Why a log is refused, or nothing."""
    try:
        state_of("t", rows)
    except Refusal as refusal:
        return refusal.code
    return ""


def played(options: GameOptions | None = None) -> list[EntryRow]:
    """The log of a running game."""
    builder = started(options)
    builder.play(random.Random(1), 20)
    return rows_of(builder.table)


def replaced(rows: list[EntryRow], nth: int, body: log.AnyBody) -> list[EntryRow]:
    return [*rows[:nth], rows[nth]._replace(body=log.encode(body)), *rows[nth + 1 :]]


@pytest.mark.parametrize("mode", MODES)
def test_a_stored_game_is_folded_to_what_it_was(mode: str) -> None:
    builder = started(MODES[mode])
    builder.play(random.Random(2), 40)
    again = state_of("t", rows_of(builder.table))
    assert [each.entry for each in again.log] == [each.entry for each in builder.table.log]
    assert again.game is not None
    assert builder.table.game is not None
    assert again.game.state == builder.table.game.state


@pytest.mark.parametrize("body", NEWER_BODIES.values(), ids=NEWER_BODIES)
def test_an_entry_that_tells_more_than_we_know_is_of_a_newer_version(body: str) -> None:
    with pytest.raises(Refusal) as refused:
        entry_of(EntryRow(9, 0, "", "", body.encode()))
    assert refused.value.code == NEWER
    assert "newer version" in str(refused.value)
    assert "version plus récente" in catalogue("fr").error(refused.value)


@pytest.mark.parametrize(
    "body",
    [
        '{"type":"created","options":{},' + SEATS + ',"clock":{"minutes":5}}',
        '{"type":"created",' + SEATS + ',"options":{}}',
        '{"type":"handed","seat":0,"bot":"merchant","by":1,"why":""}',
        '{"seat":0,"type":"said","text":"h\\u00e9","name":"Ann"}',
    ],
)
def test_an_entry_that_says_the_same_in_another_way_is_understood(body: str) -> None:
    assert log.encode(entry_of(EntryRow(1, 0, "", "", body.encode())).body) != body.encode()


def test_nothing_that_is_stored_may_hold_a_field_that_we_do_not_know() -> None:
    """Also inside: what a table was laid with came from a page, and is read as strictly."""
    info = msgspec.inspect.type_info(log.AnyBody)
    found: dict[str, bool] = {}
    seen = [info]
    while seen:
        each = seen.pop()
        if isinstance(each, msgspec.inspect.StructType):
            found[each.cls.__name__] = each.forbid_unknown_fields
            seen += [field.type for field in each.fields]
        seen += getattr(each, "types", ())
        seen += [each.item_type] if hasattr(each, "item_type") else []
    assert {"Created", "Closed", "GameOptions", "SeatPlan", "Clock"} <= found.keys()
    assert [name for name, forbids in found.items() if not forbids] == []


def test_an_entry_that_cannot_be_read_at_all_is_damaged() -> None:
    with pytest.raises(Refusal, match="damaged at entry 9"):
        entry_of(EntryRow(9, 0, "", "", b'{"type":"said","seat":0'))


def test_a_box_that_came_later_makes_a_table_of_a_newer_version() -> None:
    rows = played()
    plan = log.decode(rows[0].body)
    assert isinstance(plan, log.Created)
    boats = msgspec.structs.replace(plan, options=GameOptions(2, ("boats",)))
    assert code_of(replaced(rows, 0, boats)) == NEWER


def test_a_bot_that_came_later_makes_a_table_of_a_newer_version() -> None:
    rows = played()
    for body in (log.Left(0), log.Handed(0, "sheikh", 1)):
        rows.append(EntryRow(len(rows) + 1, 0, "", "", log.encode(body)))
    assert code_of(rows) == NEWER


def test_what_older_rules_allowed_is_not_taken_for_newer() -> None:
    record = Game.new(players=2, seed=1).record()
    impossible = record.replace("actions 0", "actions 1").rstrip("\n") + "\nbid 77\n"
    created = log.Created(GameOptions(), (SeatPlan(), SeatPlan()), opening=impossible)
    assert code_of([EntryRow(1, 0, "", "", log.encode(created))]) == "bad_opening"
    rows = played()
    late = EntryRow(len(rows) + 1, 0, "", "", log.encode(log.TimedOut(0)))  # there is no clock
    assert code_of([*rows, late]) == "plays_differently"


def test_a_running_game_of_newer_rules_is_of_a_newer_version_also_where_it_played_the_same() -> (
    None
):
    rows = played()
    nth = next(nth for nth, each in enumerate(rows) if b'"started"' in each.body)
    began = log.decode(rows[nth].body)
    assert isinstance(began, log.Started)
    newer = replaced(rows, nth, msgspec.structs.replace(began, rules=log.RULES + 1))
    assert code_of(newer) == NEWER
    assert code_of([each._replace(mark="") for each in newer]) == NEWER
    assert code_of([*newer[:-1], newer[-1]._replace(mark="12345678")]) == NEWER


def test_a_game_that_went_on_by_newer_rules_is_not_taken_in_behind_what_is_known() -> None:
    """Another process of a newer version began the game that this one had open before."""
    rows = played()
    nth = next(nth for nth, each in enumerate(rows) if b'"started"' in each.body)
    began = log.decode(rows[nth].body)
    assert isinstance(began, log.Started)
    newer = replaced(rows, nth, msgspec.structs.replace(began, rules=log.RULES + 1))
    table = state_of("t", newer[:nth])
    with pytest.raises(Refusal, match="newer version"):
        apply_rows(table, newer[nth:])
    assert apply_rows(state_of("t", rows[:nth]), rows[nth:])[-1].entry.number == len(rows)
