"""The ASGI application: routes, middleware, startup and shutdown."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, Route, WebSocketRoute

from naqala.bots import BOT_BUDGETS
from naqala.server.http import offline, openapi, static_files
from naqala.server.http.endpoints import refused
from naqala.server.http.health import DatabaseCheck
from naqala.server.http.limits import RateLimits
from naqala.server.http.middleware import Middleware
from naqala.server.http.websocket import table_socket
from naqala.server.ops.metrics import Metrics
from naqala.server.ops.settings import Settings, storage_of
from naqala.server.workers.pool import WorkerPool
from naqala.tables.errors import Refusal
from naqala.tables.live.bot_seats import Pace
from naqala.tables.live.registry import TableRegistry
from naqala.tables.storage import Storage

SWEEP_SECONDS = 60.0
"""How often idle and removed tables are dropped from memory."""

logger = logging.getLogger(__name__)


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    """Open the storage and resume bots; at the end finish pending work and close everything."""
    tables: TableRegistry = app.state.tables
    await tables.start()
    sweeping = asyncio.create_task(_sweep(tables))
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        await tables.stop()


def application(settings: Settings, storage: Storage | None = None) -> Starlette:
    """The application with these settings; `storage` replaces the one that they name."""
    metrics = Metrics()
    tables = TableRegistry(
        storage or storage_of(settings, alone=True),
        WorkerPool(settings.workers, metrics, settings.bots),
        Pace(settings.pause, settings.pause / 4),
        metrics=metrics,
        away=settings.away,
        bots=(*BOT_BUDGETS, *(bot.name for bot in settings.bots)),
    )
    rate_limits = RateLimits(settings.rate, settings.sockets)
    _add_gauges(metrics, tables, rate_limits)
    app = Starlette(
        routes=[
            *(endpoint.route for endpoint in openapi.ALL),
            *(offline.routes(settings.offline) if settings.offline else ()),
            *static_files.ROUTES,
        ],
        exception_handlers={HTTPException: _not_found, Refusal: _refused},
        lifespan=lifespan,
    )
    sockets = (
        WebSocketRoute("/api/tables/{table}/socket", table_socket),
        WebSocketRoute("/api/lessons/{lesson}/socket", table_socket),
        WebSocketRoute("/api/puzzles/{puzzle}/socket", table_socket),
        WebSocketRoute("/api/explore/new/socket", table_socket),
    )
    app.add_middleware(Middleware, metrics=metrics, sockets=sockets)
    app.state.tables = tables
    app.state.settings = settings
    app.state.metrics = metrics
    app.state.rate_limits = rate_limits
    app.state.database_check = DatabaseCheck(tables.storage)
    app.state.static_files = static_files.built_page()
    return app


def _add_gauges(metrics: Metrics, tables: TableRegistry, rate_limits: RateLimits) -> None:
    """Add the metrics that are counted when somebody reads them."""

    def running() -> int:
        return sum(each.state.phase == "running" for each in tables.open.values())

    def queued_bytes() -> int:
        live = tables.open.values()
        return sum(page.outbox.waiting for each in live for page in each.subscribers)

    metrics.add_gauge("naqala_tables", "Tables in memory.", lambda: len(tables.open))
    metrics.add_gauge("naqala_tables_running", "Tables in memory with a running game.", running)
    metrics.add_gauge("naqala_sockets", "Open sockets.", lambda: rate_limits.sockets.total)
    metrics.add_gauge("naqala_queued_bytes", "Bytes queued for slow sockets.", queued_bytes)


async def _sweep(tables: TableRegistry) -> None:
    while True:
        await asyncio.sleep(SWEEP_SECONDS)
        tables.drop_idle()
        try:
            await tables.drop_removed()
        except Exception as error:  # the database is not available: try again next time
            logger.warning("cannot look for removed tables: %r", error)


async def _not_found(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    refusal = Refusal("no_method") if error.status_code == 405 else Refusal("no_page")
    response = refused(refusal, request)
    response.headers.update(error.headers or {})
    if error.status_code == 405:
        response.headers["allow"] = ", ".join(sorted(_methods(request)))
    return response


def _methods(request: Request) -> set[str]:
    """The methods of a path: each has its own route."""
    found: set[str] = set()
    for route in request.app.routes:
        if isinstance(route, Route) and route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found


async def _refused(request: Request, refusal: Exception) -> Response:
    assert isinstance(refusal, Refusal)
    return refused(refusal, request)
