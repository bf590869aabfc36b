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

from naqala.server import api, operation, pages
from naqala.server.api import refused
from naqala.server.bot_seats import Pace
from naqala.server.guarding import Guarded
from naqala.server.limits import Gate
from naqala.server.metrics import Metrics
from naqala.server.refusal import Refusal
from naqala.server.settings import Settings, storage_of
from naqala.server.sockets import table_socket
from naqala.server.storage import Storage
from naqala.server.tables import Tables
from naqala.server.thinking import Thinking

SWEEP = 60.0
"""Seconds between two looks for tables that nobody needs in memory, or that were removed."""

logger = logging.getLogger(__name__)


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
    metrics = Metrics()
    tables = Tables(
        storage or storage_of(settings, alone=True),
        Thinking(settings.workers, metrics),
        Pace(settings.pause, settings.pause / 4),
        metrics=metrics,
        away=settings.away,
    )
    app = Starlette(
        routes=[
            *operation.ROUTES,
            *api.ROUTES,
            WebSocketRoute("/api/tables/{table}/socket", table_socket),
            *pages.ROUTES,
        ],
        exception_handlers={HTTPException: _no_page, Refusal: _refused},
        lifespan=lifespan,
    )
    app.add_middleware(Guarded, metrics=metrics)
    app.state.tables = tables
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.gate = Gate(settings.rate, settings.sockets)
    app.state.shelf = pages.shelf()
    return app


async def _sweep(tables: Tables) -> None:
    while True:
        await asyncio.sleep(SWEEP)
        tables.sweep()
        try:
            await tables.forget_removed()
        except Exception as error:  # the database is away; the next look will do
            logger.warning("no look for tables that were removed: %r", error)


async def _no_page(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    code = "no_method" if error.status_code == 405 else "no_page"
    response = refused(Refusal(code), request)
    response.headers.update(error.headers or {})
    return response


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return refused(refusal, request)
