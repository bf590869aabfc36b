"""The addresses at which other devices can reach a server."""

from __future__ import annotations

import socket
import threading
from ipaddress import ip_address
from typing import Any

import pytest

from naqala.server.ops import addresses
from naqala.server.ops.addresses import own_addresses, reachable

FOUND = ["192.168.1.20", "fd00::7", "127.0.1.1", "::1", "fe80::1%eth0", "169.254.3.4"]


class FakeSocket:
    """A UDP socket with fixed routes that sends nothing."""

    routes: tuple[str, ...] = ()

    def __init__(self, family: int, kind: int) -> None:
        assert kind == socket.SOCK_DGRAM
        self.own = next((each for each in self.routes if (":" in each) == (family != 2)), "")

    def __enter__(self) -> FakeSocket:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def connect(self, other: tuple[str, int]) -> None:
        assert ip_address(other[0]) in map(ip_address, ("192.0.2.1", "2001:db8::1"))
        if not self.own:
            raise OSError("no route")

    def getsockname(self) -> tuple[str, int]:
        return self.own, 1


def network(monkeypatch: pytest.MonkeyPatch, routes: tuple[str, ...], named: list[str]) -> None:
    """Give this machine these addresses, by its routes and by its host name."""

    def look_up(name: str, port: None) -> list[Any]:
        if not named:
            raise socket.gaierror("unknown name")
        return [(socket.AF_INET, socket.SOCK_DGRAM, 0, "", (each, 0)) for each in named]

    monkeypatch.setattr(FakeSocket, "routes", routes)
    monkeypatch.setattr(socket, "socket", FakeSocket)
    monkeypatch.setattr(socket, "getaddrinfo", look_up)


def test_only_reachable_addresses_are_found_with_the_routed_one_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network(monkeypatch, ("10.0.0.7",), FOUND)
    assert [str(each) for each in own_addresses()] == ["10.0.0.7", "192.168.1.20", "fd00::7"]
    network(monkeypatch, (), [])
    assert own_addresses() == []


def test_a_hanging_resolver_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    network(monkeypatch, ("10.0.0.7",), [])
    released = threading.Event()
    monkeypatch.setattr(socket, "getaddrinfo", lambda *arguments: released.wait(60) and [])
    monkeypatch.setattr(addresses, "RESOLVER_SECONDS", 0.01)
    assert [str(each) for each in own_addresses()] == ["10.0.0.7"]
    released.set()


def test_a_server_is_reachable_at_the_addresses_it_listens_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    network(monkeypatch, ("10.0.0.7", "fd00::7"), [])
    assert reachable("0.0.0.0", 80) == ("http://10.0.0.7:80/",)
    assert reachable("", 80) == ("http://10.0.0.7:80/",)
    assert reachable("::", 80) == ("http://10.0.0.7:80/", "http://[fd00::7]:80/")
    assert reachable("192.168.1.2", 80) == ("http://192.168.1.2:80/",)
    assert reachable("127.0.0.1", 80) == reachable("::1", 80) == reachable("localhost", 80) == ()
