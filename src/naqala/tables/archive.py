"""Export and import of tables as a file, to move them from one database to another.

The file has one JSON object per line: a header, then for each table its name and the entries of its
log, and at the end the number of tables and a digest of all lines before. Entries are copied byte
for byte. An import replays every table first: a file that is damaged, incomplete, of another
format, or whose games these rules would play differently is refused as a whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from hashlib import sha256
from typing import Annotated, BinaryIO, NamedTuple, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from naqala import __version__
from naqala.tables import tokens
from naqala.tables.errors import Refusal
from naqala.tables.log.codec import entry_of, state_of
from naqala.tables.storage import Conflict, EntryRow, Storage, WholeTable
from naqala.tables.views import summary

FORMAT = 1
LARGEST_LINE = 4_000_000
"""Bytes; the largest entry is that of a table that continues a long record."""
MOST_ENTRIES = 100_000
"""Per table: many times what a game with all its chat has."""
BIGGEST = (1 << 53) - 1

Short = Annotated[str, Meta(max_length=64)]


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line."""

    naqala: str
    """`tables`: what the file contains."""
    format: int
    version: str = ""
    """Of the program that wrote it, for information only."""


class TableLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a table."""

    table: str
    entries: Annotated[int, Meta(ge=1, le=MOST_ENTRIES)]


class EntryLine(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An entry of the log; `what` is the stored body."""

    number: int
    at: Annotated[int, Meta(ge=0, le=BIGGEST)]
    what: Raw
    guest: Short = ""
    sent: Short = ""
    mark: Short = ""


class EndLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line."""

    end: int
    """How many tables there were."""
    sha256: str
    """Of all lines before this one."""


class Imported(NamedTuple):
    """How many tables of a file were imported, and how many of those to skip it had."""

    tables: int
    skipped: int


T = TypeVar("T", Head, TableLine, EntryLine, EndLine, TableLine | EndLine)
_encode = msgspec.json.Encoder().encode


async def write(storage: Storage, tables: Iterable[str] | None, file: BinaryIO) -> int:
    """Write these tables, or all of them, to a file; returns how many."""
    known = await storage.names()
    names = sorted(set(known if tables is None else tables))
    if unknown := set(names).difference(known):
        raise Refusal("archive_unknown", table=min(unknown))
    digest = sha256()

    def put(line: Struct) -> None:
        encoded = _encode(line) + b"\n"
        digest.update(encoded)
        file.write(encoded)

    put(Head("tables", FORMAT, __version__))
    for name in names:
        rows = await storage.load(name)
        put(TableLine(name, len(rows)))
        for row in rows:
            put(EntryLine(row.number, row.at, Raw(row.body), row.guest, row.sent, row.mark))
    file.write(_encode(EndLine(len(names), digest.hexdigest())) + b"\n")
    return len(names)


async def read(storage: Storage, file: BinaryIO, skip: Collection[str] = ()) -> Imported:
    """Import the tables of a file: all, or none and Refusal says why.

    Those in `skip` are checked, but not imported.
    """
    source = Reader(file)
    tables = (each for each in source.tables() if each.table not in skip)
    try:
        await storage.import_tables(tables)
    except Conflict as conflict:
        raise Refusal("archive_present", table=conflict) from None
    skipped = len(source.names.intersection(skip))
    return Imported(len(source.names) - skipped, skipped)


class Reader:
    """The tables of a file, each of them checked; only one at a time is in memory."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        self.line = 0
        self.digest = sha256()
        self.names: set[str] = set()

    def tables(self) -> Iterator[WholeTable]:
        """All tables; Refusal at the first error, which may be in the last line."""
        self._check_head()
        while True:
            before = self.digest.hexdigest()
            line = self._next()
            if line.startswith(b'{"end"'):
                break
            yield self._table(self._decoded(line, TableLine))
        end = self._decoded(line, EndLine)
        if end.end != len(self.names) or end.sha256 != before or self.file.read(1):
            raise self._damaged()

    def _check_head(self) -> None:
        try:
            head = msgspec.json.decode(self._next(), type=Head)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            raise Refusal("archive_foreign") from None
        if head.naqala != "tables":
            raise Refusal("archive_foreign")
        if head.format != FORMAT:
            raise Refusal("archive_format", theirs=head.format, ours=FORMAT)

    def _table(self, head: TableLine) -> WholeTable:
        name = head.table
        if not tokens.is_table(name):
            raise self._damaged()
        if name in self.names:
            raise Refusal("archive_twice", table=name)
        self.names.add(name)
        rows = [self._entry(number) for number in range(1, head.entries + 1)]
        try:
            table = state_of(name, rows)
            return WholeTable(name, rows, summary.summary(table))
        except Refusal as refusal:
            raise Refusal("archive_table", table=name, reason=refusal) from None
        except Exception:  # a log that this program could not have written
            raise Refusal("archive_log", table=name) from None

    def _entry(self, number: int) -> EntryRow:
        line = self._decoded(self._next(), EntryLine)
        if line.number != number:
            raise self._damaged()
        row = EntryRow(number, line.at, line.guest, line.sent, bytes(line.what), line.mark)
        try:
            entry_of(row)
        except Refusal:
            raise Refusal("archive_newer", line=self.line) from None
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            raise self._damaged() from None
        return row

    def _next(self) -> bytes:
        try:
            line = self.file.readline(LARGEST_LINE + 1)
        except OSError as error:
            raise Refusal("archive_unread", reason=str(error)) from None
        self.line += 1
        if len(line) > LARGEST_LINE:
            raise Refusal("archive_large", line=self.line, most=LARGEST_LINE)
        if not line.endswith(b"\n"):
            if self.line == 1:
                raise Refusal("archive_foreign")
            raise Refusal("archive_cut", line=self.line)
        self.digest.update(line)
        return line

    def _decoded(self, line: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(line, type=kind)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            raise self._damaged() from None

    def _damaged(self) -> Refusal:
        return Refusal("archive_damaged", line=self.line)
