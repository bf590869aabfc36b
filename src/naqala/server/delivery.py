"""Delivery: what waits for pages is sent as soon as nothing more can be sent with it.

A task for each page that writes to its socket would be woken for every message, and to wake it
costs more than to write. So the postman goes round: when what a page asked for is done, and
otherwise in the next round of the event loop. A socket takes what is sent at once as a rule, and
only for one that is slow is there a task, until it has taken everything.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import contextmanager
from types import coroutine
from typing import Any


class Postman:
    """Calls on everybody for whom something waits, once for all that has come."""

    __slots__ = ("_calls", "_guides", "_soon")

    def __init__(self) -> None:
        """Nobody waits yet."""
        self._calls: list[Callable[[], None]] = []
        self._guides: set[asyncio.Task[Any] | None] = set()
        """Tasks that say themselves when to go round."""
        self._soon = False

    def call(self, deliver: Callable[[], None]) -> None:
        """Have something delivered soon."""
        self._calls.append(deliver)
        if not self._soon and asyncio.current_task() not in self._guides:
            self._soon = True
            asyncio.get_running_loop().call_soon(self._come)

    def _come(self) -> None:
        self._soon = False
        self.go_round()

    def go_round(self) -> None:
        """Deliver everything now."""
        calls, self._calls = self._calls, []
        for deliver in calls:
            deliver()

    @contextmanager
    def guided(self) -> Iterator[None]:
        """While the current task lets it go round whenever it has come to the end of something."""
        guide = asyncio.current_task()
        self._guides.add(guide)
        try:
            yield
        finally:
            self._guides.discard(guide)
            self.go_round()


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
