"""Run the application in uvicorn, from a listening socket to a graceful shutdown."""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import cast

import uvicorn
from starlette.applications import Starlette

from naqala import __version__
from naqala.server.app import application, lifespan
from naqala.server.http import limits
from naqala.server.http.connection_limits import ConnectionLimiter
from naqala.server.ops.logs import fields
from naqala.server.ops.settings import Settings
from naqala.tables.errors import Refusal

SHUTDOWN_SECONDS = 8
"""How long open requests may take after a stop signal; podman and docker kill after ten seconds."""
WINDOWS_FILES = 8192
"""How many files and sockets are opened on Windows, which has no limit to ask for."""

logger = logging.getLogger(__name__)


class CannotServe(Refusal):
    """The server cannot listen on the address and port of its settings."""


def listening(settings: Settings) -> socket.socket:
    """Bind a socket to the host and port of the settings; port 0 picks a free port."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # asyncio sets TCP_NODELAY only on sockets whose protocol is IPPROTO_TCP.
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError, TypeError) as error:  # TypeError: not a valid host name
        listener.close()
        host, port = settings.host, settings.port
        if isinstance(error, OSError) and error.errno == errno.EADDRINUSE:
            raise CannotServe("port_taken", host=host, port=port) from None
        why = getattr(error, "strerror", None) or str(error)
        raise CannotServe("cannot_listen", host=host, port=port, reason=why) from None
    return listener


def serve(settings: Settings, ready: Callable[[str, int], None]) -> None:
    """Serve until SIGINT or SIGTERM; call `ready` with the host and port once connections work."""
    app = application(settings)
    files = _raise_file_limit()
    gc.freeze()  # modules stay for good: keep the garbage collector from visiting them
    with listening(settings) as listener:
        host, port = listener.getsockname()[:2]

        def started() -> None:
            logger.info("listening", extra=fields(host=host, port=port, version=__version__))
            ready(host, port)

        asyncio.run(_serve(app, listener, files, started))


def _raise_file_limit() -> int:
    """Allow this process as many open files as its hard limit permits; the number of them."""
    try:
        import resource
    except ImportError:  # Windows
        return WINDOWS_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        soft = hard
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


async def _serve(
    app: Starlette, listener: socket.socket, files: int, started: Callable[[], None]
) -> None:
    state = app.state
    limiter = ConnectionLimiter(
        state.rate_limits,
        state.metrics,
        most=max(files // 2, files - limits.SPARE_FILES),
        proxies=state.settings.proxies,
    )
    server = Server(uvicorn_config(app, state.settings, limiter), started)
    checking = asyncio.create_task(limiter.check_forever())
    try:
        with server.stopped_by_signals():
            async with lifespan(app):
                await server.serve(sockets=[listener])
    finally:
        checking.cancel()
    logger.info("stopped")


def uvicorn_config(
    app: Starlette, settings: Settings, limiter: ConnectionLimiter
) -> uvicorn.Config:
    """The settings of uvicorn."""
    return uvicorn.Config(
        app,
        http=cast(type[asyncio.Protocol], limiter.protocol),
        backlog=limits.BACKLOG,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        log_config=None,
        lifespan="off",  # `_serve` runs it, so that an error at startup reaches the caller
        ws="websockets-sansio",
        ws_max_size=limits.LARGEST_FRAME,
        ws_ping_interval=limits.PING_SECONDS,
        ws_ping_timeout=None,  # `LimitedConnection` closes silent sockets
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN_SECONDS,
    )


class Server(uvicorn.Server):
    """A uvicorn server that reports its start and does not raise stop signals again.

    uvicorn raises them again when it has stopped, which would end the process before the tables
    are closed.
    """

    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        """Call `started` once connections are accepted."""
        super().__init__(config)
        self.on_start = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, then report it."""
        await super().startup(sockets)
        if self.started:
            self.on_start()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to `stopped_by_signals`."""
        yield

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Stop gracefully on SIGINT and SIGTERM; a second SIGINT does not wait for requests."""
        signals = (signal.SIGINT, signal.SIGTERM)
        previous = {each: signal.signal(each, self.handle_exit) for each in signals}
        try:
            yield
        finally:
            for each, handler in previous.items():
                signal.signal(each, handler)
