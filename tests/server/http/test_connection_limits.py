"""Limits on connections below HTTP: floods, idle clients and too many connections."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import struct
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.frames import Frame, Opcode

from naqala.server.http import limits
from naqala.server.http.connection_limits import (
    CHECK_SECONDS,
    ConnectionLimiter,
    FrameCounter,
    LimitedConnection,
)
from naqala.server.http.limits import RateLimits
from naqala.server.ops.metrics import Metrics
from naqala.tables.live import timeouts
from tests.server.servers import TIMEOUT, Guest, Server, running

RATE = 40.0
LIMITED = """
import resource, sys
from naqala.cli import main
resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400))
sys.exit(main())
"""
PING = Frame(Opcode.PING, b"").serialize(mask=True)


class RecordingProtocol(asyncio.Protocol):
    """Stands in for uvicorn: records its data, and upgrades when it reads `upgrade`."""

    def __init__(self) -> None:
        self.data = b""
        self.lost = False
        self.transport: FakeTransport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, FakeTransport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.data += data
        if data == b"upgrade":
            self.transport.set_protocol(RecordingProtocol())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost = True


class FakeTransport(asyncio.Transport):
    """A transport without a network."""

    def __init__(self, host: str, protocol: LimitedConnection) -> None:
        super().__init__({"peername": (host, 5000)})
        self.protocol: asyncio.BaseProtocol = protocol
        self.aborted = False
        self.reading = True

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.protocol

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol

    def is_closing(self) -> bool:
        return self.aborted

    def is_reading(self) -> bool:
        return self.reading

    def abort(self) -> None:
        self.aborted = True


class Net:
    """The connections of a server, with a fake clock."""

    def __init__(self, **options: Any) -> None:
        self.now = 0.0
        rate_limits = RateLimits(RATE, 10, clock=lambda: self.now)
        arguments = {"most": 1000, "clock": lambda: self.now, **options}
        self.limiter = ConnectionLimiter(rate_limits, Metrics(), **arguments)

    def connect(self, host: str = "192.0.2.7", *, upgraded: bool = False) -> Client:
        return Client(self, host, upgraded=upgraded)

    def advance(self, seconds: float) -> None:
        self.now += seconds
        self.limiter.check()


class Client:
    """The client side of one connection."""

    def __init__(self, net: Net, host: str, *, upgraded: bool) -> None:
        self.inner = RecordingProtocol()
        state: dict[str, Any] = {}

        def create(arguments: dict[str, Any]) -> RecordingProtocol:
            state.update(arguments["app_state"])
            return self.inner

        self.connection = LimitedConnection(net.limiter, create)
        assert state == {"connection": self.connection}
        self.transport = FakeTransport(host, self.connection)
        self.connection.connection_made(self.transport)
        if upgraded:
            self.send(b"upgrade")

    def send(self, data: bytes) -> None:
        """Send in slices, as a network delivers them, until the server aborts the connection."""
        while data and not self.is_aborted:
            buffer = self.connection.get_buffer(-1)
            part, data = data[: len(buffer)], data[len(buffer) :]
            buffer[: len(part)] = part
            self.connection.buffer_updated(len(part))

    @property
    def is_aborted(self) -> bool:
        return self.transport.aborted

    def close(self) -> None:
        self.connection.connection_lost(None)


def test_data_reaches_the_inner_protocol() -> None:
    client = Net().connect()
    client.send(b"GET / HTTP/1.1\r\n\r\n" * 1000)
    assert client.inner.data == b"GET / HTTP/1.1\r\n\r\n" * 1000
    client.close()
    assert client.inner.lost


def test_an_upgraded_connection_is_still_counted() -> None:
    client = Net().connect(upgraded=True)
    assert client.connection.is_socket
    assert client.transport.get_protocol() is client.connection
    client.send(PING)
    assert isinstance(client.connection.inner, RecordingProtocol)
    assert client.connection.inner.data == PING
    assert client.inner.data == b"upgrade"


@pytest.mark.parametrize(
    "frame",
    [PING, Frame(Opcode.PONG, b"x" * 125).serialize(mask=True), b"\xff\x00"],
    ids=[
        "ping",
        "pong",
        "nonsense",
    ],  # masks are random, and every xdist worker must collect the same ids
)
def test_a_flood_of_frames_of_any_kind_closes_the_socket(frame: bytes) -> None:
    """Pings, pongs and malformed frames never reach the application."""
    client = Net().connect(upgraded=True)
    client.send(frame * 100_000)
    assert client.is_aborted
    assert len(client.connection.inner.data) < 100_000  # type: ignore[attr-defined]


def test_messages_at_the_allowed_rate_never_close_a_socket() -> None:
    net = Net()
    client = net.connect(upgraded=True)
    message = Frame(Opcode.TEXT, b"x" * 240).serialize(mask=True)
    client.send(message * round(limits.BURST * RATE))
    for _ in range(1000):
        net.advance(1 / RATE)
        client.send(message)
    assert not client.is_aborted


def test_a_message_that_is_too_large_can_be_read_and_refused() -> None:
    client = Net().connect(upgraded=True)
    client.send(Frame(Opcode.TEXT, b"x" * limits.LARGEST_FRAME).serialize(mask=True))
    assert not client.is_aborted


def test_reconnecting_does_not_reset_the_limit() -> None:
    net = Net()
    passed = 0
    for _ in range(1000):
        client = net.connect(upgraded=True)
        client.send(PING * 100_000)
        passed += len(getattr(client.connection.inner, "data", b""))
        client.close()
    assert net.connect().is_aborted
    assert not net.connect("192.0.2.8").is_aborted
    assert passed * limits.FRAME_COST / len(PING) < net.limiter.rate_limits.bytes.most
    net.now += 1
    assert not net.connect().is_aborted


def test_a_whole_record_can_be_sent_over_http() -> None:
    client = Net().connect()
    client.send(b"x" * limits.LARGEST_BODY)
    assert not client.is_aborted


def test_connections_of_a_proxy_are_not_limited_by_address() -> None:
    net = Net(proxies=("192.0.2.0/24",))
    clients = [net.connect() for _ in range(100)]
    for client in clients:
        client.send(b"x" * limits.LARGEST_BODY)
    assert not any(client.is_aborted for client in clients)
    client = net.connect(upgraded=True)
    client.send(PING * 100_000)
    assert client.is_aborted


def test_the_connections_of_an_address_are_limited() -> None:
    net = Net()
    most = limits.PAGES * 10
    clients = [net.connect() for _ in range(most)]
    assert not any(client.is_aborted for client in clients)
    late = net.connect()
    assert late.is_aborted
    late.close()
    assert not net.connect("192.0.2.8").is_aborted
    clients[0].close()
    assert not net.connect().is_aborted


def test_the_connections_of_a_server_are_limited() -> None:
    net = Net(most=3)
    clients = [net.connect(f"192.0.2.{number}") for number in range(4)]
    assert [client.is_aborted for client in clients] == [False, False, False, True]
    for client in clients:
        client.close()
    assert not net.limiter.open
    assert not net.limiter.by_address


def test_a_connection_without_a_request_is_closed() -> None:
    """Sending a header one byte at a time does not keep it open."""
    net = Net()
    client = net.connect()
    for _ in range(round(limits.REQUEST_SECONDS)):
        net.advance(1)
        client.send(b"x")
    assert not client.is_aborted
    net.advance(0.1)
    assert client.is_aborted


def test_a_connection_is_kept_while_a_request_is_answered() -> None:
    net = Net()
    client = net.connect()
    net.advance(limits.REQUEST_SECONDS)
    with client.connection.answering():
        net.advance(3600)
    net.advance(limits.REQUEST_SECONDS)
    assert not client.is_aborted
    net.advance(0.1)
    assert client.is_aborted


@pytest.mark.parametrize("upgraded", [False, True])
def test_a_client_that_does_not_read_is_closed(upgraded: bool) -> None:
    """Even if it keeps sending."""
    net = Net()
    client = net.connect(upgraded=upgraded)

    def send_for(seconds: float) -> None:
        for _ in range(10):
            net.advance(seconds / 10)
            client.send(PING)

    with client.connection.answering():
        client.connection.pause_writing()
        send_for(limits.SEND_SECONDS / 2)
        client.connection.resume_writing()
        client.connection.pause_writing()
        send_for(limits.SEND_SECONDS - 0.1)
        assert not client.is_aborted
        net.advance(0.2)
        assert client.is_aborted


def test_a_device_that_vanishes_counts_as_away_within_half_a_minute() -> None:
    limit = limits.PING_SECONDS + limits.PONG_SECONDS
    assert limit + CHECK_SECONDS + timeouts.AWAY <= 30
    net = Net()
    client = net.connect(upgraded=True)
    net.advance(limit)
    client.send(PING)
    net.advance(limit)
    assert not client.is_aborted
    net.advance(0.1)
    assert client.is_aborted


def test_a_socket_is_not_idle_while_its_message_is_handled() -> None:
    """Uvicorn pauses reading until the application has received the message."""
    net = Net()
    client = net.connect(upgraded=True)
    client.transport.reading = False
    net.advance(3600)
    client.transport.reading = True
    net.advance(limits.PING_SECONDS + limits.PONG_SECONDS)
    assert not client.is_aborted


@pytest.mark.parametrize(
    "slice_size", [lambda rng: 1, lambda rng: rng.randint(1, 9), lambda rng: 10**6]
)
def test_frames_are_counted_however_they_arrive(slice_size: Callable[[random.Random], int]) -> None:
    rng = random.Random(1)
    sizes = [0, 1, 125, 126, 127, 65_535, 65_536, 3, 0]
    frames = [Frame(Opcode.TEXT, b"x" * size).serialize(mask=True) for size in sizes]
    frames.append(b"\x81\x7f" + struct.pack("!Q", 2**63))  # never completed
    data, counter, number = b"".join(frames), FrameCounter(), 0
    while data:
        length = slice_size(rng)
        number += counter.count(data[:length])
        data = data[length:]
    assert number == len(frames)
    assert counter.count(PING * 100) == 0


def raw_websocket(server: Server, table: str) -> socket.socket:
    """A TCP socket that was upgraded to a WebSocket at a table."""
    host, port = server.address.removeprefix("http://").split(":")
    wire = socket.create_connection((host, int(port)), timeout=TIMEOUT)
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1", "Host: here", "Connection: Upgrade",
        "Upgrade: websocket", "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
    ]  # fmt: skip
    wire.sendall("\r\n".join(lines).encode())
    assert wire.recv(12) == b"HTTP/1.1 101"
    return wire


def test_others_can_play_during_a_flood(tmp_path: Path) -> None:
    with running(tmp_path, "--rate", "40") as server, Guest(server) as ann:
        table = ann.create_table("me", "me")
        with ann.open(table) as page:
            for _ in range(10):
                with closing(raw_websocket(server, table)) as flood, suppress(ConnectionError):
                    while True:
                        flood.sendall(PING * 1000)
            assert page.act(page.choices[0])["type"] == "accepted"
        closed = 'naqala_closed_connections_total{reason="flood"}'
        assert server.metrics()[closed] == 10


def test_requests_that_are_never_completed_do_not_block_others(tmp_path: Path) -> None:
    with running(tmp_path, "--rate", "40") as server, ExitStack() as stack:
        host, port = server.address.removeprefix("http://").split(":")
        for _ in range(8):
            slow = stack.enter_context(socket.create_connection((host, int(port)), TIMEOUT))
            lines = [
                "POST /api/tables HTTP/1.1", "Host: here", "Content-Type: application/json",
                f"Content-Length: {limits.LARGEST_BODY}", "", "{",
            ]  # fmt: skip
            slow.sendall("\r\n".join(lines).encode())
        with Guest(server) as ann:
            assert ann.create_table("me", "traveller")


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")
def test_the_server_survives_more_connections_than_file_descriptors(tmp_path: Path) -> None:
    """The server keeps some descriptors free for its own files."""

    class Limited(Server):
        program = ("-c", LIMITED)

    server = Limited(tmp_path, "--sockets", "100000").start()
    try:
        host, port = server.address.removeprefix("http://").split(":")
        with ExitStack() as stack:
            for _ in range(600):
                connection = socket.create_connection((host, int(port)), timeout=TIMEOUT)
                stack.enter_context(closing(connection))
            with suppress(ConnectionError):
                assert connection.recv(1) == b""
        with Guest(server) as ann:
            assert ann.create_table("me", "traveller")
        assert server.metrics()['naqala_closed_connections_total{reason="too many"}'] > 100
    finally:
        server.stop()
