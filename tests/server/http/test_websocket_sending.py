"""Sending messages to a socket: their order, closing, and slow receivers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.datastructures import State
from uvicorn.protocols.utils import ClientDisconnected

from naqala.server.http.websocket import Page
from naqala.server.ops.metrics import Metrics
from naqala.tables.commands import Sender
from naqala.tables.live.outbox import POLICY, Outbox
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.page_socket import Session


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def with_timeout() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(with_timeout())


class FakeSocket:
    """A socket whose sending can be blocked or made to fail."""

    def __init__(self) -> None:
        self.state = State({"rate_limits": None, "metrics": Metrics()})
        self.error: Exception | None = None
        self.writable = asyncio.Event()
        self.writable.set()
        self.sending = asyncio.Event()
        self.sent: list[str] = []

    async def send(self, message: Any) -> None:
        self.sending.set()
        await self.writable.wait()
        if self.error:
            raise self.error
        is_text = message["type"] == "websocket.send"
        self.sent.append(message["text"] if is_text else f"close {message['code']}")

    async def receive(self) -> Any:
        raise NotImplementedError


def page_of(socket: FakeSocket) -> tuple[Page, Outbox]:
    subscriber = Subscriber(Sender("a" * 64), "en")
    subscriber.outbox.post(b"welcome")
    session = Session(None, subscriber)  # type: ignore[arg-type]
    page = Page(socket.state, socket.receive, socket.send, session, "")
    return page, subscriber.outbox


def errors(page: Page) -> float | None:
    return page.metrics.registry.get_sample_value("naqala_errors_total", {"place": "socket"})


def test_a_socket_is_closed_after_the_queued_messages_and_gets_nothing_more() -> None:
    async def main() -> None:
        socket = FakeSocket()
        page, outbox = page_of(socket)
        outbox.post(b"1")
        outbox.close(POLICY)
        outbox.post(b"2")
        await page.write()
        assert socket.sent == ["[welcome,1]", f"close {POLICY}"]

    run(main)


def test_a_slow_page_gets_all_messages_in_order() -> None:
    async def main() -> None:
        socket = FakeSocket()
        socket.writable.clear()
        page, outbox = page_of(socket)
        writing = asyncio.create_task(page.write())
        await socket.sending.wait()
        outbox.post(b"1")
        outbox.post(b"2")
        assert socket.sent == []
        outbox.close(POLICY)
        socket.writable.set()
        await writing
        assert socket.sent == ["welcome", "[1,2]", f"close {POLICY}"]

    run(main)


def test_sending_ends_when_the_page_disconnects() -> None:
    async def main() -> None:
        socket = FakeSocket()
        socket.error = ClientDisconnected()
        page, _ = page_of(socket)
        await page.write()
        assert socket.sent == []
        assert errors(page) is None

    run(main)


def test_an_unexpected_error_is_counted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        socket = FakeSocket()
        socket.error = ValueError()
        page, _ = page_of(socket)
        await page.write()
        assert errors(page) == 1

    run(main)
    assert "a message could not be sent" in caplog.text
