"""The tables that are open in this process: loaded when asked for, written before seen.

Whatever happens at a table is first made so in memory, which checks it, then written, and only
when it is durable shown to anybody; until then the table is locked. Where another process was
faster, memory is thrown away and folded anew from what is stored.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from secrets import token_hex
from typing import Any, NamedTuple

from naqala.server import entries as log
from naqala.server import guests, listing, sends
from naqala.server.entries import AnyWhat, Entry
from naqala.server.hourglass import AWAY, Hourglass
from naqala.server.laying import again, laid
from naqala.server.metrics import Metrics
from naqala.server.protocol import Accepted, AnySend, NewTable, Rematch
from naqala.server.refusal import Refusal
from naqala.server.sends import Sender
from naqala.server.showing import Memory, Showing
from naqala.server.storage import Conflict, EntryRow, Storage, Summary
from naqala.server.table import Happened, Table, folded
from naqala.server.thinking import Thinking
from naqala.server.watching import RESTART, TRY_AGAIN, Watcher, Watchers
from naqala.text import Catalogue

TRIES = 8
"""How often a send is tried again because another process wrote first."""
IDLE = 300.0
"""Seconds after which a table that nobody watches is dropped from memory."""
LEAD = 6.0
"""Seconds for which a process leads a table, that is moves its bots; half-way it asks again.

So long does it take at most until another process goes on where one has died.
"""

logger = logging.getLogger(__name__)


def milliseconds() -> int:
    """The time for a new entry."""
    return time.time_ns() // 1_000_000


class Pace(NamedTuple):
    """How long bots wait, so that people see what they do."""

    turn: float = 0.8
    """Seconds before a choice."""
    step: float = 0.25
    """Seconds before the next drop of a move."""


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
        self._bots: asyncio.Task[None] | None = None
        self._leads_until = 0.0
        self.gone = False
        """Whether memory is no longer what counts: the table must be opened anew."""
        self._timer: asyncio.TimerHandle | None = None
        self._ended = False

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """The table for oneself alone; Refusal where it was thrown away in the meantime.

        Its memory may then hold what was never stored, and nobody must see that.
        """
        async with self.lock:
            if self.gone:
                raise Refusal("busy")
            yield

    async def send(self, sender: Sender, send: AnySend, words: Catalogue) -> Accepted:
        """Make a send so, once however often it comes; Refusal says why not."""
        if isinstance(send, Rematch):
            return await self.rematch(sender, send)
        async with self.held():
            for _ in range(TRIES):
                number = self.table.sent.get((sender.guest, send.id))
                if number is not None:
                    return Accepted(send.id, number)
                await self._pass_time(sender.seats(self.table))
                meant = sends.meant(self.table, sender, send, words)
                if await self.write([meant.what], sender.guest, send.id):
                    return Accepted(send.id, self.table.number, meant.secret, meant.seat)
        raise Refusal("busy")

    async def rematch(self, sender: Sender, send: Rematch) -> Accepted:
        """A table where the same people play again; there is one, whoever asks first."""
        async with self.held():
            for _ in range(TRIES):
                table = self.table
                if not sender.seats(table):
                    raise Refusal("not_seated")
                if table.rematch:
                    return Accepted(send.id, table.number, table=table.rematch)
                if table.phase != "over":
                    raise Refusal(f"phase_{table.phase}")
                new = (await self.tables.lay_down(again(table, same=send.same), "")).table.id
                if await self.write([log.Rematched(new)], sender.guest, send.id):
                    return Accepted(send.id, self.table.number, table=new)
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
            await self._reload(before)
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
        self.show(showing, prepared)
        return True

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
        self.show(Showing(self.table, self.table.log[seen:], self.memory))

    async def catch_up(self) -> None:
        """Take in what another process has written."""
        async with self.lock:
            if self.gone:
                return
            try:
                rows = await self.tables.storage.load(self.table.id, self.table.number)
                happened = [self.table.apply(entry_of(each)) for each in rows]
            except Exception:  # pages come back, and find the table as soon as it can be read
                logger.exception("table %s could not be read", self.table.id)
                self.tables.forget(self)
                return
            if happened:
                self._summary, self._grounds = None, ()
                self.hourglass.heard(happened, self.tables.now())
                self.show(Showing(self.table, happened, self.memory))

    def show(
        self, showing: Showing, prepared: Sequence[tuple[Watcher, bytes]] | None = None
    ) -> None:
        """Tell all pages, perhaps what was prepared for them, and let the bots go on."""
        self.showing = showing
        if prepared is None:
            self.watchers.tell(showing)
            self.watchers.tell_presence(self.table)
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
            message = self.showing.welcome(
                watcher.seats, watcher.language, since, here, watching, now
            )
            if stay:
                watcher.post(message)
                self.watchers.tell_presence(self.table, but=watcher)
                self.tick()
            return message

    def leave(self, watcher: Watcher) -> None:
        """A page has gone."""
        self.watchers.leave(watcher)
        self.watchers.tell_presence(self.table)
        self.used = time.monotonic()
        self.hourglass.seen(watcher.seats, self.tables.now())
        self.tick()

    # Time

    def tick(self) -> None:
        """See to it that what time brings is written when it is due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        now, here = self.tables.now(), self.watchers.held
        soon = self.hourglass.due(self.table, here, now)
        moment = now if soon else self.hourglass.next(self.table, here, now)
        if moment and not self._ended:
            # A moment late rather than early, so that one look is enough.
            wait = max(0, moment - now) / 1000 + 0.001
            self._timer = asyncio.get_running_loop().call_later(wait, self._due)

    def _due(self) -> None:
        self.tables.start(self.pass_time())

    async def pass_time(self) -> None:
        """Write what time has brought: clocks that ran out, people who are away or back."""
        try:
            async with self.held():
                await self._pass_time()
        except Refusal as refusal:  # not kept; the next look tries again
            logger.warning("time stands still at table %s: %s", self.table.id, refusal)
        self.tick()

    async def _pass_time(self, here: Collection[int] = ()) -> None:
        """The same with the lock held, and where these seats have just been heard of."""
        for _ in range(TRIES):
            seats = self.watchers.held.union(here)
            due = self.hourglass.due(self.table, seats, self.tables.now())
            if not due:
                return
            await self.write(due)

    # Bots

    def wake(self) -> None:
        """Let a bot go on if one is in turn, and the clock run if there is one."""
        self.tick()
        if (self._bots is None or self._bots.done()) and self.table.bot_of(self.table.turn):
            self._bots = asyncio.create_task(self._move_bots())

    async def stop(self) -> None:
        """Let the bots rest; they go on when the table is opened again."""
        self.rest()
        if self._bots is not None:
            await asyncio.wait([self._bots])

    def rest(self) -> None:
        """Stop the clock, and the bots as soon as they wait for something."""
        self._ended = True
        self.tick()
        if self._bots is not None:
            self._bots.cancel()

    async def _move_bots(self) -> None:
        try:
            while self.table.bot_of(self.table.turn):
                if await self._leads():
                    await self._move_bot()
                else:
                    await asyncio.sleep(LEAD / 3)
        except Refusal as refusal:  # the storage is away: `Tables.look` tries again
            logger.warning("the bots of table %s wait: %s", self.table.id, refusal)
        except Exception:
            logger.exception("the bots of table %s stopped", self.table.id)

    async def _leads(self) -> bool:
        """Whether this process moves the bots of the table; two at once would only waste time."""
        now = time.monotonic()
        if self._leads_until - now < LEAD / 2:
            leads = await self.tables.storage.lead(self.table.id, self.tables.process, LEAD)
            self._leads_until = now + LEAD if leads else 0.0
        return bool(self._leads_until)

    async def _move_bot(self) -> None:
        """One choice of the bot in turn."""
        table = self.table
        game, seat, moved = table.game, table.turn, table.moved
        assert game is not None
        assert table.started is not None
        name = table.bot_of(seat)
        await asyncio.sleep(self._pause())
        key = f"{table.id} {seat}"
        seed = int.from_bytes(sha256(f"{table.started.nonce} {seat}".encode()).digest()[:8])
        action = await self.tables.thinking.choose(key, name, seed, game.view(seat), game.legal())
        async with self.lock:
            if self.table is table and table.moved == moved and table.bot_of(seat) == name:
                await self.write([log.Acted(seat, str(action), "bot")])

    def _pause(self) -> float:
        last = self.table.acts[-1] if self.table.acts else None
        going_on = last is not None and last.seat == self.table.turn and not last.ends
        pace = self.tables.pace
        return pace.step if going_on else pace.turn


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
        self.open: dict[str, OpenTable] = {}
        self._opening: dict[str, asyncio.Future[OpenTable]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stuck: set[str] = set()
        """Tables that could not be opened: told once, and not tried again until somebody asks."""

    async def begin(self) -> None:
        """Open the storage and go on with the tables where bots must decide."""
        await self.storage.open()
        self.storage.listen(self._heard, self._missed)
        await self.look()
        self.start(self._look_again())

    async def look(self) -> None:
        """Go on with the tables where bots must decide and nobody lets them.

        They wait since the server stopped, or since another process or the database went away.
        """
        for table in await self.storage.waking(self.now() + int(2000 * LEAD)):
            if table in self._stuck:
                continue
            try:
                (await self.find(table)).wake()
            except Exception as error:  # it must not keep the others closed
                if isinstance(error, Refusal) and error.code == "busy":
                    raise
                self._stuck.add(table)
                logger.exception("table %s cannot go on", table)

    async def _look_again(self) -> None:
        while True:
            await asyncio.sleep(LEAD)
            try:
                await self.look()
            except Exception as error:
                logger.warning("no look for tables that wait: %r", error)

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
        waiting = self._opening.get(name)
        if waiting is None:
            waiting = self._opening[name] = asyncio.ensure_future(self._open(name))
            waiting.add_done_callback(lambda _: self._opening.pop(name, None))
        return await asyncio.shield(waiting)

    async def _open(self, name: str) -> OpenTable:
        found = self.open[name] = OpenTable(self, await self.fold(name))
        self._stuck.discard(name)
        found.wake()
        return found

    async def fold(self, name: str) -> Table:
        """A table as it is stored."""
        rows = await self.storage.load(name)
        if not rows:
            raise Refusal("no_table")
        return folded(name, map(entry_of, rows))

    async def lay(
        self, sender: Sender, asked: NewTable, words: Catalogue
    ) -> tuple[OpenTable, dict[int, str]]:
        """A new table, and the secrets of the seats of who laid it."""
        whats, secrets = laid(sender, asked, words)
        return await self.lay_down(whats, sender.guest), secrets

    async def lay_down(self, whats: Sequence[AnyWhat], guest: str) -> OpenTable:
        """A new table where this happened already."""
        table = OpenTable(self, Table(guests.draw_table()))
        async with table.lock:
            await table.write(whats, guest)
        self.open[table.table.id] = table
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
        now = time.monotonic()
        for table in list(self.open.values()):
            busy = (
                table.lock.locked() or table.watchers.pages or table.table.bot_of(table.table.turn)
            )
            if not busy and now - table.used > IDLE:
                self.forget(table)

    def _heard(self, name: str, number: int) -> None:
        """Another process has written."""
        table = self.open.get(name)
        if table is not None and table.table.number < number:
            self.start(table.catch_up())

    def _missed(self) -> None:
        """Other processes may have written unheard."""
        for table in self.open.values():
            self.start(table.catch_up())

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside everything else."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def row(entry: Entry) -> EntryRow:
    """An entry as it is stored."""
    body = log.encode(entry.what)
    return EntryRow(entry.number, entry.at, entry.guest, entry.sent, body, entry.mark)


def entry_of(stored: EntryRow) -> Entry:
    """An entry that was stored."""
    what = log.decode(stored.body)
    return Entry(stored.number, stored.at, what, stored.guest, stored.sent, stored.mark)
