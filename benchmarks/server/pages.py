"""Clients that play like pages; they decode only the fields they need."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count
from typing import Any

import httpx
import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.server.processes import Process

TIMEOUT = 30.0
"""Seconds after which a benchmark gives up."""
names = count()


class Asked(Struct):
    seat: int


class Scene(Struct):
    asked: Asked | None = None
    over: bool = False


class Choice(Struct):
    action: str


class Private(Struct):
    choices: tuple[Choice, ...] = ()


class Message(Struct):
    type: str
    number: int = 0
    id: str = ""
    message: str = ""
    scene: Scene | None = None
    private: tuple[Private, ...] | None = None


decoder: Any = msgspec.json.Decoder(Message | list[Message])
encode = msgspec.json.Encoder().encode


class Page:
    """The page of one seat."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.number = 0
        self.scene = Scene()
        self.choices: tuple[Choice, ...] = ()
        self.bytes = 0

    async def hello(self, secret: str) -> None:
        await self.socket.send(encode({"type": "hello", "secrets": [secret]}).decode())
        while not self.number:
            await self.receive()

    async def receive(self) -> list[Message]:
        """Receive the messages of the next frame."""
        frame = await self.socket.recv()
        self.bytes += len(frame)
        read = decoder.decode(frame)
        messages: list[Message] = read if isinstance(read, list) else [read]
        for message in messages:
            if message.type == "refused":
                raise RuntimeError(message.message)
            self.number = max(self.number, message.number)
            self.scene = message.scene or self.scene
            if message.private is not None:
                self.choices = message.private[0].choices if message.private else ()
        return messages

    async def until(self, number: int) -> None:
        """Wait until this page has received an entry of the log."""
        while self.number < number:
            await self.receive()

    async def act(self, action: str) -> None:
        """Send an action, and wait until it is accepted."""
        name, number = f"send-{next(names)}", self.number
        send = {"type": "act", "id": name, "seen": number, "action": action}
        await self.socket.send(encode(send).decode())
        while not any(message.id == name for message in await self.receive()):
            pass


class Table:
    """The pages of all seats of a table."""

    def __init__(self, pages: list[Page]) -> None:
        self.pages = pages

    @property
    def over(self) -> bool:
        return self.pages[0].scene.over

    async def act(self, rng: random.Random) -> None:
        """Make a random choice for the seat in turn, and wait until every page has seen it."""
        asked = self.pages[0].scene.asked
        assert asked is not None
        page = self.pages[asked.seat]
        await page.act(rng.choice(page.choices).action)
        for other in self.pages:
            await other.until(page.number)


async def create_table(
    server: Process, http: httpx.AsyncClient, seed: int, players: int = 4
) -> Any:
    """Create a table where one guest has every seat; each page holds its seat by link."""
    fields = {
        "options": {"players": players},
        "seats": [{"kind": "me", "name": f"Player {seat + 1}"} for seat in range(players)],
        "seed": str(seed),
    }
    http.cookies.clear()  # a guest has a limited number of tables
    answer = await http.post(f"{server.address}/api/tables", json=fields)
    return answer.raise_for_status().json()


@asynccontextmanager
async def open_tables(
    server: Process, seeds: range, players: int = 4
) -> AsyncIterator[list[Table]]:
    """Create tables and open a page for each seat."""
    async with AsyncExitStack() as stack:
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=TIMEOUT))
        yield [
            await stack.enter_async_context(open_table(server, http, seed, players))
            for seed in seeds
        ]


@asynccontextmanager
async def open_table(
    server: Process, http: httpx.AsyncClient, seed: int, players: int
) -> AsyncIterator[Table]:
    """Create a table and open a page for each seat."""
    created = await create_table(server, http, seed, players)
    url = f"{server.socket_address}/api/tables/{created['table']}/socket"
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(open_socket(url)) for _ in range(players)]
        pages = [Page(socket) for socket in sockets]
        for page, secret in zip(pages, created["secrets"].values(), strict=True):
            await page.hello(secret)
        yield Table(pages)


@asynccontextmanager
async def open_socket(url: str) -> AsyncIterator[ClientConnection]:
    """Open a socket without compression, as browsers do with our server."""
    async with asyncio.timeout(TIMEOUT):
        socket = await connect(
            url, compression=None, max_size=None, max_queue=None, ping_interval=None
        )
    try:
        yield socket
    finally:
        socket.transport.abort()
