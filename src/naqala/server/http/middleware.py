"""Middleware: security headers, metrics, and a log line for each request.

It also catches unexpected errors: they are logged with a traceback and answered with a sentence.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterable, Sequence
from contextlib import nullcontext

from starlette.requests import HTTPConnection, Request
from starlette.routing import Match, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from naqala.server.http.connection_limits import connection_of
from naqala.server.http.endpoints import refused
from naqala.server.http.identity import check_host
from naqala.server.ops.logs import fields
from naqala.server.ops.metrics import Metrics
from naqala.tables.errors import Refusal

POLICY = "; ".join([
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
])  # fmt: skip
"""Only resources of this server, nothing inline, and no frames."""
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
"""Headers of every response that does not set its own; `no-referrer` keeps links with secrets from
leaking."""
STRICT_TLS = (b"strict-transport-security", b"max-age=31536000")
"""Sent only over TLS: the browser will not use plain HTTP afterwards."""

logger = logging.getLogger(__name__)


def protection(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The security headers of a response."""
    return [*HEADERS, STRICT_TLS] if scope["scheme"] in ("https", "wss") else HEADERS


class Middleware:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, metrics: Metrics, sockets: Sequence[WebSocketRoute]) -> None:
        """Serve sockets of these routes directly; their endpoints are ASGI applications.

        A socket stays open for hours. In the router and the exception handlers of Starlette it
        would have some forty more objects, which every full garbage collection visits.
        """
        self.app = app
        self.metrics = metrics
        self.sockets = sockets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        match scope["type"]:
            case "http":
                await self._answer(scope, receive, send)
            case "websocket":
                app = self._socket(scope)
                try:  # `websocket` adds the headers of a denial: not every message passes here
                    await app(scope, receive, send)
                except Exception:
                    self._log_error(scope)
            case _:
                await self.app(scope, receive, send)

    def _socket(self, scope: Scope) -> ASGIApp:
        """The application that serves a socket."""
        for route in self.sockets:
            match, found = route.matches(scope)
            if match is Match.FULL:
                scope.update(found)
                return route.endpoint
        return self.app

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0
        connection = connection_of(scope)

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _protected(message.get("headers", ()), scope)
            await send(message)

        try:
            with connection.answering() if connection else nullcontext():
                _check(scope)
                await self.app(scope, receive, send_with_headers)
        except Refusal as refusal:  # what comes next on this connection may be part of the body
            response = refused(refusal, Request(scope))
            response.headers["connection"] = "close"
            await response(scope, receive, send_with_headers)
        except asyncio.CancelledError:  # the server stops, and this took too long
            if not status:
                await refused(Refusal("busy"), Request(scope))(scope, receive, send_with_headers)
        except Exception:
            self._log_error(scope)
            if not status:
                await refused(Refusal("broken"), Request(scope))(scope, receive, send_with_headers)
        self._record(scope, status, time.perf_counter() - begun)

    def _log_error(self, scope: Scope) -> None:
        self.metrics.errors.labels(call_of(scope)).inc()
        details = fields(call=call_of(scope), table=_table(scope))
        logger.exception("unexpected error", extra=details)

    def _record(self, scope: Scope, status: int, seconds: float) -> None:
        call = call_of(scope)
        self.metrics.requests.labels(call).observe(seconds)
        if logger.isEnabledFor(logging.INFO):
            details = fields(
                method=scope["method"],
                call=call,
                table=_table(scope),
                status=status,
                ms=round(seconds * 1000, 2),
            )
            logger.info("request", extra=details)


def _protected(headers: Iterable[tuple[bytes, bytes]], scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of a response with the security headers that it does not set itself."""
    own = list(headers)
    names = {name for name, _ in own}
    return [*own, *(each for each in protection(scope) if each[0] not in names)]


def _check(scope: Scope) -> None:
    """Refuse a request whose end is ambiguous, and one for another host."""
    request = HTTPConnection(scope)
    if "content-length" in request.headers and "transfer-encoding" in request.headers:
        raise Refusal("two_lengths")  # a proxy may see another request than we do
    check_host(request, scope["app"].state.settings)


def call_of(scope: Scope) -> str:
    """The name of the endpoint, or `none`."""
    return getattr(scope.get("endpoint"), "__name__", "none")


def _table(scope: Scope) -> str:
    name = scope.get("path_params", {}).get("table", "")
    return name if len(name) <= 40 else ""
