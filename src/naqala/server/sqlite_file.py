"""The file of a SQLite storage: for its owner alone, served by one process, with our schema."""

from __future__ import annotations

import errno
import os
import sqlite3
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from naqala.server.storage import BadStorage

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
)
"""Each brings the schema one version further; they are never changed, only added to."""
APPENDS = (
    """
    create temp view appends as select
        entries."table", 0 as before, number, at, guest, sent, body, mark,
        phase, listed, free, rules, thinks, deadline, changed, info
    from entries join tables using ("table")
    """,
    """
    create temp trigger append instead of insert on appends begin
        insert into entries ("table", number, at, guest, sent, body, mark) values (
            new."table",
            iif(not new.before or exists (
                select 1 from entries where "table" = new."table" and number = new.before
            ), new.number, null),
            new.at, new.guest, new.sent, new.body, new.mark
        );
        insert into tables select
            new."table", new.phase, new.listed, new.free, new.rules, new.thinks, new.deadline,
            new.changed, new.info
        where new.phase is not null
        on conflict do update set phase = excluded.phase, listed = excluded.listed,
            free = excluded.free, rules = excluded.rules, thinks = excluded.thinks,
            deadline = excluded.deadline, changed = excluded.changed, info = excluded.info;
    end
    """,
)
"""What is inserted there is an entry behind the one of the number `before`, which 0 does not need,
and a summary where one comes with it. Where the one before is missing, there is no number to be
written, and nothing is.

So the appends of many tables are one statement, and that is a transaction already."""
ROOM = 1050 * 4120
"""Bytes of a `-wal` file that has its usual size: after a thousand pages SQLite copies them into
the file of the tables and begins anew."""
BUSY_SECONDS, BREATH = 5.0, 0.02
"""How long others may keep a file from us, and between two tries where SQLite does not wait."""


def connected(path: Path) -> sqlite3.Connection:
    """A connection to a file, which is made where it is missing, with its schema up to date."""
    keep_private(path)
    database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        database.execute(f"pragma busy_timeout = {BUSY_SECONDS * 1000:.0f}")
        # Before all else: it counts for a new file, and for an old one when it is written anew.
        database.execute("pragma auto_vacuum = incremental")
        write_ahead(database)
        database.execute("pragma synchronous = full")
        migrate(database)
        for statement in APPENDS:
            database.execute(statement)
    except BaseException:
        database.close()
        raise
    return database


def stretch(database: sqlite3.Connection, path: Path) -> None:
    """Give the `-wal` file its usual size at once, with nothing behind what is written there.

    A write that makes a file longer takes a disk up to twice as long. SQLite reads such a file as
    far as it finds what it wrote itself; while we are the writer, nobody makes it longer. Where
    there is no room, it grows as it always did.
    """
    database.execute("begin immediate")
    try:
        with suppress(OSError), open(f"{path}-wal", "r+b") as room:
            room.write(bytes(max(0, ROOM - room.seek(0, os.SEEK_END))))
            room.flush()
            os.fsync(room.fileno())
    finally:
        database.execute("rollback")


def write_ahead(database: sqlite3.Connection) -> None:
    """Let a file be read while it is written to.

    Of those who open a new file at once one makes it so, and SQLite refuses the others without
    waiting for it.
    """
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            database.execute("pragma journal_mode = wal")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(BREATH)


def keep_private(path: Path) -> None:
    """Make a missing file for its owner alone: it holds seeds and hands. SQLite makes the files
    beside it (`-wal`, `-shm`) with the same rights; those of an old file are its owner's choice.
    """
    if str(path) != ":memory:":
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def locked(path: Path) -> IO[bytes]:
    """A lock beside a file of tables, held until it is closed or the process ends in any way.

    Not on the file itself: closing it would end the locks that SQLite holds there. `export`,
    `import` and `prune` need none: they write no number twice, and remove whole tables.
    """
    place = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    lock = os.fdopen(place, "r+b")
    if sys.platform != "win32":
        import fcntl

        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            if error.errno in (errno.EAGAIN, errno.EACCES):
                raise BadStorage("used_database", database=path) from None
            raise
    return lock


def freed(database: sqlite3.Connection, most: int) -> int:
    """Give up to so many unused pages back to the system; how many it were.

    Piece by piece, because a full `vacuum` keeps a server from writing for as long as it takes, and
    needs room for the file once more. Only a file that was made before that was possible needs
    one: from then on it is like the others.
    """
    (mode,) = database.execute("pragma auto_vacuum").fetchone()
    (unused,) = database.execute("pragma freelist_count").fetchone()
    if unused and not mode:
        database.execute("vacuum")
    elif unused:
        # Each page is a step of it, and `execute` would take but one.
        database.executescript(f"pragma incremental_vacuum({most})")
    (left,) = database.execute("pragma freelist_count").fetchone()
    if not left:  # the file ends where it should as soon as the -wal file is copied into it
        database.execute("pragma wal_checkpoint(truncate)").fetchall()
    return int(unused - left)


def migrate(database: sqlite3.Connection) -> None:
    """Bring the schema up to date; a newer one than ours is refused.

    All in one transaction that is begun as a writer, so that of two programs that open an old
    file at once the second finds it up to date.
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
