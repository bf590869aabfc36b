"""Open tables: durable before seen, and right whoever writes first."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from naqala.server import limits
from naqala.server import tables as module
from naqala.server.api import check_new_table
from naqala.server.limits import LAYING_COST, READ_COST, Gate
from naqala.server.open_table import OpenTable
from naqala.server.protocol import Act, News, NewTable, Presence, Rematch, Say, Sit, Welcome
from naqala.server.refusal import Refusal
from naqala.server.rows import NEWER
from naqala.server.sends import Sender
from naqala.server.shapes import GameOptions, SeatPlan
from naqala.server.sqlite import Sqlite
from naqala.server.storage import Conflict, EntryRow, Old, Storage, Summary
from naqala.server.table import Table
from naqala.server.tables import Tables
from naqala.server.thinking import Thinking
from naqala.server.watching import MOST_WAITING, TRY_AGAIN, Watcher
from naqala.text import catalogue
from tests.server.folds import nearly_over

EN = catalogue("en")
ANN, BOB = Sender("a" * 64), Sender("b" * 64)
HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("me")), seed="7")


def with_tables(
    where: Path | Callable[[], Storage],
    work: Callable[..., Awaitable[None]],
    *,
    processes: int = 1,
) -> None:
    """Do something with one or more processes' tables on one database."""

    def fresh() -> Storage:
        return Sqlite(where / "t.sqlite3") if isinstance(where, Path) else where()

    async def opened() -> None:
        all_tables = [Tables(fresh(), Thinking(1)) for _ in range(processes)]
        for tables in all_tables:
            await tables.begin()
        try:
            await work(*all_tables)
        finally:
            for tables in all_tables:
                await tables.end()

    asyncio.run(opened())


def act(table: OpenTable, name: str, nth: int = 0) -> Act:
    assert table.table.game is not None
    return Act(id=name, seen=table.table.number, action=str(table.table.game.legal()[nth]))


def posted(watcher: Watcher) -> list[Welcome | News]:
    found: list[Welcome | News] = []
    while watcher.outbox:
        message = watcher.outbox.pop(0)
        read = msgspec.json.decode(message, type=Welcome | News | Presence)
        found += [] if isinstance(read, Presence) else [read]
    return found


def test_of_two_processes_that_write_at_once_one_wins_and_both_see_it(
    fresh: Callable[[], Storage],
) -> None:
    async def work(here: Tables, there: Tables) -> None:
        one, _ = await here.lay(ANN, HOT_SEAT, EN)
        two = await there.find(one.table.id)
        watcher = Watcher(ANN, "en")
        await two.welcome(watcher, -1, stay=True)
        posted(watcher)
        first, second = act(one, "x"), act(two, "y", nth=1)
        assert (await one.send(ANN, first, EN)).number == first.seen + 1
        with pytest.raises(Refusal, match="has moved on"):
            await two.send(ANN, second, EN)
        (news,) = posted(watcher)
        assert isinstance(news, News)
        assert news.number == first.seen + 1
        assert one.table.game == two.table.game
        assert (await two.send(ANN, first, EN)).number == first.seen + 1

    with_tables(fresh, work, processes=2)


def test_chat_from_two_processes_is_kept_whoever_comes_first(fresh: Callable[[], Storage]) -> None:
    async def work(here: Tables, there: Tables) -> None:
        one, _ = await here.lay(ANN, HOT_SEAT, EN)
        two = await there.find(one.table.id)
        for nth in range(5):
            await one.send(ANN, Say(id=f"a{nth}", text="here"), EN)
            await two.send(ANN, Say(id=f"b{nth}", text="there"), EN)
        await one.catch_up()
        assert [each.entry for each in one.table.log] == [each.entry for each in two.table.log]
        assert one.table.number == 4 + 10

    with_tables(fresh, work, processes=2)


def test_a_table_that_could_not_be_written_is_as_it_is_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)
        watcher = Watcher(ANN, "en")
        await table.welcome(watcher, -1, stay=True)
        posted(watcher)

        async def broken(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            raise OSError("disk full")

        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "append", broken)
            with pytest.raises(Refusal, match="cannot do this at the moment"):
                await table.send(ANN, act(table, "x"), EN)
        assert watcher.code == TRY_AGAIN
        again = await tables.find(table.table.id)
        assert again is not table
        assert again.table.number == 4
        assert (await again.send(ANN, act(again, "x"), EN)).number == 5

    with_tables(tmp_path, work)


def test_what_could_not_be_written_is_neither_accepted_again_nor_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody sends again, and somebody comes, while an append is on its way to fail."""

    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)

        async def broken(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            await asyncio.sleep(0)
            raise OSError("disk full")

        watcher = Watcher(ANN, "en")
        send = act(table, "x")
        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "append", broken)
            answers = await asyncio.gather(
                table.send(ANN, send, EN),
                table.send(ANN, send, EN),
                table.welcome(watcher, -1, stay=True),
                return_exceptions=True,
            )
        assert [getattr(answer, "code", answer) for answer in answers] == ["busy"] * 3
        assert not table.watchers.pages
        again = await tables.find(table.table.id)
        assert (await again.send(ANN, send, EN)).number == 5

    with_tables(tmp_path, work)


def test_who_waited_for_a_table_that_was_thrown_away_leaves_no_gap_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)
        first, failed = asyncio.Event(), tables.storage.append

        async def breaks_once(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            if first.is_set():
                return await failed(name, rows, summary)
            first.set()
            raise OSError("disk full")

        monkeypatch.setattr(tables.storage, "append", breaks_once)
        sends = [table.send(ANN, Say(id=name, text=name), EN) for name in ("one", "two")]
        answers = await asyncio.gather(*sends, return_exceptions=True)
        assert [getattr(answer, "code", answer) for answer in answers] == ["busy", "busy"]
        again = await tables.find(table.table.id)
        assert again.table.number == 4
        assert (await again.send(ANN, Say(id="two", text="two"), EN)).number == 5

    with_tables(tmp_path, work)


def test_nobody_waits_until_all_tables_that_go_on_by_themselves_are_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = []

    async def endless(tables: Tables) -> None:
        looks.append(tables)
        await asyncio.wait_for(asyncio.Event().wait(), 20)

    monkeypatch.setattr(Tables, "look", endless)

    async def work(tables: Tables) -> None:
        await tables.lay(ANN, HOT_SEAT, EN)
        assert looks == [tables]

    with_tables(tmp_path, work)


def test_many_who_ask_for_a_table_at_once_get_the_same_one(fresh: Callable[[], Storage]) -> None:
    async def work(here: Tables, there: Tables) -> None:
        laid, _ = await here.lay(ANN, HOT_SEAT, EN)
        found = await asyncio.gather(*(there.find(laid.table.id) for _ in range(9)))
        assert len(set(map(id, found))) == 1
        with pytest.raises(Refusal, match="table does not exist"):
            await there.find("2" * 20)
        with pytest.raises(Refusal, match="table does not exist"):
            await there.find("../etc")

    with_tables(fresh, work, processes=2)


def test_idle_tables_leave_memory_and_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        monkeypatch.setattr(module, "IDLE", -1.0)
        idle, _ = await tables.lay(ANN, HOT_SEAT, EN)
        watched, _ = await tables.lay(ANN, HOT_SEAT, EN)
        await watched.welcome(Watcher(ANN, "en"), -1, stay=True)
        tables.sweep()
        assert list(tables.open) == [watched.table.id]
        assert (await tables.find(idle.table.id)).table.game == idle.table.game

    with_tables(tmp_path, work)


def test_of_too_many_tables_that_nobody_watches_the_longest_unused_leave_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        monkeypatch.setattr(module, "MOST_UNWATCHED", 2)
        monkeypatch.setattr(module, "JUST_USED", -1.0)
        watched, _ = await tables.lay(ANN, HOT_SEAT, EN)
        await watched.welcome(Watcher(ANN, "en"), -1, stay=True)
        first, second, third = [(await tables.lay(ANN, HOT_SEAT, EN))[0] for _ in range(3)]
        kept = [watched.table.id, second.table.id, third.table.id]
        assert list(tables.open) == kept
        assert first.gone
        await tables.find(first.table.id)  # it comes back, and the next one goes
        assert list(tables.open) == [kept[0], kept[2], first.table.id]
        monkeypatch.setattr(module, "JUST_USED", 60.0)
        await tables.find(second.table.id)
        assert len(tables.open) == 4

    with_tables(tmp_path, work)


def test_a_page_that_does_not_read_is_let_go() -> None:
    watcher = Watcher(ANN, "en")
    for _ in range(MOST_WAITING + 1):
        watcher.post(b"{}")
    assert watcher.code == TRY_AGAIN


def test_what_waits_for_a_page_goes_in_one_frame() -> None:
    watcher = Watcher(ANN, "en")
    found = []
    for messages in ([b"1"], [b"1", b"2", b"3"], [b"1", b"", b"2"]):
        for message in messages:
            watcher.post(message) if message else watcher.dismiss(TRY_AGAIN)
        found.append(watcher.taken())
    assert [*found, watcher.taken()] == [b"1", b"[1,2,3]", b"1", b""]


def test_who_delivers_is_woken_once_for_all_that_waits() -> None:
    watcher, woken = Watcher(ANN, "en"), []
    watcher.wake = lambda: woken.append(len(watcher.outbox))
    watcher.post(b"1")
    watcher.post(b"2")
    assert woken == [1]
    watcher.taken()
    watcher.post(b"3")
    watcher.dismiss(TRY_AGAIN)
    assert woken == [1, 1]
    watcher.taken()
    other = Watcher(ANN, "en")
    other.wake = lambda: woken.append(len(other.outbox))
    other.dismiss(TRY_AGAIN)
    other.dismiss(TRY_AGAIN)
    assert woken == [1, 1, 0]


def test_a_seat_that_is_taken_shows_its_secrets_to_its_page_at_once(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, NewTable(seats=(SeatPlan("me"),)), EN)
        watcher, stranger = Watcher(BOB, "en"), Watcher(Sender("c" * 64), "en")
        for page in (watcher, stranger):
            await table.welcome(page, -1, stay=True)
            posted(page)
        assert (table.watchers.here, table.sign().seats) == (set(), ())
        accepted = await table.send(BOB, Sit(id="x", seat=1, name="Bob"), EN)
        assert accepted.secret
        assert (table.watchers.here, table.sign().seats) == ({1}, (1,))
        (news,) = posted(watcher)
        assert isinstance(news, News)
        assert news.seats == (1,)
        assert news.private is not None
        assert [mine.seat for mine in news.private] == [1]
        assert [entry.kind for entry in news.entries] == ["sat", "started"]
        (news,) = posted(stranger)
        assert isinstance(news, News)
        assert (news.seats, news.private) == (None, None)

    with_tables(tmp_path, work)


def test_two_who_ask_for_a_rematch_meet_at_one_table(tmp_path: Path) -> None:
    async def work(tables: Tables) -> None:
        asked = NewTable(GameOptions(1), (SeatPlan("me"),), seed="1")
        table, _ = await tables.lay(ANN, asked, EN)
        while table.table.phase == "running":
            await table.send(ANN, act(table, f"n{table.table.number}", -1), EN)
        found = await asyncio.gather(
            *(table.send(ANN, Rematch(id=f"r{nth}"), EN) for nth in range(3))
        )
        assert len({accepted.table for accepted in found}) == 1
        again = await tables.find(found[0].table)
        assert again.table.phase == "running"
        assert again.table.plan.seed == ""
        assert again.table.laid_by == ANN.guest

    with_tables(tmp_path, work)


async def played(tables: Tables, opening: str) -> OpenTable:
    """A finished game of Ann's."""
    new = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), opening=opening)
    table, _ = await tables.lay(ANN, new, EN)
    await table.send(ANN, act(table, "last"), EN)
    assert table.table.phase == "over"
    return table


def test_of_two_processes_that_are_asked_for_a_rematch_at_once_one_table_comes(
    fresh: Callable[[], Storage],
) -> None:
    opening = nearly_over()

    async def work(*processes: Tables) -> None:
        for _ in range(5):
            table = await played(processes[0], opening)
            opened = [await tables.find(table.table.id) for tables in processes]
            before = len(await processes[0].storage.names())
            answers = await asyncio.gather(
                *(each.send(ANN, Rematch(id=f"r{nth}"), EN) for nth, each in enumerate(opened))
            )
            (name,) = {answer.table for answer in answers}
            assert len(await processes[0].storage.names()) == before + 1
            again = [await tables.find(name) for tables in processes]
            assert len({each.table.log[0].entry.at for each in again}) == 1
            assert [each.table.plan.rematch_of for each in again] == [table.table.id] * 2

    with_tables(fresh, work, processes=2)


@pytest.mark.parametrize("asks", [False, True])
def test_a_rematch_whose_process_died_before_it_was_laid_is_laid_by_whoever_comes(
    fresh: Callable[[], Storage],
    monkeypatch: pytest.MonkeyPatch,
    asks: bool,
) -> None:
    """The seed and who asked for it are those of the rematch that was told."""

    async def nothing(tables: Tables, table: Table) -> None:
        """Dies."""

    async def work(here: Tables, there: Tables) -> None:
        table = await played(here, nearly_over())
        with monkeypatch.context() as patch:
            patch.setattr(Tables, "follow", nothing)
            name = (await table.send(ANN, Rematch(id="r", same=True), EN)).table
            with pytest.raises(Refusal, match="table does not exist"):
                await there.find(name)
        if asks:
            answer = await table.send(ANN, Rematch(id="again"), EN)
            assert answer.table == name
        else:
            await there.find(table.table.id)
            async with asyncio.timeout(60):
                while not await here.storage.load(name):
                    await asyncio.sleep(0.01)
        again = await there.find(name)
        assert table.table.started is not None
        assert again.table.plan.seed == table.table.started.seed
        assert again.table.laid_by == ANN.guest

    with_tables(fresh, work, processes=2)


def test_a_rematch_is_one_of_the_tables_that_a_guest_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        table = await played(tables, nearly_over())
        monkeypatch.setattr(limits, "MOST_TABLES", 1)
        await tables.lay(ANN, HOT_SEAT, EN)
        with pytest.raises(Refusal, match="leave or close one first"):
            await table.send(ANN, Rematch(id="r"), EN)
        assert not table.table.rematch

    with_tables(tmp_path, work)


def test_a_rematch_costs_an_address_a_new_table_with_its_opening_and_is_told_again_for_nothing(
    tmp_path: Path,
) -> None:
    async def work(tables: Tables) -> None:
        gate, again = Gate(rate=1e-9, sockets=1), Rematch(id="r")
        table = await played(tables, nearly_over())
        gate.addresses.most = LAYING_COST + len(table.table.plan.opening) * READ_COST
        check_new_table(gate, "home", Say(id="s", text="Good game!"), table)
        check_new_table(gate, "home", again, table)
        with pytest.raises(Refusal, match="Too many requests"):
            gate.addresses.take("home")
        with pytest.raises(Refusal, match="Too many requests"):
            check_new_table(gate, "home", again, table)
        await table.send(ANN, again, EN)
        check_new_table(gate, "home", again, table)

    with_tables(tmp_path, work)


LONG_AGO = Old(before=1 << 50, now=1 << 50)
"""Everything that has happened."""


def test_a_table_that_was_removed_is_refused_and_forgotten_and_does_not_come_back(
    fresh: Callable[[], Storage],
) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)
        name, watcher = table.table.id, Watcher(ANN, "en")
        await table.welcome(watcher, -1, stay=True)
        other = fresh()
        await other.open()
        assert await other.prune(LONG_AGO) == 1
        await other.close()
        with pytest.raises(Refusal) as refused:  # PostgreSQL may have told of it already
            await table.send(ANN, act(table, "x"), EN)
        assert refused.value.code in ("no_table", "busy")
        assert table.gone
        assert name not in tables.open
        assert watcher.code == TRY_AGAIN
        with pytest.raises(Refusal, match="the table was removed"):
            await tables.find(name)
        assert not await tables.storage.names()
        assert not await tables.storage.tables("mine", ANN.guest, 9)

    with_tables(fresh, work)


def test_pages_of_a_table_that_was_removed_unheard_are_let_go_with_the_next_look(
    fresh: Callable[[], Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of PostgreSQL the notification is missed here; a file has none."""

    async def work(tables: Tables) -> None:
        old, _ = await tables.lay(ANN, HOT_SEAT, EN)
        unseen, _ = await tables.lay(ANN, HOT_SEAT, EN)
        other = fresh()
        await other.open()
        assert await other.prune(LONG_AGO) == 2
        await other.close()
        new, _ = await tables.lay(ANN, HOT_SEAT, EN)
        gone, stays = Watcher(BOB, "en"), Watcher(ANN, "en")
        await old.welcome(gone, -1, stay=True)
        await new.welcome(stays, -1, stay=True)
        assert old.table.id in tables.open
        await tables.forget_removed()
        assert list(tables.open) == [new.table.id]
        assert (gone.code, stays.code) == (TRY_AGAIN, 0)
        assert old.gone
        assert unseen.gone
        with pytest.raises(Refusal, match="the table was removed"):
            await tables.find(old.table.id)

    monkeypatch.setattr(Tables, "_heard", lambda *heard: None)
    with_tables(fresh, work)


def test_memory_that_could_not_be_folded_anew_is_thrown_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another was faster, and then the database went away: what was never stored is not shown."""

    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)

        async def late(name: str, rows: list[EntryRow], summary: Summary | None) -> None:
            raise Conflict

        async def away(name: str, after: int = 0) -> list[EntryRow]:
            raise Refusal("busy")

        with monkeypatch.context() as patch:
            patch.setattr(tables.storage, "append", late)
            patch.setattr(tables.storage, "load", away)
            with pytest.raises(Refusal, match="at the moment"):
                await table.send(ANN, Say(id="x", text="here"), EN)
        assert table.gone
        again = await tables.find(table.table.id)
        assert again is not table
        assert again.table.number == table.table.number - 1

    with_tables(tmp_path, work)


async def danced(storage: Storage, table: str) -> list[EntryRow]:
    """A newer version has written something that nobody here knows; all that is stored now."""
    rows = await storage.load(table)
    body = b'{"type":"danced","seat":0}'
    await storage.append(table, [EntryRow(len(rows) + 1, 0, "", "", body)], None)
    return await storage.load(table)


async def code_of(work: Awaitable[object]) -> str:
    """Why something is refused."""
    with pytest.raises(Refusal) as refused:
        await work
    return refused.value.code


def told_of(table: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    return [each.getMessage() for each in caplog.records if table in each.getMessage()]


def test_a_table_that_a_newer_version_played_on_is_refused_and_unharmed_and_others_are_served(
    fresh: Callable[[], Storage], caplog: pytest.LogCaptureFixture
) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)
        other, _ = await tables.lay(ANN, HOT_SEAT, EN)
        stored = await danced(tables.storage, table.table.id)
        for each in (table, other):
            tables.forget(each)
        for _ in range(3):
            assert await code_of(tables.find(table.table.id)) == NEWER
        again = await tables.find(other.table.id)
        await again.send(ANN, act(again, "x"), EN)
        assert await tables.storage.load(table.table.id) == stored
        assert len(told_of(table.table.id, caplog)) == 1
        assert "newer version" in told_of(table.table.id, caplog)[0]

    with_tables(fresh, work)


def test_pages_of_a_table_that_a_newer_version_plays_on_come_back(
    fresh: Callable[[], Storage],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)
        page = Watcher(ANN, "en")
        await table.welcome(page, -1, stay=True)
        stored = await danced(tables.storage, table.table.id)
        await table.catch_up()
        assert page.code == TRY_AGAIN
        assert table.gone
        assert await code_of(tables.find(table.table.id)) == NEWER
        assert await tables.storage.load(table.table.id) == stored
        assert len(told_of(table.table.id, caplog)) == 1

    monkeypatch.setattr(Tables, "_heard", lambda *heard: None)
    with_tables(fresh, work)


def test_who_comes_later_than_a_newer_version_writes_nothing_and_is_told_so(
    fresh: Callable[[], Storage], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(tables: Tables) -> None:
        table, _ = await tables.lay(ANN, HOT_SEAT, EN)
        page = Watcher(ANN, "en")
        await table.welcome(page, -1, stay=True)
        posted(page)
        stored = await danced(tables.storage, table.table.id)
        assert await code_of(table.send(ANN, act(table, "x"), EN)) == NEWER
        assert posted(page) == []  # what was not stored was not shown
        assert page.code == TRY_AGAIN
        assert await tables.storage.load(table.table.id) == stored

    monkeypatch.setattr(Tables, "_heard", lambda *heard: None)
    with_tables(fresh, work)


def test_bots_of_other_tables_go_on_beside_one_that_a_newer_version_played_on(
    fresh: Callable[[], Storage],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = NewTable(GameOptions(2), (SeatPlan("me"), SeatPlan("bot", "", "traveller")), seed="7")

    async def work(tables: Tables) -> None:
        laid = [(await tables.lay(ANN, asked, EN))[0] for _ in range(2)]
        for each in laid:
            await each.stop()
            tables.forget(each)
        newer = laid[0].table.id
        await danced(tables.storage, newer)

        async def waking(until: int) -> list[str]:
            return [each.table.id for each in laid]

        monkeypatch.setattr(tables.storage, "waking", waking)
        for _ in range(3):
            await tables.look()
        assert set(tables.open) == {laid[1].table.id}
        assert len(told_of(newer, caplog)) == 1

    with_tables(fresh, work)


def test_the_table_of_a_rematch_that_was_removed_is_not_laid_again(tmp_path: Path) -> None:
    """Something happened at the first table later, so it stays."""

    async def work(tables: Tables) -> None:
        table = await played(tables, nearly_over())
        again = (await table.send(ANN, Rematch(id="r"), EN)).table
        later = module.milliseconds() + module.MAKE_UP + 10_000
        tables.now = lambda: later
        await table.send(ANN, Say(id="s", text="still here"), EN)
        assert await tables.storage.prune(Old(later, later)) == 1
        for each in list(tables.open.values()):
            tables.forget(each)
        table = await tables.find(table.table.id)
        with pytest.raises(Refusal, match="was removed; open a new one"):
            await table.send(ANN, Rematch(id="q"), EN)
        assert await tables.storage.names() == [table.table.id]
        assert again not in tables.open

    with_tables(tmp_path, work)
