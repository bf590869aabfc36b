"""Running the server: uvicorn with our limits, and a sentence where it cannot."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn
from starlette.applications import Starlette

from naqala.rules.errors import NaqalaError
from naqala.server.app import application, lifespan
from naqala.server.garbage import swept
from naqala.server.limits import LARGEST_MESSAGE
from naqala.server.settings import Settings

PATIENCE = 10
"""Seconds for requests that are under way when the server is asked to stop."""


class CannotServe(NaqalaError):
    """The server cannot listen where it should."""


def listening(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sends small messages at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise CannotServe(
            f"cannot listen at {settings.host} port {settings.port}: {error}"
        ) from None
    return listener


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until the process is asked to stop; `ready` is told the address."""
    app = application(settings)
    with listening(settings) as listener:
        host, port = listener.getsockname()[:2]
        address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
        asyncio.run(_run(app, listener, lambda: ready(address)))


def _config(app: Starlette) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        lifespan="off",  # ours, around the server: so that an error can be told
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


async def _run(app: Starlette, listener: socket.socket, ready: Callable[[], None]) -> None:
    async with lifespan(app), swept():
        server = uvicorn.Server(_config(app))
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            ready()
        await serving
