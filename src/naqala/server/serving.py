"""Running the server: uvicorn with our limits, and a sentence where it cannot."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import uvicorn
from starlette.applications import Starlette

from naqala import __version__
from naqala.server.app import application, lifespan
from naqala.server.garbage import swept
from naqala.server.limits import LARGEST_FRAME
from naqala.server.logs import fields
from naqala.server.reading import Reader
from naqala.server.refusal import Refusal
from naqala.server.settings import Settings

PATIENCE = 8
"""Seconds for requests that are under way at the end; podman and docker kill after ten."""

PING = PONG = 10.0
"""Seconds between two pings of a socket, and until its answer must be there.

The network may be gone without a word: after both the page counts as closed, and the others see it.
"""

logger = logging.getLogger(__name__)


class CannotServe(Refusal):
    """The server cannot listen where it should."""


def listening(settings: Settings) -> socket.socket:
    """A socket that listens where the settings say; port 0 takes a free one."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    # With the protocol named, asyncio sends small messages at once (TCP_NODELAY).
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
    except (OSError, OverflowError, TypeError) as error:  # a name that is none is a TypeError
        listener.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        code = "port_taken" if taken else "cannot_listen"
        why = getattr(error, "strerror", None) or error
        raise CannotServe(code, host=settings.host, port=settings.port, reason=why) from None
    return listener


def serve(settings: Settings, ready: Callable[[str, int], None]) -> None:
    """Serve until the process is asked to stop; `ready` is told the host and the port."""
    app = application(settings)
    _allow_files()
    with listening(settings) as listener:
        host, port = listener.getsockname()[:2]
        asyncio.run(_run(app, listener, lambda: ready(host, port)))


def _allow_files() -> None:
    """Let this process have as many sockets open as the system gives it."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _config(app: Starlette, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        log_config=None,
        lifespan="off",  # ours, around the server: so that an error can be told
        ws=Reader,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=PING,
        ws_ping_timeout=PONG,
        ws_per_message_deflate=False,
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=PATIENCE,
    )


class Stoppable(uvicorn.Server):
    """A server that leaves the signals to us: after its own end the tables still have theirs."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield

    @contextmanager
    def stopped_by_signals(self) -> Iterator[None]:
        """Stop gracefully when asked to; a second Ctrl-C does not wait for requests."""
        asked = (signal.SIGINT, signal.SIGTERM)
        before = {each: signal.signal(each, self.handle_exit) for each in asked}
        try:
            yield
        finally:
            for each, taken in before.items():
                signal.signal(each, taken)


async def _run(app: Starlette, listener: socket.socket, ready: Callable[[], None]) -> None:
    settings: Settings = app.state.settings
    server = Stoppable(_config(app, settings))
    with server.stopped_by_signals():
        await _serve(app, server, listener, ready)
    logger.info("stopped")


async def _serve(
    app: Starlette, server: uvicorn.Server, listener: socket.socket, ready: Callable[[], None]
) -> None:
    async with lifespan(app), swept():
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():
            await asyncio.sleep(0.01)
        if server.started:
            host, port = listener.getsockname()[:2]
            logger.info("listening", extra=fields(host=host, port=port, version=__version__))
            ready()
        await serving
