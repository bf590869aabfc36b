"""What waits for a page comes out in its order, and wakes the one who waits for it."""

from __future__ import annotations

import asyncio

import pytest

from naqala.server.outbox import Outbox


def test_what_waits_longest_is_taken_first() -> None:
    outbox: Outbox[str] = Outbox()
    for item in "abc":
        outbox.put_nowait(item)
    assert outbox.qsize() == 3
    assert [outbox.get_nowait() for _ in range(3)] == ["a", "b", "c"]
    assert outbox.empty()
    with pytest.raises(asyncio.QueueEmpty):
        outbox.get_nowait()


def test_whoever_waits_is_woken_by_what_comes() -> None:
    async def work() -> None:
        outbox: Outbox[str] = Outbox()
        waiting = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        outbox.put_nowait("a")
        outbox.put_nowait("b")
        assert await waiting == "a"
        assert await outbox.get() == "b"

    asyncio.run(work())


def test_a_reader_that_gave_up_takes_nothing_with_it() -> None:
    async def work() -> None:
        outbox: Outbox[str] = Outbox()
        waiting = asyncio.create_task(outbox.get())
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        outbox.put_nowait("a")
        assert await outbox.get() == "a"

    asyncio.run(work())
