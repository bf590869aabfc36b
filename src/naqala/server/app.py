"""The server as an ASGI application: routes, what surrounds them, beginning and end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from naqala.server.api import ROUTES, refused
from naqala.server.limits import Buckets
from naqala.server.refusal import Refusal
from naqala.server.settings import Settings, storage_of
from naqala.server.sockets import table_socket
from naqala.server.storage import Storage
from naqala.server.tables import Pace, Tables
from naqala.server.thinking import Thinking

SWEEP = 60.0
"""Seconds between two looks for tables that nobody needs in memory."""
HEADERS = [
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data:; object-src 'none'; "
     b"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]  # fmt: skip
"""What every answer tells the browser; no-referrer keeps secret links secret."""

logger = logging.getLogger(__name__)


class Guarded:
    """An application whose every answer carries our headers."""

    def __init__(self, app: ASGIApp) -> None:
        """Guard an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, with the headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(scope, receive, guarded)


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the storage and let bots go on; at the end let everything come to rest."""
    tables: Tables = app.state.tables
    await tables.begin()
    sweeping = asyncio.create_task(_sweep(tables))
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await tables.end()


def application(settings: Settings, storage: Storage | None = None) -> Starlette:
    """The server with these settings, perhaps with another storage than the one they name."""
    tables = Tables(
        storage or storage_of(settings),
        Thinking(settings.workers),
        Pace(settings.pause, settings.pause / 4),
        away=settings.away,
    )

    app = Starlette(
        routes=[*ROUTES, WebSocketRoute("/api/tables/{table}/socket", table_socket)],
        exception_handlers={HTTPException: _no_page, Exception: _broken},
        lifespan=lifespan,
    )
    app.add_middleware(Guarded)
    app.state.tables = tables
    app.state.settings = settings
    app.state.buckets = Buckets(settings.rate, 4 * settings.rate)
    return app


async def _sweep(tables: Tables) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        tables.sweep()


async def _no_page(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 404
    return refused(Refusal("no_method" if status == 405 else "no_page"), request)


async def _broken(request: Request, error: Exception) -> Response:
    return refused(Refusal("broken"), request)
