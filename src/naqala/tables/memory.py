"""A storage in memory.

It is for tests, and for programs or a browser that run tables without a database.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naqala.tables.listing import Listing, newest
from naqala.tables.storage import (
    Conflict,
    EntryRow,
    OnMissed,
    OnPublished,
    OnWritten,
    PruneCriteria,
    Show,
    Summary,
    TableRow,
    WholeTable,
)


class MemoryStorage:
    """A `Storage` without I/O. Its tables outlive `close`, but not the process."""

    shared = False

    def __init__(self) -> None:
        self._logs: dict[str, list[EntryRow]] = {}
        self._listings: dict[str, Listing] = {}
        self._reviews: dict[str, bytes] = {}

    async def open(self) -> None:
        """There is nothing to connect to."""

    async def close(self) -> None:
        """There is nothing to disconnect from."""

    async def ping(self) -> None:
        """Memory always answers."""

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary; Conflict when they do not follow the last entry."""
        written = self._logs.get(table, [])
        first = len(written) + 1
        if [row.number for row in rows] != list(range(first, first + len(rows))):
            raise Conflict
        self._logs.setdefault(table, written).extend(rows)
        self._listings.setdefault(table, Listing()).update(summary, rows[-1].at)

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries after a number."""
        return self._logs.get(table, [])[after:]

    async def load_review(self, table: str) -> bytes:
        """The stored review of a table, or nothing."""
        return self._reviews.get(table, b"")

    async def save_review(self, table: str, review: bytes) -> None:
        """Store the review of a table that exists."""
        if table in self._logs:
            self._reviews[table] = review

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """Tables to list, the newest first."""
        return newest(self._listings, show, guest, limit)

    async def count(self, guest: str) -> int:
        """How many unfinished tables count as those of a guest."""
        return sum(listing.counts_for(guest) for listing in self._listings.values())

    async def due(self, until: int) -> list[str]:
        """The tables that are due."""
        return [name for name, listing in self._listings.items() if listing.is_due(until)]

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
        return sorted(self._logs)

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that do not exist."""
        return [name for name in tables if name not in self._logs]

    async def import_tables(self, tables: Iterable[WholeTable]) -> None:
        """Import tables, all or none."""
        imported: dict[str, WholeTable] = {}
        for each in tables:
            if each.table in self._logs or each.table in imported:
                raise Conflict(each.table)
            imported[each.table] = each
        for name, each in imported.items():
            await self.append(name, each.rows, each.summary)

    async def prune(self, criteria: PruneCriteria, *, dry: bool = False) -> int:
        """Remove old tables, or only count them."""
        found = [name for name, listing in self._listings.items() if listing.is_prunable(criteria)]
        if not dry:
            for name in found:
                del self._logs[name], self._listings[name]
                self._reviews.pop(name, None)
        return len(found)
