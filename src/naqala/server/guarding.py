"""What surrounds every answer: headers that protect the page, figures, a line of the log.

An error that nobody expected ends here: it is logged with all there is to know, and whoever asked
is told a sentence.
"""

from __future__ import annotations

import asyncio
import logging
import time

from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from naqala.server.api import refused
from naqala.server.logs import fields
from naqala.server.metrics import Metrics
from naqala.server.refusal import Refusal

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
"""Nothing from elsewhere, nothing inline, and in nobody's frame."""
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
"""What every answer tells the browser; no-referrer keeps secret links secret."""
ONLY_TLS = (b"strict-transport-security", b"max-age=31536000")
"""Told under TLS alone: from then on the browser comes no other way."""

logger = logging.getLogger(__name__)


def protection(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers of an answer."""
    return [*HEADERS, ONLY_TLS] if scope["scheme"] in ("https", "wss") else HEADERS


class Guarded:
    """An application whose every answer carries our headers and none of our tracebacks."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        """Guard an application."""
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        match scope["type"]:
            case "http":
                await self._answer(scope, receive, send)
            case "websocket":
                try:  # one that is denied has its headers already: here all news would pass
                    await self.app(scope, receive, send)
                except Exception:
                    self._broken(scope)
            case _:
                await self.app(scope, receive, send)

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        begun, status = time.perf_counter(), 0

        async def guarded(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *protection(scope)]
            await send(message)

        try:
            await self.app(scope, receive, guarded)
        except asyncio.CancelledError:  # the server ends, and has waited for this long enough
            if not status:
                await refused(Refusal("busy"), Request(scope))(scope, receive, guarded)
        except Exception:
            self._broken(scope)
            if not status:
                await refused(Refusal("broken"), Request(scope))(scope, receive, guarded)
        self._tell(scope, status, time.perf_counter() - begun)

    def _broken(self, scope: Scope) -> None:
        self.metrics.errors.add(call_of(scope))
        told = fields(call=call_of(scope), table=_table(scope))
        logger.exception("something went wrong", extra=told)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        call = call_of(scope)
        self.metrics.requests.observe(call, seconds)
        if logger.isEnabledFor(logging.INFO):
            told = fields(
                method=scope["method"],
                call=call,
                table=_table(scope),
                status=status,
                ms=round(seconds * 1000, 2),
            )
            logger.info("request", extra=told)


def call_of(scope: Scope) -> str:
    """The name of what was called, or `none`."""
    return getattr(scope.get("endpoint"), "__name__", "none")


def _table(scope: Scope) -> str:
    name = scope.get("path_params", {}).get("table", "")
    return name if len(name) <= 40 else ""
