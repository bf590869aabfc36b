"""Encode entries for storage, decode them, and replay stored logs.

A stored entry was valid for the process that wrote it. If this process cannot decode it completely,
a newer version wrote it; the table is refused and left to processes of that version.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.entries import Entry
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.storage import EntryRow

NEWER = "newer_log"
"""The code of a table that a newer version has written to."""
UNKNOWN = ("no_bot", "bad_options")
"""Codes of games that only a newer version supports: they use a bot or expansion added later."""


def row_of(entry: Entry) -> EntryRow:
    """An entry as it is stored."""
    body = log.encode(entry.body)
    return EntryRow(entry.number, entry.at, entry.guest, entry.sent, body, entry.mark)


def entry_of(stored: EntryRow) -> Entry:
    """The entry in a row; Refusal if it contains something unknown."""
    try:
        body = log.decode(stored.body)
    except msgspec.ValidationError:  # of another kind, with other fields or values
        raise Refusal(NEWER) from None
    except (msgspec.DecodeError, UnicodeError):
        raise Refusal("damaged_log", number=stored.number) from None
    return Entry(stored.number, stored.at, body, stored.guest, stored.sent, stored.mark)


def state_of(name: str, rows: Iterable[EntryRow]) -> TableState:
    """The table of a stored log; Refusal if the rules would play it differently now."""
    table = TableState(name)
    apply_rows(table, rows)
    return table


def apply_rows(table: TableState, rows: Iterable[EntryRow]) -> list[AppliedEntry]:
    """Apply newer stored entries to a table; after a Refusal its state must not be used."""
    return list(each_applied(table, rows))


def each_applied(table: TableState, rows: Iterable[EntryRow]) -> Iterator[AppliedEntry]:
    """Apply stored entries one by one, so that the caller can do something else in between."""
    for stored in rows:
        entry = entry_of(stored)
        try:
            yield table.apply(entry)
        except Refusal as refusal:
            raise _foreign(table, entry, refusal) from None
    if table.phase == "running" and _rules(table) > log.RULES:
        raise Refusal(NEWER)
    table.check_rules()


def _foreign(table: TableState, entry: Entry, refusal: Refusal) -> Refusal:
    """Why a stored entry cannot be applied: a newer version wrote it, or the rules have changed."""
    body = entry.body
    rules = body.rules if isinstance(body, log.Started) else _rules(table)
    if rules > log.RULES or refusal.code in UNKNOWN:
        return Refusal(NEWER)
    if refusal.code in ("plays_differently", "other_rules") or not table.started:
        return refusal
    return Refusal("plays_differently", number=entry.number, rules=rules)


def _rules(table: TableState) -> int:
    return table.started.rules if table.started else log.RULES
