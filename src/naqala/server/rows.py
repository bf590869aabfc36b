"""Entries as they are stored, and back."""

from __future__ import annotations

from naqala.server import entries as log
from naqala.server.entries import Entry
from naqala.server.storage import EntryRow


def row(entry: Entry) -> EntryRow:
    """An entry as it is stored."""
    body = log.encode(entry.what)
    return EntryRow(entry.number, entry.at, entry.guest, entry.sent, body, entry.mark)


def entry_of(stored: EntryRow) -> Entry:
    """An entry that was stored."""
    what = log.decode(stored.body)
    return Entry(stored.number, stored.at, what, stored.guest, stored.sent, stored.mark)
