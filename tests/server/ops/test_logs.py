"""The formats of the server's log."""

from __future__ import annotations

import json
import logging
import sys

from naqala.server.ops.logs import JsonFormatter, RepeatFilter, TextFormatter, fields


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


def test_errors_that_clients_cause_become_warnings_without_a_traceback() -> None:
    passes = RepeatFilter(lambda: 0.0)
    made = warning("socket.accept() out of system resource\nsocket: 3", level=logging.ERROR)
    try:
        raise OSError(24, "Too many open files")
    except OSError:
        made.exc_info = sys.exc_info()
    assert passes(made)
    line = TextFormatter().format(made)
    assert "warning" in line
    assert "Traceback" not in line
    again = warning("socket.accept() out of system resource\nsocket: 4", level=logging.ERROR)
    assert not passes(again)
