"""Hearing of what other processes write to a PostgreSQL database.

One connection listens, and is made anew when it is lost; what was written in the meantime was not
heard, and whoever listens is told so. That goes for the first one too: tables may be open before it
is there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Any

import asyncpg

from naqala.server.storage import Heard, Missed, Whispered, shown

CHANNEL = "naqala"
CONNECT_SECONDS = 10.0
COMMAND_SECONDS = 15.0
PULSE_SECONDS = 15.0
"""How often the connection is tried: a cut cable tells nobody."""
AGAIN_SECONDS = (0.1, 0.5, 2.0, 5.0)
"""Waits before a new connection is tried."""
AWAY = (
    OSError,  # also TimeoutError
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,  # a goodbye of the database that crosses a command
    asyncpg.PostgresConnectionError,
    asyncpg.OperatorInterventionError,
    asyncpg.InsufficientResourcesError,
    asyncpg.DeadlockDetectedError,
)
"""What passes by itself: the database restarts, is full of connections or out of reach."""

logger = logging.getLogger(__name__)


async def hear(url: str, heard: Heard, missed: Missed, whispered: Whispered) -> None:
    """Tell of everything that is written, over one connection after the other, until cancelled."""

    def tell(connection: object, process: int, channel: str, payload: str) -> None:
        table, _, told = payload.partition(" ")
        if told.isdigit():
            heard(table, int(told))
        else:
            whispered(table, told)

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
            await connection.add_listener(CHANNEL, tell)
            missed()
            tried = 0
            await _until_lost(connection)
        except Exception as error:  # whatever it was: who does not listen shows what is old
            logger.warning("the database %s is not heard: %r", shown(url), error)
        finally:
            if connection is not None:
                connection.terminate()
        await asyncio.sleep(AGAIN_SECONDS[min(tried, len(AGAIN_SECONDS) - 1)])
        tried += 1


async def _until_lost(connection: Any) -> None:
    """Wait until a connection is closed or gives no answer."""
    lost = asyncio.Event()
    connection.add_termination_listener(lambda _: lost.set())
    while not connection.is_closed():
        with suppress(TimeoutError):
            await asyncio.wait_for(lost.wait(), PULSE_SECONDS)
        await connection.execute("select 1")
