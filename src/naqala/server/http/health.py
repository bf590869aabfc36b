"""Endpoints for operators: health, metrics, and errors that pages report."""

from __future__ import annotations

import asyncio
import logging
import re
import time

from starlette.requests import Request
from starlette.responses import Response

from naqala import __version__
from naqala.server.http.endpoints import Body, Endpoints, Guest, json
from naqala.server.http.identity import address_of
from naqala.server.http.limits import Clock, RateLimits
from naqala.server.ops.addresses import in_networks, is_loopback
from naqala.server.ops.logs import fields
from naqala.server.ops.metrics import CONTENT_TYPE, Metrics
from naqala.server.ops.settings import Settings
from naqala.tables.errors import Refusal
from naqala.tables.protocol.messages import Fault, Health
from naqala.tables.storage import Storage

DATABASE_SECONDS = 5.0
"""How long the database may take to answer."""
FRESH_SECONDS = 1.0
"""How long the result of a check is used: anybody can ask for it, and it writes to the disk."""
LONGEST_BROWSER = 200
"""Characters of the `User-Agent` header that are logged."""
FAULT = Body(Fault)
_SECRET = re.compile(r"[\w-]{32,}")
"""What could contain the secret of a seat or the token of a guest, which have 32 characters."""

logger = logging.getLogger(__name__)
endpoints = Endpoints()


@endpoints.add("GET", "/health", answer=Health, for_guests=False)
async def health(request: Request) -> Response:
    """Whether the server accepts requests and its database can be written."""
    check: DatabaseCheck = request.app.state.database_check
    if await check.is_fine():
        return json(Health("fine", "fine", __version__))
    return json(Health("broken", "broken", __version__), 503)


class DatabaseCheck:
    """Whether the database can be written; a result is used again for a second."""

    def __init__(self, storage: Storage, clock: Clock = time.monotonic) -> None:
        self.storage, self.clock = storage, clock
        self._checking = asyncio.Lock()
        self._fine = False
        self._expires = -1.0

    async def is_fine(self) -> bool:
        """The result of the last check, or of a new one if that is too old."""
        async with self._checking:
            if self.clock() >= self._expires:
                self._fine = await self._check()
                self._expires = self.clock() + FRESH_SECONDS
            return self._fine

    async def _check(self) -> bool:
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await self.storage.ping()
        except Exception as error:
            logger.warning("the database does not answer", extra=fields(error=repr(error)))
            return False
        return True


@endpoints.add("GET", "/metrics", answer="text/plain", refusals=(403,), for_guests=False)
async def metrics(request: Request) -> Response:
    """Metrics in the text format of Prometheus, for monitors only."""
    settings: Settings = request.app.state.settings
    if not is_monitor(request.client.host if request.client else "", settings.monitors):
        raise Refusal("no_monitor")
    recorded: Metrics = request.app.state.metrics
    headers = {"cache-control": "no-store", "content-type": CONTENT_TYPE}
    return Response(recorded.text(), headers=headers)


def is_monitor(address: str, networks: tuple[str, ...]) -> bool:
    """Whether an address may read the metrics: this machine, and the given networks."""
    return is_loopback(address) or in_networks(address, networks)


@endpoints.add("POST", "/api/faults", answer=None, status=204, body=FAULT)
async def report_fault(request: Guest) -> None:
    """Log an unexpected error of a page."""
    rate_limits: RateLimits = request.app.state.rate_limits
    rate_limits.faults.take(address_of(request))
    fault = await FAULT.of(request)
    report = fields(
        message=_without_secrets(fault.message),
        path=_without_secrets(fault.path),
        stack=" < ".join(_without_secrets(fault.stack).split("\n")),
        browser=request.headers.get("user-agent", "")[:LONGEST_BROWSER],
    )
    logger.warning("a page reports an error", extra=report)


def _without_secrets(text: str) -> str:
    return _SECRET.sub("…", text)
