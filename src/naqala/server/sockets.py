"""The socket of a page at a table: hello, welcome, then news to it and sends from it."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.server import asking, guests, limits
from naqala.server.identity import check_origin, sender_of, token_of, words_of
from naqala.server.limits import Bucket
from naqala.server.protocol import Ask, FromPage, Hello, Ping, Pong
from naqala.server.refusal import Refusal
from naqala.server.settings import Settings
from naqala.server.tables import OpenTable, Tables
from naqala.server.watching import Watcher
from naqala.text import Catalogue, catalogue

GOING_AWAY, POLICY, TRY_AGAIN = 1001, 1008, 1013

logger = logging.getLogger(__name__)
encode = msgspec.json.Encoder().encode
decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)


async def table_socket(socket: WebSocket) -> None:
    """A page at a table, until it goes."""
    tables: Tables = socket.app.state.tables
    settings: Settings = socket.app.state.settings
    words = words_of(socket)
    try:
        check_origin(socket, settings.origins)
    except Refusal:
        await socket.close(POLICY)  # before it was accepted: the page gets 403
        return
    await socket.accept()
    try:
        hello = await _hello(socket)
        words = catalogue(hello.language)
        table = await tables.find(socket.path_params["table"])
    except Refusal as refusal:
        await _refuse_and_close(socket, refusal, words)
        return
    except WebSocketDisconnect:
        return
    sender = sender_of(socket, token_of(socket) or guests.draw_token(), hello.secrets)
    watcher = Watcher(sender, hello.language)
    await table.welcome(watcher, min(hello.since, table.table.number), stay=True)
    writing = asyncio.create_task(_write(socket, watcher))
    try:
        await _read(socket, table, watcher, Bucket(settings.rate, 2 * settings.rate))
        await asyncio.wait([writing], timeout=limits.GOODBYE_SECONDS)
    except WebSocketDisconnect:
        pass
    finally:
        table.leave(watcher)
        writing.cancel()
        with suppress(asyncio.CancelledError):
            await writing


async def _hello(socket: WebSocket) -> Hello:
    """The first message, which must come soon."""
    try:
        async with asyncio.timeout(limits.HELLO_SECONDS):
            message = await _received(socket)
    except TimeoutError:
        raise Refusal("no_hello") from None
    if not isinstance(message, Hello):
        raise Refusal("no_hello")
    return message


async def _received(socket: WebSocket) -> FromPage:
    """The next message; Refusal when it is none of ours."""
    frame = await socket.receive()
    if frame["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(frame.get("code", 1005))
    body = frame.get("text") or frame.get("bytes") or b""
    if len(body) > limits.LARGEST_MESSAGE:
        raise Refusal("too_large", most=limits.LARGEST_MESSAGE)
    try:
        return decoder.decode(body)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Refusal("bad_message", reason=str(error)) from None


async def _read(socket: WebSocket, table: OpenTable, watcher: Watcher, bucket: Bucket) -> None:
    """Do what the page sends, one after the other."""
    words, bad = catalogue(watcher.language), 0
    while True:
        name = ""
        try:
            message = await _received(socket)
            name = getattr(message, "id", "")
            if not bucket.take():
                raise Refusal("too_many")
            if isinstance(message, Ping):
                watcher.post(encode(Pong(table.table.number)))
            elif isinstance(message, Hello):
                raise Refusal("hello_again")
            elif isinstance(message, Ask):
                answer = await asking.answer(table, watcher, message, words)
                if answer is not None:
                    watcher.post(encode(answer))
            else:
                watcher.post(encode(await table.send(watcher.sender, message, words)))
        except WebSocketDisconnect:
            raise
        except Exception as error:
            refusal = error if isinstance(error, Refusal) else Refusal("broken")
            if refusal is not error:
                logger.exception("a message to table %s broke something", table.table.id)
            watcher.post(encode(refusal.message(words, id=name, number=table.table.number)))
            bad += not name
            if bad >= limits.MOST_BAD:
                watcher.post(None)
                return


async def _write(socket: WebSocket, watcher: Watcher) -> None:
    """Send what waits, until goodbye."""
    with suppress(WebSocketDisconnect, RuntimeError):
        while (frame := await watcher.taken()) is not None:
            await socket.send({"type": "websocket.send", "text": frame.decode()})
        await socket.close(TRY_AGAIN)


async def _refuse_and_close(socket: WebSocket, refusal: Refusal, words: Catalogue) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.send_text(encode(refusal.message(words)).decode())
        await socket.close(POLICY)
