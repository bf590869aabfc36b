"""Addresses, origins and host names of requests."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.requests import HTTPConnection

from naqala.server.http.identity import address_of, check_host, check_origin, is_here
from naqala.server.ops.settings import Settings
from naqala.tables.errors import Refusal
from tests.server.servers import TIMEOUT, Server, running, wait_until


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
def test_an_ipv6_network_counts_as_one_address(client: str, address: str) -> None:
    assert address_of(connection(client)) == address


@pytest.mark.parametrize(
    "origin",
    ["https://elsewhere.example", "null", "", "http://[", "http://here.example.evil.example",
     "http://here.example@evil.example", "file://", "//"],
)  # fmt: skip
def test_requests_from_pages_of_other_sites_are_refused(origin: str) -> None:
    with pytest.raises(Refusal, match="page of another site"):
        check_origin(connection(origin=origin, host="here.example"), ("https://friend.example",))
    with pytest.raises(Refusal):
        check_origin(connection(origin=origin), ())


@pytest.mark.parametrize("origin", ["https://here.example", "https://friend.example"])
def test_requests_from_own_and_allowed_origins_are_accepted(origin: str) -> None:
    check_origin(connection(origin=origin, host="Here.example"), ("https://friend.example",))


def about(server: Server, **headers: str) -> httpx.Response:
    return httpx.get(f"{server.address}/api/about", headers=headers, timeout=TIMEOUT)


def test_forwarded_headers_count_only_from_a_trusted_proxy(tmp_path: Path) -> None:
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
        # Limits apply to the clients of the proxy, not to the proxy.
        wait_until(lambda: about(server, **forwarded).status_code == 429)
        assert about(server, **{"x-forwarded-for": "192.0.2.8"}).status_code == 200
        # Only the last hop counts: the client can write anything before it.
        spoofed = (f"198.51.{nth // 250}.{nth % 250}, 192.0.2.9" for nth in count())
        wait_until(lambda: about(server, **{"x-forwarded-for": next(spoofed)}).status_code == 429)
        # /metrics is open to the machine itself, not to the clients of the proxy.
        for headers, status in ((forwarded, 403), ({}, 200)):
            answer = httpx.get(f"{server.address}/metrics", headers=headers, timeout=TIMEOUT)
            assert answer.status_code == status


@pytest.mark.parametrize(
    ("client", "host", "local"),
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
def test_only_a_page_on_the_machine_of_the_server_is_local(
    client: str, host: str, local: bool
) -> None:
    headers = [(b"host", host.encode())]
    scope = {"type": "http", "path": "/", "query_string": b"", "headers": headers}
    connection = HTTPConnection({**scope, "scheme": "http", "client": (client, 1)})
    assert is_here(connection) is local


def test_an_origin_over_plain_http_is_another_site_for_a_server_with_tls() -> None:
    request = connection(origin="http://here.example", host="here.example")
    check_origin(request, ())
    request.scope["scheme"] = "https"
    with pytest.raises(Refusal, match="page of another site"):
        check_origin(request, ())


LOCAL = ["192.168.1.7:8420", "[fe80::1]:8420", "127.0.0.1", "localhost:8420", "my-pc", "pc.local",
         "naqala.test:80", "nas.home.arpa"]  # fmt: skip


@pytest.mark.parametrize("host", LOCAL)
def test_local_addresses_and_host_names_are_always_accepted(host: str) -> None:
    check_host(connection(host=host), Settings())
    check_host(connection(host=host), Settings(hosts=("naqala.example.org",)))


@pytest.mark.parametrize(
    "host", ["evil.example.com", "evil.example.com:8420", "", "[", "local.evil.org"]
)
def test_the_host_name_of_another_site_is_refused(host: str) -> None:
    """It may point here because of DNS rebinding."""
    for settings in (Settings(), Settings(hosts=("naqala.example.org",), proxies=("127.0.0.1",))):
        with pytest.raises(Refusal) as caught:
            check_host(connection(host=host), settings)
        assert caught.value.status == 421


def test_configured_host_names_and_those_of_a_trusted_proxy_are_accepted() -> None:
    request = connection(host="Naqala.example.org:443")
    check_host(request, Settings(hosts=("naqala.example.org",)))
    check_host(request, Settings(origins=("https://naqala.example.org",)))
    check_host(request, Settings(proxies=("127.0.0.1",)))
    check_host(connection(), Settings())


def test_responses_have_the_headers_that_caches_and_proxies_expect(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        words = httpx.get(f"{server.address}/api/words/en", timeout=TIMEOUT)
        assert "set-cookie" in words.headers
        assert words.headers["cache-control"] == "private, no-cache"
        wrong = httpx.delete(f"{server.address}/api/tables", timeout=TIMEOUT)
        assert (wrong.status_code, wrong.headers["allow"]) == (405, "GET, HEAD, POST")
        other = about(server, host="evil.example.com")
        assert (other.status_code, other.json()["code"]) == (421, "wrong_host")
        both = httpx.post(
            f"{server.address}/api/tables",
            content=b"0\r\n\r\n",
            headers={"content-length": "5", "transfer-encoding": "chunked"},
            timeout=TIMEOUT,
        )
        assert (both.status_code, both.headers["connection"]) == (400, "close")
