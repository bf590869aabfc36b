"""A page at a table, in a lesson, in a puzzle or exploring, over the message port."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import msgspec

from naqala.browser.messages import Closed, Open, Received, ToPage
from naqala.browser.owner import GUEST, OWNER
from naqala.tables import exploration, page_socket, practice, puzzle_session
from naqala.tables.errors import refusal_of
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.page_socket import Session
from naqala.tables.protocol.messages import Hello
from naqala.text import catalogue

encode = msgspec.json.Encoder().encode


class PageSocket:
    """Both directions of a page's connection to a table, from hello until it is closed."""

    def __init__(
        self,
        tables: TableRegistry,
        opened: Open,
        post: Callable[[ToPage], None],
        start_bots: Callable[[], None],
    ) -> None:
        """`start_bots` is called at a table that has bots."""
        self._tables, self._opened, self._post = tables, opened, post
        self._start_bots = start_bots
        self._messages: asyncio.Queue[str] = asyncio.Queue()
        self._tasks = [asyncio.create_task(self._run())]

    def receive(self, text: str) -> None:
        """Take in a message of the page; they are processed in order."""
        self._messages.put_nowait(text)

    async def close(self) -> None:
        """Stop, after the message that is being processed."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self) -> None:
        words = catalogue("en")
        try:
            hello = page_socket.check_hello(page_socket.decode(await self._messages.get()))
            words = catalogue(hello.language)
            session = await self._subscribe(hello)
        except Exception as error:
            refusal = refusal_of(error)
            self._send(encode(refusal.message(words)))
            self._post(Closed(self._opened.socket, page_socket.closing_code(refusal)))
            return
        if any(seat.kind == "bot" for seat in session.table.state.seats):
            self._start_bots()
        subscriber = session.subscriber
        self._tasks.append(asyncio.create_task(self._write(subscriber)))
        try:
            while not subscriber.outbox.code:
                text = await self._messages.get()
                # Cancelling the task must not interrupt a command that is half written.
                await asyncio.shield(_process(text, session))
        finally:
            session.close()

    async def _subscribe(self, hello: Hello) -> Session:
        if self._opened.lesson:
            return await practice.subscribe(self._opened.lesson, GUEST, hello)
        if self._opened.puzzle:
            return await puzzle_session.subscribe(self._opened.puzzle, GUEST, hello)
        if self._opened.explore:
            self._start_bots()
            return await exploration.subscribe(GUEST, hello, self._tables.bot_runner)
        return await page_socket.subscribe(self._tables, self._opened.table, OWNER, hello)

    async def _write(self, subscriber: Subscriber) -> None:
        """Send what is queued until the connection is closed from this side."""
        while (frame := await subscriber.outbox.frame()) is not None:
            self._send(frame)
        self._post(Closed(self._opened.socket, subscriber.outbox.code))

    def _send(self, frame: bytes) -> None:
        self._post(Received(self._opened.socket, frame.decode()))


async def _process(text: str, session: Session) -> None:
    """Process one message of the page and answer it."""
    name = ""
    try:
        message = page_socket.decode(text)
        name = getattr(message, "id", "")
        answer = await session.answer(message)
        if answer is not None:  # a hint comes later
            session.subscriber.outbox.post(encode(answer))
    except Exception as error:
        number = session.table.snapshot.number
        refused = refusal_of(error).message(session.words, id=name, number=number)
        session.subscriber.outbox.post(encode(refused), last=True)
