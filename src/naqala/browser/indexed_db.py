"""Tables in IndexedDB.

JavaScript runs the transactions, because a transaction of IndexedDB ends as soon as the script
waits for anything else. It treats entries and summaries as text. Several tabs of a browser may
have the same database open: the first one to write an entry wins, and broadcasts its number.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Iterable, Sequence
from typing import NamedTuple, Protocol, TypeVar

import msgspec

from naqala.browser.owner import GUEST
from naqala.tables.errors import Refusal
from naqala.tables.listing import Listing
from naqala.tables.storage import (
    Conflict,
    EntryRow,
    OnMissed,
    OnPublished,
    OnWritten,
    Place,
    PruneCriteria,
    Show,
    Summary,
    TableRow,
    WholeTable,
)

T = TypeVar("T")
logger = logging.getLogger(__name__)
FULL = "QuotaExceededError"
"""The name of the exception when the browser grants no more space."""


class StoredListing(NamedTuple):
    """What the database keeps for each table beside its log."""

    table: str
    written: int
    summary: str
    places: str


class Broadcast(NamedTuple):
    """What tabs tell each other: entries up to `number` were written, or a text of `publish`."""

    table: str
    number: int
    text: str


class Database(Protocol):
    """IndexedDB, as JavaScript offers it. What a method has written is durable when it returns."""

    def append(
        self, table: str, rows: str, summary: str, places: str, written: int
    ) -> Awaitable[bool]:
        """Write entries that follow the last one; False where they do not.

        `rows` is a JSON list whose items begin with the number of the entry. An empty `summary` or
        `places` leaves what is stored.
        """

    def load(self, table: str, after: int) -> Awaitable[str]:
        """The entries after a number, as a JSON list."""

    def review(self, table: str) -> Awaitable[str]:
        """The stored review of a table, or an empty text."""

    def keep(self, table: str, review: str) -> Awaitable[None]:
        """Store the review of a table that exists."""

    def listings(self) -> Awaitable[str]:
        """A JSON list of `StoredListing`."""

    def add(self, tables: str) -> Awaitable[str]:
        """Add whole tables, all or none; returns the name of one that exists already.

        `tables` is a JSON list of the arguments of `append`.
        """

    def remove(self, tables: str) -> Awaitable[None]:
        """Remove the tables of a JSON list."""

    def broadcast(self, text: str) -> None:
        """Send a text to the other tabs."""


class IndexedDbStorage:
    """A `Storage` in the browser."""

    shared = True

    def __init__(self, database: Database) -> None:
        self._database = database
        self._on_written: OnWritten = lambda table, number: None
        self._on_published: OnPublished = lambda table, text: None

    async def open(self) -> None:
        """JavaScript has opened the database."""

    async def close(self) -> None:
        """The browser closes the database with the worker."""

    async def ping(self) -> None:
        """Check that the database can be read."""
        await _refusing(self._database.load("", 0))

    async def append(self, table: str, rows: Sequence[EntryRow], summary: Summary | None) -> None:
        """Write entries and the summary."""
        arguments = _arguments(table, rows, summary)
        if not await _refusing(self._database.append(*arguments)):
            raise Conflict
        self._broadcast(Broadcast(table, rows[-1].number, ""))

    async def load(self, table: str, after: int = 0) -> list[EntryRow]:
        """The entries after a number."""
        stored = await _refusing(self._database.load(table, after))
        rows = msgspec.json.decode(stored, type=list[msgspec.Raw])
        return [_row(row, after + nth) for nth, row in enumerate(rows, 1)]

    async def load_review(self, table: str) -> bytes:
        """The stored review of a table, or nothing."""
        return (await _refusing(self._database.review(table))).encode()

    async def save_review(self, table: str, review: bytes) -> None:
        """Store the review of a table that exists."""
        await _refusing(self._database.keep(table, review.decode()))

    async def tables(self, show: Show, guest: str, limit: int) -> list[TableRow]:
        """The tables to list, the newest first. All of them belong to the owner of the browser."""
        listings = await self._listings()
        found = [
            (listing.summary.changed, listing.row(name))
            for name, listing in listings.items()
            if listing.summary and _is_shown(listing, show)
        ]
        found.sort(reverse=True)
        return [
            row._replace(holders=tuple(GUEST if holder else "" for holder in row.holders))
            for _, row in found[:limit]
        ]

    async def count(self, guest: str) -> int:
        """There is no quota."""
        return 0

    async def due(self, until: int) -> list[str]:
        """The tables where a bot is in turn or a clock runs out."""
        listings = await self._listings()
        return [name for name, listing in listings.items() if listing.is_due(until)]

    async def lease(self, table: str, process: str, seconds: float) -> bool:
        """Every tab may move bots. If two of them do, the first one to write wins."""
        return True

    async def release(self, process: str) -> None:
        """There are no leases."""

    async def publish(self, messages: Sequence[tuple[str, str]]) -> None:
        """Send texts about tables to the other tabs."""
        for table, text in messages:
            self._broadcast(Broadcast(table, 0, text))

    def listen(self, on_written: OnWritten, on_missed: OnMissed, on_published: OnPublished) -> None:
        """Call these when another tab writes or publishes something; nothing can be missed."""
        self._on_written, self._on_published = on_written, on_published

    def receive(self, text: str) -> None:
        """Take in what another tab has broadcast."""
        try:
            heard = msgspec.json.decode(text, type=Broadcast)
        except msgspec.DecodeError:
            return  # a tab with another version
        if heard.text:
            self._on_published(heard.table, heard.text)
        else:
            self._on_written(heard.table, heard.number)

    async def names(self) -> list[str]:
        """All tables, in the order of their names."""
        return sorted(await self._listings())

    async def missing(self, tables: Sequence[str]) -> list[str]:
        """Those of these tables that do not exist."""
        known = await self._listings()
        return [name for name in tables if name not in known]

    async def import_tables(self, tables: Iterable[WholeTable]) -> None:
        """Import tables, all or none."""
        imported = [_arguments(each.table, each.rows, each.summary) for each in tables]
        present = await _refusing(self._database.add(_text(imported)))
        if present:
            raise Conflict(present)

    async def prune(self, criteria: PruneCriteria, *, dry: bool = False) -> int:
        """Remove old tables, or only count them."""
        listings = await self._listings()
        found = [name for name, listing in listings.items() if listing.is_prunable(criteria)]
        if found and not dry:
            await _refusing(self._database.remove(_text(found)))
            for name in found:
                self._broadcast(Broadcast(name, 0, ""))
        return len(found)

    async def _listings(self) -> dict[str, Listing]:
        stored = await _refusing(self._database.listings())
        listings: dict[str, Listing] = {}
        for raw in msgspec.json.decode(stored, type=list[msgspec.Raw]):
            try:
                name, listing = _listing(raw)
                listings[name] = listing
            except msgspec.DecodeError:
                logger.warning("a table cannot be listed: %s", bytes(raw)[:200])
        return listings

    def _broadcast(self, message: Broadcast) -> None:
        self._database.broadcast(_text(message))


def _listing(stored: msgspec.Raw) -> tuple[str, Listing]:
    row = msgspec.json.decode(stored, type=StoredListing)
    summary = msgspec.json.decode(row.summary, type=Summary)
    places = msgspec.json.decode(row.places, type=list[Place])
    return row.table, Listing(summary, {place.seat: place for place in places}, row.written)


def _is_shown(listing: Listing, show: Show) -> bool:
    if show != "mine":
        return listing.is_shown(show, GUEST)
    return listing.summary is not None and listing.summary.phase != "closed"


def _arguments(
    table: str, rows: Sequence[EntryRow], summary: Summary | None
) -> tuple[str, str, str, str, int]:
    """The arguments of `Database.append`."""
    places = summary.places if summary else None
    return (
        table,
        _text(rows),
        _text(summary) if summary else "",
        _text(places) if places is not None else "",
        rows[-1].at,
    )


def _row(stored: msgspec.Raw, number: int) -> EntryRow:
    try:
        return msgspec.json.decode(stored, type=EntryRow)
    except msgspec.DecodeError as error:
        raise Refusal("damaged_log", number=number) from error


def _text(value: object) -> str:
    return msgspec.json.encode(value).decode()


async def _refusing(work: Awaitable[T]) -> T:
    """The result of a call to JavaScript; Refusal if it failed."""
    try:
        return await work
    except Exception as error:
        if FULL in (getattr(error, "name", ""), type(error).__name__):
            raise Refusal("storage_full") from error
        raise Refusal("busy") from error
