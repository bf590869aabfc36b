"""What the server writes about itself: lines for people, or JSON lines for programs.

`logger.info("request", extra=fields(status=200))` is told as a sentence with its fields behind
it, or as one JSON object. No secret of a seat and no token of a guest is ever a field.
"""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

Form = Literal["text", "json"]
FORMS: tuple[Form, ...] = ("text", "json")
LEVELS = ("debug", "info", "warning", "error")
_FIELDS = "naqala_fields"


def fields(**values: Any) -> dict[str, Any]:
    """What is told with a line, for `extra`."""
    return {_FIELDS: values}


class Lines(logging.Formatter):
    """A line for people: when, how grave, what, and its fields."""

    def format(self, record: logging.LogRecord) -> str:
        """The line, and a traceback below it if there is one."""
        told = " ".join(f"{name}={_plain(value)}" for name, value in _fields_of(record).items())
        line = f"{_when(record)} {record.levelname.lower():7} {_plain(record.getMessage())} {told}"
        if record.exc_info:
            line = f"{line.rstrip()}\n{self.formatException(record.exc_info)}"
        return line.rstrip()


class JsonLines(logging.Formatter):
    """A JSON object in one line."""

    def format(self, record: logging.LogRecord) -> str:
        """The object."""
        told: dict[str, Any] = {
            "at": _when(record),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
            "from": record.name,
            **_fields_of(record),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told, enc_hook=str).decode()


def begin(form: Form, level: str) -> None:
    """Write lines of this form to standard error, from this level on."""
    to = logging.StreamHandler(sys.stderr)
    to.setFormatter(JsonLines() if form == "json" else Lines())
    root = logging.getLogger()
    root.handlers[:] = [to]
    root.setLevel(level.upper())
    # What uvicorn tells of every connection is told here in our words; its troubles remain.
    for name in ("uvicorn", "uvicorn.error", "asyncio"):
        logging.getLogger(name).setLevel(logging.WARNING)
    logging.getLogger("uvicorn.error").addFilter(_is_trouble)
    # That the database is away is told by us; its driver adds a traceback for each try.
    logging.getLogger("asyncpg").setLevel(logging.ERROR)


def _is_trouble(record: logging.LogRecord) -> bool:
    """Not that a socket was refused with an answer, which uvicorn takes for a mistake of ours."""
    return "without completing handshake" not in record.getMessage()


def _when(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")


def _fields_of(record: logging.LogRecord) -> dict[str, Any]:
    return getattr(record, _FIELDS, {})


def _plain(value: object) -> str:
    """A value in which nothing can pass for another line."""
    return "".join(sign if sign.isprintable() else "?" for sign in str(value))
