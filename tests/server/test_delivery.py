"""What waits for pages: sent at once where they take it, and without anybody waiting for them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from naqala.server import sockets
from naqala.server.delivery import Postman, begun
from naqala.server.metrics import Metrics
from naqala.server.sends import Sender
from naqala.server.sockets import Page
from naqala.server.watching import POLICY, Watcher


def run(work: Callable[[], Awaitable[None]]) -> None:
    async def soon() -> None:
        async with asyncio.timeout(60):
            await work()

    asyncio.run(soon())


def test_work_that_waits_for_nothing_is_done_at_once() -> None:
    done = []

    async def work() -> None:
        done.append(1)

    assert begun(work()) is None
    assert done == [1]


def test_what_is_left_of_work_that_waits_can_be_finished_by_a_task() -> None:
    async def main() -> None:
        allowed, done = asyncio.Event(), list[str]()

        async def work() -> None:
            done.append("begun")
            await allowed.wait()
            await asyncio.sleep(0)
            done.append("done")

        rest = begun(work())
        assert rest is not None
        assert done == ["begun"]
        task = asyncio.create_task(rest)
        await asyncio.sleep(0)
        allowed.set()
        await task
        assert done == ["begun", "done"]

    run(main)


def test_work_that_is_given_up_while_it_waits_is_closed() -> None:
    async def main() -> None:
        closed = []

        async def work() -> None:
            try:
                await asyncio.Event().wait()
            finally:
                closed.append(1)

        rest = begun(work())
        assert rest is not None
        task = asyncio.create_task(rest)
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert closed == [1]

    run(main)


def test_what_a_guide_brings_about_is_delivered_when_it_says_so_or_ends() -> None:
    async def main() -> None:
        postman, calls = Postman(), list[str]()
        allowed = asyncio.Event()

        async def guide() -> None:
            with postman.guided():
                postman.call(lambda: calls.append("first"))
                await asyncio.sleep(0.01)
                assert calls == []
                postman.go_round()
                assert calls == ["first"]
                postman.call(lambda: calls.append("last"))
                await allowed.wait()

        task = asyncio.create_task(guide())
        while calls != ["first"]:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        assert calls == ["first"]
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert calls == ["first", "last"]

    run(main)


def test_others_do_not_wait_for_a_guide_that_waits() -> None:
    async def main() -> None:
        postman, calls = Postman(), list[str]()
        allowed = asyncio.Event()

        async def guide() -> None:
            with postman.guided():
                postman.call(lambda: calls.append("guide"))
                await allowed.wait()

        task = asyncio.create_task(guide())
        await asyncio.sleep(0)
        for name in ("one", "other"):  # after a round there is another
            postman.call(lambda name=name: calls.append(name))  # type: ignore[misc]
            await asyncio.sleep(0)
            await asyncio.sleep(0)
        assert calls == ["guide", "one", "other"]
        allowed.set()
        await task

    run(main)


def test_the_postman_goes_round_once_for_all_and_then_again() -> None:
    async def main() -> None:
        postman, calls = Postman(), []
        postman.call(lambda: calls.append("a"))
        postman.call(lambda: postman.call(lambda: calls.append("c")))
        postman.call(lambda: calls.append("b"))
        assert calls == []
        await asyncio.sleep(0)
        assert calls == ["a", "b"]
        await asyncio.sleep(0)
        assert calls == ["a", "b", "c"]

    run(main)


class Wire:
    """A socket that takes what is sent to it, or does not."""

    def __init__(self) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(gate=None, metrics=Metrics()))
        self.broken = False
        self.free = asyncio.Event()
        self.free.set()
        self.lost = False
        self.sent: list[str] = []

    async def send(self, message: Any) -> None:
        await self.free.wait()
        if self.broken:
            raise ValueError
        if self.lost:
            raise WebSocketDisconnect(1006)
        self.sent.append(message["text"])

    async def close(self, code: int) -> None:
        await self.free.wait()
        self.sent.append(f"goodbye {code}")


def page_of(wire: Wire, postman: Postman | None = None) -> tuple[Page, Watcher]:
    watcher = Watcher(Sender("a" * 64), "en")
    watcher.post(b"welcome")
    table = SimpleNamespace(tables=SimpleNamespace(postman=postman or Postman()))
    return Page(wire, table, watcher, ""), watcher  # type: ignore[arg-type]


async def pause() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def test_a_page_gets_what_waited_before_it_and_all_of_a_round_in_one_frame() -> None:
    async def main() -> None:
        wire = Wire()
        page, watcher = page_of(wire)
        await pause()
        watcher.post(b"1")
        watcher.post(b"2")
        assert wire.sent == ["welcome"]
        await pause()
        assert wire.sent == ["welcome", "[1,2]"]
        assert page.sending is None

    run(main)


def test_a_slow_page_keeps_nobody_waiting_and_gets_everything_in_order() -> None:
    async def main() -> None:
        wire = Wire()
        wire.free.clear()
        page, watcher = page_of(wire)
        await pause()
        watcher.post(b"1")
        await pause()
        watcher.post(b"2")
        await pause()
        assert wire.sent == []
        wire.free.set()
        await pause()
        assert wire.sent == ["welcome", "[1,2]"]
        assert page.sending is None
        watcher.post(b"3")
        await pause()
        assert wire.sent[2:] == ["3"]

    run(main)


@pytest.mark.parametrize("slow", [False, True])
def test_goodbye_comes_after_what_waits_and_nothing_comes_after_it(slow: bool) -> None:
    async def main() -> None:
        wire = Wire()
        page, watcher = page_of(wire)
        if slow:
            wire.free.clear()
        watcher.post(b"1")
        watcher.dismiss(POLICY)
        watcher.post(b"2")
        await pause()
        wire.free.set()
        await page.gone
        watcher.post(b"3")
        page.deliver()
        await pause()
        assert wire.sent == ["[welcome,1]", f"goodbye {POLICY}"]

    run(main)


@pytest.mark.parametrize("slow", [False, True])
def test_a_page_that_is_gone_is_noticed(slow: bool) -> None:
    async def main() -> None:
        wire = Wire()
        page, _ = page_of(wire)
        wire.lost = True
        if slow:
            wire.free.clear()
        await pause()
        assert page.gone.done() is not slow
        wire.free.set()
        await page.gone
        assert wire.sent == []

    run(main)


def test_a_page_that_takes_nothing_for_too_long_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SEND_SECONDS", 0.01)

    async def main() -> None:
        wire = Wire()
        wire.free.clear()
        page, _ = page_of(wire)
        await page.gone
        assert wire.sent == []

    run(main)


@pytest.mark.parametrize("slow", [False, True])
def test_a_page_that_breaks_something_takes_nothing_from_the_others(
    slow: bool, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        wires = [Wire() for _ in range(3)]
        postman = Postman()
        wires[1].broken = True
        if slow:
            wires[1].free.clear()
        pages = [page_of(wire, postman)[0] for wire in wires]
        await pause()
        wires[1].free.set()
        await pages[1].gone
        assert [wire.sent for wire in wires] == [["welcome"], [], ["welcome"]]
        assert [page.gone.done() for page in pages] == [False, True, False]
        assert pages[1].metrics.errors.values == {"socket": 1}

    run(main)
    assert "a page could not be told" in caplog.text
