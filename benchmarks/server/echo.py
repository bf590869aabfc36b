"""The peer of the table server: a bare Starlette echo that sends each message to its room.

It runs with the uvicorn settings of the table server and does nothing else: no JSON, no queues,
no storage. `python -m benchmarks.server.echo` prints its address and serves.
"""

import asyncio
from contextlib import suppress

import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from naqala.server.serving import listening
from naqala.server.settings import Settings

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


def main() -> None:
    config = uvicorn.Config(
        Starlette(routes=[WebSocketRoute("/{room}", echo)]),
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
