"""A pool of worker processes in which bots decide, so that they never block the event loop.

All requests of a seat go to the same worker, which keeps the bot and its plan. A worker that
crashes or exceeds the time limit of a request is killed. If that happens, or if a request waits in
the queue for too long, a fast fallback bot decides in a worker of its own; if that fails too, the
first legal action is played.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from heapq import heappop, heappush
from itertools import count
from zlib import crc32

from naqala.bots import BOT_BUDGETS
from naqala.bots.advice import Advice
from naqala.bots.one_thread import ONE_THREAD
from naqala.rules.actions import Action
from naqala.rules.view import View
from naqala.server.ops.metrics import Metrics
from naqala.server.ops.settings import OwnBot
from naqala.server.workers.messages import LENGTH_BYTES, OwnDecision, framed
from naqala.tables.bot_runner import (
    REVIEW_SECONDS,
    AdviceRequest,
    AnyRequest,
    BotRequest,
    Priority,
    Reviewed,
    ReviewRequest,
)

GRACE = 5.0
"""Seconds beyond a bot's time budget, for a busy machine."""
HINT_SECONDS, HINT_LIMIT, HINTS = 1.0, 8.0, 3
"""The time budget of the adviser, its hard limit, and how many options it returns."""
REVIEW_WAIT = 120.0
"""Seconds that a decision to review may wait in the queue: the bots of running games come first."""
EXPLORING_SECONDS = 4.0
"""The time budget of the adviser for a player who explores."""
FALLBACK, FALLBACK_LIMIT = "merchant", 5.0
MISSING = "missing"
"""How metrics call bots that are not offered any more."""
WAIT, FALLBACK_WAIT = 15.0, 5.0
"""Seconds that a request may wait in the queue of a worker and of the fallback."""
MOST_WORKERS = 64
MOST_BY_DEFAULT = 8
"""The most workers that are started if their number is not specified."""
COMMAND = """
from signal import SIG_IGN, SIGINT, SIGTERM, signal
for each in SIGINT, SIGTERM:
    signal(each, SIG_IGN)
from naqala.server.workers.main import main
main()
"""
"""Ctrl-C and systemd signal every process; workers ignore it, because the server ends them."""
START_LIMIT = 30.0
"""Seconds that a new worker may take to start."""

logger = logging.getLogger(__name__)


class Broken(Exception):
    """The worker died or sent an invalid answer."""


class QueueTimeout(Exception):
    """A request waited in the queue for too long."""


class Queue:
    """Requests that wait for a worker: by priority, then in the order of their arrival."""

    def __init__(self) -> None:
        self.busy = False
        self.waiting: list[tuple[Priority, int, asyncio.Future[None]]] = []
        self.numbers = count()

    @asynccontextmanager
    async def turn(self, rank: Priority, queue_limit: float) -> AsyncIterator[None]:
        """Wait for the worker and reserve it; QueueTimeout after `queue_limit` seconds."""
        if self.busy:
            mine = asyncio.get_running_loop().create_future()
            heappush(self.waiting, (rank, next(self.numbers), mine))
            try:
                async with asyncio.timeout(queue_limit):
                    await mine
            except BaseException as error:
                if mine.done() and not mine.cancelled():  # its turn came at the same moment
                    self._next()
                mine.cancel()
                if isinstance(error, TimeoutError):
                    raise QueueTimeout from None
                raise
        self.busy = True
        try:
            yield
        finally:
            self._next()

    def _next(self) -> None:
        while self.waiting:
            _, _, turn = heappop(self.waiting)
            if not turn.done():
                turn.set_result(None)  # `busy` stays set: nobody can get in between
                return
        self.busy = False


class Worker:
    """One process, which answers one request at a time."""

    def __init__(self, bots: Sequence[OwnBot] = ()) -> None:
        """The process starts with the first request; it can run these bots of the operator too."""
        self.specs = json.dumps({bot.name: bot.spec for bot in bots})
        self.process: Process | None = None
        self.queue = Queue()

    async def ask(
        self,
        asked: AnyRequest,
        limit: float,
        rank: Priority = Priority.PLAYED,
        queue_limit: float = WAIT,
    ) -> object:
        """The answer to a request; TimeoutError if it takes longer than `limit` seconds.

        The time in the queue does not count, but it is limited too: QueueTimeout is raised after
        `queue_limit` seconds. After an error the process is killed, and the next request starts a
        new one.
        """
        async with self.queue.turn(rank, queue_limit):
            try:
                async with asyncio.timeout(START_LIMIT):
                    process = await self._started()
                async with asyncio.timeout(limit):
                    return await self._exchange(process, asked)
            except BaseException:  # also if cancelled: nobody would read the answer
                await self.stop()
                raise

    async def _started(self) -> Process:
        """The process, started if necessary; that does not count as the time of a bot."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                COMMAND,
                self.specs,
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, **ONE_THREAD},
            )
            await _answer(self.process)
        return self.process

    async def _exchange(self, process: Process, asked: AnyRequest) -> object:
        assert process.stdin is not None
        try:
            process.stdin.write(framed(asked))
            await process.stdin.drain()
        except ConnectionError as error:
            raise Broken(str(error)) from None
        return await _answer(process)

    async def stop(self) -> None:
        """Kill the process."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _answer(process: Process) -> object:
    """The next message of a worker."""
    assert process.stdout is not None
    try:
        size = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
        answer: object = pickle.loads(await process.stdout.readexactly(size))
    except (ConnectionError, asyncio.IncompleteReadError) as error:
        raise Broken(str(error)) from None
    return answer


class WorkerPool:
    """The worker processes of a server: its `BotRunner`."""

    def __init__(
        self, workers: int = 0, metrics: Metrics | None = None, bots: Sequence[OwnBot] = ()
    ) -> None:
        """Use this many processes and one for the fallback; 0 chooses a number by the cores.

        The fallback runs only bots of the package, never those of the operator.
        """
        self.metrics = metrics or Metrics()
        self.budgets = BOT_BUDGETS | {bot.name: bot.budget for bot in bots}
        self.workers = [Worker(bots) for _ in range(workers or default_workers())]
        self.fallback = Worker()

    async def choose(self, question: BotRequest, rank: Priority = Priority.PLAYED) -> Action:
        """The decision of a bot; whatever goes wrong, a legal action."""
        legal = question.legal
        if len(legal) == 1:
            return legal[0]
        tries = [(self.fallback, question._replace(name=FALLBACK), FALLBACK_LIMIT, FALLBACK_WAIT)]
        if question.name in self.budgets:
            limit = self.budgets[question.name] + GRACE
            tries.insert(0, (self._worker(question.key), question, limit, WAIT))
        else:  # a bot of the operator that is not offered any more
            self.metrics.bot_failures.labels(MISSING).inc()
        for worker, asked, seconds, queue_limit in tries:
            try:
                with self.metrics.bot_seconds.labels(asked.name).time():
                    answer = await worker.ask(asked, seconds, rank, queue_limit)
                if isinstance(answer, OwnDecision):
                    answer = self._noted(asked, answer)
                assert isinstance(answer, int)
                return legal[answer]
            except QueueTimeout:
                self.metrics.bot_queue_timeouts.labels(asked.name).inc()
            except (TimeoutError, Broken, OSError) as error:
                self.metrics.bot_failures.labels(asked.name).inc()
                logger.warning("bot %s of %s failed: %r", asked.name, asked.key, error)
        return legal[0]

    def _noted(self, asked: BotRequest, decision: OwnDecision) -> int:
        """The choice of a bot of the operator; its faults are counted and logged."""
        if decision.choice is None:
            raise Broken(decision.fault)
        if decision.fault:
            self.metrics.bot_failures.labels(asked.name).inc()
            logger.warning("bot %s of %s failed: %s", asked.name, asked.key, decision.fault)
        return decision.choice

    async def advise(self, key: str, view: View, evaluations: int = 0) -> Advice | None:
        """The advice for a view, or None if the adviser fails."""
        budget = EXPLORING_SECONDS if evaluations else HINT_SECONDS
        rank = Priority.ALONE if evaluations else Priority.PLAYED
        request = AdviceRequest(view, budget, HINTS, evaluations)
        try:
            answer = await self._worker(key).ask(request, HINT_LIMIT, rank)
        except (TimeoutError, Broken, QueueTimeout, OSError) as error:
            logger.warning("adviser for %s failed: %r", key, error)
            return None
        assert isinstance(answer, Advice)
        return answer

    async def review(self, key: str, request: ReviewRequest) -> Reviewed | None:
        """Review a decision, or return None if the adviser fails."""
        try:
            answer = await self._worker(key).ask(
                request, REVIEW_SECONDS + GRACE, Priority.REVIEWED, REVIEW_WAIT
            )
        except (TimeoutError, Broken, QueueTimeout, OSError) as error:
            logger.warning("review for %s failed: %r", key, error)
            return None
        assert isinstance(answer, Reviewed)
        return answer

    def _worker(self, key: str) -> Worker:
        """The worker that keeps the bot of this table and seat."""
        return self.workers[crc32(key.encode()) % len(self.workers)]

    async def stop(self) -> None:
        """Kill all processes."""
        await asyncio.gather(*(worker.stop() for worker in (*self.workers, self.fallback)))


def default_workers() -> int:
    """One less than the usable cores, which leaves one for the server."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not available on every system
        cores = os.cpu_count() or 2
    return max(1, min(MOST_BY_DEFAULT, cores - 1))
