"""Sending to a socket: in order, with a goodbye at the end, and without waiting for slow ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from naqala.server.http.websocket import Page
from naqala.server.ops.metrics import Metrics
from naqala.tables.commands import Sender
from naqala.tables.live.outbox import POLICY, Outbox
from naqala.tables.live.subscribers import Subscriber


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def soon() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(soon())


class Wire:
    """A socket that accepts what is sent to it, or does not."""

    def __init__(self) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(gate=None, metrics=Metrics()))
        self.error: Exception | None = None
        self.free = asyncio.Event()
        self.free.set()
        self.sending = asyncio.Event()
        self.sent: list[str] = []

    async def send(self, message: Any) -> None:
        self.sending.set()
        await self.free.wait()
        if self.error:
            raise self.error
        self.sent.append(message["text"])

    async def close(self, code: int) -> None:
        await self.free.wait()
        self.sent.append(f"goodbye {code}")


def page_of(wire: Wire) -> tuple[Page, Outbox]:
    subscriber = Subscriber(Sender("a" * 64), "en")
    subscriber.outbox.post(b"welcome")
    return Page(wire, None, subscriber, ""), subscriber.outbox  # type: ignore[arg-type]


def errors(page: Page) -> float | None:
    return page.metrics.registry.get_sample_value("naqala_errors_total", {"place": "socket"})


def test_goodbye_comes_after_what_waits_and_nothing_comes_after_it() -> None:
    async def main() -> None:
        wire = Wire()
        page, outbox = page_of(wire)
        outbox.post(b"1")
        outbox.close(POLICY)
        outbox.post(b"2")
        await page.write()
        assert wire.sent == ["[welcome,1]", f"goodbye {POLICY}"]

    run(main)


def test_a_slow_page_gets_everything_in_order() -> None:
    async def main() -> None:
        wire = Wire()
        wire.free.clear()
        page, outbox = page_of(wire)
        writing = asyncio.create_task(page.write())
        await wire.sending.wait()
        outbox.post(b"1")
        outbox.post(b"2")
        assert wire.sent == []
        outbox.close(POLICY)
        wire.free.set()
        await writing
        assert wire.sent == ["welcome", "[1,2]", f"goodbye {POLICY}"]

    run(main)


def test_writing_ends_when_the_page_is_gone() -> None:
    async def main() -> None:
        wire = Wire()
        wire.error = WebSocketDisconnect(1006)
        page, _ = page_of(wire)
        await page.write()
        assert wire.sent == []
        assert errors(page) is None

    run(main)


def test_an_unexpected_error_is_counted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        wire = Wire()
        wire.error = ValueError()
        page, _ = page_of(wire)
        await page.write()
        assert errors(page) == 1

    run(main)
    assert "a message could not be sent" in caplog.text
