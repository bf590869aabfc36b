"""Tables in a page's worker: requests, sockets, bots, and what survives a reload."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from naqala import Game
from naqala.browser import bot_runner
from naqala.puzzles import puzzle_ids
from naqala.tables.memory import MemoryStorage
from tests.browser.fake_host import FakeDatabase, FakeHost, Page, QuotaExceededError

LIMIT = 300


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT):
            await work()

    asyncio.run(limited())


async def play(page: Page, rng: random.Random, acts: int = 10**6) -> None:
    """Choose at random until the game is over, or for so many acts."""
    while not page.over and acts > 0:
        if page.choices:
            acts -= 1
            await page.act(rng.choice(page.choices))
        else:
            await page.read()


@pytest.mark.parametrize("seats", [("me",), ("me", "traveller", "merchant"), ("me", "me", "me")])
def test_a_whole_game_is_played_and_its_record_replays(seats: tuple[str, ...]) -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            table = await host.create(*seats)
            page = Page(host, table)
            await page.open()
            await play(page, random.Random(1))
            assert not page.refused
            status, record = await host.fetch(f"/api/tables/{table}/record")
            assert status == 200
            game = Game.load(record)
            assert game.over
            assert len(game.history) == page.scene["actions"]

    run(work)


def test_a_seed_gives_a_land() -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            found = {}
            for boxes in ("", "whims,artisans"):
                path = f"/api/lands?seed=7&players=2&expansions={boxes}"
                status, found[boxes] = await host.fetch(path)
                assert status == 200
            assert [each["land"]["columns"] for each in found.values()] == [6, 7]
            assert all(tile["pile"] for each in found.values() for tile in each["tiles"])
            status, refused = await host.fetch("/api/lands?expansions=pirates")
            assert (status, refused["code"]) == (400, "no_boxes")

    run(work)


def test_nothing_that_was_shown_is_lost_when_the_worker_is_killed() -> None:
    async def work() -> None:
        database, rng = FakeDatabase(), random.Random(5)
        async with FakeHost(database) as host:
            table = await host.create("me", "merchant", seed=3)
        shown, number = None, -1
        for _ in range(12):
            host = FakeHost(database)
            await host.engine.start()
            page = Page(host, table)
            await page.open()
            assert page.number >= number
            assert shown is None or page.number > number or page.scene == shown
            await play(page, rng, rng.randrange(1, 6))
            shown, number = page.scene, page.number
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()  # as if the tab were killed: nothing is closed or written
        numbers = [row[0] for row in database.entries[table]]
        assert numbers == list(range(1, len(numbers) + 1))

    run(work)


def test_a_command_that_is_sent_again_after_a_reload_happens_once() -> None:
    async def work() -> None:
        database = FakeDatabase()
        async with FakeHost(database) as host:
            page = Page(host, await host.create("me"))
            await page.open()
            action, before = page.choices[0], page.number
            name = await page.act(action)
        async with FakeHost(database) as host:
            again = Page(host, page.table)
            await again.open()
            again.say({"type": "act", "id": name, "seen": before, "action": action})
            [answer] = await again.read()
            assert (answer["type"], answer["number"]) == ("accepted", page.number)
            assert again.number == page.number

    run(work)


def test_two_tabs_see_each_other_and_one_action_wins() -> None:
    async def work() -> None:
        database = FakeDatabase()
        async with FakeHost(database) as one, FakeHost(database) as other:
            table = await one.create("me", "me")
            first, second = Page(one, table, 1), Page(other, table, 2)
            await first.open()
            await second.open()
            await first.act(first.choices[0])
            while second.number < first.number:
                await second.read()
            assert second.scene == first.scene
            choice, seen = first.choices[0], first.number
            await asyncio.gather(first.act(choice, seen=seen), second.act(choice, seen=seen))
            assert len(first.refused) + len(second.refused) == 1
            assert len(database.entries[table]) == seen + 1

    run(work)


def test_a_full_disk_refuses_the_action_and_the_table_goes_on_later() -> None:
    async def work() -> None:
        database = FakeDatabase()
        async with FakeHost(database) as host:
            page = Page(host, await host.create("me"))
            await page.open()
            before = page.number
            database.error = QuotaExceededError()
            page.say({"type": "act", "id": "x", "seen": before, "action": page.choices[0]})
            while not page.refused:
                await page.read()
            assert page.refused[0]["code"] == "storage_full"
            await host.receive("closed")
            database.error = None
            page = Page(host, page.table, 2)
            await page.open()
            assert page.number == before
            await page.act(page.choices[0])
            assert page.number > before

    run(work)


def test_without_a_database_tables_are_kept_in_memory() -> None:
    async def work() -> None:
        async with FakeHost(None) as host:
            assert isinstance(host.engine.tables.storage, MemoryStorage)
            page = Page(host, await host.create("me"))
            await page.open()
            await play(page, random.Random(1), 20)
            assert not page.refused

    run(work)


def test_a_bot_over_its_limit_is_replaced_by_its_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_runner, "LIMIT", 0.05)

    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            host.bots.hangs = True
            page = Page(host, await host.create("traveller", "me", seed=1))
            await page.open()
            while not page.choices:
                await page.read()
            assert host.bots.restarts == 1

    run(work)


def test_the_worker_of_the_bots_starts_at_the_first_table_that_has_some() -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            await Page(host, await host.create("me")).open()
            assert not host.bots.started
            await Page(host, await host.create("me", "traveller")).open()
            assert host.bots.started

    run(work)


def test_all_tables_are_exported_and_imported_elsewhere() -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            page = Page(host, await host.create("me"))
            await page.open()
            await play(page, random.Random(1))
            status, file = await host.fetch("/api/archive")
            assert status == 200
            again = await host.fetch("/api/archive", raw=file)
            assert again == (200, {"tables": 0, "skipped": 1})
        async with FakeHost(FakeDatabase()) as host:
            assert await host.fetch("/api/archive", raw=file) == (200, {"tables": 1, "skipped": 0})
            [listed] = (await host.fetch("/api/tables?show=mine"))[1]["tables"]
            assert (listed["table"], listed["phase"]) == (page.table, "over")
            damaged = await host.fetch("/api/archive", raw=file[:-20])
            assert (damaged[0], damaged[1]["code"]) == (400, "archive_cut")

    run(work)


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("/api/nothing", None, 404, "no_page"),
        ("/api/tables/abc", None, 404, "no_table"),
        ("/api/tables?show=all", None, 400, "bad_show"),
        ("/api/tables?limit=x", None, 400, "bad_number"),
        ("/api/tables", {"options": {"players": 9}}, 400, "bad_message"),
        ("/api/tables/TABLE/moments/999999", None, 400, "no_moment"),
        ("/api/tables/TABLE/record", None, 400, None),
    ],
)
def test_a_wrong_request_is_refused(path: str, body: Any, status: int, code: str | None) -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            table = await host.create("me")
            found, refused = await host.fetch(path.replace("TABLE", table), body, language="fr")
            assert found == status
            assert refused["type"] == "refused"
            assert code is None or refused["code"] == code

    run(work)


def test_lists_logs_and_moments_are_those_of_a_server() -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            page = Page(host, await host.create("me"))
            await page.open()
            await play(page, random.Random(2), 8)
            log = (await host.fetch(f"/api/tables/{page.table}/log?after=2"))[1]
            assert log["number"] == page.number
            assert [entry["number"] for entry in log["entries"]] == list(range(3, page.number + 1))
            moment = (await host.fetch(f"/api/tables/{page.table}/moments/3"))[1]
            assert moment["actions"] == 3
            welcome = (await host.fetch(f"/api/tables/{page.table}"))[1]
            assert (welcome["type"], welcome["number"]) == ("welcome", page.number)
            [mine] = (await host.fetch("/api/tables?show=mine&limit=5"))[1]["tables"]
            assert mine["table"] == page.table

    run(work)


def test_messages_that_cannot_be_read_change_nothing() -> None:
    async def work() -> None:
        async with FakeHost(FakeDatabase()) as host:
            page = Page(host, await host.create("me"))
            await page.open()
            host.engine.receive("{")
            host.engine.receive_broadcast("{")
            page.say({"type": "nothing"})
            await page.read()
            assert page.refused[0]["code"] == "bad_message"
            await page.act(page.choices[0])

    run(work)


def test_a_lesson_is_played_and_leaves_nothing_behind() -> None:
    async def work() -> None:
        database = FakeDatabase()
        async with FakeHost(database) as host:
            page = Page(host, "lessons/sowing")
            await page.open()
            page.say({"type": "act", "id": "1", "seen": page.number, "action": "take b2"})
            steps: list[int] = []
            while steps[-1:] != [1]:
                steps += [
                    each.get("step", 0) for each in await page.read() if each["type"] == "lesson"
                ]
            assert not page.refused
            host.send("close", socket=1)
            again = Page(host, "lessons/chess", 2)
            await again.open()
            assert [each["code"] for each in again.refused] == ["no_lesson"]
            puzzle = Page(host, f"puzzles/{puzzle_ids()[0]}", 3)
            await puzzle.open()
            assert not puzzle.refused
            assert puzzle.scene["asked"]["decision"] == "Moving"
            host.send("close", socket=3)
            assert database.entries == database.stored == {}
            assert not host.engine.tables.open
            assert not host.bots.started

    run(work)
