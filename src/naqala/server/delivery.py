"""Delivery: what waits for pages is sent at the end of each round of the event loop.

A task for each page that writes to its socket would be woken for every message, and to wake it
costs more than to write. So the postman goes round: a socket takes what is sent at once as a rule,
and only for one that is slow is there a task, until it has taken everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator
from types import coroutine
from typing import Any


class Postman:
    """Calls on everybody for whom something waits, once for all that came in a round."""

    __slots__ = ("_calls",)

    def __init__(self) -> None:
        """Nobody waits yet."""
        self._calls: list[Callable[[], None]] = []

    def call(self, deliver: Callable[[], None]) -> None:
        """Have something delivered soon."""
        self._calls.append(deliver)
        if len(self._calls) == 1:
            asyncio.get_running_loop().call_soon(self._go_round)

    def _go_round(self) -> None:
        calls, self._calls = self._calls, []
        for deliver in calls:
            deliver()


def begun(work: Coroutine[Any, Any, None]) -> Coroutine[Any, Any, None] | None:
    """Do something as far as it goes without waiting: None when it is done, else what is left."""
    try:
        waits_for = work.send(None)
    except StopIteration:
        return None
    return _rest(work, waits_for)


async def _rest(work: Coroutine[Any, Any, None], waits_for: Any) -> None:
    await _gone_on(work, waits_for)


@coroutine
def _gone_on(work: Coroutine[Any, Any, None], waits_for: Any) -> Generator[Any, Any, None]:
    """Wait for what the work was about to wait for, then let it go on."""
    try:
        yield waits_for
    except BaseException:
        work.close()
        raise
    yield from work
