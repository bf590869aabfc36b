"""The log of the server: text lines for people, or JSON lines for programs.

`logger.info("request", extra=fields(status=200))` is written as the message followed by its
fields, or as one JSON object. Secrets of seats and tokens of guests must never be fields.
"""

from __future__ import annotations

import errno
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Form = Literal["text", "json"]
REPEAT_SECONDS = 60.0
"""How often the same warning is logged."""
OUT_OF_RESOURCES = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""The errors with which asyncio stops accepting connections for a moment."""
REFUSED_SOCKET = "ASGI callable returned without completing handshake."
"""What uvicorn logs after every answer to a socket other than accepting or closing it.

The record has neither an exception nor arguments, so its text is all there is to recognise it by.
"""
_FIELDS = "naqala_fields"


def fields(**values: Any) -> dict[str, Any]:
    """Fields of a line, for the argument `extra` of a logger."""
    return {_FIELDS: values}


class TextFormatter(logging.Formatter):
    """A line of text: time, level, message, fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, followed by a traceback if there is one."""
        values = " ".join(f"{name}={_plain(value)}" for name, value in _fields_of(record).items())
        message = _plain(record.getMessage())
        line = f"{_when(record)} {record.levelname.lower():7} {message} {values}"
        if record.exc_info:
            line = f"{line.rstrip()}\n{self.formatException(record.exc_info)}"
        return line.rstrip()


class JsonFormatter(logging.Formatter):
    """A JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The object; values that JSON cannot hold become text."""
        line: dict[str, Any] = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            "from": record.name,
            **_fields_of(record),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line, enc_hook=str).decode()


class RepeatFilter:
    """Lets a warning pass once a minute, then with the number of those that were left out.

    A client can cause any number of warnings. Those with the same text before their values are
    filled in are repetitions of each other.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.passed: dict[tuple[str, str], float] = {}
        self.left_out: Counter[tuple[str, str]] = Counter()

    def __call__(self, record: logging.LogRecord) -> bool:
        """Whether to log a record; errors of our own always pass."""
        if is_caused_by_client(record):
            record.exc_info = None
            record.levelno, record.levelname = logging.WARNING, "WARNING"
        if record.levelno != logging.WARNING:
            return True
        kind = (record.name, str(record.msg).partition("\n")[0])
        now = self.clock()
        if now - self.passed.get(kind, -REPEAT_SECONDS) < REPEAT_SECONDS:
            self.left_out[kind] += 1
            return False
        self.passed[kind] = now
        if number := self.left_out.pop(kind, 0):
            setattr(record, _FIELDS, {**_fields_of(record), "left_out": number})
        return True


def is_caused_by_client(record: logging.LogRecord) -> bool:
    """Whether a library logs an error that any client can cause, so that it is only a warning."""
    error = record.exc_info[1] if record.exc_info else None
    match record.name, error:
        case "asyncio", OSError():
            return error.errno in OUT_OF_RESOURCES
        case "uvicorn.error", UnicodeDecodeError():
            # A text frame that is not UTF-8. Uvicorn decodes it where it logs the error; an error
            # of the application has more frames.
            return error.__traceback__ is not None and error.__traceback__.tb_next is None
    return False


def begin(form: Form, level: str) -> None:
    """Log to standard error in this format, from this level on."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    handler.addFilter(RepeatFilter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level.upper())
    # The middleware logs requests and sockets itself; keep only the warnings of uvicorn.
    for name in ("uvicorn", "uvicorn.error", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(is_no_refused_socket)
    # The storage logs a lost connection itself; asyncpg adds a traceback for each attempt.
    logging.getLogger("asyncpg").setLevel(logging.ERROR)


def is_no_refused_socket(record: logging.LogRecord) -> bool:
    """Leave out refused sockets, which uvicorn takes for an error of the application."""
    return record.msg != REFUSED_SOCKET


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    return getattr(record, _FIELDS, {})


def _plain(value: object) -> str:
    """A value without control characters, so that it cannot look like another line."""
    return "".join(each if each.isprintable() else "?" for each in str(value))
