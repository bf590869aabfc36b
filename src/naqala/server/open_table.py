"""A table that is open in this process: locked, folded, written, shown, in this order.

Whatever happens at a table is first made so in memory, which checks it, then written, and only
when it is durable shown to anybody; until then the table is locked. Where another process was
faster, memory is thrown away and folded anew from what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from msgspec import structs

from naqala.server import entries as log
from naqala.server import guests, listing, sends
from naqala.server.bot_seats import BotSeats
from naqala.server.elsewhere import Sign
from naqala.server.entries import AnyWhat, Entry
from naqala.server.hourglass import Hourglass
from naqala.server.protocol import Accepted, AnySend, Rematch
from naqala.server.refusal import Refusal
from naqala.server.rows import NEWER, row, take_in
from naqala.server.sends import Sender
from naqala.server.showing import Memory, Showing
from naqala.server.storage import Conflict, Summary
from naqala.server.table import Happened, Table
from naqala.server.watching import Watcher, Watchers
from naqala.text import Catalogue

if TYPE_CHECKING:
    from naqala.server.tables import Tables

TRIES = 8
"""How often a send is tried again because another process wrote first."""

logger = logging.getLogger(__name__)


class Hold:
    """A table for oneself alone; every send asks for it, so it is no generator.

    Where the table was thrown away, its memory may hold what was never stored: nobody must see it.
    """

    __slots__ = ("_table",)

    def __init__(self, table: OpenTable) -> None:
        """Hold a table as soon as nobody else does."""
        self._table = table

    async def __aenter__(self) -> None:
        """Wait for the others; Refusal where the table was thrown away in the meantime."""
        await self._table.lock.acquire()
        if self._table.gone:
            self._table.lock.release()
            raise Refusal("busy")

    async def __aexit__(self, *error: object) -> None:
        """Let the next one in."""
        self._table.lock.release()


class OpenTable:
    """A table in memory, with the pages that watch it and the bots that sit there."""

    def __init__(self, tables: Tables, table: Table) -> None:
        """Keep a table open; all its entries are durable."""
        self.tables = tables
        self.table = table
        self.lock = asyncio.Lock()
        self.watchers = Watchers()
        self.memory = Memory()
        self.showing = Showing(table, (), self.memory)
        self.used = time.monotonic()
        self.hourglass = Hourglass(tables.away)
        self.hints: dict[int, deque[int]] = {}
        """When each seat was given its last hints."""
        self._summary: Summary | None = None
        self._grounds: tuple[object, ...] = ()
        """Of which the summary was made."""
        self.bots = BotSeats(self)
        self._sign = Sign(tables.process)
        """What other processes were told of our pages."""
        self.gone = False
        """Whether memory is no longer what counts: the table must be opened anew."""
        self._timer: asyncio.TimerHandle | None = None
        self._ended = False

    def held(self) -> Hold:
        """The table for oneself alone; Refusal where it was thrown away in the meantime."""
        return Hold(self)

    async def send(self, sender: Sender, send: AnySend, words: Catalogue) -> Accepted:
        """Make a send so, once however often it comes; Refusal says why not."""
        if isinstance(send, Rematch):
            return await self.rematch(sender, send, words)
        async with self.held():
            for _ in range(TRIES):
                seats = sender.seats(self.table)
                if number := sender.repeats(self.table, send.id, seats):
                    return sends.answered(self.table, send.id, number)
                if self._due(seats):
                    await self._pass_time(seats)
                    self.tables.postman.go_round()  # before the disk is waited for once more
                meant, guest = sends.meant(self.table, sender, send, words)
                if await self.write([meant.what], guest, send.id):
                    return Accepted(send.id, self.table.number, meant.secret, meant.seat)
                self.tables.postman.go_round()
        raise Refusal("busy")

    async def rematch(self, sender: Sender, send: Rematch, words: Catalogue) -> Accepted:
        """A table where the same people play again; there is one, whoever asks first."""
        async with self.held():
            for _ in range(TRIES):
                table = self.table
                seats = sender.seats(table)
                if not seats:
                    raise Refusal("not_seated")
                if table.rematch:
                    await self.tables.follow(table)
                    return Accepted(send.id, table.number, table=table.rematch)
                if table.phase != "over":
                    raise Refusal(f"phase_{table.phase}")
                guest = sender.known_as(table, seats)
                await self.tables.check_number(guest)
                new = log.Rematched(guests.draw_table(), send.same, words.language)
                if await self.write([new], guest, send.id):
                    return Accepted(send.id, self.table.number, table=new.table)
        raise Refusal("busy")

    async def write(self, whats: Sequence[AnyWhat], guest: str = "", sent: str = "") -> bool:
        """Make entries so, write and show them; False when another process was faster.

        The lock must be held.
        """
        if self.gone:  # somebody waited for the lock while it was thrown away
            raise Refusal("busy")
        before = self.table.number
        try:
            happened = self._fold(whats, guest, sent)
            showing = Showing(self.table, happened, self.memory)
            # In one go with the fold: whoever has waited for the disk starts cold.
            prepared = self.watchers.prepare(showing)
        except Exception:
            if self.table.number != before:  # refused half-way: only what is stored counts
                self.tables.forget(self)
            raise
        rows = [row(each.entry) for each in happened]
        grounds = listing.grounds(self.table)
        known = self._summary if grounds == self._grounds else None
        summary = known or listing.summary(self.table)
        try:
            changes = None if known else listing.changes(self._summary, summary)
            with self.tables.metrics.appends.timed("all"):
                await self.tables.storage.append(self.table.id, rows, changes)
        except Conflict:
            self.memory = Memory()  # what was prepared is not what pages were told
            try:
                await self._reload(before)
            except BaseException:  # removed, or the database is away: memory has what is not stored
                self.tables.forget(self)
                raise
            return False
        except BaseException as error:
            # Written or not, what is stored decides: broken or cancelled, memory must not differ.
            self.tables.forget(self)
            if isinstance(error, Refusal) or not isinstance(error, Exception):
                raise
            logger.exception("table %s could not be written", self.table.id)
            raise Refusal("busy") from None
        self._summary, self._grounds = summary, grounds
        for each in happened:
            self.tables.metrics.entries.add(log.tag(each.entry.what))
        self.hourglass.wrote(happened)
        await self._follow(happened)
        self.show(showing, prepared)
        return True

    async def _follow(self, happened: Sequence[Happened]) -> None:
        """Lay the table of a rematch before anybody is told of it."""
        if any(isinstance(each.entry.what, log.Rematched) for each in happened):
            try:
                await self.tables.follow(self.table)
            except Refusal as refusal:  # whoever opens this table or asks again tries again
                logger.warning("no rematch of table %s yet: %s", self.table.id, refusal)

    def _fold(self, whats: Sequence[AnyWhat], guest: str, sent: str) -> list[Happened]:
        """Make entries so in memory, and what follows from them at once."""
        table, at = self.table, self.tables.now()
        happened = [
            table.apply(Entry(table.number + 1, at, what, guest, sent if not nth else ""))
            for nth, what in enumerate(whats)
        ]
        if table.phase == "lobby" and table.plan.auto and table.is_full:
            happened.append(table.apply(Entry(table.number + 1, at, sends.started(table))))
        happened.extend(
            table.apply(Entry(table.number + 1, at, what)) for what in sends.stand_ins(table)
        )
        return happened

    async def _reload(self, seen: int) -> None:
        """Fold what is stored anew, and show what this process has not seen yet."""
        self.table = await self.tables.fold(self.table.id)
        self._summary, self._grounds = None, ()
        self.hourglass.heard(self.table.log[seen:], self.tables.now())
        await self._follow(self.table.log[seen:])
        self.show(Showing(self.table, self.table.log[seen:], self.memory))

    async def catch_up(self) -> None:
        """Take in what another process has written."""
        async with self.lock:
            if self.gone:
                return
            try:
                rows = await self.tables.storage.load(self.table.id, self.table.number)
                happened = take_in(self.table, rows)
            except Exception as error:  # pages come back, and find it as soon as it can be read
                if isinstance(error, Refusal) and error.code == NEWER:
                    self.tables.leave_to_others(self.table.id, error)
                else:
                    logger.exception("table %s could not be read", self.table.id)
                self.tables.forget(self)
                return
            if happened:
                self._summary, self._grounds = None, ()
                self.hourglass.heard(happened, self.tables.now())
                await self._follow(happened)
                self.show(Showing(self.table, happened, self.memory))

    def show(
        self, showing: Showing, prepared: Sequence[tuple[Watcher, bytes]] | None = None
    ) -> None:
        """Tell all pages, perhaps what was prepared for them, and let the bots go on."""
        self.showing = showing
        if prepared is None:
            self.watchers.tell(showing)
            self.tell_presence()
        else:
            for watcher, message in prepared:
                watcher.post(message)
        self.wake()

    async def welcome(self, watcher: Watcher, since: int, *, stay: bool) -> bytes:
        """All there is to show; with `stay` the page is told what happens from here on."""
        async with self.held():
            watcher.seats = watcher.sender.seats(self.table)
            now = self.tables.now()
            self.hourglass.seen(watcher.seats, now)
            if stay:
                self.watchers.join(watcher)
            here, watching = self.watchers.presence(self.table)
            unwanted = watcher.sender.is_unwanted(self.table)
            message = self.showing.welcome(
                watcher.seats, watcher.language, since, here, watching, now, unwanted=unwanted
            )
            if stay:
                watcher.post(message)
                self.tell_presence(but=watcher)
                self.wake()
            return message

    def leave(self, watcher: Watcher) -> None:
        """A page has gone."""
        self.watchers.leave(watcher)
        self.tell_presence()
        self.used = time.monotonic()
        self.hourglass.seen(watcher.seats, self.tables.now())
        self.tick()

    # Who is here

    def tell_presence(self, but: Watcher | None = None) -> None:
        """Tell the pages who is here, and other processes of our pages, where that has changed."""
        self.watchers.tell_presence(self.table, but)
        sign = self.sign()
        if sign != self._sign and not self.gone:
            # Who has a first page here does not know yet who is at other processes.
            first = not (self._sign.seats or self._sign.watchers)
            self._sign = sign
            self.tables.whisper([(self, structs.replace(sign, asks=first))])

    def sign(self) -> Sign:
        """What other processes are told of our pages."""
        held = tuple(sorted(self.watchers.held))
        return Sign(self.tables.process, held, self.watchers.watching)

    def heard(self, sign: Sign) -> None:
        """Another process has told of its pages."""
        self.watchers.elsewhere.heard(sign, self.tables.now())
        if sign.asks and self.watchers.pages:
            self.tables.whisper([(self, self.sign())])
        self.look_round()

    def look_round(self) -> None:
        """See who is here now, at whatever process."""
        self.watchers.elsewhere.forget(self.tables.now())
        self.watchers.tell_presence(self.table)
        self.tick()

    # Time

    def tick(self) -> None:
        """See to it that what time brings is written when it is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, here = self.tables.now(), self.watchers.here
        if self.hourglass.rests(self.table, here):
            self.hourglass.seen(here, now)
            return
        soon = self.hourglass.due(self.table, here, now)
        moment = now if soon else self.hourglass.next(self.table, here, now)
        if moment and not self._ended:
            # A moment late rather than early, so that one look is enough.
            wait = max(0, moment - now) / 1000 + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._time_has_come)

    def _time_has_come(self) -> None:
        self.tables.start(self.pass_time())

    async def pass_time(self) -> None:
        """Write what time has brought: clocks that ran out, people who are away or back."""
        try:
            async with self.held():
                await self._pass_time()
        except Refusal as refusal:  # not kept; the next look tries again
            if refusal.code != NEWER:  # of which is told already
                logger.warning("time stands still at table %s: %s", self.table.id, refusal)
        self.tick()

    async def _pass_time(self, here: Collection[int] = ()) -> None:
        """The same with the lock held, and where these seats have just been heard of."""
        for _ in range(TRIES):
            due = self._due(here)
            if not due:
                return
            await self.write(due)

    def _due(self, here: Collection[int]) -> list[AnyWhat]:
        """What time has brought, where these seats have just been heard of."""
        seats = self.watchers.here
        if self.hourglass.rests(self.table, seats):
            return []
        return self.hourglass.due(self.table, seats.union(here), self.tables.now())

    def wake(self) -> None:
        """Let a bot go on if one is in turn, and the clock run if there is one."""
        self.tick()
        self.bots.wake()

    async def stop(self) -> None:
        """Let the bots rest; they go on when the table is opened again."""
        self.rest()
        await self.bots.ended()

    def rest(self) -> None:
        """Stop the clock, and the bots as soon as they wait for something."""
        self._ended = True
        self.tick()
        self.bots.stop()
