"""All open tables of a process: found, dropped from memory, removed; and rematches."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Callable
from pathlib import Path

import pytest

from naqala.server.http.api import check_new_table
from naqala.server.http.limits import TABLE_COST, TEXT_COST, RateLimits
from naqala.tables.errors import Refusal
from naqala.tables.live import registry as module
from naqala.tables.live.outbox import TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log import quotas
from naqala.tables.log.codec import NEWER
from naqala.tables.log.state import TableState
from naqala.tables.memory import MemoryStorage
from naqala.tables.protocol.messages import NewTable, Rematch, Say
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.storage import PruneCriteria, Storage
from tests.tables.live.registries import (
    ANN,
    BOB,
    EN,
    HOT_SEAT,
    act,
    append_unknown_entry,
    logged_about,
    refusal_code,
    with_tables,
)
from tests.tables.table_builder import position_before_end


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
        rate_limits, again = RateLimits(rate=1e-9, sockets=1), Rematch(id="r")
        table = await finish_game(tables, position_before_end())
        rate_limits.addresses.most = TABLE_COST + len(table.state.plan.opening) * TEXT_COST
        check_new_table(rate_limits, "home", Say(id="s", text="Good game!"), table)
        check_new_table(rate_limits, "home", again, table)
        with pytest.raises(Refusal, match="Too many requests"):
            rate_limits.addresses.take("home")
        with pytest.raises(Refusal, match="Too many requests"):
            check_new_table(rate_limits, "home", again, table)
        await table.execute(ANN, again, EN)
        check_new_table(rate_limits, "home", again, table)

    with_tables(tmp_path, work)


EVERYTHING = PruneCriteria(before=1 << 50, now=1 << 50)
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
        assert await tables.storage.prune(PruneCriteria(later, later)) == 1
        for each in list(tables.open.values()):
            tables.discard(each)
        table = await tables.find(table.state.id)
        with pytest.raises(Refusal, match="was removed; open a new one"):
            await table.execute(ANN, Rematch(id="q"), EN)
        assert await tables.storage.names() == [table.state.id]
        assert again not in tables.open

    with_tables(tmp_path, work)
