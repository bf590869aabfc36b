"""An open table: entries are stored before they are shown, and concurrent writes are resolved."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from naqala.server.storage.sqlite import Sqlite
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.outbox import TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.log.codec import NEWER
from naqala.tables.log.quotas import UNDO
from naqala.tables.memory import MemoryStorage
from naqala.tables.protocol.messages import Act, News, NewTable, Say, Sit, Undo
from naqala.tables.protocol.types import SeatPlan
from naqala.tables.storage import Conflict, EntryRow, Storage, Summary
from tests.tables.live.registries import (
    ANN,
    BOB,
    EN,
    HOT_SEAT,
    act,
    append_unknown_entry,
    logged_about,
    received,
    refusal_code,
    with_tables,
)


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
            with pytest.raises(Refusal, match="not possible at the moment"):
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
