"""Who sends, and from where."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from naqala.server.http.identity import address_of, check_origin, is_here
from naqala.tables.errors import Refusal
from tests.server.servers import PATIENCE, Server, eventually, running


def connection(client: str = "", **headers: str) -> HTTPConnection:
    scope: dict[str, Any] = {
        "type": "http",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": (client, 1) if client else None,
    }
    return HTTPConnection(scope)


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("testclient", "testclient"),
        ("x" * 1000, "x" * 64),
        ("", ""),
    ],
)
def test_limits_count_a_home_once(client: str, address: str) -> None:
    assert address_of(connection(client)) == address


@pytest.mark.parametrize(
    "origin",
    ["https://elsewhere.example", "null", "", "http://[", "http://here.example.evil.example",
     "http://here.example@evil.example", "file://", "//"],
)  # fmt: skip
def test_pages_of_other_sites_are_refused(origin: str) -> None:
    with pytest.raises(Refusal, match="page of another site"):
        check_origin(connection(origin=origin, host="here.example"), ("https://friend.example",))
    with pytest.raises(Refusal):
        check_origin(connection(origin=origin), ())


@pytest.mark.parametrize("origin", ["https://here.example", "https://friend.example"])
def test_own_pages_and_those_of_friends_are_let_in(origin: str) -> None:
    check_origin(connection(origin=origin, host="Here.example"), ("https://friend.example",))


def about(server: Server, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/about", headers=headers, timeout=PATIENCE)


def test_cookies_are_only_for_tls_where_a_believed_proxy_says_so(tmp_path: Path) -> None:
    forwarded = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.7"}
    with running(tmp_path / "a") as server:
        answer = about(server, **forwarded)
        assert "Secure" not in answer.headers["set-cookie"]
        assert "strict-transport-security" not in answer.headers
    with running(tmp_path / "b", "--proxy", "127.0.0.1", "--rate", "0.5") as server:
        answer = about(server, **forwarded)
        assert "; Secure" in answer.headers["set-cookie"]
        assert answer.headers["strict-transport-security"]
        assert "Secure" not in about(server).headers["set-cookie"]
        # Limits count those whom the proxy speaks for, not the proxy.
        eventually(lambda: about(server, **forwarded).status_code == 429)
        assert about(server, **{"x-forwarded-for": "192.0.2.8"}).status_code == 200
        # What the visitor wrote into the header itself is not believed: the last hop counts.
        spoofed = (f"198.51.{nth // 250}.{nth % 250}, 192.0.2.9" for nth in count())
        eventually(lambda: about(server, **{"x-forwarded-for": next(spoofed)}).status_code == 429)
        # /metrics is for the machine itself, not for those whom the proxy speaks for.
        for headers, status in ((forwarded, 403), ({}, 200)):
            answer = httpx.get(f"{server.address}/metrics", headers=headers, timeout=PATIENCE)
            assert answer.status_code == status


@pytest.mark.parametrize(
    ("client", "host", "here"),
    [
        ("127.0.0.1", "localhost:8420", True),
        ("127.0.0.1", "127.0.0.1:8420", True),
        ("::1", "[::1]:8420", True),
        ("::ffff:127.0.0.1", "localhost:8420", True),
        ("127.0.0.1", "naqala.localhost", True),
        ("127.0.0.1", "naqala.example.org", False),  # through a proxy
        ("192.168.1.9", "localhost:8420", False),
        ("192.168.1.9", "192.168.1.20:8420", False),
        ("127.0.0.1", "[", False),
    ],
)
def test_only_a_page_at_the_machine_of_the_server_is_here(
    client: str, host: str, here: bool
) -> None:
    headers = [(b"host", host.encode())]
    scope = {"type": "http", "path": "/", "query_string": b"", "headers": headers}
    connection = HTTPConnection({**scope, "scheme": "http", "client": (client, 1)})
    assert is_here(connection) is here
