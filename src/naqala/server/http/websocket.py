"""The WebSocket of a page at a table: hello and welcome, then commands, queries and news.

The table is a stored one, or one that exists as long as its socket: of a lesson, a puzzle or an
exploration.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

import msgspec
from starlette.datastructures import State
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.rules.errors import NaqalaError
from naqala.server.http import limits
from naqala.server.http.api import check_new_table
from naqala.server.http.endpoints import refused
from naqala.server.http.identity import (
    address_of,
    check_host,
    check_origin,
    guest_cookie_headers,
    sender_of,
    token_of,
    words_of,
)
from naqala.server.http.limits import RateLimits, TokenBucket
from naqala.server.http.middleware import protection
from naqala.server.ops.logs import fields
from naqala.server.ops.metrics import Metrics
from naqala.tables import exploration, page_socket, practice, puzzle_session, queries, tokens
from naqala.tables.errors import Refusal
from naqala.tables.live.outbox import POLICY
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.table import LiveTable
from naqala.tables.page_socket import Session
from naqala.tables.protocol.messages import Ask, FromPage, Hello, OpenPosition, tag
from naqala.text import Catalogue, catalogue

GONE = (OSError, RuntimeError)
"""Raised by a server that sends to a closed socket, or to one that this process has closed."""

logger = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode


async def table_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a page at a table, in a lesson or exploring, until it disconnects."""
    socket = WebSocket(scope, receive, send)
    rate_limits: RateLimits = socket.app.state.rate_limits
    token, address = token_of(socket) or tokens.draw_token(), address_of(socket)
    guest = tokens.digest(token)
    try:
        check_host(socket, socket.app.state.settings)
        check_origin(socket, socket.app.state.settings.origins)
        rate_limits.request("", address)
        if not rate_limits.sockets.enter(guest, address):
            raise Refusal("too_many_sockets")
    except Refusal as refusal:
        answer = refused(refusal, socket)
        answer.raw_headers.extend(protection(socket.scope))
        await socket.send_denial_response(answer)
        return
    try:
        if session := await _welcome(socket, token):
            page = Page(socket.app.state, receive, send, session, address)
            await _serve_page(page)
    except WebSocketDisconnect:
        pass
    finally:
        rate_limits.sockets.leave(guest, address)


async def _welcome(socket: WebSocket, token: str) -> Session | None:
    """Subscribe a page to its table, lesson or exploration; None if it was refused."""
    tables: TableRegistry = socket.app.state.tables
    # A new guest gets a cookie, to be recognised after a reconnect.
    await socket.accept(headers=[] if token_of(socket) else guest_cookie_headers(socket, token))
    words = words_of(socket)
    try:
        hello = await _hello(socket)
        words = catalogue(hello.language)
        sender = sender_of(socket, token, hello.secrets)
        session: Session
        if "lesson" in socket.path_params:
            lesson = socket.path_params["lesson"]
            session = await practice.subscribe(lesson, sender.guest, hello)
        elif "puzzle" in socket.path_params:
            puzzle = socket.path_params["puzzle"]
            session = await puzzle_session.subscribe(puzzle, sender.guest, hello)
        elif "table" in socket.path_params:
            name = socket.path_params["table"]
            session = await page_socket.subscribe(tables, name, sender, hello)
        else:
            session = await exploration.subscribe(
                sender.guest, hello, tables.bot_runner, asyncio.to_thread
            )
    except Refusal as refusal:
        await _refuse_and_close(socket, refusal, words)
        return None
    seats = session.subscriber.seats
    logger.debug("socket opened", extra=fields(table=session.table.state.id, seats=seats))
    return session


async def _serve_page(page: Page) -> None:
    """Read and write until one direction ends."""
    table, outbox = page.table, page.subscriber.outbox
    start = time.monotonic()
    reading = asyncio.create_task(page.read())
    writing = asyncio.create_task(page.write())
    try:
        await asyncio.wait({reading, writing}, return_when=asyncio.FIRST_COMPLETED)
        if outbox.code:
            await asyncio.wait({writing}, timeout=limits.GOODBYE_SECONDS)
    finally:
        page.session.close()
        page.leaving = True
        if page.busy:  # finish its last command, which may be half written
            await asyncio.wait({reading}, timeout=limits.GOODBYE_SECONDS)
        for task in (reading, writing):
            task.cancel()
        await asyncio.wait({reading, writing})
        seconds = round(time.monotonic() - start, 1)
        if outbox.code:
            page.metrics.sockets_closed.labels(outbox.code).inc()
        closed = fields(table=table.state.id, code=outbox.code, seconds=seconds)
        logger.info("socket closed", extra=closed)


class Page:
    """Both directions of a socket after the welcome."""

    def __init__(
        self,
        state: State,
        receive: Receive,
        send: Send,
        session: Session,
        address: str,
    ) -> None:
        """Serve the session of a page; `state` is that of the application."""
        self.receive, self.send = receive, send
        self.session, self.address = session, address
        self.subscriber = session.subscriber
        self.rate_limits: RateLimits = state.rate_limits
        self.metrics: Metrics = state.metrics
        self.error_allowance = TokenBucket(1 / limits.FORGIVEN_SECONDS, limits.MOST_BAD)
        self.busy = False
        """Whether a message of the page is being processed."""
        self.leaving = False

    @property
    def table(self) -> LiveTable:
        """The table; a page that explores changes it."""
        return self.session.table

    async def read(self) -> None:
        """Process the messages of the page until it disconnects or is disconnected."""
        while not (self.subscriber.outbox.code or self.leaving):
            frame = await self.receive()
            if frame["type"] == "websocket.disconnect":
                break
            self.busy = True
            await self._do(frame)
            self.busy = False

    async def _do(self, frame: Message) -> None:
        """Process one message and answer it."""
        name = ""
        try:
            message = _decoded(frame)
            name = getattr(message, "id", "")
            self.rate_limits.message(self.subscriber.sender.guest, self.address, _cost(message))
            if isinstance(message, OpenPosition):
                self.rate_limits.long_text(self.address, len(message.text))
            answer = await self._answer(message)
            if answer is not None:  # a hint comes later
                self.subscriber.outbox.post(encode(answer))
        except Refusal as refusal:
            self._refuse(refusal, name)
        except Exception:
            self.metrics.errors.labels("socket").inc()
            extra = fields(table=self.table.state.id)
            logger.exception("error while processing a message", extra=extra)
            self._refuse(Refusal("broken"), name)

    def _refuse(self, refusal: Refusal, name: str) -> None:
        """Answer with a refusal; disconnect a page with too many unreadable or excess messages."""
        self.metrics.refusals.labels(refusal.code).inc()
        number = self.table.snapshot.number
        answer = encode(refusal.message(self.session.words, id=name, number=number))
        self.subscriber.outbox.post(answer, last=True)
        if not name or refusal.code == "too_many":
            self.error_allowance.take()
            if self.error_allowance.left < 1:
                self.subscriber.outbox.close(POLICY)

    async def _answer(self, message: FromPage) -> object:
        with self.metrics.commands.labels(tag(message)).time():
            check_new_table(self.rate_limits, self.address, message, self.table)
            return await self.session.answer(message)

    async def write(self) -> None:
        """Send queued messages until the page is gone or disconnected by us.

        `connection_limits` closes the connection of a page that stops reading.
        """
        outbox = self.subscriber.outbox
        try:
            while (frame := await outbox.frame()) is not None:
                await self.send({"type": "websocket.send", "text": frame.decode()})
            await self.send({"type": "websocket.close", "code": outbox.code})
        except GONE:
            pass  # it will reconnect and resume
        except Exception:
            self.metrics.errors.labels("socket").inc()
            logger.exception("a message could not be sent")


def _cost(message: FromPage) -> int:
    """As how many messages a message counts towards the rate limit."""
    if isinstance(message, Ask):
        return queries.cost(message)
    return exploration.cost(message) if isinstance(message, OpenPosition) else 1


async def _hello(socket: WebSocket) -> Hello:
    """Wait for the first message; Refusal if it does not come soon."""
    try:
        async with asyncio.timeout(limits.HELLO_SECONDS):
            frame = await socket.receive()
    except TimeoutError:
        raise Refusal("no_hello") from None
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    return page_socket.check_hello(_decoded(frame))


def _decoded(frame: Message) -> FromPage:
    """Decode a message; Refusal if it is not part of the protocol."""
    text = frame.get("text")
    if text is None:
        raise Refusal("bad_message", reason=NaqalaError("no_text"))
    body = text.encode()
    if len(body) > limits.LARGEST_MESSAGE:
        raise Refusal("too_large", most=limits.LARGEST_MESSAGE)
    return page_socket.decode(body)


async def _refuse_and_close(socket: WebSocket, refusal: Refusal, words: Catalogue) -> None:
    metrics: Metrics = socket.app.state.metrics
    metrics.refusals.labels(refusal.code).inc()
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(encode(refusal.message(words)).decode())
        await socket.close(page_socket.closing_code(refusal))
