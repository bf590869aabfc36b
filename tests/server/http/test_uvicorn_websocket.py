"""Pages that do not answer pings."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from starlette.applications import Starlette
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from naqala.server.http import limits
from naqala.server.http.uvicorn_websocket import SILENT, WebSocketProtocol
from naqala.tables.live import timeouts


class Timer:
    """Something that is to be done at a moment."""

    def __init__(self, moment: float, work: Callable[[], None]) -> None:
        self.moment, self.work = moment, work

    def cancel(self) -> None:
        self.moment = float("inf")


class Time:
    """The timers of an event loop, and a clock that the test moves."""

    def __init__(self) -> None:
        self.now = 0.0
        self.timers: list[Timer] = []

    def time(self) -> float:
        return self.now

    def call_later(self, delay: float, work: Callable[[], None]) -> Timer:
        self.timers.append(Timer(self.now + delay, work))
        return self.timers[-1]

    def passes(self, until: float) -> None:
        while due := [timer for timer in self.timers if timer.moment <= until]:
            first = min(due, key=lambda timer: timer.moment)
            self.timers.remove(first)
            self.now = first.moment
            first.work()
        self.now = until


class Phone:
    """The connection of a device that never takes what is written, and answers as the test says."""

    def __init__(self) -> None:
        self.time = Time()
        self.closing = self.given_up = False
        config = Config(
            Starlette(),
            ws_ping_interval=limits.PING_SECONDS,
            ws_ping_timeout=limits.PONG_SECONDS,
        )
        self.reader = WebSocketProtocol(config, ServerState(), {}, self.time)  # type: ignore[arg-type]
        self.reader.transport = self  # type: ignore[assignment]
        self.reader.conn.state = State.OPEN
        self.reader.start_keepalive()

    def write(self, data: bytes) -> None: ...

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    def abort(self) -> None:
        self.given_up = True

    def answers(self) -> None:
        payload = self.reader.pending_ping_payload
        assert payload is not None
        self.reader.handle_pong(Frame(Opcode.PONG, payload))


def test_a_device_that_vanishes_is_given_up_before_it_counts_as_away() -> None:
    """At worst it vanishes just after an answer; nobody waits until it takes what was written."""
    limit = limits.PING_SECONDS + limits.PONG_SECONDS
    assert limit <= timeouts.AWAY < 30
    phone = Phone()
    phone.time.passes(limits.PING_SECONDS)
    phone.answers()
    last = phone.time.now
    phone.time.passes(last + limit - 0.1)
    assert not phone.given_up
    assert phone.reader.queue.empty()
    phone.time.passes(last + limit)
    assert phone.given_up
    assert phone.reader.queue.get_nowait() == {"type": "websocket.disconnect", "code": SILENT}


@pytest.mark.parametrize("delay", [0.1, limits.PING_SECONDS, limits.PONG_SECONDS - 0.1])
def test_a_slow_device_that_answers_is_kept(delay: float) -> None:
    phone = Phone()
    for _ in range(20):
        while phone.reader.pending_ping_payload is None:
            phone.time.passes(phone.time.now + 0.1)
        phone.time.passes(phone.reader.ping_sent_at + delay)
        phone.answers()
    assert not phone.given_up
    assert phone.reader.queue.empty()


def test_a_page_that_was_told_goodbye_is_not_called_silent() -> None:
    phone = Phone()
    phone.time.passes(limits.PING_SECONDS)
    phone.reader.close_sent = True
    phone.time.passes(60)
    assert not phone.given_up
    assert phone.reader.queue.empty()
