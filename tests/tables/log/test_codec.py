"""Decoding of stored entries, and refusal of those that a newer version wrote."""

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
    return [row_of(applied.entry) for applied in table.log]


def refusal_code(rows: list[EntryRow]) -> str:
    """The code with which a log is refused, or an empty string."""
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
def test_a_stored_game_is_restored_to_the_same_state(mode: str) -> None:
    builder = started(MODES[mode])
    builder.play(random.Random(2), 40)
    again = state_of("t", rows_of(builder.table))
    assert [each.entry for each in again.log] == [each.entry for each in builder.table.log]
    assert again.game is not None
    assert builder.table.game is not None
    assert again.game.state == builder.table.game.state


@pytest.mark.parametrize("body", NEWER_BODIES.values(), ids=NEWER_BODIES)
def test_an_entry_with_unknown_content_is_refused_as_newer(body: str) -> None:
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
def test_an_entry_in_another_json_form_is_decoded(body: str) -> None:
    assert log.encode(entry_of(EntryRow(1, 0, "", "", body.encode())).body) != body.encode()


def test_all_stored_types_forbid_unknown_fields() -> None:
    """Including nested types such as the options of a new table."""
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


def test_an_entry_that_is_not_json_is_damaged() -> None:
    with pytest.raises(Refusal, match="damaged at entry 9"):
        entry_of(EntryRow(9, 0, "", "", b'{"type":"said","seat":0'))


def test_a_table_with_an_unknown_expansion_is_refused_as_newer() -> None:
    rows = played()
    plan = log.decode(rows[0].body)
    assert isinstance(plan, log.Created)
    boats = msgspec.structs.replace(plan, options=GameOptions(2, ("boats",)))
    assert refusal_code(replaced(rows, 0, boats)) == NEWER


def test_a_table_with_a_bot_that_is_not_offered_can_still_be_opened() -> None:
    """The operator has removed it; another bot plays on. What cannot be a name is newer."""
    rows = played()
    for body in (log.Left(0), log.Handed(0, "sheikh", 1)):
        rows.append(EntryRow(len(rows) + 1, 0, "", "", log.encode(body)))
    assert refusal_code(rows) == ""
    strange = EntryRow(len(rows), 0, "", "", log.encode(log.Handed(0, "a,b", 1)))
    assert refusal_code([*rows[:-1], strange]) == NEWER


def test_an_illegal_entry_is_not_refused_as_newer() -> None:
    record = Game.new(players=2, seed=1).record()
    impossible = record.replace("actions 0", "actions 1").rstrip("\n") + "\nbid 77\n"
    created = log.Created(GameOptions(), (SeatPlan(), SeatPlan()), opening=impossible)
    assert refusal_code([EntryRow(1, 0, "", "", log.encode(created))]) == "bad_opening"
    rows = played()
    late = EntryRow(len(rows) + 1, 0, "", "", log.encode(log.TimedOut(0)))  # there is no clock
    assert refusal_code([*rows, late]) == "plays_differently"


def test_a_running_game_of_newer_rules_is_refused_as_newer() -> None:
    """Even if these rules play it the same way."""
    rows = played()
    nth = next(nth for nth, each in enumerate(rows) if b'"started"' in each.body)
    began = log.decode(rows[nth].body)
    assert isinstance(began, log.Started)
    newer = replaced(rows, nth, msgspec.structs.replace(began, rules=log.RULES + 1))
    assert refusal_code(newer) == NEWER
    assert refusal_code([each._replace(mark="") for each in newer]) == NEWER
    assert refusal_code([*newer[:-1], newer[-1]._replace(mark="12345678")]) == NEWER


def test_entries_of_newer_rules_are_not_appended_to_an_open_table() -> None:
    """A process of a newer version started the game while this one had the table open."""
    rows = played()
    nth = next(nth for nth, each in enumerate(rows) if b'"started"' in each.body)
    began = log.decode(rows[nth].body)
    assert isinstance(began, log.Started)
    newer = replaced(rows, nth, msgspec.structs.replace(began, rules=log.RULES + 1))
    table = state_of("t", newer[:nth])
    with pytest.raises(Refusal, match="newer version"):
        apply_rows(table, newer[nth:])
    assert apply_rows(state_of("t", rows[:nth]), rows[nth:])[-1].entry.number == len(rows)
