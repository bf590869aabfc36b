"""Looking for garbage without making anybody wait.

Nearly everything here is freed as soon as nobody needs it; only what refers to itself must be
looked for. Python looks through all objects of all tables for it again and again, a fifth of a
second at a few hundred tables in which nobody is answered. Here what lives is set aside every few
seconds, so that only what is new is looked through; everything only when it has doubled and the
server has little to do, or when it has tripled.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

PERIOD = 1.0
"""Seconds between two times of setting aside."""
MOST_NEW = 20_000
"""Objects after which Python looks by itself; what lives a second is set aside anyway."""
QUIET = 0.05
"""The share of a processor that a server takes which has little to do."""
SPARE = 500_000
"""How many blocks of memory more than double or triple there may be before all is looked through.

Blocks are counted in a tenth of a millisecond; to count objects Python would walk through them.
"""


@asynccontextmanager
async def swept() -> AsyncIterator[None]:
    """Look for garbage in this way, as long as the server runs."""
    sweeping = asyncio.create_task(_sweep())
    usual = gc.get_threshold()
    gc.set_threshold(MOST_NEW, *usual[1:])
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        gc.set_threshold(*usual)
        gc.unfreeze()


async def _sweep() -> None:
    kept = sweep_all()
    while True:
        spent = time.process_time()
        await asyncio.sleep(PERIOD)
        kept = set_aside(kept, quiet=time.process_time() - spent < QUIET * PERIOD)


def set_aside(kept: int, *, quiet: bool) -> int:
    """Set aside what lives; how many blocks were kept when all was last looked through."""
    if sys.getallocatedblocks() > (2 if quiet else 3) * kept + SPARE:
        return sweep_all()
    gc.collect(1)
    gc.freeze()
    return kept


def sweep_all() -> int:
    """Look through everything; how many blocks of memory are kept."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    return sys.getallocatedblocks()
