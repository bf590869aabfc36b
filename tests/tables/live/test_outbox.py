"""The message queue of a subscriber: bounded, ordered, several messages to a frame."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from naqala.tables.live.outbox import MOST_BYTES, MOST_MESSAGES, POLICY, TRY_AGAIN, Outbox


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def with_timeout() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(with_timeout())


def test_queued_messages_are_sent_in_one_frame() -> None:
    async def main() -> None:
        outbox = Outbox()
        for messages, frame in (([b"1"], b"1"), ([b"1", b"2", b"3"], b"[1,2,3]")):
            for message in messages:
                outbox.post(message)
            assert await outbox.frame() == frame
            assert outbox.waiting == 0

    run(main)


def test_a_reader_waits_for_the_next_message() -> None:
    async def main() -> None:
        outbox = Outbox()
        outbox.post(b"1")
        assert await outbox.frame() == b"1"
        reading = asyncio.create_task(outbox.frame())
        await asyncio.sleep(0)
        assert not reading.done()
        outbox.post(b"2")
        outbox.post(b"3")
        assert await reading == b"[2,3]"

    run(main)


def test_closing_wakes_a_waiting_reader() -> None:
    async def main() -> None:
        outbox = Outbox()
        reading = asyncio.create_task(outbox.frame())
        await asyncio.sleep(0)
        outbox.close(POLICY)
        assert await reading is None
        assert outbox.code == POLICY

    run(main)


def test_messages_posted_before_closing_are_sent_and_later_ones_are_not() -> None:
    async def main() -> None:
        outbox = Outbox()
        outbox.post(b"1")
        outbox.close(POLICY)
        outbox.post(b"2")
        outbox.close(TRY_AGAIN)
        assert await outbox.frame() == b"1"
        assert await outbox.frame() is None
        assert outbox.code == POLICY

    run(main)


@pytest.mark.parametrize(
    ("message", "most"), [(b"{}", MOST_MESSAGES), (b"x" * (MOST_BYTES // 8), 8)]
)
def test_a_reader_that_falls_behind_must_reconnect(message: bytes, most: int) -> None:
    outbox = Outbox()
    for _ in range(most):
        outbox.post(message)
    assert (outbox.code, outbox.waiting) == (0, most * len(message))
    outbox.post(message)
    assert (outbox.code, outbox.waiting) == (TRY_AGAIN, 0)
    assert outbox.take() == []
