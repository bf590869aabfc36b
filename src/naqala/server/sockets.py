"""The socket of a page at a table: hello, welcome, then news to it and sends from it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any

import msgspec
from starlette.types import Message
from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.server import asking, guests, limits
from naqala.server.api import check_new_table, refused
from naqala.server.delivery import begun
from naqala.server.guarding import protection
from naqala.server.identity import address_of, check_origin, kept, sender_of, token_of, words_of
from naqala.server.limits import Bucket, Gate
from naqala.server.logs import fields
from naqala.server.metrics import Metrics
from naqala.server.open_table import OpenTable
from naqala.server.protocol import PROTOCOL, Ask, FromPage, Hello, Ping, Pong, tag
from naqala.server.refusal import Refusal, said, unread
from naqala.server.rows import NEWER
from naqala.server.tables import Tables
from naqala.server.watching import POLICY, TRY_AGAIN, Watcher, nobody
from naqala.text import Catalogue, catalogue

SEND_SECONDS = 30.0
"""How long a page may take to read one message before it is let go."""

ELSEWHERE = ("busy", NEWER)
"""Refusals after which a page shall come back, perhaps to another process."""
GONE = (WebSocketDisconnect, RuntimeError, TimeoutError)
"""What a socket raises that is closed, was closed by us, or takes nothing for too long."""

logger = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)


async def table_socket(socket: WebSocket) -> None:
    """A page at a table, until it goes."""
    gate: Gate = socket.app.state.gate
    token, address = token_of(socket) or guests.draw_token(), address_of(socket)
    guest = guests.digest(token)
    try:
        check_origin(socket, socket.app.state.settings.origins)
        gate.request("", address)
        if not gate.sockets.enter(guest, address):
            raise Refusal("too_many_sockets")
    except Refusal as refusal:
        answer = refused(refusal, socket)
        answer.raw_headers.extend(protection(socket.scope))
        await socket.send_denial_response(answer)
        return
    try:
        await _attend(socket, token, address)
    except WebSocketDisconnect:
        pass
    finally:
        gate.sockets.leave(guest, address)


async def _attend(socket: WebSocket, token: str, address: str) -> None:
    """Welcome a page to its table, and read and write until one of both is at its end."""
    tables: Tables = socket.app.state.tables
    # A page whose first call this is must be known again when the socket breaks.
    await socket.accept(headers=[] if token_of(socket) else kept(socket, token))
    words = words_of(socket)
    try:
        hello = await _hello(socket)
        words = catalogue(hello.language)
        if hello.protocol != PROTOCOL:
            raise Refusal("other_protocol", theirs=hello.protocol, ours=PROTOCOL)
        table = await tables.find(socket.path_params["table"])
    except Refusal as refusal:
        await _refuse_and_close(socket, refusal, words)
        return
    watcher = Watcher(sender_of(socket, token, hello.secrets), hello.language)
    begun = time.monotonic()
    try:
        await table.welcome(watcher, min(hello.since, table.table.number), stay=True)
    except Refusal as refusal:
        await _refuse_and_close(socket, refusal, words)
        return
    page = Page(socket, table, watcher, address)
    logger.debug("socket opened", extra=fields(table=table.table.id, seats=watcher.seats))
    reading = asyncio.create_task(page.read())
    try:
        await asyncio.wait({reading, page.gone}, return_when=asyncio.FIRST_COMPLETED)
        if watcher.code:
            await asyncio.wait({page.gone}, timeout=limits.GOODBYE_SECONDS)
    finally:
        table.leave(watcher)
        page.leaving = True
        if page.busy:  # what is being written for it concerns everybody at the table
            await asyncio.wait({reading}, timeout=limits.GOODBYE_SECONDS)
        page.end()
        tasks = [reading, page.sending] if page.sending else [reading]
        for task in tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks)
        seconds = round(time.monotonic() - begun, 1)
        if watcher.code:
            page.metrics.dismissals.add(str(watcher.code))
        told = fields(table=table.table.id, code=watcher.code, seconds=seconds)
        logger.info("socket closed", extra=told)


class Page:
    """Both directions of a socket that was welcomed."""

    def __init__(self, socket: WebSocket, table: OpenTable, watcher: Watcher, address: str) -> None:
        """The page of a watcher at a table."""
        self.socket, self.table, self.watcher, self.address = socket, table, watcher, address
        self.words = catalogue(watcher.language)
        self.gate: Gate = socket.app.state.gate
        self.metrics: Metrics = socket.app.state.metrics
        self.patience = Bucket(1 / limits.FORGIVEN_SECONDS, limits.MOST_BAD)
        self.busy = False
        """Whether something that it sent is being done."""
        self.leaving = False
        self.gone = asyncio.get_running_loop().create_future()
        """Done when nothing more can be sent."""
        self.sending: asyncio.Task[None] | None = None
        """What waits for a slow socket."""
        self.postman = table.tables.postman
        watcher.wake = lambda: self.postman.call(self.deliver)
        watcher.wake()

    async def read(self) -> None:
        """Do what the page sends, one after the other, until it goes or tries our patience."""
        with suppress(WebSocketDisconnect), self.postman.guided():
            while not (self.watcher.code or self.leaving):
                frame = await _frame(self.socket)
                self.busy = True
                await self._do(frame)
                self.busy = False
                self.postman.go_round()

    async def _do(self, frame: Message) -> None:
        """Do what one message asks, and answer it."""
        name = ""
        try:
            message = _decoded(frame)
            name = getattr(message, "id", "")
            cost = asking.cost(message) if isinstance(message, Ask) else 1
            self.gate.message(self.watcher.sender.guest, self.address, cost)
            answer = await self._answer(message)
            if answer is not None:  # a hint comes later
                self.watcher.post(encode(answer))
        except Refusal as refusal:
            self._refuse(refusal, name)
        except Exception:
            self.metrics.errors.add("socket")
            told = fields(table=self.table.table.id)
            logger.exception("a message broke something", extra=told)
            self._refuse(Refusal("broken"), name)

    def _refuse(self, refusal: Refusal, name: str) -> None:
        """Say no; what could not be read and what was too much tries our patience."""
        self.metrics.refusals.add(refusal.code)
        number = self.table.showing.number
        self.watcher.post(encode(refusal.message(self.words, id=name, number=number)))
        if not name or refusal.code == "too_many":
            self.patience.take()
            if self.patience.left < 1:
                self.watcher.dismiss(POLICY)

    async def _answer(self, message: FromPage) -> object:
        if isinstance(message, Ping):
            return Pong(self.table.showing.number)
        if isinstance(message, Hello):
            raise Refusal("hello_again")
        with self.metrics.sends.timed(tag(message)):
            if isinstance(message, Ask):
                return await asking.answer(self.table, self.watcher, message, self.words)
            check_new_table(self.gate, self.address, message, self.table)
            return await self.table.send(self.watcher.sender, message, self.words)

    def deliver(self) -> None:
        """Send what waits, and goodbye after it; a page that is slow gets it beside all else."""
        if self.sending or self.gone.done():
            return
        try:
            while work := self._next():
                if rest := begun(work):
                    self.sending = asyncio.create_task(self._deliver(rest))
                    return
        except Exception as error:  # others wait for the same postman
            self._lost(error)

    def _next(self) -> Coroutine[Any, Any, None] | None:
        """What is to be done next for the socket."""
        if frame := self.watcher.taken():
            return self.socket.send({"type": "websocket.send", "text": frame.decode()})
        if self.watcher.code and not self.gone.done():
            return self._goodbye()
        return None

    async def _goodbye(self) -> None:
        await self.socket.close(self.watcher.code)
        self.end()

    async def _deliver(self, work: Coroutine[Any, Any, None] | None) -> None:
        """Finish what was begun, and send what has come to wait since."""
        try:
            while work:
                async with asyncio.timeout(SEND_SECONDS):
                    await work
                work = self._next()
            self.sending = None
        except Exception as error:
            self._lost(error)

    def _lost(self, error: Exception) -> None:
        """The page has gone, takes nothing, or something broke: it will come back and resume."""
        if not isinstance(error, GONE):
            self.metrics.errors.add("socket")
            logger.error("a page could not be told", exc_info=error)
        self.end()

    def end(self) -> None:
        """Nothing more is sent."""
        self.watcher.wake = nobody
        if not self.gone.done():
            self.gone.set_result(None)


async def _hello(socket: WebSocket) -> Hello:
    """The first message, which must come soon."""
    try:
        async with asyncio.timeout(limits.HELLO_SECONDS):
            message = _decoded(await _frame(socket))
    except TimeoutError:
        raise Refusal("no_hello") from None
    if not isinstance(message, Hello):
        raise Refusal("no_hello")
    return message


async def _frame(socket: WebSocket) -> Message:
    """What comes next."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    return frame


def _decoded(frame: Message) -> FromPage:
    """The message in a frame; Refusal when it is none of ours."""
    text = frame.get("text")
    if text is None:
        raise Refusal("bad_message", reason=said("no_text"))
    body = text.encode()
    if len(body) > limits.LARGEST_MESSAGE:
        raise Refusal("too_large", most=limits.LARGEST_MESSAGE)
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise unread(error) from None


async def _refuse_and_close(socket: WebSocket, refusal: Refusal, words: Catalogue) -> None:
    metrics: Metrics = socket.app.state.metrics
    metrics.refusals.add(refusal.code)
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(encode(refusal.message(words)).decode())
        await socket.close(TRY_AGAIN if refusal.code in ELSEWHERE else POLICY)
