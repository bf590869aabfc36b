"""Several server processes that share one PostgreSQL database."""

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

from naqala.cli import main
from naqala.rules.actions import Action
from naqala.server.ops.settings import Settings, storage_of
from naqala.server.storage.postgres import Postgres
from naqala.server.workers.pool import WorkerPool
from naqala.tables.bot_runner import BotRequest, Priority
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
from naqala.text import catalogue
from tests.server.alternating import CUT, cutting, play_at_servers
from tests.server.postgres_cluster import TIMEOUT, Cluster, fetch_value
from tests.server.servers import ROUNDS, Guest, PageClient, Server, play_together, running
from tests.tables.table_builder import position_before_end


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


def answer_to(page: PageClient, name: str) -> Any:
    return page.until(lambda message: message.get("id") == name)


def test_players_on_different_processes_see_each_others_moves(pair: tuple[Server, Server]) -> None:
    here, there = pair
    with Guest(here) as ann, Guest(there) as bob:
        table = ann.create_table("me", "open")
        assert table in bob.get("/api/tables", show="open").text
        with ann.open(table) as first, bob.open(table) as second:
            assert second.ask("sit", seat=1, name="Bob")["type"] == "accepted"
            play_together([first, second], seed=5, limit=40)
            assert [each["number"] for each in first.log] == list(range(1, first.number + 1))


def test_players_on_different_processes_see_each_others_presence(
    pair: tuple[Server, Server],
) -> None:
    here, there = pair

    def presence(page: PageClient) -> list[bool]:
        messages = [each for each in page.messages if each["type"] in ("welcome", "presence")]
        last = messages[-1]
        return list(last["presence"] if last["type"] == "welcome" else last["seats"])

    with Guest(here) as ann, Guest(there) as bob:
        table = ann.create_table("me", "open")
        with ann.open(table) as first:
            with bob.open(table) as second:
                assert second.ask("sit", seat=1, name="Bob")["type"] == "accepted"
                for page in (first, second):
                    while presence(page) != [True, True]:
                        page.receive()
            while presence(first) != [True, False]:
                first.receive()


async def append_unknown_entry(url: str, table: str) -> None:
    """Append an entry of an unknown type, as a process of a newer version would."""
    storage = Postgres(url)
    await storage.open()
    try:
        number = len(await storage.load(table)) + 1
        await storage.append(table, [EntryRow(number, 0, "", "", b'{"type":"danced"}')], None)
    finally:
        await storage.close()


def test_a_process_closes_a_table_when_a_newer_version_writes_to_it(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    here, there = pair
    url = here.options[1]
    with Guest(here) as ann, Guest(there) as bob:
        table, other = ann.create_table("me", "me"), ann.create_table("me", "me")
        with ann.open(table) as first, bob.open(table) as second, ann.open(other) as third:
            asyncio.run(append_unknown_entry(url, table))
            assert [page.closing_code() for page in (first, second)] == [TRY_AGAIN] * 2
            with ann.open(
                table, since=first.number
            ) as again:  # as the page does when it reconnects
                assert again.messages[-1]["code"] == NEWER
                assert "newer version" in again.messages[-1]["message"]
                assert again.closing_code() == TRY_AGAIN
            answer = ann.get(f"/api/tables/{table}")
            assert (answer.status_code, answer.json()["code"]) == (409, NEWER)
            assert third.act(third.choices[0])["type"] == "accepted"
            assert other in bob.get("/api/tables", show="running").text
        stored = cluster.execute(
            f"""select count(*) from entries where "table" = '{table}'""", urlsplit(url).path[1:]
        )
        assert int(stored) == first.number + 1
    for server in pair:
        assert not any(name.startswith("naqala_errors") for name in server.metrics())


@pytest.mark.parametrize("seed", range(6, 6 + ROUNDS))
def test_of_two_concurrent_commands_one_is_accepted_and_the_other_is_stale(
    pair: tuple[Server, Server], seed: int
) -> None:
    here, there = pair
    with Guest(here) as ann, Guest(there) as same:
        table = ann.create_table("me", "me", seed=str(seed))
        same.http.cookies = ann.http.cookies
        with ann.open(table) as first, same.open(table) as second:
            pages, rng = [first, second], random.Random(seed)
            for nth in range(50):
                assert first.number == second.number, f"after {nth} commands of each"
                for page in pages:  # both are sent before either is answered
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
        async with cutting(lambda: cluster.execute(CUT)) as cuts:
            answers = await play_at_servers([each.address for each in pair], 100 * ROUNDS, 4)
            while sum(cuts) < 2:
                await asyncio.sleep(0.1)
        assert set(answers) == {""}

    asyncio.run(work())


def test_two_who_ask_for_a_rematch_at_different_processes_at_once_meet_at_one_table(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    here, there = pair
    database, opening = urlsplit(there.options[1]).path[1:], position_before_end()

    def tables() -> int:
        return int(cluster.execute("select count(*) from entries where number = 1", database))

    with Guest(here) as ann, Guest(there) as same:
        for nth in range(5):
            table = ann.create_table("me", "me", opening=opening)
            same.http.cookies = ann.http.cookies
            with ann.open(table) as first, same.open(table) as second:
                assert first.act(first.choices[0])["type"] == "accepted"
                second.catch_up(first.number)
                before = tables()
                for page in (first, second):  # both are sent before either is answered
                    page.send({"type": "rematch", "id": f"{nth} {id(page)}"})
                answers = [answer_to(page, f"{nth} {id(page)}") for page in (first, second)]
                assert [answer["type"] for answer in answers] == ["accepted"] * 2, answers
                (name,) = {answer["table"] for answer in answers}
                with ann.open(name) as one, same.open(name) as two:
                    assert one.scene == two.scene
                assert tables() == before + 1


def test_another_process_takes_over_the_bots_of_a_killed_one(
    pair: tuple[Server, Server], cluster: Cluster
) -> None:
    """Both at a table with a spectator and at one that is not open in the other process.

    At the second one the person bids 0 and so moves last, after many actions of the four bots.
    """
    here, there = pair
    with Guest(here) as ann, Guest(there) as bob:
        large = {"options": {"expansions": ["artisans"]}, "seed": "14"}  # a long game
        watched = ann.create_table(*["traveller"] * 5, **large)
        alone = ann.create_table("me", *["traveller"] * 4, **large)

        def number() -> int:
            """The last entry of the table; asking a server would open the table there."""
            query = f"select max(number) from entries where \"table\" = '{alone}'"
            return int(cluster.execute(query, urlsplit(there.options[1]).path[1:]))

        with bob.open(watched) as page:
            page.until(lambda message: page.number >= 6)
            with ann.open(alone) as playing:
                playing.wait_for_turn()
                assert playing.act("bid 0")["type"] == "accepted"
                here.kill()
            before, stopped = number(), page.number
            page.until(lambda message: page.number >= stopped + 6)
        deadline = time.monotonic() + TIMEOUT
        while number() < before + 2:  # one may have been written before the kill
            assert time.monotonic() < deadline, f"no entries after {before} at the unwatched table"
            time.sleep(0.1)


def test_tables_continue_after_the_database_was_unavailable(
    cluster: Cluster, tmp_path: Path
) -> None:
    url = cluster.new()
    with running(tmp_path, "--database", url) as server, Guest(server) as ann:
        table = ann.create_table("me", "traveller")
        page = ann.open(table)
        page.play(lambda page: page.choices[0], limit=3)
        assert page.wait_for_turn()
        send = {"id": "again", "seen": page.number, "action": page.choices[0]}
        cluster.stop()
        try:
            assert page.ask("act", **send)["code"] == "busy"
            assert page.closing_code() == TRY_AGAIN
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
            assert again.play(lambda page: page.choices[0], limit=3) == 3


EN = catalogue("en")
ANN = Sender("a" * 64)
HOT_SEAT = NewTable(GameOptions(2), (SeatPlan("me"),) * 2, seed="7")
BOTS = NewTable(GameOptions(2), (SeatPlan("bot", bot="traveller"),) * 2, seed="7")


class CountingPool(WorkerPool):
    """Answers a number of requests at once and then never again, and counts the requests."""

    def __init__(self, limit: int) -> None:
        super().__init__(1)
        self.requests, self.limit = 0, limit

    async def choose(self, request: BotRequest, priority: Priority = Priority.PLAYED) -> Action:
        self.requests += 1
        if self.requests > self.limit:
            await asyncio.Event().wait()
        return request.legal[0]


async def wait_until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(TIMEOUT):
        while not condition():
            await asyncio.sleep(0.01)


def test_a_process_catches_up_with_entries_written_before_it_listened(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process starts serving before its listener is connected."""
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
            created, _ = await here.create(ANN, HOT_SEAT, EN)
            opened = await there.find(created.state.id)
            await created.execute(ANN, Say(id="x", text="hello"), EN)
            allowed.set()
            await wait_until(lambda: opened.state.number == created.state.number)
        finally:
            await here.stop()
            await there.stop()

    asyncio.run(work())


def test_only_the_process_with_the_lease_runs_the_bots_of_a_table(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is open in all three; when the first one stops, another takes over."""
    monkeypatch.setattr(bot_seats, "LEASE", 3600.0)  # no lease expires during the test
    url, leases, original = cluster.new(), list[bool](), Postgres.lease

    async def lease(storage: Postgres, table: str, process: str, seconds: float) -> bool:
        leases.append(await original(storage, table, process, seconds))
        return leases[-1]

    monkeypatch.setattr(Postgres, "lease", lease)

    async def work() -> None:
        first, *others = pools = [CountingPool(40), CountingPool(10**6), CountingPool(10**6)]
        processes = [
            TableRegistry(storage_of(Settings(database=url)), pool, Pace(0, 0)) for pool in pools
        ]
        for tables in processes:
            await tables.start()
        try:
            created, _ = await processes[0].create(ANN, BOTS, EN)
            opened = [await tables.find(created.state.id) for tables in processes]
            for table in opened:
                await table.subscribe(Subscriber(ANN, "en"), -1)
                await wait_until(lambda: first.requests > 5)  # the first has the lease
            await wait_until(lambda: first.requests > first.limit)
            await wait_until(
                lambda: leases.count(False) == len(others)
            )  # later requests would succeed
            await processes.pop(0).stop()
            assert [pool.requests for pool in others] == [0, 0]
            for table in opened[1:]:  # without waiting for the next request of the lease
                table.bots.cancel()
                await table.bots.stopped()
                table.resume()
            await wait_until(lambda: all(table.state.phase == "over" for table in opened[1:]))
            acts = sum(isinstance(each.entry.body, log.Acted) for each in opened[1].state.log)
            assert sorted(pool.requests for pool in others) == [0, acts - first.limit]
        finally:
            for tables in processes:
                await tables.stop()

    asyncio.run(work())


def test_a_removed_table_is_closed_in_all_processes(
    pair: tuple[Server, Server], capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = pair
    url = here.options[1]
    with Guest(here) as ann, Guest(there) as bob:
        old, new = ann.create_table("me", "me"), ann.create_table("me", "me")
        with ann.open(old) as first, bob.open(old) as second, bob.open(new) as other:
            for change in ("entries set at = at", "tables set changed = changed"):
                query = f"update {change} - 864000000 where \"table\" = '{old}'"
                asyncio.run(fetch_value(url, query))
            assert main(["prune", "--days", "7", "--database", url, "--lang", "en"]) == 0
            assert "1 of 2 tables was removed" in capsys.readouterr().out
            for page in (first, second):
                assert page.closing_code() == TRY_AGAIN
                with page.reopen() as again:
                    assert again.messages[-1]["code"] == "no_table"
            assert other.ask("say", text="still here", name="Bob")["type"] == "accepted"
        assert [each["table"] for each in ann.get("/api/tables", show="mine").json()["tables"]] == [
            new
        ]
