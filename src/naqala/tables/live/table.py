"""A table that is open in this process.

An entry is first applied to the state in memory, which checks it, then written to storage, and
only then broadcast. The table is locked until then, so nobody sees what is not durable. Where
another process wrote first, the state in memory is discarded and loaded again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from msgspec import structs

from naqala.tables import commands, tokens
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.bot_seats import BotSeats
from naqala.tables.live.remote_presence import PresenceReport
from naqala.tables.live.subscribers import Subscriber, Subscribers
from naqala.tables.live.timeouts import Timeouts
from naqala.tables.log import entries as log
from naqala.tables.log.codec import NEWER, row_of
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.messages import Accepted, AnyCommand, Rematch
from naqala.tables.storage import Conflict, Summary
from naqala.tables.views import summary as summaries
from naqala.tables.views.snapshot import Snapshot
from naqala.text import Catalogue

if TYPE_CHECKING:
    from naqala.bots.advice import Advice
    from naqala.tables.live.registry import TableRegistry

TRIES = 8
"""How often a command is tried again because another process wrote first."""

logger = logging.getLogger(__name__)


class LiveTable:
    """The state of a table with its subscribers, bots and timeouts."""

    def __init__(self, registry: TableRegistry, state: TableState) -> None:
        """Keep a table open; all entries of its state are durable."""
        self.registry = registry
        self.state = state
        self.lock = asyncio.Lock()
        self.subscribers = Subscribers()
        self.snapshot = Snapshot(state)
        self.last_used = time.monotonic()
        self.timeouts = Timeouts(registry.away)
        self.hint_times: dict[int, deque[int]] = {}
        """When each seat was given its last hints."""
        self.advice: dict[str, Advice] = {}
        """The last hints, by seat and position."""
        self.bots = BotSeats(self)
        self.discarded = False
        """Whether this object is out of date: the table must be opened again."""
        self._summary: Summary | None = None
        """The summary that is stored, where it is known."""
        self._report = PresenceReport(registry.process)
        """What was last reported to other processes about our pages."""
        self._timer: asyncio.TimerHandle | None = None
        self._stopped = False

    @asynccontextmanager
    async def locked(self) -> AsyncIterator[None]:
        """Hold the lock; Refusal where the table was discarded while waiting for it.

        The state of a discarded table may hold entries that were never stored.
        """
        async with self.lock:
            if self.discarded:
                raise Refusal("busy")
            yield

    async def execute(self, sender: Sender, command: AnyCommand, words: Catalogue) -> Accepted:
        """Execute a command, once however often it is sent; Refusal says why not."""
        if isinstance(command, Rematch):
            return await self._rematch(sender, command, words)
        async with self.locked():
            for _ in range(TRIES):
                seats = sender.seats(self.state)
                if number := sender.find_repeat(self.state, command.id, seats):
                    return commands.repeated(self.state, command.id, number)
                if await self._apply_timeouts(seats):
                    seats = sender.seats(self.state)
                try:
                    new = commands.new_entry(
                        self.state, sender, command, words, seats, self.registry.bots
                    )
                    if await self.append([new.body], new.guest, command.id):
                        return Accepted(command.id, self.state.number, new.secret, new.seat)
                except Refusal:  # perhaps another process has written what makes it possible
                    shared = self.registry.storage.shared and not self.discarded
                    if not (shared and await self._read_on()):
                        raise
        raise Refusal("busy")

    async def _rematch(self, sender: Sender, command: Rematch, words: Catalogue) -> Accepted:
        """Create a table where the same people play again; there is only one."""
        async with self.locked():
            for _ in range(TRIES):
                table = self.state
                seats = sender.seats(table)
                if not seats:
                    raise Refusal("not_seated")
                if table.rematch:
                    await self.registry.ensure_rematch(table)
                    return Accepted(command.id, table.number, table=table.rematch)
                if table.phase != "over":
                    raise Refusal(f"phase_{table.phase}")
                guest = sender.guest_at(table, seats)
                await self.registry.check_quota(guest)
                new = log.Rematched(tokens.draw_table(), command.same, words.language)
                if await self.append([new], guest, command.id):
                    return Accepted(command.id, self.state.number, table=new.table)
        raise Refusal("busy")

    async def append(self, bodies: Sequence[AnyBody], guest: str = "", sent: str = "") -> bool:
        """Apply, write and broadcast entries; False when another process wrote first.

        The lock must be held.
        """
        if self.discarded:
            raise Refusal("busy")
        before = self.state.number
        try:
            applied = self._apply(bodies, guest, sent)
        except Exception:
            if self.state.number != before:  # refused half-way: only what is stored counts
                self.registry.discard(self)
            raise
        rows = [row_of(each.entry) for each in applied]
        summary = summaries.summary(self.state)
        try:
            start = time.perf_counter()
            changes = summaries.changes(self._summary, summary)
            await self.registry.storage.append(self.state.id, rows, changes)
            self.registry.metrics.append_took(time.perf_counter() - start)
        except Conflict:
            await self._reload(before)
            return False
        except BaseException as error:
            # Written or not: memory must not differ from what is stored.
            self.registry.discard(self)
            if isinstance(error, Refusal) or not isinstance(error, Exception):
                raise
            logger.exception("table %s could not be written", self.state.id)
            raise Refusal("busy") from None
        self._summary = summary
        for each in applied:
            self.registry.metrics.entry_written(log.tag(each.entry.body))
        self.timeouts.wrote(applied)
        try:
            await self._broadcast(applied)
        except BaseException:  # it is stored, so pages must reconnect to see it
            self.registry.discard(self)
            raise
        return True

    def _apply(self, bodies: Sequence[AnyBody], guest: str, sent: str) -> list[AppliedEntry]:
        """Apply entries to the state, and those that follow from them at once."""
        table, at = self.state, self.registry.now()
        applied = [
            table.apply(Entry(table.number + 1, at, body, guest, sent if not nth else ""))
            for nth, body in enumerate(bodies)
        ]
        if table.phase == "lobby" and table.plan.auto and table.is_full:
            applied.append(table.apply(Entry(table.number + 1, at, commands.started(table))))
        applied.extend(
            table.apply(Entry(table.number + 1, at, body)) for body in commands.stand_ins(table)
        )
        return applied

    async def _reload(self, seen: int) -> None:
        """Load the table again, and broadcast what this process has not seen yet."""
        try:
            self.state = await self.registry.load(self.state.id)
        except BaseException:  # removed, or the database is down
            self.registry.discard(self)
            raise
        await self._take_in(self.state.log[seen:])

    async def catch_up(self) -> None:
        """Apply what another process has written."""
        async with self.lock:
            if self.discarded:
                return
            try:
                await self._read_on()
            except Refusal as refusal:
                if refusal.code != NEWER:  # which is logged already
                    logger.warning("table %s could not be read: %s", self.state.id, refusal)
            except Exception:
                logger.exception("table %s could not be read", self.state.id)

    async def _read_on(self) -> bool:
        """Apply what other processes have written; whether there was anything.

        The lock must be held. If it fails, pages must reconnect to find what is stored.
        """
        try:
            rows = await self.registry.storage.load(self.state.id, self.state.number)
            applied = await self.registry.fold(self.state, rows)
        except BaseException as error:
            if isinstance(error, Refusal):
                self.registry.log_newer(self.state.id, error)
            self.registry.discard(self)
            raise
        if applied:
            await self._take_in(applied)
        return bool(applied)

    async def _take_in(self, applied: Sequence[AppliedEntry]) -> None:
        """Broadcast entries of another process, which has also written a summary."""
        self._summary = None
        self.timeouts.read(applied, self.registry.now())
        await self._broadcast(applied)

    async def _broadcast(self, applied: Sequence[AppliedEntry]) -> None:
        """Send new entries to all subscribers, and let the bots continue."""
        if any(isinstance(each.entry.body, log.Rematched) for each in applied):
            try:  # the table of a rematch must exist before anybody goes there
                await self.registry.ensure_rematch(self.state)
            except Refusal as refusal:  # whoever opens this table or asks again tries again
                logger.warning("no rematch of table %s yet: %s", self.state.id, refusal)
        self.snapshot = Snapshot(self.state, applied)
        self.subscribers.broadcast(self.snapshot)
        if self.snapshot.reseats:
            self.announce_presence()
        self.resume()

    # Subscribers

    async def subscribe(self, subscriber: Subscriber, since: int) -> None:
        """Send everything there is to show, and from here on whatever happens."""
        async with self.locked():
            if since > self.state.number:  # it was at another process, which has newer entries
                await self._read_on()
            since = min(since, self.state.number)
            subscriber.seats = subscriber.sender.seats(self.state)
            self.subscribers.add(subscriber)
            subscriber.outbox.post(self._welcome(subscriber, since))
            self.announce_presence(but=subscriber)
            self.resume()

    async def welcome(self, subscriber: Subscriber, since: int) -> bytes:
        """Everything there is to show, once."""
        async with self.locked():
            subscriber.seats = subscriber.sender.seats(self.state)
            return self._welcome(subscriber, since)

    def _welcome(self, subscriber: Subscriber, since: int) -> bytes:
        now = self.registry.now()
        self.timeouts.seen(subscriber.seats, now)
        presence, spectators = self.subscribers.presence(self.state)
        return self.snapshot.welcome(
            subscriber.seats,
            subscriber.language,
            since,
            presence,
            spectators,
            now,
            banned=subscriber.sender.is_banned(self.state),
        )

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Stop sending to a page that is gone."""
        self.subscribers.remove(subscriber)
        self.announce_presence()
        self.last_used = time.monotonic()
        self.timeouts.seen(subscriber.seats, self.registry.now())
        self.set_timer()

    # Presence

    def announce_presence(self, but: Subscriber | None = None) -> None:
        """Broadcast the presence, and report our pages to other processes, where it changed."""
        self.subscribers.broadcast_presence(self.state, but)
        report = self.report()
        if report != self._report and not self.discarded:
            # With its first page a process does not know yet who is at the others.
            first = not (self._report.seats or self._report.spectators)
            self._report = report
            self.registry.publish([(self, structs.replace(report, wants_reply=first))])

    def report(self) -> PresenceReport:
        """The pages of this process, for other processes."""
        seats = tuple(sorted(self.subscribers.local_seats))
        return PresenceReport(self.registry.process, seats, self.subscribers.spectators)

    def receive_report(self, report: PresenceReport) -> None:
        """Note the pages of another process."""
        self.subscribers.remote.update(report, self.registry.now())
        if report.wants_reply and self.subscribers:
            self.registry.publish([(self, self.report())])
        self.refresh_presence()

    def refresh_presence(self) -> None:
        """Forget processes that no longer report, and broadcast what changed by that."""
        self.subscribers.remote.expire(self.registry.now())
        self.subscribers.broadcast_presence(self.state)
        self.set_timer()

    # Timeouts

    def set_timer(self) -> None:
        """Wake up when the next timeout is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._stopped:
            return
        now, connected = self.registry.now(), self.subscribers.seats
        if self.timeouts.due(self.state, connected, now):
            moment = now
        else:
            moment = self.timeouts.next(self.state, connected, now)
        if moment:
            # A little late rather than early, so that waking up once is enough.
            wait = max(0, moment - now) / 1000 + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._on_timer)

    def _on_timer(self) -> None:
        self.registry.spawn(self.apply_timeouts())

    async def apply_timeouts(self) -> None:
        """Write what is due: clocks that ran out, people who are away or back."""
        try:
            async with self.locked():
                await self._apply_timeouts()
        except Refusal as refusal:  # not stored; the next timer tries again
            if refusal.code != NEWER:  # which is logged already
                logger.warning("no timeouts at table %s: %s", self.state.id, refusal)
        self.set_timer()

    async def _apply_timeouts(self, active: Collection[int] = ()) -> bool:
        """The same with the lock held; whether there was anything to write.

        The `active` seats have just sent something.
        """
        for tried in range(TRIES):
            connected = self.subscribers.seats.union(active)
            due = self.timeouts.due(self.state, connected, self.registry.now())
            if not due:
                return tried > 0
            await self.append(due)
        return True

    # Bots

    def resume(self) -> None:
        """Let a bot move if one is in turn, and set the timer."""
        self.set_timer()
        self.bots.resume()

    def cancel(self) -> None:
        """Stop the timer, and the bots at their next pause."""
        self._stopped = True
        self.set_timer()
        self.bots.cancel()

    async def stop(self) -> None:
        """Stop the timer and the bots; they continue when the table is opened again."""
        self.cancel()
        await self.bots.stopped()
