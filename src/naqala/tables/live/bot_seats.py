"""The bots at one table: which process moves them, and how long they pause.

One process holds the lease of a table, so that two processes do not compute the same move. If it
dies, another takes over when the lease ends. Where no person plays, bots pause until somebody
watches: games that nobody sees must not delay games that people play.
"""

from __future__ import annotations

import asyncio
import logging
import time
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple
from weakref import ref

from naqala.tables.bot_runner import BotRequest, Priority
from naqala.tables.errors import Refusal
from naqala.tables.log import entries as log
from naqala.tables.log.codec import NEWER

if TYPE_CHECKING:
    from naqala.tables.live.table import LiveTable

LEASE = 6.0
"""Seconds for which a process may move the bots of a table; it renews the lease half-way.

It takes at most this long until another process continues where one has died.
"""

logger = logging.getLogger(__name__)


class Pace(NamedTuple):
    """How long bots pause, so that people can follow them."""

    turn: float = 0.8
    """Seconds before a choice."""
    step: float = 0.25
    """Seconds before the next drop of a move."""


class BotSeats:
    """The seats of a table that bots play, as far as this process moves them."""

    __slots__ = ("_lease_ends", "_live", "_task")

    def __init__(self, live: LiveTable) -> None:
        self._live = ref(live)  # not a cycle: a closed table is freed at once
        self._task: asyncio.Task[None] | None = None
        self._lease_ends = 0.0

    @property
    def live(self) -> LiveTable:
        """The table of these seats."""
        live = self._live()
        assert live is not None
        return live

    def resume(self) -> None:
        """Let the bots move if one is in turn."""
        if (self._task is None or self._task.done()) and self.must_move:
            self._task = asyncio.create_task(self._move_all())

    def cancel(self) -> None:
        """Stop the bots at their next pause."""
        if self._task is not None:
            self._task.cancel()

    async def stopped(self) -> None:
        """Wait until they have stopped."""
        if self._task is not None:
            await asyncio.wait([self._task])

    @property
    def must_move(self) -> bool:
        """Whether a bot is in turn, and a person plays or watches."""
        table = self.live.state
        return bool(table.bot_of(table.turn)) and (table.has_people or bool(self.live.subscribers))

    @property
    def priority(self) -> Priority:
        """Bots that people are waiting for think first."""
        if not self.live.state.has_people:
            return Priority.WATCHED
        return Priority.PLAYED if self.live.subscribers.seats else Priority.ALONE

    async def _move_all(self) -> None:
        live = self.live  # keeps the table as long as its bots move
        try:
            while self.must_move:
                if await self._has_lease():
                    await self._move()
                else:
                    await asyncio.sleep(LEASE / 3)
        except Refusal as refusal:  # the storage is down: `resume_due` tries again
            if refusal.code != NEWER:  # which is logged already
                logger.warning("the bots of table %s wait: %s", live.state.id, refusal)
        except Exception:
            logger.exception("the bots of table %s stopped", live.state.id)

    async def _has_lease(self) -> bool:
        """Whether this process may move the bots; it renews the lease when half of it is over."""
        now, registry = time.monotonic(), self.live.registry
        if self._lease_ends - now < LEASE / 2:
            granted = await registry.storage.lease(self.live.state.id, registry.process, LEASE)
            self._lease_ends = now + LEASE if granted else 0.0
        return bool(self._lease_ends)

    async def _move(self) -> None:
        """Make one choice for the bot in turn."""
        table, registry = self.live.state, self.live.registry
        game, seat, moved = table.game, table.turn, table.moved
        assert game is not None
        assert table.started is not None
        name = table.bot_of(seat)
        await asyncio.sleep(self._pause())
        key = f"{table.id} {seat}"
        seed = int.from_bytes(sha256(f"{table.started.nonce} {seat}".encode()).digest()[:8])
        request = BotRequest(key, name, seed, game.view(seat), game.legal())
        action = await registry.bot_runner.choose(request, self.priority)
        async with self.live.lock:
            unchanged = self.live.state is table and table.moved == moved
            if unchanged and table.bot_of(seat) == name:
                await self.live.append([log.Acted(seat, str(action), "bot")])

    def _pause(self) -> float:
        table, pace = self.live.state, self.live.registry.pace
        last = table.acts[-1] if table.acts else None
        same_turn = last is not None and last.seat == table.turn and not last.ends
        return pace.step if same_turn else pace.turn
