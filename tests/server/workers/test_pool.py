"""Bots think elsewhere, never for ever, and always answer."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

import pytest

from naqala import Game
from naqala.bots import RUNGS, bot
from naqala.server.workers import pool
from naqala.server.workers.pool import (
    MOST_BY_DEFAULT,
    ONE_THREAD,
    Broken,
    Queue,
    QueueTimeout,
    Worker,
    WorkerPool,
    default_workers,
)
from naqala.tables.thinking import BotRequest, Priority


def position() -> Game:
    game = Game.new(players=2, seed=1)
    for _ in range(4):
        game.play(game.legal()[0])
    return game


def asked(game: Game, name: str, key: str = "t 0") -> BotRequest:
    return BotRequest(key, name, 5, game.view(0), game.legal())


def test_a_worker_chooses_as_the_bot_would_and_remembers_its_plan() -> None:
    async def played() -> list[str]:
        thoughts, game = WorkerPool(1), position()
        chosen = []
        while game.seat == 0:
            action = await thoughts.choose(asked(game, "merchant"))
            chosen.append(str(action))
            game.play(action)
        await thoughts.stop()
        return chosen

    game, merchant, direct = position(), bot("merchant", 5), []
    while game.seat == 0:
        legal = game.legal()
        action = legal[0] if len(legal) == 1 else merchant.choose(game.view(0), legal)
        direct.append(str(action))
        game.play(action)
    assert asyncio.run(played()) == direct


def test_a_bot_that_thinks_too_long_is_stopped_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = position()

    async def choose() -> tuple[bool, bool]:
        monkeypatch.setattr(pool, "GRACE", -RUNGS["djinn"])
        monkeypatch.setattr(pool, "FALLBACK_LIMIT", 0.0)
        thoughts = WorkerPool(1)
        action = await thoughts.choose(asked(game, "djinn"))
        monkeypatch.undo()
        again = await thoughts.choose(asked(game, "traveller"))
        await thoughts.stop()
        return action == game.legal()[0], again in game.legal()

    assert asyncio.run(choose()) == (True, True)


def test_a_worker_that_dies_is_replaced() -> None:
    game = position()
    question = BotRequest("t 0", "traveller", 5, game.view(0), game.legal())

    async def ask() -> None:
        worker = Worker()
        assert await worker.ask(question, 60) in range(len(game.legal()))
        assert worker.process is not None
        os.kill(worker.process.pid, signal.SIGKILL)
        with pytest.raises(Broken):
            await worker.ask(question, 60)
        assert await worker.ask(question, 60) in range(len(game.legal()))
        await worker.stop()

    asyncio.run(ask())


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_worker_goes_on_when_everybody_is_asked_to_stop() -> None:
    """Ctrl-C and systemd tell all processes; a bot whose worker dies would play anything."""
    game = position()

    async def ask() -> None:
        worker = Worker()
        await worker.ask(asked(game, "traveller"), 60)
        process = worker.process
        assert process is not None
        for told in (signal.SIGINT, signal.SIGTERM):
            os.kill(process.pid, told)
        assert await worker.ask(asked(game, "traveller"), 60) in range(len(game.legal()))
        assert worker.process is process
        await worker.stop()

    asyncio.run(ask())


def test_an_adviser_that_takes_too_long_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> bool:
        monkeypatch.setattr(pool, "HINT_LIMIT", 0.0)
        thoughts, game = WorkerPool(1), position()
        advice = await thoughts.advise("t 0", game.view(game.seat))
        await thoughts.stop()
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
"""A worker where a djinn never comes to an end."""


def test_a_slow_bot_delays_those_behind_it_by_its_own_limit_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = position()
    done: list[str] = []

    async def choose(thoughts: WorkerPool, key: str, name: str) -> str:
        action = await thoughts.choose(asked(game, name, key))
        done.append(key)
        return str(action)

    async def run() -> tuple[str, ...]:
        monkeypatch.setattr(pool, "COMMAND", SLOW)
        thoughts = WorkerPool(1)
        monkeypatch.setattr(pool, "GRACE", 0.2 - RUNGS["djinn"])
        monkeypatch.setattr(pool, "START_LIMIT", 3600.0)  # is not the time of the sleeper
        slow = asyncio.create_task(choose(thoughts, "slow", "djinn"))
        await asyncio.sleep(0)  # it asks first
        monkeypatch.setattr(pool, "GRACE", 60.0)
        others = [choose(thoughts, f"other {nth}", "merchant") for nth in range(3)]
        chosen = await asyncio.gather(*others, slow)
        await thoughts.stop()
        return tuple(chosen)

    async def bounded() -> tuple[str, ...]:
        async with asyncio.timeout(60):
            return await run()

    *others, instead = asyncio.run(bounded())
    expected = str(bot("merchant", 5).choose(game.view(0), game.legal()))
    assert others == [expected] * 3
    assert instead == expected  # the merchant's choice, in place of the sleeper's
    assert [key for key in done if key != "slow"] == ["other 0", "other 1", "other 2"]


def test_the_lowest_rank_goes_first_and_among_equals_who_came_first() -> None:
    async def order() -> list[str]:
        queue, came = Queue(), list[str]()

        async def wait(name: str, rank: Priority) -> None:
            async with queue.turn(rank, 60):
                came.append(name)
                await asyncio.sleep(0)

        async with queue.turn(Priority.WATCHED, 60), asyncio.TaskGroup() as group:
            for name, rank in (
                ("bots", Priority.WATCHED),
                ("nobody looks", Priority.ALONE),
                ("people", Priority.PLAYED),
                ("other people", Priority.PLAYED),
            ):
                group.create_task(wait(name, rank))
            await asyncio.sleep(0)
            queue._next()  # what the end of the first turn does, while all of them wait
            queue.busy = True
        return came

    assert asyncio.run(order()) == ["people", "other people", "nobody looks", "bots"]


def test_who_gives_up_waiting_keeps_nobody_from_the_worker() -> None:
    async def work() -> None:
        queue = Queue()

        async def impatient() -> None:
            async with queue.turn(Priority.PLAYED, 0.0):
                pytest.fail("it was never its turn")

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


def test_where_too_many_wait_something_quicker_chooses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first sleeper never ends; the second need not wait for it."""
    game = position()

    async def run() -> str:
        monkeypatch.setattr(pool, "COMMAND", SLOW)
        monkeypatch.setattr(pool, "WAIT", 0.05)
        thoughts = WorkerPool(1)
        first = asyncio.create_task(thoughts.choose(asked(game, "djinn", "first")))
        await asyncio.sleep(0)
        async with asyncio.timeout(60):
            second = await thoughts.choose(asked(game, "djinn", "second"))
        assert not first.done()
        hurries = thoughts.metrics.registry.get_sample_value(
            "naqala_bot_hurries_total", {"bot": "djinn"}
        )
        assert hurries == 1
        first.cancel()
        await asyncio.wait([first])
        await thoughts.stop()
        return str(second)

    monkeypatch.setattr(pool, "GRACE", 3600.0)
    assert asyncio.run(run()) == str(bot("merchant", 5).choose(game.view(0), game.legal()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells the threads of a process")
def test_a_worker_has_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ONE_THREAD:
        monkeypatch.setenv(name, "2")

    async def threads() -> int:
        worker = Worker()
        await worker.ask(asked(position(), "vizier"), 60)
        assert worker.process is not None
        found = len(list(Path(f"/proc/{worker.process.pid}/task").iterdir()))
        settings = Path(f"/proc/{worker.process.pid}/environ").read_bytes().split(b"\0")
        assert b"OPENBLAS_NUM_THREADS=1" in settings
        await worker.stop()
        return found

    assert asyncio.run(threads()) == 1


def test_there_are_as_many_workers_as_cores_that_we_may_use_less_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for cores, workers in ((1, 1), (2, 1), (5, 4), (64, MOST_BY_DEFAULT)):
        may_use = set(range(cores))
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, may_use=may_use: may_use)
        assert default_workers() == len(WorkerPool().workers) == workers
    assert len(WorkerPool(3).workers) == 3
