"""The SQLite file: its permissions, the lock of the server, the schema, and freeing space."""

from __future__ import annotations

import os
import sqlite3
import sys
import time
from pathlib import Path
from typing import IO

from naqala.tables.storage import BadStorage

MIGRATIONS = (
    """
    create table entries (
        "table" text not null,
        number integer not null,
        at integer not null,
        guest text not null,
        sent text not null,
        body blob not null,
        primary key ("table", number)
    ) without rowid, strict;

    create table tables (
        "table" text primary key,
        phase text not null,
        listed integer not null,
        free integer not null,
        rules integer not null,
        thinks integer not null,
        deadline integer not null,
        changed integer not null,
        info blob not null
    ) strict;
    create index tables_by_phase on tables (phase, listed, changed);
    create index tables_waking on tables ("table") where thinks or deadline;

    create table seats (
        "table" text not null,
        seat integer not null,
        guest text not null,
        primary key ("table", seat)
    ) without rowid, strict;
    create index seats_by_guest on seats (guest);
    """,
    "alter table entries add column mark text not null default '';",
    """
    alter table seats add column counts integer not null default 1;
    insert into seats select "table", -1, entries.guest, phase = 'lobby'
        from entries join tables using ("table") where number = 1
    """,
    """
    create table reviews (
        "table" text primary key,
        body blob not null
    ) strict
    """,
)
"""Each migrates the schema by one version. They are never changed; new ones are appended."""
BUSY_SECONDS, RETRY_SECONDS = 5.0, 0.02
"""How long to wait for a locked file, and the pause between tries if SQLite does not wait."""


def connected(path: Path) -> sqlite3.Connection:
    """Open a file, create it if it is missing, and migrate its schema."""
    keep_private(path)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        database.execute(f"pragma busy_timeout = {BUSY_SECONDS * 1000:.0f}")
        # Must come first: it only affects a new file, and an old one after a full vacuum.
        database.execute("pragma auto_vacuum = incremental")
        write_ahead(database)
        database.execute("pragma synchronous = full")
        migrate(database)
    except BaseException:
        database.close()
        raise
    return database


def write_ahead(database: sqlite3.Connection) -> None:
    """Switch a file to write-ahead logging, so that it can be read during a write.

    SQLite does not wait for another process that is switching the same new file, so retry.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            database.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(RETRY_SECONDS)


def keep_private(path: Path) -> None:
    """Create a missing file with permissions for its owner only: it holds seeds and hands.

    SQLite gives the `-wal` and `-shm` files the same permissions. Those of an existing file stay.
    """
    if str(path) != ":memory:":
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


class Lock:
    """Keeps other servers from using a file, until it is closed or the process ends in any way.

    `FILE.lock` beside the file is locked. Linux also locks the file itself, by device and inode,
    so that hard links to it are recognised; other systems would mix that up with SQLite's own
    locks. `export`, `import` and `prune` do not need the lock: they are safe beside a server.
    """

    def __init__(self, path: Path) -> None:
        """Lock a file; BadStorage if another server has locked it."""
        real = os.path.realpath(path)
        self._files: list[IO[bytes]] = []
        if str(path) == ":memory:":
            return
        try:
            self._lock(f"{real}.lock")
            if sys.platform == "linux":
                self._lock(real)
        except BlockingIOError:
            self.close()
            raise BadStorage("used_database", database=str(path)) from None
        except BaseException:
            self.close()
            raise

    def _lock(self, name: str) -> None:
        file = os.fdopen(os.open(name, os.O_RDWR | os.O_CREAT, 0o600), "r+b")
        self._files.append(file)
        if sys.platform != "win32":
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def close(self) -> None:
        """Release the lock. SQLite must have closed the file: this would release its locks too."""
        for file in self._files:
            file.close()
        self._files.clear()


class FileIdentity:
    """The file that a path named when it was opened."""

    def __init__(self, path: Path) -> None:
        """Remember the file of a path."""
        self.path = path
        self._known = self._current()

    def is_unchanged(self) -> bool:
        """Whether the path still names the same file, and its `-wal` file was not removed."""
        return self._current() == self._known

    def _current(self) -> tuple[int, int, bool] | None:
        if str(self.path) == ":memory:":
            return None
        try:
            found = os.stat(self.path)
            return found.st_dev, found.st_ino, os.path.exists(f"{self.path}-wal")
        except OSError:
            return None


def is_damage(error: sqlite3.Error) -> bool:
    """Whether an error says that a file is damaged, and not only unavailable."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    return code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def write_version(database: sqlite3.Connection) -> None:
    """Write the version of the schema again, which is the smallest write that reaches the disk."""
    database.execute(f"pragma user_version = {len(MIGRATIONS)}")


def freed(database: sqlite3.Connection, most: int) -> int:
    """Return up to this many unused pages to the system; return how many there were.

    A full `vacuum` would block the server and need twice the space. Only a file without
    incremental auto-vacuum, from an old version, needs one.
    """
    (mode,) = database.execute("pragma auto_vacuum").fetchone()
    (unused,) = database.execute("pragma freelist_count").fetchone()
    if unused and not mode:
        database.execute("vacuum")
    elif unused:
        # Each page is one step of the statement, and `execute` would only run the first.
        database.executescript(f"pragma incremental_vacuum({most})")
    (left,) = database.execute("pragma freelist_count").fetchone()
    if not left:  # copy the -wal file, after which the file gets its new size
        database.execute("pragma wal_checkpoint(truncate)").fetchall()
    return int(unused - left)


def migrate(database: sqlite3.Connection) -> None:
    """Migrate the schema; raise BadStorage if it is newer than this version.

    It runs in one write transaction: if two programs open an old file at once, one migrates it.
    """
    database.execute("begin immediate")
    try:
        (version,) = database.execute("pragma user_version").fetchone()
        if version > len(MIGRATIONS):
            raise BadStorage("newer_schema", theirs=version, ours=len(MIGRATIONS))
        for script in MIGRATIONS[version:]:
            for statement in script.split(";"):
                database.execute(statement)
        database.execute(f"pragma user_version = {len(MIGRATIONS)}")
        database.execute("commit")
    except BaseException:
        if database.in_transaction:
            database.execute("rollback")
        raise
