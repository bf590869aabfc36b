"""The contract of every storage; all storages run these tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator

import pytest

from naqala.tables.errors import Refusal
from naqala.tables.storage import (
    CREATOR,
    Conflict,
    Place,
    PruneCriteria,
    Storage,
    WholeTable,
    shown,
)
from tests.tables.rows import ONE, TWO, entry, entry_at, places, summary, with_storage

MANY_TABLES = 520
"""More tables than the storages check with one query."""


def test_entries_persist_after_closing_and_opening(new_storage: Callable[[], Storage]) -> None:
    async def write(storage: Storage) -> None:
        await storage.append(ONE, [entry(1), entry(2)], summary())
        await storage.append(TWO, [entry(1)], None)
        await storage.append(ONE, [entry(3, b"\x00\xff")], None)

    async def read(storage: Storage) -> None:
        assert await storage.load(ONE) == [entry(1), entry(2), entry(3, b"\x00\xff")]
        assert await storage.load(ONE, 2) == [entry(3, b"\x00\xff")]
        assert await storage.load(TWO) == [entry(1)]
        assert await storage.load("4" * 20) == []

    with_storage(new_storage, write)
    with_storage(new_storage, read)


def test_a_review_is_stored_with_its_table_and_removed_with_it(
    new_storage: Callable[[], Storage],
) -> None:
    async def write(storage: Storage) -> None:
        await storage.append(ONE, [entry_at(1, 5)], summary("over", changed=5))
        await storage.save_review(ONE, b'"first"')
        await storage.save_review(ONE, b'"second"')
        await storage.save_review(TWO, b'"no such table"')

    async def read(storage: Storage) -> None:
        assert await storage.load_review(ONE) == b'"second"'
        assert await storage.load_review(TWO) == b""
        assert await storage.prune(PruneCriteria(10, 20)) == 1
        assert await storage.load_review(ONE) == b""

    with_storage(new_storage, write)
    with_storage(new_storage, read)


def test_of_concurrent_entries_with_one_number_one_wins(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        race = [storage.append(ONE, [entry(2, body)], None) for body in (b"a", b"b", b"c")]
        results = await asyncio.gather(*race, return_exceptions=True)
        assert [type(result) for result in results].count(Conflict) == 2
        assert len(await storage.load(ONE)) == 2

    with_storage(new_storage, work)


def test_a_conflicting_append_writes_nothing(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary())
        with pytest.raises(Conflict):
            await storage.append(ONE, [entry(2), entry(1)], summary("running"))
        assert await storage.load(ONE) == [entry(1)]
        assert len(await storage.tables("open", "", 9)) == 1
        await storage.append(ONE, [entry(2)], None)

    with_storage(new_storage, work)


def test_a_conflict_does_not_affect_other_appends(new_storage: Callable[[], Storage]) -> None:
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

    with_storage(new_storage, work)


def test_many_entries_of_one_table_are_written_atomically(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        rows = [entry(number) for number in range(1, 96)]
        seats = places(*(f"guest {seat}" for seat in range(64)))
        await storage.append(ONE, rows, summary(places=seats))
        assert await storage.load(ONE) == rows
        (listed,) = await storage.tables("open", "", 9)
        assert listed.holders == tuple(place.guest for place in seats)
        late = [entry(number) for number in range(96, 160)]
        with pytest.raises(Conflict):
            await storage.append(ONE, [*late, entry(5)], summary("running"))
        assert await storage.load(ONE) == rows
        await storage.append(ONE, late, None)
        assert await storage.load(ONE) == rows + late

    with_storage(new_storage, work)


def test_many_concurrent_appends_are_all_stored(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        tables = [f"{nth:020}" for nth in range(300)]
        await asyncio.gather(*(storage.append(each, [entry(1)], summary()) for each in tables))
        for each in tables:
            assert await storage.load(each) == [entry(1)]

    with_storage(new_storage, work)


def test_lists_show_open_running_and_own_tables_the_newest_first(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        names = [str(nth) * 20 for nth in range(2, 8)]
        rows = [
            summary(changed=1),
            summary(changed=2, listed=False),
            summary(changed=3, free=0),
            summary("running", changed=4, info=b'{"x": 1}'),
            summary("over", changed=5, places=places("bob", "ann")),
            summary("closed", changed=6),
        ]
        for name, row in zip(names, rows, strict=True):
            await storage.append(name, [entry(1)], row)
        await storage.append(names[0], [entry(2)], summary(changed=9, places=places("bob", "")))

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

    with_storage(new_storage, work)


def test_tables_count_for_their_players_and_creators(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        creator = Place(CREATOR, "ann")
        await storage.append(ONE, [entry(1)], summary(places=(creator, *places("", ""))))
        await storage.append(TWO, [entry(1)], summary(places=(creator, *places("ann", "bob"))))
        assert [await storage.count(guest) for guest in ("ann", "bob", "eve")] == [2, 1, 0]
        (one, two) = sorted(await storage.tables("mine", "ann", 9))
        assert (one.holders, two.holders) == (("", ""), ("ann", "bob"))
        gone = (creator._replace(counts=False), *places("ann", "bob", counts=False))
        await storage.append(TWO, [entry(2)], summary("running", places=gone))
        assert [await storage.count(guest) for guest in ("ann", "bob")] == [1, 0]
        assert [row.table for row in await storage.tables("mine", "bob", 9)] == [TWO]

    with_storage(new_storage, work)


def test_tables_with_thinking_bots_or_passed_deadlines_are_due(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry(1)], summary("running", thinks=True))
        await storage.append(TWO, [entry(1)], summary("running"))
        assert await storage.due(98) == [ONE]
        await storage.append(ONE, [entry(2)], summary("running"))
        await storage.append(TWO, [entry(2)], summary("running", deadline=99))
        assert await storage.due(98) == []
        assert await storage.due(99) == [TWO]
        assert await storage.lease(TWO, "process", 10)

    with_storage(new_storage, work)


def test_tables_are_imported_all_or_none(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        tables = [WholeTable(name, [entry(1), entry(2)], summary()) for name in (TWO, ONE)]
        await storage.import_tables(tables)
        assert await storage.names() == [ONE, TWO]
        assert await storage.load(TWO) == [entry(1), entry(2)]
        assert len(await storage.tables("open", "", 9)) == 2
        with pytest.raises(Conflict, match=TWO):
            await storage.import_tables([WholeTable("4" * 20, [entry(1)], summary()), *tables])
        assert await storage.names() == [ONE, TWO]

    with_storage(new_storage, work)


def test_an_import_that_fails_half_way_imports_nothing(new_storage: Callable[[], Storage]) -> None:
    def broken() -> Iterator[WholeTable]:
        yield WholeTable(ONE, [entry(1)], summary())
        raise OSError("the file is gone")

    async def work(storage: Storage) -> None:
        with pytest.raises((OSError, Refusal)):
            await storage.import_tables(broken())
        assert await storage.names() == []

    with_storage(new_storage, work)


def test_an_entry_must_follow_a_stored_one(new_storage: Callable[[], Storage]) -> None:
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

    with_storage(new_storage, work)


def test_prune_removes_inactive_tables_completely(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry_at(1, 5), entry_at(2, 9)], summary(changed=5))
        await storage.append(TWO, [entry_at(1, 5)], summary(changed=5))
        await storage.append(TWO, [entry_at(2, 10)], None)  # a chat message
        assert await storage.prune(PruneCriteria(9, 20)) == 0
        assert await storage.prune(PruneCriteria(10, 20), dry=True) == 1
        assert await storage.names() == [ONE, TWO]
        assert await storage.prune(PruneCriteria(10, 20)) == 1
        assert await storage.names() == [TWO]
        assert await storage.load(ONE) == []
        assert [row.table for row in await storage.tables("mine", "ann", 9)] == [TWO]
        assert await storage.count("ann") == 1
        assert await storage.load(TWO) == [entry_at(1, 5), entry_at(2, 10)]

    with_storage(new_storage, work)


def test_prune_keeps_games_with_a_running_clock_and_can_be_limited_to_finished_ones(
    new_storage: Callable[[], Storage],
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
            await storage.append(table * 20, [entry_at(1, 5)], row)
        assert await storage.prune(PruneCriteria(10, 20), dry=True) == 5
        assert await storage.prune(PruneCriteria(10, 20, finished=True)) == 2
        assert await storage.names() == [each * 20 for each in "2345"]
        assert await storage.prune(PruneCriteria(10, 20)) == 3
        assert await storage.names() == ["5" * 20]

    with_storage(new_storage, work)


def test_missing_returns_the_tables_that_do_not_exist(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        assert await storage.missing([]) == []
        names = [f"{nth:020}" for nth in range(MANY_TABLES)]
        rows = [WholeTable(name, [entry_at(1, 5)], summary(changed=5)) for name in names[::2]]
        await storage.import_tables(rows)
        assert await storage.missing(names) == names[1::2]
        assert await storage.prune(PruneCriteria(10, 20)) == len(rows)
        assert await storage.missing(names[:3]) == names[:3]

    with_storage(new_storage, work)


def test_a_removed_table_cannot_be_continued(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.append(ONE, [entry_at(1, 5), entry_at(2, 6)], summary(changed=6))
        other = new_storage()
        await other.open()
        try:
            assert await other.prune(PruneCriteria(10, 20)) == 1
        finally:
            await other.close()
        with pytest.raises(Conflict):
            await storage.append(ONE, [entry_at(3, 20)], summary("running"))
        assert not await storage.names()
        assert not await storage.load(ONE)
        assert not await storage.tables("mine", "ann", 9)
        await storage.append(
            ONE, [entry_at(1, 20)], summary()
        )  # from its first entry, as an import does
        assert await storage.names() == [ONE]

    with_storage(new_storage, work)


def test_concurrent_appends_and_prune_leave_only_complete_tables(
    new_storage: Callable[[], Storage],
) -> None:
    """Acknowledged entries are kept, and no table loses its first entry."""
    tables = [f"{nth:020}" for nth in range(120)]

    async def work(storage: Storage) -> None:
        first = [storage.append(each, [entry_at(1, 5)], summary(changed=5)) for each in tables]
        await asyncio.gather(*first)
        there, pruning = new_storage(), new_storage()
        await there.open()
        await pruning.open()
        appended: set[str] = set()

        async def append_all(target: Storage, names: list[str]) -> None:
            for each in names:
                try:
                    await target.append(each, [entry_at(2, 20)], None)
                    appended.add(each)
                except Conflict:
                    assert await target.load(each) == []

        try:
            removed, *_ = await asyncio.gather(
                pruning.prune(PruneCriteria(10, 20)),
                append_all(storage, tables[::-2]),
                append_all(there, tables[-2::-2]),
            )
        finally:
            await there.close()
            await pruning.close()
        assert set(await storage.names()) == appended
        assert removed == len(tables) - len(appended)
        for each in appended:
            assert len(await storage.load(each)) == 2

    with_storage(new_storage, work)


def test_an_empty_database_can_be_opened_concurrently(
    new_storage: Callable[[], Storage],
) -> None:
    async def work() -> None:
        storages = [new_storage() for _ in range(4)]
        await asyncio.gather(*(storage.open() for storage in storages))
        await storages[0].append(ONE, [entry(1)], summary())
        assert await storages[3].load(ONE) == [entry(1)]
        for storage in storages:
            await storage.close()

    asyncio.run(work())


def test_ping_succeeds_if_the_database_answers(new_storage: Callable[[], Storage]) -> None:
    async def work(storage: Storage) -> None:
        await storage.ping()

    with_storage(new_storage, work)


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("postgresql://ann:secret@host:5432/tables?password=secret", "postgresql://host/tables"),
        ("postgresql:///tables?host=/run/postgresql", "postgresql:///tables"),
        ("postgresql://ann:sec/ret@host/tables", "postgresql://ann"),
        ("postgresql://[half/secret", "postgresql://…"),
    ],
)
def test_a_shown_url_contains_no_password(url: str, expected: str) -> None:
    assert shown(url) == expected
