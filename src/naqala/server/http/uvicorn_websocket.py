"""The WebSocket protocol of uvicorn, with a prompt end for pages that do not answer pings."""

from __future__ import annotations

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SILENT = 1006
"""The code of a socket that was closed because a ping was not answered; no page can send it."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Reports an unanswered ping to the application at once.

    uvicorn has no setting for this. Its own protocol reports a closed socket only when everything
    written to it was sent, and with the code of an ordinary close.
    """

    def keepalive_timeout(self) -> None:
        """Close the connection of a page that did not answer a ping."""
        if self.close_sent or self.transport.is_closing():
            return
        super().keepalive_timeout()
        self.queue.put_nowait({"type": "websocket.disconnect", "code": SILENT})
        self.transport.abort()
