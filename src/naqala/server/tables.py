"""The tables that are open in this process: loaded when asked for, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any

from msgspec import structs

from naqala.server import bot_seats, guests, limits
from naqala.server.bot_seats import Pace
from naqala.server.clocks import HOUR
from naqala.server.delivery import Postman
from naqala.server.elsewhere import BEAT, Sign, read, written
from naqala.server.entries import AnyWhat, Rematched
from naqala.server.hourglass import AWAY
from naqala.server.laying import again, laid
from naqala.server.metrics import Metrics
from naqala.server.open_table import OpenTable
from naqala.server.protocol import NewTable
from naqala.server.refusal import Refusal
from naqala.server.rows import NEWER, folded
from naqala.server.sends import Sender
from naqala.server.storage import Storage
from naqala.server.table import Table
from naqala.server.thinking import Thinking
from naqala.server.watching import RESTART, TRY_AGAIN
from naqala.text import Catalogue

IDLE = 300.0
"""Seconds after which a table that nobody watches is dropped from memory."""

MOST_UNWATCHED = 500
"""Tables in memory that nobody watches; of more, those that were not used for longest leave it."""
MAKE_UP = 12 * HOUR
"""So long after it was told the table of a rematch is laid where it is missing.

Later it was there and was removed, after a day at the earliest (`prune`): it must not come back.
"""
JUST_USED = 5.0
"""Seconds in which somebody may still be about to do something at a table."""

logger = logging.getLogger(__name__)


def milliseconds() -> int:
    """The time for a new entry."""
    return time.time_ns() // 1_000_000


class Tables:
    """All tables of this process."""

    def __init__(
        self,
        storage: Storage,
        thinking: Thinking,
        pace: Pace | None = None,
        now: Callable[[], int] = milliseconds,
        metrics: Metrics | None = None,
        away: float = AWAY,
    ) -> None:
        """Keep tables in a storage, let bots think, and wait so many seconds for pages."""
        self.storage = storage
        self.thinking = thinking
        self.pace = pace or Pace()
        self.now = now
        self.metrics = metrics or Metrics()
        self.away = away
        self.process = token_hex(8)
        self.postman = Postman()
        self.open: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._signs: dict[str, Sign] = {}
        """What other processes are to be told of our pages."""
        self._voice = asyncio.Lock()
        self._stuck: set[str] = set()
        """Tables that could not be opened: told once, and not tried again until somebody asks."""

    async def begin(self) -> None:
        """Open the storage; the tables where bots must decide go on beside everything else."""
        await self.storage.open()
        self.storage.listen(self._heard, self._missed, self._whispered)
        self.start(self._look_now_and_then())
        if self.storage.shared:
            self.start(self._beat())

    async def look(self) -> None:
        """Go on with the tables where bots must decide and nobody lets them.

        They wait since the server stopped, or since another process or the database went away.
        """
        for table in await self.storage.waking(self.now() + int(2000 * bot_seats.LEAD)):
            if table in self._stuck:
                continue
            try:
                (await self.find(table)).wake()
            except Exception as error:  # it must not keep the others closed
                if isinstance(error, Refusal) and error.code == "busy":
                    raise
                if isinstance(error, Refusal) and error.code in ("no_table", NEWER):
                    continue  # removed just now, or left to others
                self._stuck.add(table)
                logger.exception("table %s cannot go on", table)

    async def _look_now_and_then(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:
                logger.warning("no look for tables that wait: %r", error)
            await asyncio.sleep(bot_seats.LEAD)

    async def end(self) -> None:
        """Let everything come to rest and close the storage."""
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.open.values()):
            for watcher in table.watchers.pages:
                watcher.dismiss(RESTART)
            await table.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.thinking.stop()
        with suppress(Refusal):
            await self.storage.rest(self.process)
            await self.storage.whisper([(name, written(Sign(self.process))) for name in self.open])
        await self.storage.close()

    async def find(self, name: str) -> OpenTable:
        """The table of this name; Refusal when there is none."""
        if not guests.is_table(name):
            raise Refusal("no_table")
        found = self.open.get(name)
        if found is None:
            found = await self._opened(name)
        found.used = time.monotonic()
        return found

    async def _opened(self, name: str) -> OpenTable:
        """Open a table once, however many ask at the same time."""
        return await self._once(name, self._open)

    async def _once(self, name: str, work: Callable[[str], Awaitable[OpenTable]]) -> OpenTable:
        waiting = self._opening.get(name)
        if waiting is None:
            waiting = self._opening[name] = asyncio.ensure_future(work(name))
            waiting.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(waiting)

    async def _open(self, name: str) -> OpenTable:
        found = self.open[name] = OpenTable(self, await self.fold(name))
        self.make_room()
        self._stuck.discard(name)
        found.wake()
        if found.table.rematch:
            self.start(self._make_up(found.table))
        return found

    async def _make_up(self, table: Table) -> None:
        """Lay a rematch that was told and not laid: its process died in between."""
        try:
            await self.follow(table)
        except Refusal as refusal:
            if refusal.code != "rematch_removed":
                logger.warning("no rematch of table %s yet: %s", table.id, refusal)

    async def fold(self, name: str) -> Table:
        """A table as it is stored."""
        rows = await self.storage.load(name)
        if not rows:
            raise Refusal("no_table")
        try:
            return folded(name, rows)
        except Refusal as refusal:
            self.leave_to_others(name, refusal)
            raise

    def leave_to_others(self, name: str, refusal: Refusal) -> None:
        """Tell once of a table that only newer processes can go on with."""
        if refusal.code == NEWER and name not in self._stuck:
            self._stuck.add(name)
            logger.warning("table %s: %s", name, refusal)

    async def lay(
        self, sender: Sender, asked: NewTable, words: Catalogue
    ) -> tuple[OpenTable, dict[int, str]]:
        """A new table, and the secrets of the seats of who laid it."""
        whats, secrets = laid(sender, asked, words)
        return await self._lay(guests.draw_table(), whats, sender.guest), secrets

    async def check_number(self, guest: str) -> None:
        """Refuse one table more to a guest who has too many."""
        if await self.storage.count(guest) >= limits.MOST_TABLES:
            raise Refusal("too_many_tables", most=limits.MOST_TABLES)

    async def follow(self, table: Table) -> None:
        """See to it that the table of a rematch is there; it may have been told and not laid."""
        name = table.rematch
        if name not in self.open and not await self.storage.load(name):
            if _told(table) < self.now() - MAKE_UP:
                raise Refusal("rematch_removed")
            whats, guest = again(table)
            await self._once(name, lambda name: self._lay(name, whats, guest))

    async def _lay(self, name: str, whats: Sequence[AnyWhat], guest: str) -> OpenTable:
        """A new table where this happened already; of a rematch, what another process laid."""
        table = OpenTable(self, Table(name))
        async with table.lock:
            await table.write(whats, guest)
        self.open[name] = table
        self.make_room()
        return table

    def forget(self, table: OpenTable) -> None:
        """Drop a table from memory; pages come back and find it as it is stored."""
        table.gone = True
        if self.open.get(table.table.id) is table:
            del self.open[table.table.id]
        table.rest()
        for watcher in table.watchers.pages:
            watcher.dismiss(TRY_AGAIN)

    def sweep(self) -> None:
        """Drop tables that nobody watches any more."""
        for table in self._unused(IDLE):
            self.forget(table)

    async def forget_removed(self) -> None:
        """Let go of tables that another process removed, with the pages that still show them.

        Those of one database file never say so, and what PostgreSQL says can be missed.
        """
        for name in await self.storage.missing(list(self.open)):
            if table := self.open.get(name):
                self.forget(table)

    def make_room(self) -> None:
        """Drop tables that nobody watches before their time, where there are too many."""
        if len(self.open) > MOST_UNWATCHED:
            unused = self._unused(JUST_USED)
            for table in sorted(unused, key=lambda each: each.used)[:-MOST_UNWATCHED]:
                self.forget(table)

    def _unused(self, seconds: float) -> list[OpenTable]:
        """Tables that nobody watches, where nothing goes on, and nobody did anything for long."""
        until = time.monotonic() - seconds
        return [
            table
            for table in self.open.values()
            if table.used < until
            and not (table.lock.locked() or table.watchers.pages or table.bots.wanted)
        ]

    def _heard(self, name: str, number: int) -> None:
        """Another process has written, or removed the table."""
        table = self.open.get(name)
        if table is not None and not number:
            self.forget(table)
        elif table is not None and table.table.number < number:
            self.start(table.catch_up())

    def _missed(self) -> None:
        """Other processes may have written unheard."""
        for table in self.open.values():
            self.start(table.catch_up())

    def _whispered(self, name: str, text: str) -> None:
        """Another process has told of its pages; we hear our own signs too."""
        table, sign = self.open.get(name), read(text)
        if table is not None and sign is not None and sign.process != self.process:
            table.heard(sign)

    def whisper(self, signs: Sequence[tuple[OpenTable, Sign]]) -> None:
        """Tell other processes of our pages, where there may be any."""
        if not self.storage.shared or not signs:
            return
        idle = not self._signs
        for table, sign in signs:
            before = self._signs.get(table.table.id, sign)
            self._signs[table.table.id] = structs.replace(sign, asks=sign.asks or before.asks)
        if idle:
            self.start(self._whisper())

    async def _whisper(self) -> None:
        """Tell what there is to tell; one after the other, so that the last word is the last."""
        async with self._voice:
            signs, self._signs = self._signs, {}
            with suppress(Refusal):  # the next beat tells it
                await self.storage.whisper([(name, written(sign)) for name, sign in signs.items()])

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            self.beat()

    def beat(self) -> None:
        """Give a sign of life of all pages, and forget processes that gave none."""
        watched = [table for table in self.open.values() if table.watchers.pages]
        self.whisper([(table, table.sign()) for table in watched])
        for table in self.open.values():
            if table.watchers.pages or table.watchers.elsewhere.signs:
                table.look_round()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _told(table: Table) -> int:
    """When the rematch of a table was told."""
    return next(each.entry.at for each in reversed(table.log) if type(each.entry.what) is Rematched)
