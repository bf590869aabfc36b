"""Headers and errors of every response."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from naqala.server.app import application
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite
from tests.server.servers import Guest

SECURITY_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


def get(path: str, scheme: str = "http", **state: Any) -> tuple[int, dict[str, str], bytes]:
    """The response of the application itself: status, headers and body."""
    app = application(Settings(), Sqlite(":memory:"))
    app.state.rate_limits = state.get("rate_limits", app.state.rate_limits)
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
def test_every_response_has_security_headers(path: str) -> None:
    _, headers, _ = get(path)
    assert headers.items() >= SECURITY_HEADERS.items()
    policy = dict(
        part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";")
    )
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert "strict-transport-security" not in headers


def test_under_tls_the_response_has_hsts_and_secure_cookies() -> None:
    _, headers, _ = get("/api/about", "https")
    assert headers["strict-transport-security"]
    assert "; Secure" in headers["set-cookie"]


def test_an_unexpected_error_is_logged_and_answered_without_details(
    caplog: pytest.LogCaptureFixture,
) -> None:
    status, headers, body = get("/api/about", rate_limits=None)
    assert status == 500
    assert headers.items() >= SECURITY_HEADERS.items()
    assert json.loads(body) == {
        "type": "refused",
        "code": "broken",
        "message": "Something went wrong. The table is safe.",
    }
    assert "AttributeError" in caplog.text


def test_a_method_that_is_not_allowed_is_refused_with_an_allow_header(ann: Guest) -> None:
    answer = ann.http.request("DELETE", f"{ann.server.address}/api/tables")
    assert answer.status_code == 405
    assert answer.json()["code"] == "no_method"
    assert {"GET", "POST"} & set(answer.headers["allow"].replace(" ", "").split(","))


def test_a_refused_socket_gets_a_reason_and_the_security_headers(ann: Guest) -> None:
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


def test_a_request_that_is_cancelled_at_shutdown_is_not_an_error(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """At shutdown the server cancels the requests that are still running."""

    class CancelledLimits:
        def __getattr__(self, name: str) -> Any:
            raise asyncio.CancelledError

    status, headers, body = get("/api/about", rate_limits=CancelledLimits())
    assert status == 503
    assert json.loads(body)["code"] == "busy"
    assert headers.items() >= SECURITY_HEADERS.items()
    assert not caplog.records
