"""A storage in memory.

It is for tests, and for programs or a browser that run tables without a database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from naqala.tables.storage import (
    Conflict,
    EntryRow,
    Old,
    OnMissed,
    OnPublished,
    OnWritten,
    Place,
    Show,
    Summary,
    TableRow,
    WholeTable,
)


@dataclass(slots=True)
class StoredTable:
    """The log of one table and what lists of tables show of it."""

    rows: list[EntryRow] = field(default_factory=list)
    summary: Summary | None = None
    places: dict[int, Place] = field(default_factory=dict)

    @property
    def holders(self) -> tuple[str, ...]:
        """The guest of each seat, in the order of the seats."""
        return tuple(place.guest for seat, place in sorted(self.places.items()) if seat >= 0)

    def append(self, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Add entries that follow the last one, or raise Conflict and change nothing."""
        first = len(self.rows) + 1
        if [row.number for row in rows] != list(range(first, first + len(rows))):
            raise Conflict
        self.rows.extend(rows)
        if summary is not None:
            self.summary = summary
            self.places.update((place.seat, place) for place in summary.places or ())

    def is_shown(self, show: Show, guest: str) -> bool:
        """Whether the table belongs in a list."""
        summary = self.summary
        if summary is None:
            return False
        match show:
            case "open":
                return summary.phase == "lobby" and summary.listed and summary.free > 0
            case "running":
                return summary.phase == "running" and summary.listed
            case "mine":
                sits = any(place.guest == guest for place in self.places.values())
                return sits and summary.phase != "closed"

    def counts_for(self, guest: str) -> bool:
        """Whether the table is one of the unfinished tables of a guest."""
        return (
            self.summary is not None
            and self.summary.phase in ("lobby", "running")
            and any(place.guest == guest and place.counts for place in self.places.values())
        )

    def is_due(self, until: int) -> bool:
        """Whether a bot must decide, or a deadline passes by then."""
        summary = self.summary
        return summary is not None and (summary.thinks or 0 < summary.deadline <= until)

    def is_old(self, old: Old) -> bool:
        """Whether `prune` removes the table."""
        summary = self.summary
        if summary is None or (summary.phase == "running" and summary.deadline > old.now):
            return False
        finished = summary.phase in ("over", "closed")
        return (finished or not old.finished) and self.rows[-1].at < old.before


class MemoryStorage:
    """A `Storage` without I/O. Its tables outlive `close`, but not the process."""

    shared = False

    def __init__(self) -> None:
        self._tables: dict[str, StoredTable] = {}

    async def open(self) -> None:
        """There is nothing to connect to."""

    async def close(self) -> None:
        """There is nothing to disconnect from."""

    async def ping(self) -> None:
        """Memory always answers."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary; Conflict when they do not follow the last entry."""
        found = self._tables.get(table) or StoredTable()
        found.append(rows, summary)
        self._tables[table] = found

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries after a number."""
        found = self._tables.get(table)
        return found.rows[after:] if found else []

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables to list, the newest first."""
        shown = [
            (table.summary.changed, TableRow(name, table.summary.info, table.holders))
            for name, table in self._tables.items()
            if table.summary and table.is_shown(show, guest)
        ]
        shown.sort(key=lambda each: each[0], reverse=True)
        return [row for _, row in shown[:limit]]

    async def count(self, guest: str) -> int:
        """How many unfinished tables count as those of a guest."""
        return sum(table.counts_for(guest) for table in self._tables.values())

    async def due(self, until: int) -> list[str]:
        """The tables that are due."""
        return [name for name, table in self._tables.items() if table.is_due(until)]

    async def lease(self, table: str, process: str, seconds: float) -> bool:
        """There is one process only, so it always gets the lease."""
        return True

    async def release(self, process: str) -> None:
        """No other process waits for a lease."""

    async def publish(self, messages: Sequence[tuple[str, str]]) -> None:
        """There is no other process to notify."""

    def listen(self, on_written: OnWritten, on_missed: OnMissed, on_published: OnPublished) -> None:
        """No other process writes here."""

    async def names(self) -> list[str]:
        """All tables, in the order of their names."""
        return sorted(self._tables)

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that do not exist."""
        return [name for name in tables if name not in self._tables]

    async def import_tables(self, tables: Iterable[WholeTable]) -> None:
        """Import tables, all or none."""
        imported: dict[str, StoredTable] = {}
        for kept in tables:
            if kept.table in self._tables or kept.table in imported:
                raise Conflict(kept.table)
            imported[kept.table] = StoredTable()
            imported[kept.table].append(kept.rows, kept.summary)
        self._tables.update(imported)

    async def prune(self, old: Old, *, dry: bool = False) -> int:
        """Remove old tables, or only count them."""
        found = [name for name, table in self._tables.items() if table.is_old(old)]
        if not dry:
            for name in found:
                del self._tables[name]
        return len(found)
