"""What every storage must do; each of them runs through all of these."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from naqala.server import sqlite_file
from naqala.server.refusal import Refusal
from naqala.server.settings import Settings, storage_of
from naqala.server.sqlite import MOST_ASKED, MOST_ROWS, Job, Sqlite
from naqala.server.sqlite import _done as together
from naqala.server.storage import (
    LAID,
    Append,
    BadStorage,
    Conflict,
    EntryRow,
    Kept,
    Old,
    Place,
    Storage,
    Summary,
    shown,
)

ONE, TWO = "2" * 20, "3" * 20


async def opened(storage: Storage) -> None:
    await storage.open()
    await storage.close()


def using(fresh: Callable[[], Storage], work: Callable[[Storage], Awaitable[None]]) -> None:
    async def done() -> None:
        storage = fresh()
        await storage.open()
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(done())


def entry(number: int, body: bytes = b"{}") -> EntryRow:
    return EntryRow(number, 1 << 41, "guest", f"send\0 {number} é", body, f"{number:08x}")


def seated(*guests: str, counts: bool = True) -> tuple[Place, ...]:
    return tuple(Place(seat, guest, counts) for seat, guest in enumerate(guests))


def summary(phase: str = "lobby", changed: int = 1, **fields: object) -> Summary:
    plain = Summary(phase, True, 1, 0, False, 0, changed, b"{}", seated("ann", ""))
    return plain._replace(**fields)  # type: ignore[arg-type]


def test_entries_are_there_after_closing_and_opening(fresh: Callable[[], Storage]) -> None:
    async def write(storage: Storage) -> None:
        await storage.append(ONE, [entry(1), entry(2)], summary())
        await storage.append(TWO, [entry(1)], None)
        await storage.append(ONE, [entry(3, b"\x00\xff")], None)

    async def read(storage: Storage) -> None:
        assert await storage.load(ONE) == [entry(1), entry(2), entry(3, b"\x00\xff")]
        assert await storage.load(ONE, 2) == [entry(3, b"\x00\xff")]
        assert await storage.load(TWO) == [entry(1)]
        assert await storage.load("4" * 20) == []

    using(fresh, write)
    using(fresh, read)


def test_of_two_entries_with_one_number_the_first_wins(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        race = [storage.append(ONE, [entry(2, body)], None) for body in (b"a", b"b", b"c")]
        results = await asyncio.gather(*race, return_exceptions=True)
        assert [type(result) for result in results].count(Conflict) == 2
        assert len(await storage.load(ONE)) == 2

    using(fresh, work)


def test_a_conflict_writes_nothing_at_all(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        with pytest.raises(Conflict):
            await storage.append(ONE, [entry(2), entry(1)], summary("running"))
        assert await storage.load(ONE) == [entry(1)]
        assert len(await storage.tables("open", "", 9)) == 1
        await storage.append(ONE, [entry(2)], None)

    using(fresh, work)


def test_a_conflict_takes_nothing_else_with_it(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        tables = [f"{nth:020}" for nth in range(40)]
        for each in tables[::4]:
            await storage.append(each, [entry(1)], summary())
        appends = (storage.append(each, [entry(1), entry(2)], summary()) for each in tables)
        results = await asyncio.gather(*appends, return_exceptions=True)
        assert [isinstance(result, Conflict) for result in results] == [
            True,
            False,
            False,
            False,
        ] * 10
        for nth, each in enumerate(tables):
            assert len(await storage.load(each)) == (2 if nth % 4 else 1)

    using(fresh, work)


def test_a_question_that_fails_leaves_the_appends_beside_it_alone(tmp_path: Path) -> None:
    def broken(database: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("the disk is full")

    async def work() -> None:
        loop = asyncio.get_running_loop()
        nothing = Append(ONE, [], None)
        asked = (Append(ONE, [entry(1)], None), broken, Append(TWO, [entry(1)], None), nothing)
        jobs: list[Job[Any]] = [
            Job(work, loop, loop.create_future(), isinstance(work, Append)) for work in asked
        ]
        with closing(sqlite_file.connected(tmp_path / "tables.sqlite3")) as database:
            errors = [error for _, _, error in together(database, jobs)]
            assert [type(error) for error in errors] == [
                type(None),
                sqlite3.OperationalError,
                type(None),
                IndexError,
            ]
            kept = database.execute('select "table", number from entries order by 1').fetchall()
            assert kept == [(ONE, 1), (TWO, 1)]

    asyncio.run(work())


def test_more_than_a_statement_can_hold_is_written_whole(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        rows = [entry(number) for number in range(1, 3 * MOST_ROWS)]
        people = seated(*(f"guest {seat}" for seat in range(2 * MOST_ROWS)))
        await storage.append(ONE, rows, summary(places=people))
        assert await storage.load(ONE) == rows
        (listed,) = await storage.tables("open", "", 9)
        assert listed.holders == tuple(place.guest for place in people)
        late = [entry(number) for number in range(3 * MOST_ROWS, 5 * MOST_ROWS)]
        with pytest.raises(Conflict):
            await storage.append(ONE, [*late, entry(5)], summary("running"))
        assert await storage.load(ONE) == rows
        await storage.append(ONE, late, None)
        assert await storage.load(ONE) == rows + late

    using(fresh, work)


def test_many_appends_at_once_are_all_kept(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        tables = [f"{nth:020}" for nth in range(300)]
        await asyncio.gather(*(storage.append(each, [entry(1)], summary()) for each in tables))
        for each in tables:
            assert await storage.load(each) == [entry(1)]

    using(fresh, work)


def test_lists_show_open_running_and_own_tables_the_newest_first(
    fresh: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        names = [str(nth) * 20 for nth in range(2, 8)]
        rows = [
            summary(changed=1),
            summary(changed=2, listed=False),
            summary(changed=3, free=0),
            summary("running", changed=4, info=b'{"x": 1}'),
            summary("over", changed=5, places=seated("bob", "ann")),
            summary("closed", changed=6),
        ]
        for name, row in zip(names, rows, strict=True):
            await storage.append(name, [entry(1)], row)
        await storage.append(names[0], [entry(2)], summary(changed=9, places=seated("bob", "")))

        async def listed(show: str, guest: str = "") -> list[str]:
            found = await storage.tables(show, guest, 50)  # type: ignore[arg-type]
            return [row.table for row in found]

        await storage.append(names[0], [entry(3)], summary(changed=10, places=None))
        assert await listed("open") == [names[0]]
        assert await listed("running") == [names[3]]
        assert await listed("mine", "ann") == [names[4], names[3], names[2], names[1]]
        assert await listed("mine", "bob") == [names[0], names[4]]
        assert await storage.count("ann") == 3
        (found,) = await storage.tables("running", "", 1)
        assert (found.info, found.holders) == (b'{"x": 1}', ("ann", ""))

    using(fresh, work)


def test_tables_count_for_those_who_play_there_or_laid_them(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        laid = Place(LAID, "ann")
        await storage.append(ONE, [entry(1)], summary(places=(laid, *seated("", ""))))
        await storage.append(TWO, [entry(1)], summary(places=(laid, *seated("ann", "bob"))))
        assert [await storage.count(guest) for guest in ("ann", "bob", "eve")] == [2, 1, 0]
        (one, two) = sorted(await storage.tables("mine", "ann", 9))
        assert (one.holders, two.holders) == (("", ""), ("ann", "bob"))
        gone = (laid._replace(counts=False), *seated("ann", "bob", counts=False))
        await storage.append(TWO, [entry(2)], summary("running", places=gone))
        assert [await storage.count(guest) for guest in ("ann", "bob")] == [1, 0]
        assert [row.table for row in await storage.tables("mine", "bob", 9)] == [TWO]

    using(fresh, work)


def test_tables_that_go_on_by_themselves_are_found(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary("running", thinks=True))
        await storage.append(TWO, [entry(1)], summary("running"))
        assert await storage.waking(98) == [ONE]
        await storage.append(ONE, [entry(2)], summary("running"))
        await storage.append(TWO, [entry(2)], summary("running", deadline=99))
        assert await storage.waking(98) == []
        assert await storage.waking(99) == [TWO]
        assert await storage.lead(TWO, "process", 10)

    using(fresh, work)


def test_whole_tables_are_adopted_all_or_none(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        kept = [Kept(name, [entry(1), entry(2)], summary()) for name in (TWO, ONE)]
        await storage.adopt(kept)
        assert await storage.names() == [ONE, TWO]
        assert await storage.load(TWO) == [entry(1), entry(2)]
        assert len(await storage.tables("open", "", 9)) == 2
        with pytest.raises(Conflict, match=TWO):
            await storage.adopt([Kept("4" * 20, [entry(1)], summary()), *kept])
        assert await storage.names() == [ONE, TWO]

    using(fresh, work)


def test_tables_that_end_half_way_are_not_adopted(fresh: Callable[[], Storage]) -> None:
    def broken() -> Iterator[Kept]:
        yield Kept(ONE, [entry(1)], summary())
        raise OSError("the file is gone")

    async def work(storage: Storage) -> None:
        with pytest.raises((OSError, Refusal)):
            await storage.adopt(broken())
        assert await storage.names() == []

    using(fresh, work)


def happened(number: int, at: int) -> EntryRow:
    return entry(number)._replace(at=at)


def test_an_entry_follows_one_that_is_there(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        with pytest.raises(Conflict):
            await storage.append(ONE, [entry(2)], summary())
        await storage.append(TWO, [entry(1)], summary())
        race = [
            storage.append(ONE, [entry(3), entry(4)], summary()),
            storage.append(TWO, [entry(2)], None),
            storage.append("4" * 20, [entry(1), entry(2)], summary()),
        ]
        results = await asyncio.gather(*race, return_exceptions=True)
        assert [type(result) for result in results] == [Conflict, type(None), type(None)]
        assert await storage.load(ONE) == []
        assert [row.table for row in await storage.tables("open", "", 9)].count(ONE) == 0
        assert len(await storage.load(TWO)) == 2

    using(fresh, work)


def test_tables_where_nothing_has_happened_for_long_are_removed_whole(
    fresh: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [happened(1, 5), happened(2, 9)], summary(changed=5))
        await storage.append(TWO, [happened(1, 5)], summary(changed=5))
        await storage.append(TWO, [happened(2, 10)], None)  # somebody said something
        assert await storage.prune(Old(9, 20)) == 0
        assert await storage.prune(Old(10, 20), dry=True) == 1
        assert await storage.names() == [ONE, TWO]
        assert await storage.prune(Old(10, 20)) == 1
        assert await storage.names() == [TWO]
        assert await storage.load(ONE) == []
        assert [row.table for row in await storage.tables("mine", "ann", 9)] == [TWO]
        assert await storage.count("ann") == 1
        assert await storage.load(TWO) == [happened(1, 5), happened(2, 10)]

    using(fresh, work)


def test_a_game_stays_while_a_clock_of_days_runs_and_others_can_be_told_apart(
    fresh: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        for table, row in {
            "2": summary("lobby", deadline=30),
            "3": summary("running"),
            "4": summary("running", deadline=20),
            "5": summary("running", deadline=21),
            "6": summary("over"),
            "7": summary("closed"),
        }.items():
            await storage.append(table * 20, [happened(1, 5)], row)
        assert await storage.prune(Old(10, 20), dry=True) == 5
        assert await storage.prune(Old(10, 20, finished=True)) == 2
        assert await storage.names() == [each * 20 for each in "2345"]
        assert await storage.prune(Old(10, 20)) == 3
        assert await storage.names() == ["5" * 20]

    using(fresh, work)


def test_of_many_tables_those_that_are_missing_are_told(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        assert await storage.missing([]) == []
        names = [f"{nth:020}" for nth in range(MOST_ASKED + 20)]
        rows = [Kept(name, [happened(1, 5)], summary(changed=5)) for name in names[::2]]
        await storage.adopt(rows)
        assert await storage.missing(names) == names[1::2]
        assert await storage.prune(Old(10, 20)) == len(rows)
        assert await storage.missing(names[:3]) == names[:3]

    using(fresh, work)


def test_a_removed_table_does_not_come_back_half(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [happened(1, 5), happened(2, 6)], summary(changed=6))
        other = fresh()
        await other.open()
        try:
            assert await other.prune(Old(10, 20)) == 1
        finally:
            await other.close()
        with pytest.raises(Conflict):
            await storage.append(ONE, [happened(3, 20)], summary("running"))
        assert not await storage.names()
        assert not await storage.load(ONE)
        assert not await storage.tables("mine", "ann", 9)
        await storage.append(ONE, [happened(1, 20)], summary())  # whole, as from a file
        assert await storage.names() == [ONE]

    using(fresh, work)


def test_tables_are_whole_or_gone_while_two_write_and_one_removes(
    fresh: Callable[[], Storage],
) -> None:
    """What was acknowledged after all is still there, and nothing without its beginning."""
    tables = [f"{nth:020}" for nth in range(120)]

    async def work(storage: Storage) -> None:
        first = [storage.append(each, [happened(1, 5)], summary(changed=5)) for each in tables]
        await asyncio.gather(*first)
        there, pruning = fresh(), fresh()
        await there.open()
        await pruning.open()
        kept: set[str] = set()

        async def go_on(where: Storage, names: list[str]) -> None:
            for each in names:
                try:
                    await where.append(each, [happened(2, 20)], None)
                    kept.add(each)
                except Conflict:
                    assert await where.load(each) == []

        try:
            removed, *_ = await asyncio.gather(
                pruning.prune(Old(10, 20)),
                go_on(storage, tables[::-2]),
                go_on(there, tables[-2::-2]),
            )
        finally:
            await there.close()
            await pruning.close()
        assert set(await storage.names()) == kept
        assert removed == len(tables) - len(kept)
        for each in kept:
            assert len(await storage.load(each)) == 2

    using(fresh, work)


def test_two_that_open_an_empty_database_at_once_do_not_collide(
    fresh: Callable[[], Storage],
) -> None:
    async def work() -> None:
        storages = [fresh() for _ in range(4)]
        await asyncio.gather(*(storage.open() for storage in storages))
        await storages[0].append(ONE, [entry(1)], summary())
        assert await storages[3].load(ONE) == [entry(1)]
        for storage in storages:
            await storage.close()

    asyncio.run(work())


class Contested(sqlite3.Connection):
    """A file that others are making, too: SQLite refuses to wait for them."""

    refusals = 3

    def execute(self, *arguments: Any) -> sqlite3.Cursor:
        if self.refusals:
            self.refusals -= 1
            error = sqlite3.OperationalError("database is locked")
            error.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise error
        return super().execute(*arguments)


def test_a_file_that_others_make_too_is_waited_for(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "new.sqlite3", factory=Contested)) as database:
        sqlite_file.write_ahead(database)
        assert database.execute("pragma journal_mode").fetchone() == ("wal",)


def test_a_served_file_has_room_from_the_beginning_and_is_read_again_with_it(
    tmp_path: Path,
) -> None:
    names = ["tables.sqlite3", "tables.sqlite3-wal"]
    lives = [tmp_path / str(life) for life in range(4)]
    bodies = [b"%d" % life * 9000 for life in range(len(lives))]

    async def work(storage: Storage) -> None:
        life = len(await storage.load(ONE))
        assert [row.body for row in await storage.load(ONE)] == bodies[:life]
        await storage.append(ONE, [entry(life + 1, bodies[life])], summary(changed=life))
        assert (lives[life] / names[1]).stat().st_size == sqlite_file.ROOM
        if life + 1 < len(lives):  # as it is in the middle of serving
            lives[life + 1].mkdir()
            for name in names:
                shutil.copy(lives[life] / name, lives[life + 1] / name)

    for folder in lives:
        using(lambda folder=folder: Sqlite(folder / names[0], alone=True), work)  # type: ignore[misc]


def test_a_file_of_the_first_schema_is_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.sqlite3"
    with monkeypatch.context() as patch:
        patch.setattr(sqlite_file, "MIGRATIONS", sqlite_file.MIGRATIONS[:1])
        asyncio.run(opened(Sqlite(path)))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("insert into entries values ('t', 1, 5, 'guest', 'x', x'7b7d')")
        database.execute("insert into tables values ('t', 'lobby', 1, 1, 0, 0, 0, 5, x'7b7d')")
        database.execute("insert into seats values ('t', 0, '')")

    async def work(storage: Storage) -> None:
        assert await storage.load("t") == [EntryRow(1, 5, "guest", "x", b"{}", "")]
        await storage.append("t", [entry(2)], None)
        assert await storage.count("guest") == 1
        assert [row.holders for row in await storage.tables("mine", "guest", 9)] == [("",)]

    using(lambda: Sqlite(path), work)


def test_a_database_that_answers_can_be_asked_for_nothing(fresh: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.ping()

    using(fresh, work)


def test_of_two_that_would_serve_one_file_the_second_is_told_what_to_do(tmp_path: Path) -> None:
    async def work() -> None:
        first, second = (Sqlite(tmp_path / "t.sqlite3", alone=True) for _ in range(2))
        await first.open()
        with pytest.raises(BadStorage, match=r"--port.*PostgreSQL"):
            await second.open()
        await opened(Sqlite(tmp_path / "t.sqlite3"))  # export and import may
        await first.close()
        await opened(second)

    asyncio.run(work())


def test_a_file_of_tables_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:

        async def work(storage: Storage) -> None:
            await storage.append(ONE, [entry(1)], summary())
            rights = {file.name: file.stat().st_mode & 0o777 for file in tmp_path.iterdir()}
            names = ("t.sqlite3", "t.sqlite3-shm", "t.sqlite3-wal", "t.sqlite3.lock")
            assert rights == dict.fromkeys(names, 0o600)

        using(lambda: Sqlite(tmp_path / "t.sqlite3", alone=True), work)
    finally:
        os.umask(before)


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    with closing(sqlite3.connect(path)) as database:
        database.execute(f"pragma user_version = {len(sqlite_file.MIGRATIONS) + 1}")
    with pytest.raises(BadStorage, match="use the newer naqala"):
        asyncio.run(Sqlite(path).open())


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a database " * 100)
    with pytest.raises(BadStorage, match="cannot be opened"):
        asyncio.run(Sqlite(path).open())


def test_a_database_of_another_kind_is_refused() -> None:
    with pytest.raises(BadStorage, match="“mysql://localhost/x” is not a database address"):
        storage_of(Settings(database="mysql://ann:secret@localhost/x"))


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("postgresql://ann:secret@host:5432/tables?password=secret", "postgresql://host/tables"),
        ("postgresql:///tables?host=/run/postgresql", "postgresql:///tables"),
        ("postgresql://ann:sec/ret@host/tables", "postgresql://ann"),
        ("postgresql://[half/secret", "postgresql://…"),
    ],
)
def test_no_password_is_ever_told(url: str, told: str) -> None:
    assert shown(url) == told


@pytest.mark.parametrize("made", ["now", "before space could be freed piece by piece"])
def test_a_file_is_smaller_when_tables_were_removed(tmp_path: Path, made: str) -> None:
    path = tmp_path / "t.sqlite3"
    if made != "now":
        with closing(sqlite3.connect(path)) as database:
            database.execute("pragma journal_mode = wal")

    async def work(serving: Storage) -> None:
        rows = [happened(number, 5)._replace(body=b"x" * 5000) for number in range(1, 301)]
        for nth in range(12):
            await serving.append(f"{nth:020}", rows, summary(changed=5))
        last = [row._replace(at=15) for row in rows]
        await serving.append("9" * 20, last, summary(changed=15))
        pruning = Sqlite(path)
        await pruning.open()
        assert await pruning.prune(Old(10, 20)) == 12
        await pruning.close()
        assert path.stat().st_size < 3_000_000  # of more than 18
        assert path.with_name("t.sqlite3-wal").stat().st_size < 3_000_000
        await serving.append("9" * 20, [happened(301, 20)], None)
        assert len(await serving.load("9" * 20)) == 301

    using(lambda: Sqlite(path, alone=True), work)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("pragma integrity_check").fetchone() == ("ok",)
        assert database.execute("pragma auto_vacuum").fetchone() == (2,)
