"""The messages of a page on its socket: a hello, then commands, queries and pings.

The server receives them over WebSockets, and the browser's worker over a message port.
"""

from __future__ import annotations

import msgspec

from naqala.tables import queries
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal, unread
from naqala.tables.live.outbox import POLICY, TRY_AGAIN
from naqala.tables.live.registry import TableRegistry
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.live.table import LiveTable
from naqala.tables.log.codec import NEWER
from naqala.tables.protocol.messages import (
    PROTOCOL,
    Ask,
    FromPage,
    Hello,
    OpenPosition,
    Ping,
    Pong,
)
from naqala.text import catalogue

decoder: msgspec.json.Decoder[FromPage] = msgspec.json.Decoder(FromPage)


def decode(text: str | bytes) -> FromPage:
    """Decode a message; Refusal if it is not part of the protocol."""
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise unread(error) from None


def check_hello(message: FromPage) -> Hello:
    """The first message of a page; Refusal if it is another one."""
    if not isinstance(message, Hello):
        raise Refusal("no_hello")
    return message


class Session:
    """A page at a table, from its welcome until it is gone."""

    def __init__(self, table: LiveTable, subscriber: Subscriber) -> None:
        """Serve a subscriber of a table."""
        self.table, self.subscriber = table, subscriber
        self.words = catalogue(subscriber.language)

    async def answer(self, message: FromPage) -> object:
        """Process a message after the hello; None if the answer comes later."""
        if isinstance(message, Ping):
            return Pong(self.table.snapshot.number)
        if isinstance(message, Hello):
            raise Refusal("hello_again")
        if isinstance(message, Ask):
            return await queries.answer(self.table, self.subscriber, message, self.words)
        if isinstance(message, OpenPosition):
            raise Refusal("only_exploring")
        return await self.table.execute(self.subscriber.sender, message, self.words)

    def close(self) -> None:
        """The page is gone."""
        self.table.unsubscribe(self.subscriber)


async def subscribe(tables: TableRegistry, name: str, sender: Sender, hello: Hello) -> Session:
    """Welcome a page to a table; Refusal if it has another protocol or there is no such table."""
    check_protocol(hello)
    table = await tables.find(name)
    subscriber = Subscriber(sender, hello.language)
    await table.subscribe(subscriber, hello.since)
    return Session(table, subscriber)


def check_protocol(hello: Hello) -> None:
    """Refuse a page with another version of the protocol."""
    if hello.protocol != PROTOCOL:
        raise Refusal("other_protocol", theirs=hello.protocol, ours=PROTOCOL)


def closing_code(refusal: Refusal) -> int:
    """The code of a WebSocket that is closed after a refused hello.

    After some refusals a page should try again, perhaps at another process.
    """
    return TRY_AGAIN if refusal.code in ("busy", NEWER) else POLICY
