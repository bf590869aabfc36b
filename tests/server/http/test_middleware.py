"""What surrounds every answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from naqala.server.app import application
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite
from tests.server.servers import Guest

NEEDED = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def called(path: str, scheme: str = "http", **broken: Any) -> tuple[int, dict[str, str], bytes]:
    """What the application answers, without a server around it."""
    app = application(Settings(), Sqlite(":memory:"))
    app.state.gate = broken.get("gate", app.state.gate)
    messages: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        messages.append(message)

    scope = {
        "type": "http", "method": "GET", "path": path, "raw_path": path.encode(), "scheme": scheme,
        "query_string": b"", "headers": [], "client": ("192.0.2.1", 1), "server": ("here", 80),
        "root_path": "", "http_version": "1.1",
    }  # fmt: skip
    asyncio.run(app(scope, receive, send))
    start, *bodies = messages
    headers = {name.decode(): value.decode() for name, value in start["headers"]}
    return start["status"], headers, b"".join(each.get("body", b"") for each in bodies)


@pytest.mark.parametrize("path", ["/api/about", "/nowhere", "/metrics", "/api/tables/x"])
def test_every_answer_protects_the_page(path: str) -> None:
    _, headers, _ = called(path)
    assert headers.items() >= NEEDED.items()
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "strict-transport-security" not in headers


def test_under_tls_the_browser_is_told_to_stay_there() -> None:
    _, headers, _ = called("/api/about", "https")
    assert headers["strict-transport-security"]
    assert "; Secure" in headers["set-cookie"]


def test_an_error_that_nobody_expected_is_a_sentence_without_details(
    caplog: pytest.LogCaptureFixture,
) -> None:
    status, headers, body = called("/api/about", gate=None)
    assert status == 500
    assert headers.items() >= NEEDED.items()
    assert json.loads(body) == {
        "type": "refused",
        "code": "broken",
        "message": "Something went wrong on the server; the table is safe.",
    }
    assert "AttributeError" in caplog.text


def test_a_method_that_is_not_served_is_refused_with_those_that_are(ann: Guest) -> None:
    answer = ann.http.request("DELETE", f"{ann.server.address}/api/tables")
    assert answer.status_code == 405
    assert answer.json()["code"] == "no_method"
    assert {"GET", "POST"} & set(answer.headers["allow"].replace(" ", "").split(","))


def test_a_socket_that_is_refused_is_told_why_with_the_same_headers(ann: Guest) -> None:
    answer = ann.http.get(
        f"{ann.server.address}/api/tables/{'2' * 20}/socket",
        headers={
            "connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
            "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==", "origin": "https://else.example",
        },
    )  # fmt: skip
    assert answer.status_code == 403
    assert answer.json()["code"] == "wrong_origin"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_request_that_lasts_longer_than_the_server_is_no_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The server cancels what is still under way when it must end."""

    class Gate:
        def __getattr__(self, name: str) -> Any:
            raise asyncio.CancelledError

    status, headers, body = called("/api/about", gate=Gate())
    assert status == 503
    assert json.loads(body)["code"] == "busy"
    assert headers.items() >= NEEDED.items()
    assert not caplog.records
