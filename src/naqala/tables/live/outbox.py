"""The messages that wait to be sent to one subscriber."""

from __future__ import annotations

import asyncio

MOST_MESSAGES = 256
"""How many messages may wait; a subscriber that falls behind further is disconnected."""
MOST_BYTES = 512 * 1024
"""How many bytes may wait."""
POLICY, RESTART, TRY_AGAIN = 1008, 1012, 1013
"""Close codes: the client misbehaved, the server stops, reconnect and resume."""


class Outbox:
    """A bounded queue of encoded messages. The owner of the connection takes frames from it."""

    __slots__ = ("_changed", "_messages", "code", "waiting")

    def __init__(self) -> None:
        self._messages: list[bytes] = []
        self.waiting = 0
        """Bytes in the queue."""
        self._changed: asyncio.Future[None] | None = None
        """What `frame` waits for."""
        self.code = 0
        """The code to close the connection with once the queue is empty; 0 while it is open."""

    def post(self, message: bytes, *, last: bool = False) -> None:
        """Queue a message; a subscriber that is too slow must reconnect instead.

        The `last` message is sent even if the connection is about to be closed: it says why.
        """
        if self.code and not last:
            return
        if len(self._messages) >= MOST_MESSAGES or self.waiting + len(message) > MOST_BYTES:
            self.take()  # it resumes from the last number it has seen
            self.close(TRY_AGAIN)
            return
        self._messages.append(message)
        self.waiting += len(message)
        self._wake()

    def close(self, code: int) -> None:
        """Close the connection after the queued messages; later ones are dropped."""
        if not self.code:
            self.code = code
            self._wake()

    def _wake(self) -> None:
        if self._changed and not self._changed.done():
            self._changed.set_result(None)

    def take(self) -> list[bytes]:
        """Remove and return the queued messages."""
        messages, self._messages, self.waiting = self._messages, [], 0
        return messages

    async def frame(self) -> bytes | None:
        """Wait for messages and join them into one frame; None once closed and empty.

        A write to a socket costs more than anything else, so messages that were queued together
        are sent together: one as it is, several as a list.
        """
        while not self._messages:
            if self.code:
                return None
            self._changed = asyncio.get_running_loop().create_future()
            await self._changed
        messages = self.take()
        return messages[0] if len(messages) == 1 else b"[%b]" % b",".join(messages)
