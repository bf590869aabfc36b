"""What waits to be sent to one page."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

T = TypeVar("T")


class Outbox(Generic[T]):
    """A queue for a single reader, which is all a page needs: `asyncio.Queue` costs twice as much.

    It has the methods of that queue.
    """

    __slots__ = ("_items", "_reader")

    def __init__(self) -> None:
        """Empty."""
        self._items: list[T] = []  # hardly ever more than one; an empty deque takes 600 bytes
        self._reader: asyncio.Future[None] | None = None

    def qsize(self) -> int:
        """How much waits."""
        return len(self._items)

    def empty(self) -> bool:
        """Whether nothing waits."""
        return not self._items

    def put_nowait(self, item: T) -> None:
        """Add something at the end."""
        self._items.append(item)
        reader = self._reader
        if reader is not None:
            self._reader = None
            if not reader.done():
                reader.set_result(None)

    def get_nowait(self) -> T:
        """Take what has waited longest."""
        if not self._items:
            raise asyncio.QueueEmpty
        return self._items.pop(0)

    async def get(self) -> T:
        """Take what has waited longest, or wait for it."""
        while not self._items:
            self._reader = asyncio.get_running_loop().create_future()
            await self._reader
        return self._items.pop(0)
