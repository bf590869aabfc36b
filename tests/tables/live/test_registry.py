"""Open tables: entries are stored before they are shown, and concurrent writes are resolved."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from naqala.server.http.api import check_new_table
from naqala.server.http.limits import TABLE_COST, TEXT_COST, Gate
from naqala.server.storage.sqlite import Sqlite
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live import registry as module
from naqala.tables.live.outbox import TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log import quotas
from naqala.tables.log.codec import NEWER
from naqala.tables.log.quotas import UNDO
from naqala.tables.log.state import TableState
from naqala.tables.memory import MemoryStorage
from naqala.tables.protocol.messages import (
    Act,
    News,
    NewTable,
    Presence,
    Rematch,
    Say,
    Sit,
    Undo,
    Welcome,
)
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.storage import Conflict, EntryRow, Old, Storage, Summary
from naqala.text import catalogue
from tests.tables.table_builder import position_before_end

EN = catalogue("en")
ANN, BOB = Sender("a" * 64), Sender("b" * 64)
HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), seed="7")


def with_tables(
    source: Path | Callable[[], Storage],
    work: Callable[..., Awaitable[None]],
    *,
    processes: int = 1,
) -> None:
    """Run a coroutine function with the registries of one or more processes on one database."""

    def open_storage() -> Storage:
        return Sqlite(source / "t.sqlite3") if isinstance(source, Path) else source()

    async def run() -> None:
        all_tables = [TableRegistry(open_storage(), WorkerPool(1)) for _ in range(processes)]
        for tables in all_tables:
            await tables.start()
        try:
            await work(*all_tables)
        finally:
            for tables in all_tables:
                await tables.stop()

    asyncio.run(run())


def act(table: LiveTable, name: str, nth: int = 0) -> Act:
    assert table.state.game is not None
    return Act(id=name, seen=table.state.number, action=str(table.state.game.legal()[nth]))


def received(subscriber: Subscriber) -> list[Welcome | News]:
    found: list[Welcome | News] = []
    for message in subscriber.outbox.take():
        read = msgspec.json.decode(message, type=Welcome | News | Presence)
        found += [] if isinstance(read, Presence) else [read]
    return found


def test_of_two_concurrent_actions_one_wins_and_both_processes_show_it(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(here: TableRegistry, there: TableRegistry) -> None:
        one, _ = await here.create(ANN, HOT_SEAT, EN)
        two = await there.find(one.state.id)
        subscriber = Subscriber(ANN, "en")
        await two.subscribe(subscriber, -1)
        received(subscriber)
        first, second = act(one, "x"), act(two, "y", nth=1)
        assert (await one.execute(ANN, first, EN)).number == first.seen + 1
        with pytest.raises(Refusal, match="has moved on"):
            await two.execute(ANN, second, EN)
        (news,) = received(subscriber)
        assert isinstance(news, News)
        assert news.number == first.seen + 1
        assert one.state.game == two.state.game
        assert (await two.execute(ANN, first, EN)).number == first.seen + 1

    with_tables(new_storage, work, processes=2)


def test_a_process_without_notifications_loads_newer_entries_before_it_refuses(
    new_storage: Callable[[], Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may have seen entries that the process has not loaded yet."""
    for callback in ("_on_written", "_on_missed"):
        monkeypatch.setattr(TableRegistry, callback, lambda *_: None)
    for storage in (MemoryStorage, Sqlite):
        monkeypatch.setattr(storage, "shared", True)

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        one, _ = await here.create(ANN, HOT_SEAT, EN)
        both = [one, await there.find(one.state.id)]
        ahead, rng = one, random.Random(3)
        for nth in range(60):
            table = both[nth % 2]
            if table is not ahead and nth % 3 == 0:  # a page that moves over from the other process
                subscriber = Subscriber(ANN, "en")
                await table.subscribe(subscriber, ahead.state.number)
                (welcome, *_) = received(subscriber)
                assert welcome.number == ahead.state.number
                table.unsubscribe(subscriber)
            assert ahead.state.game is not None
            action = str(rng.choice(list(ahead.state.game.legal())))
            command = Act(id=f"act {nth}", seen=ahead.state.number, action=action)
            accepted = await table.execute(ANN, command, EN)
            assert accepted.number == command.seen + 1
            ahead = table

    with_tables(new_storage, work, processes=2)


def test_concurrent_chat_from_two_processes_is_kept(new_storage: Callable[[], Storage]) -> None:
    async def work(here: TableRegistry, there: TableRegistry) -> None:
        one, _ = await here.create(ANN, HOT_SEAT, EN)
        two = await there.find(one.state.id)
        for nth in range(5):
            await one.execute(ANN, Say(id=f"a{nth}", text="here"), EN)
            await two.execute(ANN, Say(id=f"b{nth}", text="there"), EN)
        await one.catch_up()
        assert [each.entry for each in one.state.log] == [each.entry for each in two.state.log]
        assert one.state.number == 4 + 10

    with_tables(new_storage, work, processes=2)


def test_a_failed_append_reverts_the_table_to_what_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        subscriber = Subscriber(ANN, "en")
        await table.subscribe(subscriber, -1)
        received(subscriber)

        async def broken(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            raise OSError("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "append", broken)
            with pytest.raises(Refusal, match="cannot do this at the moment"):
                await table.execute(ANN, act(table, "x"), EN)
        assert subscriber.outbox.code == TRY_AGAIN
        again = await tables.find(table.state.id)
        assert again is not table
        assert again.state.number == 4
        assert (await again.execute(ANN, act(again, "x"), EN)).number == 5

    with_tables(tmp_path, work)


def test_a_failed_append_is_neither_accepted_for_a_repeated_command_nor_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A repeated command and a new page arrive while the append is failing."""

    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)

        async def broken(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            await asyncio.sleep(0)
            raise OSError("disk full")

        subscriber = Subscriber(ANN, "en")
        send = act(table, "x")
        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "append", broken)
            answers = await asyncio.gather(
                table.execute(ANN, send, EN),
                table.execute(ANN, send, EN),
                table.subscribe(subscriber, -1),
                return_exceptions=True,
            )
        assert [getattr(answer, "code", answer) for answer in answers] == ["busy"] * 3
        assert not table.subscribers
        again = await tables.find(table.state.id)
        assert (await again.execute(ANN, send, EN)).number == 5

    with_tables(tmp_path, work)


def test_a_command_waiting_for_a_discarded_table_leaves_no_gap_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        first, append = asyncio.Event(), tables.storage.append

        async def fail_once(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            if first.is_set():
                return await append(name, rows, summary)
            first.set()
            raise OSError("disk full")

        monkeypatch.setattr(tables.storage, "append", fail_once)
        sends = [table.execute(ANN, Say(id=name, text=name), EN) for name in ("one", "two")]
        answers = await asyncio.gather(*sends, return_exceptions=True)
        assert [getattr(answer, "code", answer) for answer in answers] == ["busy", "busy"]
        again = await tables.find(table.state.id)
        assert again.state.number == 4
        assert (await again.execute(ANN, Say(id="two", text="two"), EN)).number == 5

    with_tables(tmp_path, work)


def test_start_does_not_wait_for_resuming_all_due_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    async def endless(tables: TableRegistry) -> None:
        calls.append(tables)
        await asyncio.wait_for(asyncio.Event().wait(), 20)

    monkeypatch.setattr(TableRegistry, "resume_due", endless)

    async def work(tables: TableRegistry) -> None:
        await tables.create(ANN, HOT_SEAT, EN)
        assert calls == [tables]

    with_tables(tmp_path, work)


def test_concurrent_requests_for_a_table_get_the_same_object(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(here: TableRegistry, there: TableRegistry) -> None:
        created, _ = await here.create(ANN, HOT_SEAT, EN)
        found = await asyncio.gather(*(there.find(created.state.id) for _ in range(9)))
        assert len(set(map(id, found))) == 1
        with pytest.raises(Refusal, match="table does not exist"):
            await there.find("2" * 20)
        with pytest.raises(Refusal, match="table does not exist"):
            await there.find("../etc")

    with_tables(new_storage, work, processes=2)


def test_idle_tables_are_dropped_from_memory_and_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        idle, _ = await tables.create(ANN, HOT_SEAT, EN)
        watched, _ = await tables.create(ANN, HOT_SEAT, EN)
        await watched.subscribe(Subscriber(ANN, "en"), -1)
        tables.drop_idle()
        assert list(tables.open) == [watched.state.id]
        assert (await tables.find(idle.state.id)).state.game == idle.state.game

    with_tables(tmp_path, work)


def test_loading_a_long_log_does_not_block_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        for nth in range(20):
            await table.execute(ANN, act(table, f"a{nth}"), EN)
        monkeypatch.setattr(module, "SLICE", 0.0)
        rows = await tables.storage.load(table.state.id)
        reading = asyncio.create_task(tables.fold(TableState(table.state.id), rows))
        turns = 0
        while not reading.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns >= len(rows)
        assert len(await reading) == len(rows)

    with_tables(tmp_path, work)


def test_undo_quotas_limit_the_length_of_a_log(tmp_path: Path) -> None:
    """When a quota is used up, the game can still be played to its end."""

    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        undone, codes = 0, set()
        for nth in range(10_000):
            if table.state.phase != "running":
                break
            await table.execute(ANN, act(table, f"a{nth}"), EN)
            while undone < UNDO.own + 10:
                try:
                    undo = Undo(id=f"u{undone}", seen=table.state.number)
                    await table.execute(ANN, undo, EN)
                    undone += 1
                    await table.execute(ANN, act(table, f"b{undone}"), EN)
                except Refusal as refusal:
                    codes.add(refusal.code)
                    break
        assert table.state.phase == "over"
        assert undone == UNDO.own
        assert {"too_many_undos", "too_many_undos_now"} < codes
        assert table.state.number < 2 * UNDO.own + 600

    with_tables(tmp_path, work)


@pytest.mark.parametrize("second", [SeatPlan("me"), SeatPlan("bot", bot="traveller")])
def test_a_table_that_leaves_memory_is_freed_at_once(second: SeatPlan) -> None:
    """Without waiting for the garbage collector, which would stop all tables."""

    async def work(tables: TableRegistry) -> None:
        plan = NewTable(GameOptions(2), (SeatPlan("me"), second), seed="7")
        table, _ = await tables.create(ANN, plan, EN)
        subscriber = Subscriber(ANN, "en")
        await table.subscribe(subscriber, -1)
        for nth in range(20):
            if not table.state.bot_of(table.state.turn):
                await table.execute(ANN, act(table, f"a{nth}"), EN)
        table.unsubscribe(subscriber)
        await table.stop()
        left = weakref.ref(table)
        tables.discard(table)
        del table, subscriber
        await asyncio.sleep(0)
        assert left() is None

    gc.disable()
    try:
        with_tables(MemoryStorage, work)
    finally:
        gc.enable()


def test_the_least_recently_used_unwatched_tables_are_dropped_from_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        monkeypatch.setattr(module, "MOST_UNWATCHED", 8)  # entries of two tables
        monkeypatch.setattr(module, "JUST_USED", -1.0)
        watched, _ = await tables.create(ANN, HOT_SEAT, EN)
        await watched.subscribe(Subscriber(ANN, "en"), -1)
        first, second, third = [(await tables.create(ANN, HOT_SEAT, EN))[0] for _ in range(3)]
        kept = [watched.state.id, second.state.id, third.state.id]
        assert list(tables.open) == kept
        assert first.discarded
        await tables.find(first.state.id)  # it is loaded again, and the next one is dropped
        assert list(tables.open) == [kept[0], kept[2], first.state.id]
        monkeypatch.setattr(module, "JUST_USED", 60.0)
        await tables.find(second.state.id)
        assert len(tables.open) == 4

    with_tables(tmp_path, work)


def test_a_page_that_takes_a_seat_gets_its_private_part_at_once(tmp_path: Path) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, NewTable(seats=(SeatPlan("me"),)), EN)
        subscriber, stranger = Subscriber(BOB, "en"), Subscriber(Sender("c" * 64), "en")
        for page in (subscriber, stranger):
            await table.subscribe(page, -1)
            received(page)
        assert (table.subscribers.seats, table.report().seats) == (set(), ())
        accepted = await table.execute(BOB, Sit(id="x", seat=1, name="Bob"), EN)
        assert accepted.secret
        assert (table.subscribers.seats, table.report().seats) == ({1}, (1,))
        (news,) = received(subscriber)
        assert isinstance(news, News)
        assert news.seats == (1,)
        assert news.private is not None
        assert [mine.seat for mine in news.private] == [1]
        assert [entry.kind for entry in news.entries] == ["sat", "started"]
        (news,) = received(stranger)
        assert isinstance(news, News)
        assert (news.seats, news.private) == (None, None)

    with_tables(tmp_path, work)


def test_concurrent_rematches_create_one_table(tmp_path: Path) -> None:
    async def work(tables: TableRegistry) -> None:
        new_table = NewTable(GameOptions(1), (SeatPlan("me"),), seed="1")
        table, _ = await tables.create(ANN, new_table, EN)
        while table.state.phase == "running":
            await table.execute(ANN, act(table, f"n{table.state.number}", -1), EN)
        found = await asyncio.gather(
            *(table.execute(ANN, Rematch(id=f"r{nth}"), EN) for nth in range(3))
        )
        assert len({accepted.table for accepted in found}) == 1
        again = await tables.find(found[0].table)
        assert again.state.phase == "running"
        assert again.state.plan.seed == ""
        assert again.state.created_by == ANN.guest

    with_tables(tmp_path, work)


async def finish_game(tables: TableRegistry, opening: str) -> LiveTable:
    """A finished game of Ann."""
    new = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), opening=opening)
    table, _ = await tables.create(ANN, new, EN)
    await table.execute(ANN, act(table, "last"), EN)
    assert table.state.phase == "over"
    return table


def test_concurrent_rematches_in_two_processes_create_one_table(
    new_storage: Callable[[], Storage],
) -> None:
    opening = position_before_end()

    async def work(*processes: TableRegistry) -> None:
        for _ in range(5):
            table = await finish_game(processes[0], opening)
            opened = [await tables.find(table.state.id) for tables in processes]
            before = len(await processes[0].storage.names())
            answers = await asyncio.gather(
                *(each.execute(ANN, Rematch(id=f"r{nth}"), EN) for nth, each in enumerate(opened))
            )
            (name,) = {answer.table for answer in answers}
            assert len(await processes[0].storage.names()) == before + 1
            again = [await tables.find(name) for tables in processes]
            assert len({each.state.log[0].entry.at for each in again}) == 1
            assert [each.state.plan.rematch_of for each in again] == [table.state.id] * 2

    with_tables(new_storage, work, processes=2)


@pytest.mark.parametrize("repeated", [False, True])
def test_a_rematch_whose_process_died_is_created_by_another(
    new_storage: Callable[[], Storage],
    monkeypatch: pytest.MonkeyPatch,
    repeated: bool,
) -> None:
    """With the seed and the creator from the log of the first table."""

    async def skip(tables: TableRegistry, table: TableState) -> None:
        """Fail to create it, as if the process had died."""

    async def work(here: TableRegistry, there: TableRegistry) -> None:
        table = await finish_game(here, position_before_end())
        with monkeypatch.context() as patch:
            patch.setattr(TableRegistry, "ensure_rematch", skip)
            name = (await table.execute(ANN, Rematch(id="r", same=True), EN)).table
            with pytest.raises(Refusal, match="table does not exist"):
                await there.find(name)
        if repeated:
            answer = await table.execute(ANN, Rematch(id="again"), EN)
            assert answer.table == name
        else:
            await there.find(table.state.id)
            async with asyncio.timeout(60):
                while not await here.storage.load(name):
                    await asyncio.sleep(0.01)
        again = await there.find(name)
        assert table.state.started is not None
        assert again.state.plan.seed == table.state.started.seed
        assert again.state.created_by == ANN.guest

    with_tables(new_storage, work, processes=2)


def test_a_rematch_counts_towards_the_tables_of_a_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        table = await finish_game(tables, position_before_end())
        monkeypatch.setattr(quotas, "MOST_TABLES", 1)
        await tables.create(ANN, HOT_SEAT, EN)
        with pytest.raises(Refusal, match="leave or close one first"):
            await table.execute(ANN, Rematch(id="r"), EN)
        assert not table.state.rematch

    with_tables(tmp_path, work)


def test_a_rematch_costs_an_address_as_much_as_a_new_table_but_a_repetition_is_free(
    tmp_path: Path,
) -> None:
    async def work(tables: TableRegistry) -> None:
        gate, again = Gate(rate=1e-9, sockets=1), Rematch(id="r")
        table = await finish_game(tables, position_before_end())
        gate.addresses.most = TABLE_COST + len(table.state.plan.opening) * TEXT_COST
        check_new_table(gate, "home", Say(id="s", text="Good game!"), table)
        check_new_table(gate, "home", again, table)
        with pytest.raises(Refusal, match="Too many requests"):
            gate.addresses.take("home")
        with pytest.raises(Refusal, match="Too many requests"):
            check_new_table(gate, "home", again, table)
        await table.execute(ANN, again, EN)
        check_new_table(gate, "home", again, table)

    with_tables(tmp_path, work)


EVERYTHING = Old(before=1 << 50, now=1 << 50)
"""Matches all tables."""


def test_a_removed_table_is_refused_and_dropped_from_memory(
    new_storage: Callable[[], Storage],
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        name, subscriber = table.state.id, Subscriber(ANN, "en")
        await table.subscribe(subscriber, -1)
        other = new_storage()
        await other.open()
        assert await other.prune(EVERYTHING) == 1
        await other.close()
        with pytest.raises(Refusal) as refused:  # PostgreSQL may have notified of it already
            await table.execute(ANN, act(table, "x"), EN)
        assert refused.value.code in ("no_table", "busy")
        assert table.discarded
        assert name not in tables.open
        assert subscriber.outbox.code == TRY_AGAIN
        with pytest.raises(Refusal, match="the table was removed"):
            await tables.find(name)
        assert not await tables.storage.names()
        assert not await tables.storage.tables("mine", ANN.guest, 9)

    with_tables(new_storage, work)


def test_the_periodic_check_closes_pages_of_tables_removed_without_notification(
    new_storage: Callable[[], Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notification of PostgreSQL is blocked here; SQLite has none."""

    async def work(tables: TableRegistry) -> None:
        old, _ = await tables.create(ANN, HOT_SEAT, EN)
        unseen, _ = await tables.create(ANN, HOT_SEAT, EN)
        other = new_storage()
        await other.open()
        assert await other.prune(EVERYTHING) == 2
        await other.close()
        new, _ = await tables.create(ANN, HOT_SEAT, EN)
        gone, stays = Subscriber(BOB, "en"), Subscriber(ANN, "en")
        await old.subscribe(gone, -1)
        await new.subscribe(stays, -1)
        assert old.state.id in tables.open
        await tables.drop_removed()
        assert list(tables.open) == [new.state.id]
        assert (gone.outbox.code, stays.outbox.code) == (TRY_AGAIN, 0)
        assert old.discarded
        assert unseen.discarded
        with pytest.raises(Refusal, match="the table was removed"):
            await tables.find(old.state.id)

    monkeypatch.setattr(TableRegistry, "_on_written", lambda *written: None)
    with_tables(new_storage, work)


def test_a_table_that_cannot_be_reloaded_after_a_conflict_is_discarded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process wrote first, and then the database became unavailable."""

    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)

        async def conflict(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            raise Conflict

        async def unavailable(name: str, after: int = 0) -> list[EntryRow]:
            raise Refusal("busy")

        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "append", conflict)
            patch.setattr(tables.storage, "load", unavailable)
            with pytest.raises(Refusal, match="at the moment"):
                await table.execute(ANN, Say(id="x", text="here"), EN)
        assert table.discarded
        again = await tables.find(table.state.id)
        assert again is not table
        assert again.state.number == table.state.number - 1

    with_tables(tmp_path, work)


async def append_unknown_entry(storage: Storage, table: str) -> list[EntryRow]:
    """Append an entry of an unknown type, as a newer version would; return the stored rows."""
    rows = await storage.load(table)
    body = b'{"type":"danced","seat":0}'
    await storage.append(table, [EntryRow(len(rows) + 1, 0, "", "", body)], None)
    return await storage.load(table)


async def refusal_code(work: Awaitable[object]) -> str:
    """The code of the refusal that an awaitable raises."""
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


def logged_about(table: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if table in each.getMessage()]


def test_a_table_of_a_newer_version_is_refused_and_unchanged_and_others_are_served(
    new_storage: Callable[[], Storage], caplog: pytest.LogCaptureFixture
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        other, _ = await tables.create(ANN, HOT_SEAT, EN)
        stored = await append_unknown_entry(tables.storage, table.state.id)
        for each in (table, other):
            tables.discard(each)
        for _ in range(3):
            assert await refusal_code(tables.find(table.state.id)) == NEWER
        again = await tables.find(other.state.id)
        await again.execute(ANN, act(again, "x"), EN)
        assert await tables.storage.load(table.state.id) == stored
        assert len(logged_about(table.state.id, caplog)) == 1
        assert "newer version" in logged_about(table.state.id, caplog)[0]

    with_tables(new_storage, work)


def test_pages_of_a_table_that_a_newer_version_continues_must_reconnect(
    new_storage: Callable[[], Storage],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        page = Subscriber(ANN, "en")
        await table.subscribe(page, -1)
        stored = await append_unknown_entry(tables.storage, table.state.id)
        await table.catch_up()
        assert page.outbox.code == TRY_AGAIN
        assert table.discarded
        assert await refusal_code(tables.find(table.state.id)) == NEWER
        assert await tables.storage.load(table.state.id) == stored
        assert len(logged_about(table.state.id, caplog)) == 1

    monkeypatch.setattr(TableRegistry, "_on_written", lambda *written: None)
    with_tables(new_storage, work)


def test_a_command_after_an_entry_of_a_newer_version_is_refused_and_not_stored(
    new_storage: Callable[[], Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: TableRegistry) -> None:
        table, _ = await tables.create(ANN, HOT_SEAT, EN)
        page = Subscriber(ANN, "en")
        await table.subscribe(page, -1)
        received(page)
        stored = await append_unknown_entry(tables.storage, table.state.id)
        assert await refusal_code(table.execute(ANN, act(table, "x"), EN)) == NEWER
        assert received(page) == []  # it was not stored, so it is not shown
        assert page.outbox.code == TRY_AGAIN
        assert await tables.storage.load(table.state.id) == stored

    monkeypatch.setattr(TableRegistry, "_on_written", lambda *written: None)
    with_tables(new_storage, work)


def test_a_table_of_a_newer_version_does_not_stop_the_bots_of_other_tables(
    new_storage: Callable[[], Storage],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    new_table = NewTable(
        GameOptions(2), (SeatPlan("me"), SeatPlan("bot", "", "traveller")), seed="7"
    )

    async def work(tables: TableRegistry) -> None:
        created = [(await tables.create(ANN, new_table, EN))[0] for _ in range(2)]
        for each in created:
            await each.stop()
            tables.discard(each)
        newer = created[0].state.id
        await append_unknown_entry(tables.storage, newer)

        async def due(until: int) -> list[str]:
            return [each.state.id for each in created]

        monkeypatch.setattr(tables.storage, "due", due)
        for _ in range(3):
            await tables.resume_due()
        assert set(tables.open) == {created[1].state.id}
        assert len(logged_about(newer, caplog)) == 1

    with_tables(new_storage, work)


def test_a_removed_rematch_is_not_created_again(tmp_path: Path) -> None:
    """The first table stays because of its later chat."""

    async def work(tables: TableRegistry) -> None:
        table = await finish_game(tables, position_before_end())
        again = (await table.execute(ANN, Rematch(id="r"), EN)).table
        later = module.milliseconds() + module.REMATCH_EXPIRY + 10_000
        tables.now = lambda: later
        await table.execute(ANN, Say(id="s", text="still here"), EN)
        assert await tables.storage.prune(Old(later, later)) == 1
        for each in list(tables.open.values()):
            tables.discard(each)
        table = await tables.find(table.state.id)
        with pytest.raises(Refusal, match="was removed; open a new one"):
            await table.execute(ANN, Rematch(id="q"), EN)
        assert await tables.storage.names() == [table.state.id]
        assert again not in tables.open

    with_tables(tmp_path, work)
