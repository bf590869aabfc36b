"""Several server processes on one PostgreSQL: one table, wherever its players are."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import asyncpg
import pytest
from websockets.exceptions import ConnectionClosed

from naqala.cli import main
from naqala.rules.actions import Action
from naqala.server.ops.settings import Settings, storage_of
from naqala.server.storage.postgres import Postgres
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import Sender
from naqala.tables.live import bot_seats
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.outbox import TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.log import entries as log
from naqala.tables.log.codec import NEWER
from naqala.tables.protocol.messages import NewTable, Say
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.storage import EntryRow
from naqala.tables.thinking import BotRequest, Priority
from naqala.text import catalogue
from tests.server.alternating import CUT, cutting, play_at_servers
from tests.server.clusters import PATIENCE, Cluster, value
from tests.server.folds import nearly_over
from tests.server.servers import ROUNDS, Browser, Page, Server, running


@pytest.fixture
def pair(cluster: Cluster, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two real servers on one empty database."""
    url = cluster.new()
    servers = [Server(tmp_path, "--database", url, "--pause", "0.3") for _ in range(2)]
    try:
        yield servers[0].start(), servers[1].start()
    finally:
        for server in servers:
            server.kill()


def answer_to(page: Page, name: str) -> Any:
    return page.until(lambda message: message.get("id") == name)


def test_players_on_different_processes_see_each_others_moves(pair: tuple[Server, Server]) -> None:
    here, there = pair
    with Browser(here) as ann, Browser(there) as bob:
        table = ann.create_table("me", "open")
        assert table in bob.get("/api/tables", show="open").text
        with ann.open(table) as first, bob.open(table) as second:
            assert second.ask("sit", seat=1, name="Bob")["type"] == "accepted"
            pages, rng = [first, second], random.Random(5)
            for _ in range(40):
                for page in pages:
                    page.catch_up(max(first.number, second.number))
                page = pages[first.scene["asked"]["seat"]]
                answer = page.act(rng.choice(page.choices))
                assert answer["type"] == "accepted", answer
            for page in pages:
                page.catch_up(max(first.number, second.number))
            assert first.scene == second.scene
            assert first.private.keys() == {0}
            assert second.private.keys() == {1}
            assert [each["number"] for each in first.log] == list(range(1, first.number + 1))


def test_players_on_different_processes_see_that_the_other_is_there(
    pair: tuple[Server, Server],
) -> None:
    here, there = pair

    def presence(page: Page) -> list[bool]:
        told = [each for each in page.messages if each["type"] in ("welcome", "presence")]
        last = told[-1]
        return list(last["presence"] if last["type"] == "welcome" else last["seats"])

    with Browser(here) as ann, Browser(there) as bob:
        table = ann.create_table("me", "open")
        with ann.open(table) as first:
            with bob.open(table) as second:
                assert second.ask("sit", seat=1, name="Bob")["type"] == "accepted"
                for page in (first, second):
                    while presence(page) != [True, True]:
                        page.receive()
            while presence(first) != [True, False]:
                first.receive()


async def danced(url: str, table: str) -> None:
    """A process of a newer version writes something that those of today do not know."""
    storage = Postgres(url)
    await storage.open()
    try:
        number = len(await storage.load(table)) + 1
        await storage.append(table, [EntryRow(number, 0, "", "", b'{"type":"danced"}')], None)
    finally:
        await storage.close()


def closing_code(page: Page) -> int:
    """The code with which the server closes the socket of a page."""
    with pytest.raises(ConnectionClosed) as closed:
        page.until(lambda message: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_a_process_leaves_a_table_to_newer_ones_as_soon_as_it_hears_of_them(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    here, there = pair
    url = here.options[1]
    with Browser(here) as ann, Browser(there) as bob:
        table, other = ann.create_table("me", "me"), ann.create_table("me", "me")
        with ann.open(table) as first, bob.open(table) as second, ann.open(other) as third:
            asyncio.run(danced(url, table))
            assert [closing_code(page) for page in (first, second)] == [TRY_AGAIN] * 2
            with ann.open(table, since=first.number) as again:  # as the page does
                assert again.messages[-1]["code"] == NEWER
                assert "newer version" in again.messages[-1]["message"]
                assert closing_code(again) == TRY_AGAIN
            answer = ann.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (409, NEWER)
            assert third.act(third.choices[0])["type"] == "accepted"
            assert other in bob.get("/api/tables", show="running").text
        stored = cluster.do(
            f"""select count(*) from entries where "table" = '{table}'""", urlsplit(url).path[1:]
        )
        assert int(stored) == first.number + 1
    for server in pair:
        assert not any(name.startswith("naqala_errors") for name in server.metrics())


@pytest.mark.parametrize("seed", range(6, 6 + ROUNDS))
def test_of_two_sends_of_one_number_one_wins_and_the_other_sees_the_fresh_state(
    pair: tuple[Server, Server], seed: int
) -> None:
    here, there = pair
    with Browser(here) as ann, Browser(there) as same:
        table = ann.create_table("me", "me", seed=str(seed))
        same.http.cookies = ann.http.cookies
        with ann.open(table) as first, same.open(table) as second:
            pages, rng = [first, second], random.Random(seed)
            for nth in range(50):
                assert first.number == second.number, f"after {nth} sends of each"
                for page in pages:  # both are on their way before either is answered
                    page.send({"type": "act", "id": f"{nth} {id(page)}", "seen": page.number,
                               "action": rng.choice(page.choices)})  # fmt: skip
                answers = [answer_to(page, f"{nth} {id(page)}") for page in pages]
                kinds = sorted(answer["type"] for answer in answers)
                assert kinds == ["accepted", "refused"], answers
                (refused,) = (each for each in answers if each["type"] == "refused")
                assert refused["code"] == "stale", answers
                for page in pages:
                    page.catch_up(max(each["number"] for each in answers))
                assert first.scene == second.scene, answers
                assert first.choices == second.choices, answers


def test_an_act_is_not_refused_by_a_process_that_has_not_heard_of_the_one_before(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    """Each act goes to the other process, and the connections that tell them are cut."""

    async def work() -> None:
        async with cutting(lambda: cluster.do(CUT)) as cuts:
            answers = await play_at_servers([each.address for each in pair], 100 * ROUNDS, 4)
            while sum(cuts) < 2:
                await asyncio.sleep(0.1)
        assert set(answers) == {""}

    asyncio.run(work())


def test_two_who_ask_for_a_rematch_at_different_processes_at_once_meet_at_one_table(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    here, there = pair
    database, opening = urlsplit(there.options[1]).path[1:], nearly_over()

    def tables() -> int:
        return int(cluster.do("select count(*) from entries where number = 1", database))

    with Browser(here) as ann, Browser(there) as same:
        for nth in range(5):
            table = ann.create_table("me", "me", opening=opening)
            same.http.cookies = ann.http.cookies
            with ann.open(table) as first, same.open(table) as second:
                assert first.act(first.choices[0])["type"] == "accepted"
                second.catch_up(first.number)
                before = tables()
                for page in (first, second):  # both are on their way before either is answered
                    page.send({"type": "rematch", "id": f"{nth} {id(page)}"})
                answers = [answer_to(page, f"{nth} {id(page)}") for page in (first, second)]
                assert [answer["type"] for answer in answers] == ["accepted"] * 2, answers
                (name,) = {answer["table"] for answer in answers}
                with ann.open(name) as one, same.open(name) as two:
                    assert one.scene == two.scene
                assert tables() == before + 1


def test_bots_go_on_at_another_process_when_theirs_is_killed(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    """Where somebody watches, and at a table that nobody has opened there.

    There a person bids first, and 0: so it plays last, and the four bots have much to do before.
    """
    here, there = pair
    with Browser(here) as ann, Browser(there) as bob:
        large = {"options": {"expansions": ["artisans"]}, "seed": "14"}  # and so it takes long
        watched = ann.create_table(*["traveller"] * 5, **large)
        alone = ann.create_table("me", *["traveller"] * 4, **large)

        def number() -> int:
            """The last number of the lonely table; to ask a server would open it there."""
            query = f"select max(number) from entries where \"table\" = '{alone}'"
            return int(cluster.do(query, urlsplit(there.options[1]).path[1:]))

        with bob.open(watched) as page:
            page.until(lambda message: page.number >= 6)
            with ann.open(alone) as playing:
                playing.wait_for_turn()
                assert playing.act("bid 0")["type"] == "accepted"
                here.kill()
            before, stopped = number(), page.number
            page.until(lambda message: page.number >= stopped + 6)
        deadline = time.monotonic() + PATIENCE
        while number() < before + 2:  # one may have been on its way
            assert time.monotonic() < deadline, f"nothing after {before} at the lonely table"
            time.sleep(0.1)


def test_tables_go_on_when_the_database_was_away(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.new()
    with running(tmp_path, "--database", url) as server, Browser(server) as ann:
        table = ann.create_table("me", "traveller")
        page = ann.open(table)
        page.play(lambda page: page.choices[0], most=3)
        assert page.wait_for_turn()
        send = {"id": "again", "seen": page.number, "action": page.choices[0]}
        cluster.stop()
        try:
            assert page.ask("act", **send)["code"] == "busy"
            with pytest.raises(ConnectionClosed, match="1013"):
                page.until(lambda message: False)
            for path in ("/api/tables", f"/api/tables/{table}"):
                answer = ann.get(path)
                assert (answer.status_code, answer.json()["code"]) == (503, "busy")
        finally:
            cluster.start()
        with ann.open(table, since=page.number) as again:
            answer = again.ask("act", **send)
            assert answer["type"] == "accepted", answer
            number = answer["number"]
            assert again.ask("act", **send) == {"type": "accepted", "id": "again", "number": number}
            again.catch_up(number)
            assert again.play(lambda page: page.choices[0], most=3) == 3


EN = catalogue("en")
ANN = Sender("a" * 64)
HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"),) * 2, seed="7")
BOTS = NewTable(GameOptions(2), (SeatPlan("bot", bot="traveller"),) * 2, seed="7")


class Counted(WorkerPool):
    """Thinks at once, so often and then never again, and counts how often it was asked."""

    def __init__(self, most: int) -> None:
        super().__init__(1)
        self.asked, self.most = 0, most

    async def choose(self, question: BotRequest, rank: Priority = Priority.PLAYED) -> Action:
        self.asked += 1
        if self.asked > self.most:
            await asyncio.Event().wait()
        return question.legal[0]


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(0.01)


def test_what_was_written_before_a_process_listens_is_seen_there_too(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process serves as soon as it has a database, and then begins to listen."""
    url, connect, allowed = cluster.new(), asyncpg.connect, asyncio.Event()

    async def late(*where: Any, **how: Any) -> Any:
        await allowed.wait()
        return await connect(*where, **how)

    monkeypatch.setattr(asyncpg, "connect", late)

    async def work() -> None:
        here, there = (
            TableRegistry(storage_of(Settings(database=url)), WorkerPool(1), Pace(0, 0))
            for _ in range(2)
        )
        await here.start()
        await there.start()
        try:
            laid, _ = await here.create(ANN, HOT_SEAT, EN)
            opened = await there.find(laid.state.id)
            await laid.execute(ANN, Say(id="x", text="hello"), EN)
            allowed.set()
            await until(lambda: opened.state.number == laid.state.number)
        finally:
            await here.stop()
            await there.stop()

    asyncio.run(work())


def test_one_process_thinks_for_the_bots_of_a_table(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All three have the table open, so that each could; when its process ends, another does."""
    monkeypatch.setattr(bot_seats, "LEASE", 3600.0)  # no lease runs out, however slow the machine
    url, led, ask = cluster.new(), list[bool](), Postgres.lease

    async def lease(storage: Postgres, table: str, process: str, seconds: float) -> bool:
        led.append(await ask(storage, table, process, seconds))
        return led[-1]

    monkeypatch.setattr(Postgres, "lease", lease)

    async def work() -> None:
        first, *others = minds = [Counted(40), Counted(10**6), Counted(10**6)]
        processes = [
            TableRegistry(storage_of(Settings(database=url)), mind, Pace(0, 0)) for mind in minds
        ]
        for tables in processes:
            await tables.start()
        try:
            laid, _ = await processes[0].create(ANN, BOTS, EN)
            opened = [await tables.find(laid.state.id) for tables in processes]
            for table in opened:
                await table.subscribe(Subscriber(ANN, "en"), -1)
                await until(lambda: first.asked > 5)  # the first leads
            await until(lambda: first.asked > first.most)
            await until(lambda: led.count(False) == len(others))  # who asks later leads at once
            await processes.pop(0).stop()
            assert [mind.asked for mind in others] == [0, 0]
            for table in opened[1:]:  # at once, not when they would ask again whether they lead
                table.bots.cancel()
                await table.bots.stopped()
                table.resume()
            await until(lambda: all(table.state.phase == "over" for table in opened[1:]))
            acts = sum(isinstance(each.entry.body, log.Acted) for each in opened[1].state.log)
            assert sorted(mind.asked for mind in others) == [0, acts - first.most]
        finally:
            for tables in processes:
                await tables.stop()

    asyncio.run(work())


def test_a_table_that_is_removed_is_gone_at_all_processes_at_once(
    pair: tuple[Server, Server], capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = pair
    url = here.options[1]
    with Browser(here) as ann, Browser(there) as bob:
        old, new = ann.create_table("me", "me"), ann.create_table("me", "me")
        with ann.open(old) as first, bob.open(old) as second, bob.open(new) as other:
            for change in ("entries set at = at", "tables set changed = changed"):
                query = f"update {change} - 864000000 where \"table\" = '{old}'"
                asyncio.run(value(url, query))
            assert main(["prune", "--days", "7", "--database", url, "--lang", "en"]) == 0
            assert "1 of 2 tables was removed" in capsys.readouterr().out
            for page in (first, second):
                with pytest.raises(ConnectionClosed, match="1013"):
                    page.until(lambda message: message["type"] == "news")
                with page.again() as again:
                    assert again.messages[-1]["code"] == "no_table"
            assert other.ask("say", text="still here", name="Bob")["type"] == "accepted"
        assert [each["table"] for each in ann.get("/api/tables", show="mine").json()["tables"]] == [
            new
        ]
