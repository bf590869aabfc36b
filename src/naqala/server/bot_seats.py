"""The bots at one table: which process moves them, and how long they wait.

One process leads a table, so that two do not think about the same choice. Who leads and dies is
followed by another when its time is up. Where no person plays, bots rest until somebody watches:
games that nobody sees must not take the time of those that people play.
"""

from __future__ import annotations

import asyncio
import logging
import time
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from naqala.server import entries as log
from naqala.server.questions import Question
from naqala.server.refusal import Refusal
from naqala.server.rows import NEWER
from naqala.server.thinking import Rank

if TYPE_CHECKING:
    from naqala.server.open_table import OpenTable

LEAD = 6.0
"""Seconds for which a process leads a table, that is moves its bots; half-way it asks again.

So long does it take at most until another process goes on where one has died.
"""

logger = logging.getLogger(__name__)


class Pace(NamedTuple):
    """How long bots wait, so that people see what they do."""

    turn: float = 0.8
    """Seconds before a choice."""
    step: float = 0.25
    """Seconds before the next drop of a move."""


class BotSeats:
    """The seats of a table that bots play, as far as this process moves them."""

    __slots__ = ("_leads_until", "_moving", "open")

    def __init__(self, table: OpenTable) -> None:
        """The bots of a table that is open here."""
        self.open = table
        self._moving: asyncio.Task[None] | None = None
        self._leads_until = 0.0

    def wake(self) -> None:
        """Let a bot go on if one is in turn."""
        if (self._moving is None or self._moving.done()) and self.wanted:
            self._moving = asyncio.create_task(self._move_all())

    def stop(self) -> None:
        """Stop as soon as they wait for something."""
        if self._moving is not None:
            self._moving.cancel()

    async def ended(self) -> None:
        """Wait until they have stopped."""
        if self._moving is not None:
            await asyncio.wait([self._moving])

    @property
    def wanted(self) -> bool:
        """Whether a bot must decide, and a person plays or watches."""
        table = self.open.table
        return bool(table.bot_of(table.turn)) and (
            table.has_people or bool(self.open.watchers.pages)
        )

    @property
    def rank(self) -> Rank:
        """Who waits for the bots: those with people at their pages go first."""
        if not self.open.table.has_people:
            return Rank.WATCHED
        return Rank.PLAYED if self.open.watchers.here else Rank.ALONE

    async def _move_all(self) -> None:
        try:
            while self.wanted:
                if await self._leads():
                    await self._move()
                else:
                    await asyncio.sleep(LEAD / 3)
        except Refusal as refusal:  # the storage is away: `Tables.look` tries again
            if refusal.code != NEWER:  # of which is told already
                logger.warning("the bots of table %s wait: %s", self.open.table.id, refusal)
        except Exception:
            logger.exception("the bots of table %s stopped", self.open.table.id)

    async def _leads(self) -> bool:
        """Whether this process moves the bots of the table; two at once would only waste time."""
        now, tables = time.monotonic(), self.open.tables
        if self._leads_until - now < LEAD / 2:
            leads = await tables.storage.lead(self.open.table.id, tables.process, LEAD)
            self._leads_until = now + LEAD if leads else 0.0
        return bool(self._leads_until)

    async def _move(self) -> None:
        """One choice of the bot in turn."""
        table, tables = self.open.table, self.open.tables
        game, seat, moved = table.game, table.turn, table.moved
        assert game is not None
        assert table.started is not None
        name = table.bot_of(seat)
        await asyncio.sleep(self._pause())
        key = f"{table.id} {seat}"
        seed = int.from_bytes(sha256(f"{table.started.nonce} {seat}".encode()).digest()[:8])
        question = Question(key, name, seed, game.view(seat), game.legal())
        action = await tables.thinking.choose(question, self.rank)
        async with self.open.lock:
            same = self.open.table is table and table.moved == moved
            if same and table.bot_of(seat) == name:
                await self.open.write([log.Acted(seat, str(action), "bot")])

    def _pause(self) -> float:
        table, pace = self.open.table, self.open.tables.pace
        last = table.acts[-1] if table.acts else None
        going_on = last is not None and last.seat == table.turn and not last.ends
        return pace.step if going_on else pace.turn
