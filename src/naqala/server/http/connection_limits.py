"""Limits of connections below HTTP: how many there are, what they send, and how long they idle.

A `LimitedConnection` sits between the transport of asyncio and the protocol of uvicorn, so it also
sees what the application never does: pings, malformed frames, half a request, or nothing at all.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol

from naqala.server.http import limits
from naqala.server.http.limits import Clock, RateLimits, TokenBucket
from naqala.server.ops.addresses import in_networks, rate_limit_key
from naqala.server.ops.metrics import Metrics
from naqala.tables.errors import Refusal

CHECK_SECONDS = 1.0
"""How often idle connections are looked for."""

logger = logging.getLogger(__name__)


class ConnectionLimiter:
    """Counts and checks all open connections of a server."""

    def __init__(
        self,
        rate_limits: RateLimits,
        metrics: Metrics,
        *,
        most: int,
        proxies: tuple[str, ...] = (),
        clock: Clock = time.monotonic,
    ) -> None:
        """Allow `most` connections; those of proxies are not limited by address."""
        self.rate_limits, self.metrics, self.most, self.clock = rate_limits, metrics, most, clock
        self.proxies = proxies
        self.open: set[LimitedConnection] = set()
        self.by_address: Counter[str] = Counter()

    def protocol(self, config: uvicorn.Config, **given: Any) -> LimitedConnection:
        """A connection with a protocol of uvicorn in it; `Config(http=…)` takes this method."""
        # uvicorn exports this class from no other module: `Config(http="h11")` selects it by name,
        # but then uvicorn creates it, and it cannot be wrapped.
        return LimitedConnection(self, lambda state: H11Protocol(config, **given | state))

    def enter(self, connection: LimitedConnection) -> str:
        """Count a new connection; the reason why it must be closed, or nothing."""
        self.open.add(connection)
        if connection.address:
            self.by_address[connection.address] += 1
            most = limits.PAGES * self.rate_limits.sockets.by_address
            if self.by_address[connection.address] > most:
                return "too many of one address"
        if len(self.open) > self.most:
            return "too many"
        return self.count(connection, limits.CONNECTION_COST)

    def leave(self, connection: LimitedConnection) -> None:
        """Discount a closed connection."""
        self.open.discard(connection)
        if connection.address:
            self.by_address[connection.address] -= 1
            if not self.by_address[connection.address]:
                del self.by_address[connection.address]

    def count(self, connection: LimitedConnection, size: int) -> str:
        """Count bytes that were read; the reason why the connection must be closed, or nothing."""
        if connection.address:  # first, so that reconnecting does not help
            try:
                self.rate_limits.bytes.take(connection.address, size)
            except Refusal:
                return "flood of one address"
        return "flood" if connection.bucket and not connection.bucket.take(size) else ""

    async def check_forever(self) -> None:
        """Close idle connections until cancelled."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            self.check()

    def check(self) -> None:
        """Close connections that have been idle, silent or stalled for too long."""
        now = self.clock()
        for connection in [*self.open]:
            connection.check(now)


class LimitedConnection(asyncio.BufferedProtocol):
    """One connection, with the protocol of uvicorn that serves it.

    The application finds it as `connection` in the state of a request.
    """

    def __init__(
        self, limiter: ConnectionLimiter, inner: Callable[[dict[str, Any]], asyncio.BaseProtocol]
    ) -> None:
        """Make the inner protocol, whose requests carry this connection in their state."""
        self.limiter = limiter
        self.inner = cast(asyncio.Protocol, inner({"app_state": {"connection": self}}))
        self.transport: asyncio.Transport
        self.address = ""
        """The address that limits count; empty for a trusted proxy."""
        self.bucket: TokenBucket | None = None
        """Limits the bytes and frames of a WebSocket."""
        self.frames = FrameCounter()
        self.requests = 0
        """How many requests are being answered."""
        self.heard = self.free_since = self.limiter.clock()
        self.stalled_since: float | None = None
        """Since when the client has left sent data unread; None if it reads."""
        self._buffer = bytearray()

    # The interface of asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count the connection, and pass it on."""
        self.transport = cast(asyncio.Transport, transport)
        host, *_ = transport.get_extra_info("peername") or ("",)
        if not in_networks(host, self.limiter.proxies):
            self.address = rate_limit_key(host)
        if reason := self.limiter.enter(self):
            self.close(reason)
        self.inner.connection_made(transport)

    def get_buffer(self, sizehint: int) -> bytearray:
        """A small buffer, so that a flood is read in slices and others get their turn."""
        self._buffer = bytearray(limits.READ_BYTES)
        return self._buffer

    def buffer_updated(self, nbytes: int) -> None:
        """Count what was read, and pass it on."""
        data, self._buffer = bytes(self._buffer[:nbytes]), bytearray()
        self.heard = self.limiter.clock()
        cost = nbytes
        if self.is_socket:
            cost += limits.FRAME_COST * self.frames.count(data)
        if reason := self.limiter.count(self, cost):
            self.close(reason)
            return
        self.inner.data_received(data)
        current = self.transport.get_protocol()
        if current is not self:  # upgraded to a WebSocket
            self.inner = cast(asyncio.Protocol, current)
            self.bucket = self.limiter.rate_limits.socket_bytes()
            self.transport.set_protocol(self)

    def eof_received(self) -> bool | None:
        """Pass it on."""
        return self.inner.eof_received()

    def pause_writing(self) -> None:
        """Pass it on, and record when the client stopped reading."""
        self.stalled_since = self.limiter.clock()
        self.inner.pause_writing()

    def resume_writing(self) -> None:
        """Pass it on."""
        self.stalled_since = None
        self.inner.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """Discount the connection, and pass it on."""
        self.limiter.leave(self)
        self.inner.connection_lost(exc)
        self.inner = asyncio.Protocol()  # the other one refers to this connection

    # Limits

    @property
    def is_socket(self) -> bool:
        """Whether the connection was upgraded to a WebSocket."""
        return self.bucket is not None

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Keep the connection open while a request is being answered."""
        self.requests += 1
        try:
            yield
        finally:
            self.requests -= 1
            self.free_since = self.limiter.clock()

    def check(self, now: float) -> None:
        """Close the connection if it has been idle, silent or stalled for too long."""
        if self.stalled_since is not None and now - self.stalled_since > limits.SEND_SECONDS:
            self.close("stalled")
        elif not self.is_socket:
            if not self.requests and now - self.free_since > limits.REQUEST_SECONDS:
                self.close("idle")
        elif not self.transport.is_reading():  # a message is being handled; pongs wait behind it
            self.heard = now
        elif now - self.heard > limits.PING_SECONDS + limits.PONG_SECONDS:
            self.close("silent")

    def close(self, reason: str) -> None:
        """Close the connection at once, without waiting for what is still to be sent."""
        if not self.transport.is_closing():
            self.limiter.metrics.closed_connections.labels(reason).inc()
            if reason not in ("idle", "silent"):  # which are ordinary
                logger.warning(
                    f"connection closed: {reason}"
                )  # each reason is a warning of its own
            self.transport.abort()


class FrameCounter:
    """Counts the frames of a WebSocket: a ping of six bytes costs as much as a message."""

    def __init__(self) -> None:
        self._header = b""
        """The first bytes of a header whose rest has not arrived yet."""
        self._ahead = 0
        """Bytes of the current frame that have not arrived yet."""

    def count(self, data: bytes) -> int:
        """How many headers of frames are complete with these bytes (RFC 6455, section 5.2)."""
        data, at, number = self._header + data, self._ahead, 0
        while at + 2 <= len(data):
            length, mask = data[at + 1] & 0x7F, 4 if data[at + 1] & 0x80 else 0
            start = at + 2
            if length > 125:
                start += 2 if length == 126 else 8
                if start > len(data):
                    break
                length = int.from_bytes(data[at + 2 : start], "big")
            at = start + mask + length
            number += 1
        self._header, self._ahead = data[at:], max(0, at - len(data))
        return number


def connection_of(scope: Scope) -> LimitedConnection | None:
    """The connection of a request; None where no uvicorn runs, as in some tests."""
    connection: LimitedConnection | None = scope.get("state", {}).get("connection")
    return connection
