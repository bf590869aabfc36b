"""Looking for garbage without making anybody wait.

Nearly everything here is freed as soon as nobody needs it; only what refers to itself must be
looked for. Python looks through all objects of all tables for it again and again, a tenth of a
second at a few hundred tables in which nobody is answered. Here what lives is set aside every few
seconds, so that only what is new is looked through, and everything only when it has doubled.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PERIOD = 5.0
"""Seconds between two times of setting aside."""
SPARE = 100_000
"""How many objects more than double there may be before all are looked through."""


@asynccontextmanager
async def swept() -> AsyncIterator[None]:
    """Look for garbage in this way, as long as the server runs."""
    sweeping = asyncio.create_task(_sweep())
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        gc.unfreeze()


async def _sweep() -> None:
    kept = sweep_all()
    while True:
        await asyncio.sleep(PERIOD)
        kept = set_aside(kept)


def set_aside(kept: int) -> int:
    """Set aside what lives; how many objects were kept when all were last looked through."""
    if gc.get_freeze_count() > 2 * kept + SPARE:
        return sweep_all()
    gc.collect(1)
    gc.freeze()
    return kept


def sweep_all() -> int:
    """Look through everything; how many objects are kept."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return gc.get_freeze_count()
