"""The tables that are open in this process: loaded on demand, dropped when idle."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from secrets import token_hex
from typing import Any

from msgspec import structs

from naqala.bots import BOT_BUDGETS
from naqala.tables import tokens
from naqala.tables.bot_runner import BotRunner
from naqala.tables.commands import Sender
from naqala.tables.create_table import first_entries, rematch_entries
from naqala.tables.errors import Refusal
from naqala.tables.live import bot_seats, remote_presence
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.metrics import TableMetrics
from naqala.tables.live.outbox import RESTART, TRY_AGAIN
from naqala.tables.live.remote_presence import PresenceReport
from naqala.tables.live.reviews import Reviews
from naqala.tables.live.table import LiveTable
from naqala.tables.live.timeouts import AWAY
from naqala.tables.log import quotas
from naqala.tables.log.clocks import HOUR
from naqala.tables.log.codec import NEWER, each_applied
from naqala.tables.log.entries import AnyBody, Rematched
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.messages import NewTable
from naqala.tables.storage import EntryRow, Storage
from naqala.text import Catalogue

IDLE = 300.0
"""Seconds after which a table without subscribers is dropped from memory."""
MOST_UNWATCHED = 500
"""Entries of tables without subscribers in memory; beyond that the least recently used are dropped.

A full garbage collection visits everything in memory and stops all tables for as long. Opening a
table again takes some milliseconds.
"""
JUST_USED = 2.0
"""Seconds in which somebody may still be about to do something at a table."""
REMATCH_EXPIRY = 12 * HOUR
"""For how long the table of a rematch is created if it is missing.

After that it must have existed and was removed, which `prune` does after a day at the earliest.
"""

SLICE = 0.005
"""Seconds after which folding a long log yields to other tasks."""

logger = logging.getLogger(__name__)


def milliseconds() -> int:
    """The current time, for new entries."""
    return time.time_ns() // 1_000_000


class TableRegistry:
    """All tables of this process."""

    def __init__(
        self,
        storage: Storage,
        bot_runner: BotRunner,
        pace: Pace | None = None,
        now: Callable[[], int] = milliseconds,
        metrics: TableMetrics | None = None,
        away: float = AWAY,
        bots: Sequence[str] = tuple(BOT_BUDGETS),
    ) -> None:
        """Keep tables in `storage`; people without a page are away after `away` seconds.

        `bots` are the names of all bots that can be seated; `bot_runner` must know them.
        """
        self.storage = storage
        self.bot_runner = bot_runner
        self.pace = pace or Pace()
        self.now = now
        self.metrics = metrics or TableMetrics()
        self.away = away
        self.bots = tuple(bots)
        self.process = token_hex(8)
        """The name of this process among those that share the storage."""
        self.open: dict[str, LiveTable] = {}
        self.reviews = Reviews(storage, lambda: self.bot_runner, self.spawn)
        self._opening: dict[str, asyncio.Future[LiveTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._reports: dict[str, PresenceReport] = {}
        """Reports of our pages that wait to be published, by table."""
        self._publishing = asyncio.Lock()
        self._broken: set[str] = set()
        """Tables that could not be opened: logged once, and skipped until somebody asks."""

    async def start(self) -> None:
        """Open the storage, and resume the tables where bots or clocks are due."""
        await self.storage.open()
        self.storage.listen(self._on_written, self._on_missed, self._on_published)
        self.spawn(self._resume_regularly())
        if self.storage.shared:
            self.spawn(self._send_heartbeats())

    async def stop(self) -> None:
        """Close all connections, stop bots and timers, and close the storage."""
        for task in list(self._tasks):
            task.cancel()
        for table in list(self.open.values()):
            for subscriber in table.subscribers:
                subscriber.outbox.close(RESTART)
            await table.stop()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bot_runner.stop()
        goodbye = remote_presence.encode(PresenceReport(self.process))
        with suppress(Refusal):
            await self.storage.release(self.process)
            await self.storage.publish([(name, goodbye) for name in self.open])
        await self.storage.close()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background until it ends or the registry stops."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Tables

    async def find(self, name: str) -> LiveTable:
        """The table of this name; Refusal when there is none."""
        if not tokens.is_table(name):
            raise Refusal("no_table")
        found = self.open.get(name)
        if found is None:
            found = await self._once(name, self._open)
        found.last_used = time.monotonic()
        return found

    async def create(
        self, sender: Sender, plan: NewTable, words: Catalogue
    ) -> tuple[LiveTable, dict[int, str]]:
        """A new table, and the secrets of its creator's seats."""
        bodies, secrets = first_entries(sender, plan, words, self.bots)
        return await self._create(tokens.draw_table(), bodies, sender.guest), secrets

    async def check_quota(self, guest: str) -> None:
        """Refuse a new table to a guest who has too many."""
        if await self.storage.count(guest) >= quotas.MOST_TABLES:
            raise Refusal("too_many_tables", most=quotas.MOST_TABLES)

    async def ensure_rematch(self, table: TableState) -> None:
        """Create the table of a rematch where its entry was written and the table was not."""
        name = table.rematch
        if name not in self.open and not await self.storage.load(name):
            if _rematch_time(table) < self.now() - REMATCH_EXPIRY:
                raise Refusal("rematch_removed")
            bodies, guest = rematch_entries(table)
            await self._once(name, lambda name: self._create(name, bodies, guest))

    async def load(self, name: str) -> TableState:
        """The state of a table, from storage."""
        rows = await self.storage.load(name)
        if not rows:
            raise Refusal("no_table")
        try:
            table = TableState(name)
            await self.fold(table, rows)
            return table
        except Refusal as refusal:
            self.log_newer(name, refusal)
            raise

    async def fold(self, table: TableState, rows: Sequence[EntryRow]) -> list[AppliedEntry]:
        """Apply stored entries, in slices: others are served in between."""
        applied = []
        pause = time.perf_counter() + SLICE
        for each in each_applied(table, rows):
            applied.append(each)
            if time.perf_counter() > pause:
                await asyncio.sleep(0)
                pause = time.perf_counter() + SLICE
        return applied

    def log_newer(self, name: str, refusal: Refusal) -> None:
        """Log once that only newer processes can continue a table."""
        if refusal.code == NEWER and name not in self._broken:
            self._broken.add(name)
            logger.warning("table %s: %s", name, refusal)

    async def _once(self, name: str, work: Callable[[str], Awaitable[LiveTable]]) -> LiveTable:
        """Open or create a table once, even if several callers ask at once."""
        future = self._opening.get(name)
        if future is None:
            future = self._opening[name] = asyncio.ensure_future(work(name))
            future.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(future)

    async def _open(self, name: str) -> LiveTable:
        table = self.open[name] = LiveTable(self, await self.load(name))
        self.make_room()
        self._broken.discard(name)
        table.resume()
        if table.state.rematch:
            self.spawn(self._repair_rematch(table.state))
        return table

    async def _create(self, name: str, bodies: Sequence[AnyBody], guest: str) -> LiveTable:
        """A table with these first entries, or what another process wrote in their place."""
        table = LiveTable(self, TableState(name))
        async with table.lock:
            await table.append(bodies, guest)
        self.open[name] = table
        self.make_room()
        return table

    async def _repair_rematch(self, table: TableState) -> None:
        """Create a rematch whose process died between writing its entry and the table."""
        try:
            await self.ensure_rematch(table)
        except Refusal as refusal:
            if refusal.code != "rematch_removed":
                logger.warning("no rematch of table %s yet: %s", table.id, refusal)

    # Memory

    def discard(self, table: LiveTable) -> None:
        """Drop a table from memory; its pages reconnect and find it as it is stored."""
        table.discarded = True
        if self.open.get(table.state.id) is table:
            del self.open[table.state.id]
        table.cancel()
        for subscriber in table.subscribers:
            subscriber.outbox.close(TRY_AGAIN)

    def drop_idle(self) -> None:
        """Drop tables that nobody has used for a while."""
        for table in self._unused(IDLE):
            self.discard(table)

    async def drop_removed(self) -> None:
        """Drop tables that another process removed from storage, and disconnect their pages.

        SQLite does not report removals, and a report of PostgreSQL can be missed.
        """
        for name in await self.storage.missing(list(self.open)):
            if table := self.open.get(name):
                self.discard(table)

    def make_room(self) -> None:
        """Drop the least recently used tables while those without subscribers are too large."""
        unused = sorted(self._unused(JUST_USED), key=lambda each: each.last_used)
        entries = sum(table.state.number for table in unused)
        for table in unused:
            if entries <= MOST_UNWATCHED:
                break
            entries -= table.state.number
            self.discard(table)

    def _unused(self, seconds: float) -> list[LiveTable]:
        """Tables without subscribers or moving bots that nobody has used for this long."""
        until = time.monotonic() - seconds
        return [
            table
            for table in self.open.values()
            if table.last_used < until
            and not (table.lock.locked() or table.subscribers or table.bots.must_move)
        ]

    # Bots and clocks of tables that are not open

    async def resume_due(self) -> None:
        """Open the tables where a bot or a clock is due and no process takes care of them.

        This happens after a restart, or when another process or the database was down.
        """
        for name in await self.storage.due(self.now() + int(2000 * bot_seats.LEASE)):
            if name in self._broken:
                continue
            try:
                (await self.find(name)).resume()
            except Exception as error:  # one broken table must not stop the others
                if isinstance(error, Refusal) and error.code == "busy":
                    raise
                if isinstance(error, Refusal) and error.code in ("no_table", NEWER):
                    continue  # removed just now, or left to newer processes
                self._broken.add(name)
                logger.exception("table %s could not be resumed", name)

    async def _resume_regularly(self) -> None:
        while True:
            try:
                await self.resume_due()
            except Exception as error:
                logger.warning("could not look for tables that are due: %r", error)
            await asyncio.sleep(bot_seats.LEASE)

    # Other processes

    def _on_written(self, name: str, number: int) -> None:
        """Another process has written to a table, or (0) removed it."""
        table = self.open.get(name)
        if table is not None and not number:
            self.discard(table)
        elif table is not None and table.state.number < number:
            self.spawn(table.catch_up())

    def _on_missed(self) -> None:
        """Notifications of other processes may have been lost."""
        for table in self.open.values():
            self.spawn(table.catch_up())

    def _on_published(self, name: str, text: str) -> None:
        """A process, perhaps this one, has reported its pages of a table."""
        table, report = self.open.get(name), remote_presence.decode(text)
        if table is not None and report is not None and report.process != self.process:
            table.receive_report(report)

    def publish(self, reports: Sequence[tuple[LiveTable, PresenceReport]]) -> None:
        """Report our pages to other processes, where there may be any."""
        if not self.storage.shared or not reports:
            return
        idle = not self._reports
        for table, report in reports:
            before = self._reports.get(table.state.id, report)
            wants_reply = report.wants_reply or before.wants_reply
            self._reports[table.state.id] = structs.replace(report, wants_reply=wants_reply)
        if idle:
            self.spawn(self._publish())

    async def _publish(self) -> None:
        """Publish the waiting reports; one batch at a time, so that they stay in order."""
        async with self._publishing:
            reports, self._reports = self._reports, {}
            encoded = [(name, remote_presence.encode(report)) for name, report in reports.items()]
            with suppress(Refusal):  # the next heartbeat repeats it
                await self.storage.publish(encoded)

    async def _send_heartbeats(self) -> None:
        while True:
            await asyncio.sleep(remote_presence.HEARTBEAT)
            self.heartbeat()

    def heartbeat(self) -> None:
        """Repeat the reports of all our pages, and forget processes that sent none."""
        watched = [table for table in self.open.values() if table.subscribers]
        self.publish([(table, table.report()) for table in watched])
        for table in self.open.values():
            if table.subscribers or table.subscribers.remote:
                table.refresh_presence()


def _rematch_time(table: TableState) -> int:
    """When the rematch of a table was asked for."""
    return next(each.entry.at for each in reversed(table.log) if type(each.entry.body) is Rematched)
