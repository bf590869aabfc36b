"""The worker pool: bots run in other processes, within time limits and with a fallback."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from naqala import Game
from naqala.bots import BOT_BUDGETS, bot
from naqala.bots.one_thread import ONE_THREAD
from naqala.server.ops.settings import OwnBot
from naqala.server.workers import pool
from naqala.server.workers.pool import (
    MOST_BY_DEFAULT,
    Broken,
    Queue,
    QueueTimeout,
    Worker,
    WorkerPool,
    default_workers,
)
from naqala.tables.bot_runner import BotRequest, Priority
from tests.bots.engines.programs import EXAMPLE, program


def position() -> Game:
    game = Game.new(players=2, seed=1)
    for _ in range(4):
        game.play(game.legal()[0])
    return game


def request(game: Game, name: str, key: str = "t 0") -> BotRequest:
    """A request for the choice of a bot."""
    return BotRequest(key, name, 5, game.view(0), game.legal())


def test_a_worker_chooses_like_the_bot_and_remembers_its_plan() -> None:
    async def played() -> list[str]:
        workers, game = WorkerPool(1), position()
        chosen = []
        while game.seat == 0:
            action = await workers.choose(request(game, "merchant"))
            chosen.append(str(action))
            game.play(action)
        await workers.stop()
        return chosen

    game, merchant, direct = position(), bot("merchant", 5), []
    while game.seat == 0:
        legal = game.legal()
        action = legal[0] if len(legal) == 1 else merchant.choose(game.view(0), legal)
        direct.append(str(action))
        game.play(action)
    assert asyncio.run(played()) == direct


def test_a_bot_over_its_time_limit_is_killed_and_the_game_continues(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = position()

    async def choose() -> tuple[bool, bool]:
        monkeypatch.setattr(pool, "GRACE", -BOT_BUDGETS["djinn"])
        monkeypatch.setattr(pool, "FALLBACK_LIMIT", 0.0)
        workers = WorkerPool(1)
        action = await workers.choose(request(game, "djinn"))
        monkeypatch.undo()
        again = await workers.choose(request(game, "traveller"))
        await workers.stop()
        return action == game.legal()[0], again in game.legal()

    assert asyncio.run(choose()) == (True, True)


OWN = """
from naqala.bots import Bot

class Nomad(Bot):
    name = "Nomad"

    def choose(self, view, legal):
        print("a bot may print")
        return str(legal[-1])

class Broken(Bot):
    name = "Broken"

    def choose(self, view, legal):
        return legal[99]
"""


def test_bots_of_the_operator_run_in_workers_and_may_fail(tmp_path: Path) -> None:
    """Whatever fails, or is not offered any more, a merchant plays instead and it is counted."""
    game = position()
    file = tmp_path / "mine.py"
    file.write_text(OWN)
    own = [
        OwnBot("Nomad", f"{file}:Nomad", 1.0),
        OwnBot("Broken", f"{file}:Broken", 1.0),
        OwnBot("Gone", f"{file}:Gone", 1.0),
        OwnBot("Fox", f"engine:{EXAMPLE}", 1.0),
        OwnBot("Wolf", f"engine:{program(tmp_path, 'crashing')}", 1.0),
    ]

    async def choose() -> dict[str, tuple[str, float | None]]:
        workers = WorkerPool(1, bots=own)
        found = {}
        names = ["Nomad", "Broken", "Gone", "Fox", "Wolf", "forgotten"]
        for name in names:
            action = await workers.choose(request(game, name))
            label = name if name != "forgotten" else pool.MISSING
            faults = workers.metrics.registry.get_sample_value(
                "naqala_bot_failures_total", {"bot": label}
            )
            found[name] = (str(action), faults)
        await workers.stop()
        return found

    legal = game.legal()
    merchant = str(bot("merchant", 5).choose(game.view(0), legal))
    found = asyncio.run(choose())
    fox, _ = found.pop("Fox")
    assert fox in map(str, legal)
    assert found == {
        "Nomad": (str(legal[-1]), None),
        "Broken": (merchant, 1.0),
        "Gone": (merchant, 1.0),
        "Wolf": (merchant, 1.0),
        "forgotten": (merchant, 1.0),
    }


def test_a_worker_that_dies_is_replaced() -> None:
    game = position()
    bot_request = BotRequest("t 0", "traveller", 5, game.view(0), game.legal())

    async def ask() -> None:
        worker = Worker()
        assert await worker.ask(bot_request, 60) in range(len(game.legal()))
        assert worker.process is not None
        os.kill(worker.process.pid, signal.SIGKILL)
        with pytest.raises(Broken):
            await worker.ask(bot_request, 60)
        assert await worker.ask(bot_request, 60) in range(len(game.legal()))
        await worker.stop()

    asyncio.run(ask())


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_a_worker_ignores_sigint_and_sigterm() -> None:
    """Ctrl-C and systemd signal all processes; the server stops its workers itself."""
    game = position()

    async def ask() -> None:
        worker = Worker()
        await worker.ask(request(game, "traveller"), 60)
        process = worker.process
        assert process is not None
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(process.pid, number)
        assert await worker.ask(request(game, "traveller"), 60) in range(len(game.legal()))
        assert worker.process is process
        await worker.stop()

    asyncio.run(ask())


def test_an_adviser_over_its_time_limit_gives_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> bool:
        monkeypatch.setattr(pool, "HINT_LIMIT", 0.0)
        workers, game = WorkerPool(1), position()
        advice = await workers.advise("t 0", game.view(game.seat))
        await workers.stop()
        return advice is None

    assert asyncio.run(ask())


SLOW = """
import time
from naqala.bots import Bot, djinn
from naqala.server.workers import main

class Sleeper(Bot):
    def choose(self, view, legal):
        time.sleep(3600)

djinn.Djinn = Sleeper
main.main()
"""
"""A worker in which the bot `djinn` never answers."""


def test_a_slow_bot_delays_the_queue_by_no_more_than_its_time_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = position()
    done: list[str] = []

    async def choose(workers: WorkerPool, key: str, name: str) -> str:
        action = await workers.choose(request(game, name, key))
        done.append(key)
        return str(action)

    async def run() -> tuple[str, ...]:
        monkeypatch.setattr(pool, "COMMAND", SLOW)
        workers = WorkerPool(1)
        monkeypatch.setattr(pool, "GRACE", 0.2 - BOT_BUDGETS["djinn"])
        monkeypatch.setattr(pool, "START_LIMIT", 3600.0)  # does not apply to the sleeper
        slow = asyncio.create_task(choose(workers, "slow", "djinn"))
        await asyncio.sleep(0)  # it is first in the queue
        monkeypatch.setattr(pool, "GRACE", 60.0)
        others = [choose(workers, f"other {nth}", "merchant") for nth in range(3)]
        chosen = await asyncio.gather(*others, slow)
        await workers.stop()
        return tuple(chosen)

    async def bounded() -> tuple[str, ...]:
        async with asyncio.timeout(60):
            return await run()

    *others, fallback = asyncio.run(bounded())
    expected = str(bot("merchant", 5).choose(game.view(0), game.legal()))
    assert others == [expected] * 3
    assert fallback == expected
    assert [key for key in done if key != "slow"] == ["other 0", "other 1", "other 2"]


def test_the_queue_is_ordered_by_priority_and_then_by_arrival() -> None:
    async def run() -> list[str]:
        queue, order = Queue(), list[str]()

        async def wait(name: str, priority: Priority) -> None:
            async with queue.turn(priority, 60):
                order.append(name)
                await asyncio.sleep(0)

        async with queue.turn(Priority.WATCHED, 60), asyncio.TaskGroup() as group:
            for name, priority in (
                ("watched", Priority.WATCHED),
                ("alone", Priority.ALONE),
                ("played", Priority.PLAYED),
                ("also played", Priority.PLAYED),
            ):
                group.create_task(wait(name, priority))
            await asyncio.sleep(0)
            queue._next()  # as at the end of the first turn, while all of them wait
            queue.busy = True
        return order

    assert asyncio.run(run()) == ["played", "also played", "alone", "watched"]


def test_a_request_that_times_out_or_is_cancelled_does_not_block_the_queue() -> None:
    async def work() -> None:
        queue = Queue()

        async def impatient() -> None:
            async with queue.turn(Priority.PLAYED, 0.0):
                pytest.fail("it entered although the worker was busy")

        async with queue.turn(Priority.PLAYED, 60):
            with pytest.raises(QueueTimeout):
                await impatient()
            gone = asyncio.create_task(impatient())
            await asyncio.sleep(0)
            gone.cancel()
            await asyncio.wait([gone])
        async with asyncio.timeout(60), queue.turn(Priority.WATCHED, 60):
            assert queue.busy
        assert not queue.busy

    asyncio.run(work())


def test_a_request_queued_too_long_gets_the_fallback_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first request never ends, and the second does not wait for it."""
    game = position()

    async def run() -> str:
        monkeypatch.setattr(pool, "COMMAND", SLOW)
        monkeypatch.setattr(pool, "WAIT", 0.05)
        workers = WorkerPool(1)
        first = asyncio.create_task(workers.choose(request(game, "djinn", "first")))
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            second = await workers.choose(request(game, "djinn", "second"))
        assert not first.done()
        timeouts = workers.metrics.registry.get_sample_value(
            "naqala_bot_queue_timeouts_total", {"bot": "djinn"}
        )
        assert timeouts == 1
        first.cancel()
        await asyncio.wait([first])
        await workers.stop()
        return str(second)

    monkeypatch.setattr(pool, "GRACE", 3600.0)
    assert asyncio.run(run()) == str(bot("merchant", 5).choose(game.view(0), game.legal()))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_worker_has_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ONE_THREAD:
        monkeypatch.setenv(name, "2")

    async def threads() -> int:
        worker = Worker()
        await worker.ask(request(position(), "vizier"), 60)
        assert worker.process is not None
        found = len(list(Path(f"/proc/{worker.process.pid}/task").iterdir()))
        settings = Path(f"/proc/{worker.process.pid}/environ").read_bytes().split(b"\0")
        assert b"OPENBLAS_NUM_THREADS=1" in settings
        await worker.stop()
        return found

    assert asyncio.run(threads()) == 1


def test_the_default_is_one_worker_less_than_usable_cores(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for cores, workers in ((1, 1), (2, 1), (5, 4), (64, MOST_BY_DEFAULT)):
        usable = set(range(cores))
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, usable=usable: usable)
        assert default_workers() == len(WorkerPool().workers) == workers
    assert len(WorkerPool(3).workers) == 3
