"""The peer of the table server: a bare Starlette echo that sends each message to its room.

It runs with the uvicorn settings of the table server and does nothing else: no JSON, no queues, no
storage. `python -m benchmarks.server.echo` prints its address and serves. With a folder it does the
minimum of a table server: it decodes each message, writes it to our storage and encodes the answer.
"""

import asyncio
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.server.ops.settings import Settings
from naqala.server.serving import listening
from naqala.server.storage.sqlite import Sqlite
from naqala.tables.storage import EntryRow

rooms: dict[str, set[WebSocket]] = {}


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    pages = rooms.setdefault(socket.path_params["room"], set())
    pages.add(socket)
    with suppress(WebSocketDisconnect):
        while True:
            message = await socket.receive_text()
            for page in pages:
                await page.send_text(message)
    pages.discard(socket)


numbers: defaultdict[str, Iterator[int]] = defaultdict(lambda: count(1))
"""The next number of each room: entries of a log must be consecutive."""


async def durable_echo(socket: WebSocket) -> None:
    """Store each message before it is echoed."""
    await socket.accept()
    storage: Sqlite = socket.app.state.storage
    room = socket.path_params["room"]
    pages = rooms.setdefault(room, set())
    pages.add(socket)
    with suppress(WebSocketDisconnect):
        while True:
            message = msgspec.json.decode(await socket.receive_text())
            number = message["seen"] = next(numbers[room])
            row = EntryRow(number, number, "", "", msgspec.json.encode(message))
            await storage.append(room, [row], None)
            answer = msgspec.json.encode(message).decode()
            for page in pages:
                await page.send_text(answer)
    pages.discard(socket)


def main() -> None:
    """Serve the echo, or with a folder as the argument the durable echo."""
    folders = sys.argv[1:]
    app = Starlette(routes=[WebSocketRoute("/{room}", durable_echo if folders else echo)])
    for folder in folders:
        app.state.storage = Sqlite(Path(folder) / "echo.sqlite3", alone=True)
        asyncio.run(app.state.storage.open())
    config = uvicorn.Config(
        app,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
        server_header=False,
    )
    with listening(Settings(port=0)) as listener:
        listener.listen()
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/", flush=True)
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))


if __name__ == "__main__":
    main()
