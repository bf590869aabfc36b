"""What the server writes about itself."""

from __future__ import annotations

import json
import logging
import sys

from naqala.server.logs import JsonLines, Lines, fields


def record(message: str, *arguments: object, **told: object) -> logging.LogRecord:
    made = logging.LogRecord("naqala.test", logging.INFO, "", 0, message, arguments, None)
    made.created = 1_700_000_000.25
    for name, value in fields(**told).items():
        setattr(made, name, value)
    return made


def test_a_line_for_people_has_its_fields_behind_it() -> None:
    line = Lines().format(record("request", status=200, table="abc"))
    assert line == "2023-11-14T22:13:20.250+00:00 info    request status=200 table=abc"


def test_a_line_for_programs_is_one_json_object() -> None:
    line = JsonLines().format(record("bot %s failed", "djinn", seats=(0, 1)))
    assert json.loads(line) == {
        "at": "2023-11-14T22:13:20.250+00:00",
        "level": "info",
        "what": "bot djinn failed",
        "from": "naqala.test",
        "seats": [0, 1],
    }


def test_nothing_that_is_told_can_pass_for_another_line() -> None:
    for form in (Lines(), JsonLines()):
        line = form.format(record("said %s", "a\nb", name="\x1b[31m\u202e\r\n"))
        assert "\n" not in line
        assert "\x1b" not in line
        assert "\r" not in line


def test_an_error_is_told_with_its_traceback() -> None:
    made = record("broken")
    try:
        raise OSError("disk full")
    except OSError:
        made.exc_info = sys.exc_info()
    assert "OSError: disk full" in json.loads(JsonLines().format(made))["error"]
    assert Lines().format(made).endswith("OSError: disk full")


def test_what_json_does_not_know_is_told_as_text() -> None:
    assert json.loads(JsonLines().format(record("x", what_it_was=OSError("no"))))
