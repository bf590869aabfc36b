"""A page at a table, over the message port."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

import msgspec

from naqala.browser.messages import Closed, Received, ToPage
from naqala.browser.owner import OWNER
from naqala.tables import queries
from naqala.tables.errors import Refusal, unread
from naqala.tables.live.outbox import POLICY, TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.codec import NEWER
from naqala.tables.protocol.messages import PROTOCOL, Ask, FromPage, Hello, Ping, Pong
from naqala.text import Catalogue, catalogue

logger = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)


class PageSocket:
    """Both directions of a page's connection to a table, from hello until it is closed."""

    def __init__(
        self, tables: TableRegistry, number: int, name: str, post: Callable[[ToPage], None]
    ) -> None:
        self._tables, self._number, self._name, self._post = tables, number, name, post
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
            hello = _decoded(await self._messages.get())
            if not isinstance(hello, Hello):
                raise Refusal("no_hello")
            words = catalogue(hello.language)
            if hello.protocol != PROTOCOL:
                raise Refusal("other_protocol", theirs=hello.protocol, ours=PROTOCOL)
            table = await self._tables.find(self._name)
            subscriber = Subscriber(OWNER, hello.language)
            await table.subscribe(subscriber, hello.since)
        except Refusal as refusal:
            self._send(encode(refusal.message(words)))
            code = TRY_AGAIN if refusal.code in ("busy", NEWER) else POLICY
            self._post(Closed(self._number, code))
            return
        self._tasks.append(asyncio.create_task(self._write(subscriber)))
        try:
            while not subscriber.outbox.code:
                text = await self._messages.get()
                # Cancelling the task must not interrupt a command that is half written.
                await asyncio.shield(self._process(text, table, subscriber, words))
        finally:
            table.unsubscribe(subscriber)

    async def _process(
        self, text: str, table: LiveTable, subscriber: Subscriber, words: Catalogue
    ) -> None:
        """Process one message of the page and answer it."""
        name = ""
        try:
            message = _decoded(text)
            name = getattr(message, "id", "")
            answer = await self._answer(message, table, subscriber, words)
            if answer is not None:  # a hint comes later
                subscriber.outbox.post(encode(answer))
        except Exception as error:
            if not isinstance(error, Refusal):
                logger.exception("error while processing a message")
            refusal = error if isinstance(error, Refusal) else Refusal("broken")
            refused = refusal.message(words, id=name, number=table.snapshot.number)
            subscriber.outbox.post(encode(refused), last=True)

    async def _answer(
        self, message: FromPage, table: LiveTable, subscriber: Subscriber, words: Catalogue
    ) -> object:
        if isinstance(message, Ping):
            return Pong(table.snapshot.number)
        if isinstance(message, Hello):
            raise Refusal("hello_again")
        if isinstance(message, Ask):
            return await queries.answer(table, subscriber, message, words)
        return await table.execute(subscriber.sender, message, words)

    async def _write(self, subscriber: Subscriber) -> None:
        """Send what is queued until the connection is closed from this side."""
        while (frame := await subscriber.outbox.frame()) is not None:
            self._send(frame)
        self._post(Closed(self._number, subscriber.outbox.code))

    def _send(self, frame: bytes) -> None:
        self._post(Received(self._number, frame.decode()))


def _decoded(text: str) -> FromPage:
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise unread(error) from None
