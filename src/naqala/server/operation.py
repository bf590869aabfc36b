"""For those who run the server: is it well, and what does it do?"""

from __future__ import annotations

import asyncio
import logging
import re
from ipaddress import ip_address, ip_network

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from naqala import __version__
from naqala.server import limits, schemas
from naqala.server.api import Guest, body_of, endpoint, json
from naqala.server.identity import address_of
from naqala.server.limits import Gate
from naqala.server.logs import fields
from naqala.server.metrics import CONTENT_TYPE, Metrics
from naqala.server.protocol import Fault, Health
from naqala.server.refusal import Refusal
from naqala.server.settings import Settings
from naqala.server.tables import Tables

DATABASE_SECONDS = 5.0
"""How long the database may take to answer."""
LONGEST_BROWSER = 200
"""Characters that are logged of what a browser calls itself."""
_SECRET = re.compile(r"[\w-]{32,}")
"""What could hold the secret of a seat or the token of a guest, which have 32 characters."""

logger = logging.getLogger(__name__)


async def health(request: Request) -> Response:
    """Whether the server takes requests and the database answers; for load balancers."""
    tables: Tables = request.app.state.tables
    try:
        async with asyncio.timeout(DATABASE_SECONDS):
            await tables.storage.ping()
    except Exception as error:
        logger.warning("the database does not answer", extra=fields(error=repr(error)))
        return json(Health("broken", "broken", __version__), 503)
    return json(Health("fine", "fine", __version__))


async def metrics(request: Request) -> Response:
    """The figures, for monitors only: how busy a server is is nobody else's business."""
    settings: Settings = request.app.state.settings
    if not is_monitor(request.client.host if request.client else "", settings.monitors):
        raise Refusal("no_monitor")
    tables: Tables = request.app.state.tables
    figures: Metrics = request.app.state.metrics
    text = figures.text({
        "naqala_tables": ("Tables in memory.", lambda: len(tables.open)),
        "naqala_tables_running": (
            "Tables in memory whose game is running.",
            lambda: sum(each.table.phase == "running" for each in tables.open.values()),
        ),
        "naqala_sockets": ("Open sockets.", lambda: request.app.state.gate.sockets.total),
        "naqala_waiting_bytes": (
            "What waits to be sent over sockets.",
            lambda: sum(
                page.waiting for each in tables.open.values() for page in each.watchers.pages
            ),
        ),
    })  # fmt: skip
    return Response(text, headers={"cache-control": "no-store", "content-type": CONTENT_TYPE})


def is_monitor(address: str, networks: tuple[str, ...]) -> bool:
    """Whether the figures are shown to this address: to the own machine, and to these networks."""
    try:
        known = ip_address(address)
    except ValueError:
        return False
    return known.is_loopback or any(known in ip_network(each, strict=False) for each in networks)


@endpoint
async def openapi(request: Guest) -> Response:
    """What can be asked, as an OpenAPI document."""
    return json(schemas.openapi())


@endpoint
async def report_fault(request: Guest) -> Response:
    """Log an error that a page did not expect."""
    gate: Gate = request.app.state.gate
    gate.faults.take(address_of(request))
    fault = await body_of(request, Fault, limits.LARGEST_MESSAGE)
    told = fields(
        message=_without_secrets(fault.message),
        path=_without_secrets(fault.path),
        stack=" < ".join(_without_secrets(fault.stack).split("\n")),
        browser=request.headers.get("user-agent", "")[:LONGEST_BROWSER],
    )
    logger.warning("a page reports a fault", extra=told)
    return Response(status_code=204, headers={"cache-control": "no-store"})


def _without_secrets(text: str) -> str:
    return _SECRET.sub("…", text)


ROUTES: list[BaseRoute] = [
    Route("/health", health),
    Route("/metrics", metrics),
    Route("/api/openapi.json", openapi),
    Route("/api/faults", report_fault, methods=["POST"]),
]
