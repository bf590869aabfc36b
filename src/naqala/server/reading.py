"""How messages come in from a socket."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MOST_UNREAD = 4
"""Messages of a page that wait to be done, after which nothing more is read from it."""


class Reader(WebSocketsSansIOProtocol):
    """A socket that reads on while few messages wait.

    uvicorn's own stops reading at every message until it is done, which costs as much as reading
    it does.
    """

    def send_receive_event_to_app(self) -> None:
        """Let a message wait to be done; once too many do, read no more until all are.

        After a goodbye it is read on, because the answer to that is still to come.
        """
        paused, self.read_paused = self.read_paused, True
        super().send_receive_event_to_app()
        self.read_paused = paused
        if not (paused or self.close_sent) and self.queue.qsize() >= MOST_UNREAD:
            self.read_paused = True
            self.transport.pause_reading()
