"""Bots think in worker processes: the event loop never waits for them, and none runs for ever.

A table and seat always ask the same worker, where the bot with its plan is remembered. A worker
that is too slow or breaks is killed, and where too many wait for one nobody waits for ever: the
merchant's quick choice, in a worker that does nothing else, or the first legal action is played
instead. A bot never stops a game, and a slow one costs the others its own limit and no more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import IntEnum
from heapq import heappop, heappush
from itertools import count
from zlib import crc32

from naqala.bots import RUNGS, Advice
from naqala.rules.actions import Action
from naqala.rules.view import View
from naqala.server.metrics import Metrics
from naqala.server.questions import LENGTH_BYTES, Question, Wish, framed

GRACE = 5.0
"""Seconds beyond a bot's budget, for a machine that is busy."""
HINT_SECONDS, HINT_LIMIT, HINTS = 1.0, 8.0, 3
"""How long the adviser thinks, how long it may take at most, and how much it tells."""
FALLBACK, FALLBACK_LIMIT = "merchant", 5.0
WAIT, FALLBACK_WAIT = 15.0, 5.0
"""Seconds that a question may wait in line; then something quicker is asked."""
MOST_WORKERS = 64
MOST_BY_ITSELF = 8
"""Workers that are started where nobody has said how many."""
ONE_THREAD = dict.fromkeys(
    (
        "OPENBLAS_NUM_THREADS",
        "OMP_NUM_THREADS",
        "MKL_NUM_THREADS",
        "BLIS_NUM_THREADS",
        "VECLIB_MAXIMUM_THREADS",
        "NUMEXPR_NUM_THREADS",
    ),
    "1",
)
"""What NumPy must find before it is loaded: there is a worker for each core already."""
COMMAND = """
from signal import SIG_IGN, SIGINT, SIGTERM, signal
for told in SIGINT, SIGTERM:
    signal(told, SIG_IGN)
from naqala.server.thinker import main
main()
"""
"""Ctrl-C and systemd tell every process: the server hears it, and ends its workers in time."""
START_LIMIT = 30.0
"""Seconds that a new worker may take until it is ready."""

logger = logging.getLogger(__name__)


class Broken(Exception):
    """The worker died or answered nonsense."""


class Crowded(Exception):
    """Too many wait for the worker."""


class Rank(IntEnum):
    """Whose bots think first."""

    PLAYED = 0
    """Of tables where people who play look on; hints too."""
    ALONE = 1
    """Of tables where people play who have no page open."""
    WATCHED = 2
    """Of tables where bots alone play."""


class Line:
    """Who waits for a worker: the lowest rank first, and among equals who came first."""

    def __init__(self) -> None:
        """Nobody."""
        self.busy = False
        self.waiting: list[tuple[Rank, int, asyncio.Future[None]]] = []
        self.numbers = count()

    @asynccontextmanager
    async def turn(self, rank: Rank, patience: float) -> AsyncIterator[None]:
        """The worker for oneself, or Crowded after so many seconds."""
        if self.busy:
            mine = asyncio.get_running_loop().create_future()
            heappush(self.waiting, (rank, next(self.numbers), mine))
            try:
                async with asyncio.timeout(patience):
                    await mine
            except BaseException as error:
                if mine.done() and not mine.cancelled():  # its turn came in the same moment
                    self._next()
                mine.cancel()
                if isinstance(error, TimeoutError):
                    raise Crowded from None
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
                turn.set_result(None)  # and nobody who comes now gets in between
                return
        self.busy = False


class Worker:
    """One process; it answers one question at a time."""

    def __init__(self) -> None:
        """A worker whose process starts with the first question."""
        self.process: Process | None = None
        self.line = Line()

    async def ask(
        self,
        asked: Question | Wish,
        limit: float,
        rank: Rank = Rank.PLAYED,
        patience: float = WAIT,
    ) -> object:
        """The answer within so many seconds, or TimeoutError or Broken; then it starts anew.

        Those who ask while it thinks wait; that does not count, but Crowded says it was too long.
        """
        async with self.line.turn(rank, patience):
            try:
                async with asyncio.timeout(START_LIMIT):
                    process = await self._started()
                async with asyncio.timeout(limit):
                    return await self._exchange(process, asked)
            except BaseException:  # also when cancelled: the answer on its way is nobody's
                await self.stop()
                raise

    async def _started(self) -> Process:
        """The process, loaded and ready: what that takes is not the time of any bot."""
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-c",
                COMMAND,
                stdin=PIPE,
                stdout=PIPE,
                env={**os.environ, **ONE_THREAD},
            )
            await _answer(self.process)
        return self.process

    async def _exchange(self, process: Process, asked: Question | Wish) -> object:
        assert process.stdin is not None
        try:
            process.stdin.write(framed(asked))
            await process.stdin.drain()
        except ConnectionError as error:
            raise Broken(str(error)) from None
        return await _answer(process)

    async def stop(self) -> None:
        """End the process, however busy it is."""
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _answer(process: Process) -> object:
    """The next thing that a worker says."""
    assert process.stdout is not None
    try:
        size = int.from_bytes(await process.stdout.readexactly(LENGTH_BYTES))
        answer: object = pickle.loads(await process.stdout.readexactly(size))
    except (ConnectionError, asyncio.IncompleteReadError) as error:
        raise Broken(str(error)) from None
    return answer


class Thinking:
    """The worker processes of a server."""

    def __init__(self, workers: int = 0, metrics: Metrics | None = None) -> None:
        """Think with so many processes, and one for quick choices; 0 for as many as there is
        room for.
        """
        self.metrics = metrics or Metrics()
        self.workers = [Worker() for _ in range(workers or roomy())]
        self.quick = Worker()

    async def choose(self, question: Question, rank: Rank = Rank.PLAYED) -> Action:
        """The choice of a bot; whatever goes wrong, a legal one."""
        legal = question.legal
        if len(legal) == 1:
            return legal[0]
        limit = RUNGS[question.name] + GRACE
        tries = (
            (self._worker(question.key), question, limit, WAIT),
            (self.quick, question._replace(name=FALLBACK), FALLBACK_LIMIT, FALLBACK_WAIT),
        )
        for worker, asked, seconds, patience in tries:
            try:
                with self.metrics.thinking.timed(asked.name):
                    answer = await worker.ask(asked, seconds, rank, patience)
                assert isinstance(answer, int)
                return legal[answer]
            except Crowded:
                self.metrics.hurries.add(asked.name)
            except (TimeoutError, Broken, OSError) as error:
                self.metrics.failures.add(asked.name)
                logger.warning("bot %s of %s failed: %r", asked.name, asked.key, error)
        return legal[0]

    async def advise(self, key: str, view: View) -> Advice | None:
        """What the adviser would do, or nothing where it fails."""
        try:
            answer = await self._worker(key).ask(Wish(view, HINT_SECONDS, HINTS), HINT_LIMIT)
        except (TimeoutError, Broken, Crowded, OSError) as error:
            logger.warning("the adviser of %s failed: %r", key, error)
            return None
        assert isinstance(answer, Advice)
        return answer

    def _worker(self, key: str) -> Worker:
        """The worker that remembers this table and seat."""
        return self.workers[crc32(key.encode()) % len(self.workers)]

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in (*self.workers, self.quick)))


def roomy() -> int:
    """How many workers this machine has room for: the cores we may use, less one for people."""
    try:
        cores = len(os.sched_getaffinity(0))
    except AttributeError:  # not every system tells
        cores = os.cpu_count() or 2
    return max(1, min(MOST_BY_ITSELF, cores - 1))
