"""The entry point in the page's worker: every message of the page arrives at `Engine.receive`."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Protocol

import msgspec

from naqala.browser.bot_runner import BotWorker, WorkerBotRunner
from naqala.browser.indexed_db import Database, IndexedDbStorage
from naqala.browser.messages import Close, Closed, Fetch, Open, Send, ToPage, decoder, encode
from naqala.browser.requests import respond
from naqala.browser.sockets import PageSocket
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.registry import TableRegistry
from naqala.tables.memory import MemoryStorage
from naqala.tables.storage import Storage

NEVER = 0.0
"""People are never away: whoever opens the page again goes on."""

logger = logging.getLogger(__name__)


class Host(Protocol):
    """What JavaScript passes in."""

    @property
    def database(self) -> Database | None:
        """None where the browser refuses to store anything: tables are then kept in memory."""

    @property
    def bots(self) -> BotWorker:
        """The second worker."""

    def post(self, text: str) -> None:
        """Send a message to the page."""


class Engine:
    """All tables of this browser, and the pages that have them open."""

    def __init__(self, host: Host, pause: float | None = None) -> None:
        """`pause` is the time between the choices of bots, in seconds."""
        self._host = host
        self._stored = IndexedDbStorage(host.database) if host.database else None
        storage: Storage = self._stored or MemoryStorage()
        pace = Pace() if pause is None else Pace(pause, pause)
        self.tables = TableRegistry(storage, WorkerBotRunner(host.bots), pace, away=NEVER)
        self._sockets: dict[int, PageSocket] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Resume the tables where bots or clocks are due."""
        await self.tables.start()

    async def stop(self) -> None:
        """Close everything. A worker that is ended without this loses nothing either."""
        for number in list(self._sockets):
            await self._close(number)
        await self.tables.stop()

    def receive(self, text: str) -> None:
        """Process a message of the page."""
        try:
            message = decoder.decode(text)
        except msgspec.DecodeError:
            logger.exception("the page sent a message that cannot be read")
            return
        match message:
            case Fetch():
                self._spawn(self._respond(message))
            case Open(socket=number):
                self._sockets[number] = PageSocket(
                    self.tables, message, self._post, self._host.bots.start
                )
            case Send(socket=number, text=sent):
                if number in self._sockets:
                    self._sockets[number].receive(sent)
            case Close(socket=number):
                self._spawn(self._close(number))

    def receive_broadcast(self, text: str) -> None:
        """Process a message of another tab."""
        if self._stored:
            self._stored.receive(text)

    async def _respond(self, fetch: Fetch) -> None:
        self._post(await respond(self.tables, fetch))

    async def _close(self, number: int) -> None:
        socket = self._sockets.pop(number, None)
        if socket:
            await socket.close()

    def _post(self, message: ToPage) -> None:
        if isinstance(message, Closed):
            self._spawn(self._close(message.socket))
        self._host.post(encode(message).decode())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
