"""Bots think in worker processes: the event loop never waits for them, and none runs for ever.

A table and seat always ask the same worker, where the bot with its plan is remembered. A worker
that is too slow or breaks is killed, and the merchant's quick choice or the first legal action
is played instead: a bot never stops a game. Whoever waits for the same worker comes before that
quick choice, so a slow bot costs the others its own limit and no more.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Sequence
from contextlib import suppress
from zlib import crc32

from naqala.bots import BOTS
from naqala.bots.reasons import Advice
from naqala.rules.actions import Action
from naqala.rules.view import View
from naqala.server.metrics import Metrics
from naqala.server.thinker import LENGTH_BYTES, Question, Wish, framed

GRACE = 5.0
"""Seconds beyond a bot's budget, for a machine that is busy."""
HINT_SECONDS, HINT_LIMIT, HINTS = 1.0, 8.0, 3
"""How long the adviser thinks, how long it may take at most, and how much it tells."""
FALLBACK, FALLBACK_LIMIT = "merchant", 5.0
COMMAND = "from naqala.server.thinker import main; main()"
START_LIMIT = 30.0
"""Seconds that a new worker may take until it is ready."""

logger = logging.getLogger(__name__)


class Broken(Exception):
    """The worker died or answered nonsense."""


class Worker:
    """One process; it answers one question at a time."""

    def __init__(self) -> None:
        """A worker whose process starts with the first question."""
        self.process: Process | None = None
        self.lock = asyncio.Lock()

    async def ask(self, asked: Question | Wish, limit: float) -> object:
        """The answer within so many seconds, or TimeoutError or Broken; then it starts anew.

        Those who ask while it thinks wait, the first who asked first; that does not count.
        """
        async with self.lock:  # fair: it goes to whoever waits longest
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
                sys.executable, "-c", COMMAND, stdin=PIPE, stdout=PIPE
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
        """Think with so many processes; 0 for one less than there are cores."""
        self.metrics = metrics or Metrics()
        number = workers or max(1, (os.cpu_count() or 2) - 1)
        self.workers = [Worker() for _ in range(number)]

    async def choose(
        self, key: str, name: str, seed: int, view: View, legal: Sequence[Action]
    ) -> Action:
        """The choice of a bot; whatever goes wrong, a legal one."""
        if len(legal) == 1:
            return legal[0]
        worker = self._worker(key)
        limits = {name: BOTS[name].budget + GRACE, FALLBACK: FALLBACK_LIMIT}
        for rung, limit in limits.items():
            question = Question(key, rung, seed, view, legal)
            try:
                with self.metrics.thinking.timed(rung):
                    answer = await worker.ask(question, limit)
                assert isinstance(answer, int)
                return legal[answer]
            except (TimeoutError, Broken, OSError) as error:
                self.metrics.failures.add(rung)
                logger.warning("bot %s of %s failed: %r", rung, key, error)
        return legal[0]

    async def advise(self, key: str, view: View) -> Advice | None:
        """What the adviser would do, or nothing where it fails."""
        try:
            answer = await self._worker(key).ask(Wish(view, HINT_SECONDS, HINTS), HINT_LIMIT)
        except (TimeoutError, Broken, OSError) as error:
            logger.warning("the adviser of %s failed: %r", key, error)
            return None
        assert isinstance(answer, Advice)
        return answer

    def _worker(self, key: str) -> Worker:
        """The worker that remembers this table and seat."""
        return self.workers[crc32(key.encode()) % len(self.workers)]

    async def stop(self) -> None:
        """End all processes."""
        await asyncio.gather(*(worker.stop() for worker in self.workers))
