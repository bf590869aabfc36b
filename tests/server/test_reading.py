"""Messages that come in faster than they are done."""

from __future__ import annotations

import asyncio

from starlette.applications import Starlette
from uvicorn import Config
from uvicorn.server import ServerState

from naqala.server.reading import MOST_UNREAD, Reader


class Line:
    """A connection that only tells whether it is read."""

    def __init__(self) -> None:
        self.changes: list[str] = []

    def pause_reading(self) -> None:
        self.changes.append("paused")

    def resume_reading(self) -> None:
        self.changes.append("resumed")


def test_a_page_is_read_on_until_too_many_of_its_messages_wait() -> None:
    async def work() -> None:
        reader, line = Reader(Config(Starlette()), ServerState(), {}), Line()
        reader.transport = line  # type: ignore[assignment]
        reader.curr_msg_data_type = "text"

        def say(number: int) -> None:
            reader.frames = [b"%d" % number]
            reader.send_receive_event_to_app()

        for number in range(MOST_UNREAD - 1):
            say(number)
        assert line.changes == []
        for number in range(MOST_UNREAD - 1, MOST_UNREAD + 2):
            say(number)
        assert line.changes == ["paused"]
        for number in range(MOST_UNREAD + 2):
            assert line.changes == ["paused"]
            message = await reader.receive()
            assert message == {"type": "websocket.receive", "text": str(number)}
        assert line.changes == ["paused", "resumed"]
        reader.close_sent = True  # the answer to a goodbye must still be read
        for number in range(MOST_UNREAD):
            reader.queue.put_nowait({"type": "websocket.disconnect", "code": number})
        say(0)
        assert line.changes == ["paused", "resumed"]
        assert reader.queue.qsize() == MOST_UNREAD

    asyncio.run(work())
