"""Listen for what other processes write to a PostgreSQL database.

One connection listens, and is replaced when it is lost. Notifications in between are missed, so
every new connection, including the first, calls `on_missed`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import asyncpg

from naqala.tables.storage import OnMissed, OnPublished, OnWritten, shown

CHANNEL = "naqala"
CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 15.0
PULSE_SECONDS, PULSE_TIMEOUT = 1.0, 2.0
"""How often the connection is checked, and how long that may take: a broken network closes nothing.

Until the loss is noticed, pages of this process do not see what happens at the others.
"""
AGAIN_SECONDS = (0.1, 0.5, 2.0, 5.0)
"""Waits before each new attempt to connect."""
UNAVAILABLE = (
    OSError,  # also TimeoutError
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # the database closed the connection during a command
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
)
"""Temporary errors: the database restarts, has no free connection or cannot be reached."""

logger = logging.getLogger(__name__)


async def listen(
    url: str, on_written: OnWritten, on_missed: OnMissed, on_published: OnPublished
) -> None:
    """Call back for every notification, reconnecting as needed, until cancelled."""

    def notified(connection: object, process: int, channel: str, payload: str) -> None:
        table, _, content = payload.partition(" ")
        if content.isdigit():
            on_written(table, int(content))
        else:
            on_published(table, content)

    tried = 0
    while True:
        connection: Any = None
        try:
            connection = await asyncpg.connect(
                url,
                timeout=CONNECT_SECONDS,
                command_timeout=COMMAND_SECONDS,
                server_settings={"application_name": "naqala listens"},
            )
            await connection.add_listener(CHANNEL, notified)
            on_missed()
            tried = 0
            await _until_lost(connection)
        except Exception as error:  # without a listener tables would stay out of date
            logger.warning("cannot listen to the database %s: %r", shown(url), error)
        finally:
            if connection is not None:
                connection.terminate()
        await asyncio.sleep(AGAIN_SECONDS[min(tried, len(AGAIN_SECONDS) - 1)])
        tried += 1


async def _until_lost(connection: Any) -> None:
    """Wait until a connection is closed or does not answer."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not connection.is_closed():
        with suppress(TimeoutError):
            await asyncio.wait_for(lost.wait(), PULSE_SECONDS)
        await connection.execute("select 1", timeout=PULSE_TIMEOUT)
