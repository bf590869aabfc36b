"""The formats of the server's log."""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import socket
import sys
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from naqala.server.ops.logs import (
    JsonFormatter,
    RepeatFilter,
    TextFormatter,
    fields,
    is_caused_by_client,
    is_no_refused_socket,
)

TIMEOUT = 30


def record(message: str, *arguments: object, **values: object) -> logging.LogRecord:
    made = logging.LogRecord("naqala.test", logging.INFO, "", 0, message, arguments, None)
    made.created = 1_700_000_000.25
    for name, value in fields(**values).items():
        setattr(made, name, value)
    return made


def test_a_text_line_ends_with_its_fields() -> None:
    line = TextFormatter().format(record("request", status=200, table="abc"))
    assert line == "2023-11-14T22:13:20.250+00:00 info    request status=200 table=abc"


def test_a_json_line_is_one_object() -> None:
    line = JsonFormatter().format(record("bot %s failed", "djinn", seats=(0, 1)))
    assert json.loads(line) == {
        "at": "2023-11-14T22:13:20.250+00:00",
        "level": "info",
        "what": "bot djinn failed",
        "from": "naqala.test",
        "seats": [0, 1],
    }


def test_no_value_can_start_a_new_line() -> None:
    for formatter in (TextFormatter(), JsonFormatter()):
        line = formatter.format(record("said %s", "a\nb", name="\x1b[31m\u202e\r\n"))
        assert "\n" not in line
        assert "\x1b" not in line
        assert "\r" not in line


def test_an_error_is_logged_with_its_traceback() -> None:
    made = record("broken")
    try:
        raise OSError("disk full")
    except OSError:
        made.exc_info = sys.exc_info()
    assert "OSError: disk full" in json.loads(JsonFormatter().format(made))["error"]
    assert TextFormatter().format(made).endswith("OSError: disk full")


def test_values_that_are_not_json_become_text() -> None:
    assert json.loads(JsonFormatter().format(record("x", problem=OSError("no"))))


def warning(message: str, *arguments: object, level: int = logging.WARNING) -> logging.LogRecord:
    return logging.LogRecord("naqala.test", level, "", 0, message, arguments, None)


def test_a_repeated_warning_is_logged_once_a_minute_with_a_count() -> None:
    now = 0.0
    passes = RepeatFilter(lambda: now)
    assert passes(warning("page %s is slow", 1))
    assert not any(passes(warning("page %s is slow", number)) for number in range(500))
    assert passes(warning("the disk is full"))
    now = 59.9
    assert not passes(warning("page %s is slow", 2))
    now = 60.0
    late = warning("page %s is slow", 3)
    assert passes(late)
    assert TextFormatter().format(late).endswith("page 3 is slow left_out=501")
    assert not passes(warning("page %s is slow", 4))


def test_info_and_errors_are_always_logged() -> None:
    passes = RepeatFilter(lambda: 0.0)
    for level in (logging.INFO, logging.ERROR):
        assert all(passes(warning("request", level=level)) for _ in range(3))


@pytest.mark.usefixtures("fresh_logging")
def test_errors_that_clients_cause_become_warnings_without_a_traceback() -> None:
    passes = RepeatFilter(lambda: 0.0)
    records = [accept_error() for _ in range(2)]
    assert records[0].levelno == logging.ERROR
    assert passes(records[0])
    line = TextFormatter().format(records[0])
    assert "warning" in line
    assert "Traceback" not in line
    assert not passes(records[1])


@pytest.fixture
def fresh_logging(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loggers of libraries without what `begin` has added in an earlier test."""
    monkeypatch.setattr(logging.getLogger(), "handlers", [])
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "filters", [])


class Errors(logging.Handler):
    """A queue of the errors that a logger logs."""

    def __init__(self, logger: str) -> None:
        super().__init__(logging.ERROR)
        self.logger = logging.getLogger(logger)
        self.records: asyncio.Queue[logging.LogRecord] = asyncio.Queue()

    def emit(self, record: logging.LogRecord) -> None:
        self.records.put_nowait(record)

    async def first(self) -> logging.LogRecord:
        return await asyncio.wait_for(self.records.get(), TIMEOUT)

    def __enter__(self) -> Errors:
        self.logger.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        self.logger.removeHandler(self)


def accept_error() -> logging.LogRecord:
    """What asyncio logs if a connection needs more file descriptors than there are."""

    class Full(socket.socket):
        def accept(self) -> Any:
            raise OSError(errno.EMFILE, "Too many open files")

    async def provoke() -> logging.LogRecord:
        with Full() as listening, Errors("asyncio") as errors:
            listening.bind(("127.0.0.1", 0))
            server = await asyncio.start_server(lambda *_: None, sock=listening)
            _, writer = await asyncio.open_connection(*listening.getsockname())
            found = await errors.first()
            writer.close()
            server.close()
            return found

    return asyncio.run(provoke())


async def endpoint(websocket: WebSocket) -> None:
    if websocket.url.path == "/refused":
        return await websocket.send_denial_response(PlainTextResponse("no", 403))
    if websocket.url.path == "/broken":
        b"\xff".decode()
    await websocket.accept()
    with suppress(WebSocketDisconnect):
        await websocket.receive_text()


def uvicorn_error(path: str) -> logging.LogRecord:
    """What uvicorn logs if a client opens this path and sends text that is not UTF-8."""

    async def provoke() -> logging.LogRecord:
        app = Starlette(routes=[WebSocketRoute("/{path}", endpoint)])
        config = uvicorn.Config(app, ws="websockets-sansio", lifespan="off", log_config=None)
        config.load()
        protocol = partial(WebSocketsSansIOProtocol, config, ServerState(), {})
        with Errors("uvicorn.error") as errors:
            server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", 0)
            host, port = server.sockets[0].getsockname()
            with suppress(InvalidStatus, ConnectionClosed):
                async with connect(f"ws://{host}:{port}{path}") as client:
                    await client.send(b"\xff", text=True)
                    await client.recv()
            found = await errors.first()
            server.close()
            return found

    return asyncio.run(provoke())


@pytest.mark.usefixtures("fresh_logging")
def test_invalid_text_of_a_client_is_recognised() -> None:
    assert is_caused_by_client(uvicorn_error("/any"))


@pytest.mark.usefixtures("fresh_logging")
def test_a_decoding_error_of_the_application_is_an_error() -> None:
    found = uvicorn_error("/broken")
    assert found.exc_info is not None
    assert found.exc_info[0] is UnicodeDecodeError
    assert not is_caused_by_client(found)


@pytest.mark.usefixtures("fresh_logging")
def test_refused_sockets_are_left_out() -> None:
    assert not is_no_refused_socket(uvicorn_error("/refused"))
    assert is_no_refused_socket(uvicorn_error("/broken"))
