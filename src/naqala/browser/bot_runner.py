"""Bots in a second worker, so that planning a move never waits for them.

Requests and answers are pickles as Base64 text: both workers run the same files.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from base64 import b64decode, b64encode
from collections.abc import Awaitable
from typing import Protocol

from naqala.bots.advice import Advice
from naqala.rules.actions import Action
from naqala.rules.view import View
from naqala.tables.bot_runner import (
    AdviceRequest,
    AnyRequest,
    BotCache,
    BotRequest,
    InlineBotRunner,
    Priority,
    Reviewed,
    ReviewRequest,
    decide,
)

LIMIT = 20.0
"""Seconds after which a fast bot plays instead; even the strongest stops itself long before."""
LOAD_LIMIT = 60.0
"""Seconds that the worker may take to load."""
HINT_SECONDS, HINTS = 3.0, 3
"""The budget of the adviser, and how many options it returns."""
REVIEW_SECONDS = 0.8
"""The time limit for the review of one decision: a browser is about ten times slower."""
EXPLORING_SECONDS = 8.0
"""The budget of the adviser for a player who explores."""
FALLBACK = "merchant"

logger = logging.getLogger(__name__)


class BotWorker(Protocol):
    """The second worker, as JavaScript offers it."""

    def start(self) -> None:
        """Load the worker, if that has not been done, ahead of the first request."""

    def ready(self) -> Awaitable[None]:
        """Wait until the worker has loaded; it may have been restarted."""

    def ask(self, request: str) -> Awaitable[str]:
        """Send a request to the worker, and wait for the answer."""

    def restart(self) -> None:
        """End the worker, whatever it computes, and start another one."""


class WorkerBotRunner:
    """A `BotRunner` that asks the second worker, one request after the other."""

    def __init__(self, worker: BotWorker) -> None:
        self._worker = worker
        self._lock = asyncio.Lock()
        self._fallback = InlineBotRunner()

    async def choose(self, request: BotRequest, priority: Priority = Priority.PLAYED) -> Action:
        """The bot's choice, or that of a fast bot where it fails or exceeds its limit."""
        try:
            answer = await self._ask(request)
            assert isinstance(answer, int)
            return request.legal[answer]
        except Exception as error:
            logger.warning("bot %s of %s failed: %r", request.name, request.key, error)
            return await self._fallback.choose(request._replace(name=FALLBACK))

    async def advise(self, key: str, view: View, evaluations: int = 0) -> Advice | None:
        """Advice for the seat of a view; None when the adviser fails."""
        budget = EXPLORING_SECONDS if evaluations else HINT_SECONDS
        try:
            answer = await self._ask(AdviceRequest(view, budget, HINTS, evaluations))
            assert isinstance(answer, Advice)
            return answer
        except Exception as error:
            logger.warning("adviser for %s failed: %r", key, error)
            return None

    async def review(self, key: str, request: ReviewRequest) -> Reviewed | None:
        """Review a decision; None when the adviser fails."""
        try:
            answer = await self._ask(request._replace(seconds=REVIEW_SECONDS))
            assert isinstance(answer, Reviewed)
            return answer
        except Exception as error:
            logger.warning("review for %s failed: %r", key, error)
            return None

    async def stop(self) -> None:
        """The browser ends the worker with the page."""

    async def _ask(self, request: AnyRequest) -> object:
        async with self._lock:
            try:
                async with asyncio.timeout(LOAD_LIMIT):
                    await self._worker.ready()
                async with asyncio.timeout(LIMIT):
                    return _read(await self._worker.ask(_written(request)))
            except TimeoutError:
                self._worker.restart()
                raise


class Bots:
    """What the second worker runs."""

    def __init__(self) -> None:
        self._bots = BotCache()

    def answer(self, request: str) -> str:
        """Answer a request of `WorkerBotRunner`."""
        asked = _read(request)
        assert isinstance(asked, AnyRequest)
        return _written(decide(asked, self._bots))


def _written(value: object) -> str:
    return b64encode(pickle.dumps(value, protocol=5)).decode("ascii")


def _read(text: str) -> object:
    value: object = pickle.loads(b64decode(text))
    return value
