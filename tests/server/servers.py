"""Run `naqala serve` as a subprocess, and talk to it over HTTP and WebSockets."""

from __future__ import annotations

import json
import os
import random
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, Protocol
from urllib.request import urlopen

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

TIMEOUT = 60.0
"""Seconds before a test gives up. No test sleeps for a fixed time."""
ROUNDS = int(os.environ.get("NAQALA_ROUNDS", "1"))
"""How often the tests of durability are repeated; `make soak-durability` sets it."""


class Server:
    """A `naqala serve` process with its data in a folder; it can be killed and started again."""

    program: tuple[str, ...] = ("-m", "naqala")
    """Arguments for the Python interpreter."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.options = options
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> Server:
        environment = {**os.environ, "COLUMNS": "200", "LANG": "C.UTF-8"}
        command = [sys.executable, *self.program, "serve", "--port", "0", "--pause", "0"]
        self.process = subprocess.Popen(
            [*command, "--rate", "1e6", "--data", str(self.folder), *self.options],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], TIMEOUT)
        line = self.process.stdout.readline() if ready else ""
        found = re.search(r"http://\S+/", line)
        if found is None:
            self.kill()
        assert found, f"the server did not start: {line!r}"
        self.address = found[0].rstrip("/")
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            try:
                self.process.wait(TIMEOUT)
            finally:  # even if it does not stop in time, which fails the test
                self.process.kill()
                self.process.wait()
                assert self.process.stdout is not None
                self.process.stdout.close()
                self.process = None

    def metrics(self) -> dict[str, float]:
        """The current samples of `/metrics`."""
        with urlopen(f"{self.address}/metrics", timeout=TIMEOUT) as answer:
            lines = answer.read().decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in pairs}

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def connect(self, table: str, cookie: str) -> AbstractContextManager[Any]:
        """Open a WebSocket at a table, or in a lesson: `lessons/sowing`."""
        place = table if "/" in table else f"tables/{table}"
        return connect(
            f"{self.address.replace('http', 'ws', 1)}/api/{place}/socket",
            additional_headers={"Cookie": cookie} if cookie else {},
            # No pings: their thread would use the global `random` that other tests seed. No limit
            # of the queue: a client that stops reading would never see the closing handshake.
            compression=None,
            max_size=None,
            max_queue=None,
            open_timeout=TIMEOUT,
            ping_interval=None,
        )


class TableHost(Protocol):
    """Where tables are: a server, or the engine of a page."""

    @property
    def address(self) -> str:
        """The URL of the start page, without the last slash."""

    def connect(self, table: str, cookie: str) -> AbstractContextManager[Any]:
        """Open a socket at a table, which can `send` and `recv`."""


def wait_until(condition: Callable[[], object], message: object = "timed out") -> None:
    """Poll a condition until it is true; fail with the message after `TIMEOUT` seconds."""
    deadline = time.monotonic() + TIMEOUT
    while not condition():
        assert time.monotonic() < deadline, message
        time.sleep(0.01)


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, *options).start()
    try:
        yield server
    finally:
        server.stop()


class Guest:
    """A guest of the server: an HTTP client with a cookie jar, which can open sockets."""

    def __init__(self, server: TableHost) -> None:
        self.server = server
        # A connection per request: the server may close an idle one just as it is reused.
        self.http = httpx.Client(timeout=TIMEOUT, limits=httpx.Limits(max_keepalive_connections=0))

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(f"{self.server.address}{path}", params=query)

    def post(self, path: str, body: object) -> httpx.Response:
        return self.http.post(f"{self.server.address}{path}", json=body)

    def create_table(self, *seats: object, **fields: Any) -> str:
        """Create a table; a seat is `me`, `open` or the name of a bot."""
        plans = [_seat_plan(seat) for seat in seats]
        options = {"players": len(plans), **fields.pop("options", {})}
        answer = self.post("/api/tables", {"options": options, "seats": plans, **fields})
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        return table

    def open(self, table: str, since: int = -1, **hello: Any) -> PageClient:
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        return PageClient(self.server, table, since, cookie, **hello)

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Guest:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _seat_plan(seat: object) -> object:
    if not isinstance(seat, str):
        return seat
    return {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}


class PageClient:
    """A WebSocket client at a table that keeps the state a page would have."""

    ids = count()
    opened: ClassVar[set[PageClient]] = set()
    """Clients that are not closed yet."""

    def __init__(
        self, server: TableHost, table: str, since: int = -1, cookie: str = "", **hello: Any
    ) -> None:
        self.reopen: Callable[[], PageClient] = lambda: PageClient(
            server, table, -1, cookie, **hello
        )
        """Opens the same page again, without the entries it already has."""
        self.host = server
        self.stack = ExitStack()
        self.socket = self.stack.enter_context(server.connect(table, cookie))
        self.opened.add(self)
        self.pending: list[Any] = []
        self.messages: list[Any] = []
        self.raw: list[str] = []
        self.log: list[Any] = []
        self.seats: list[int] = []
        self.number = 0
        self.scene: Any = None
        self.private: dict[int, Any] = {}
        self.info: Any = None
        self.land: Any = None
        self.whim_cards: Any = None
        self.send({"type": "hello", "since": since, **hello})
        self.until(lambda message: message["type"] in ("welcome", "refused"))

    def send(self, message: Any) -> None:
        self.socket.send(json.dumps(message))

    def receive(self) -> Any:
        """Return the next message; a frame may contain several."""
        if not self.pending:
            try:
                raw = self.socket.recv(TIMEOUT)
            except TimeoutError:
                raise TimeoutError(self._timeout_message()) from None
            frame = json.loads(raw)
            self.pending = frame if isinstance(frame, list) else [frame]
        message = self.pending.pop(0)
        self.raw.append(json.dumps(message, separators=(",", ":")))
        self.messages.append(message)
        if message["type"] in ("welcome", "news"):
            self.log += message.get("log", message.get("entries", []))
            self.number = message["number"]
            self.info = message.get("info", self.info)
            self.land = message.get("land", self.land)
            self.whim_cards = message.get("whim_cards", self.whim_cards)
            self.scene = message.get("scene", self.scene)
            self.seats = message.get("seats", self.seats)
            if "private" in message or message["type"] == "welcome":
                self.private = {each["seat"]: each for each in message.get("private", ())}
        return message

    def until(self, done: Callable[[Any], bool]) -> Any:
        """Receive messages until one satisfies the condition, and return it."""
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            message = self.receive()
            if done(message):
                return message
        raise TimeoutError(self._timeout_message())

    def _timeout_message(self) -> str:
        last = "\n".join(raw[:300] for raw in self.raw[-5:])
        return f"timed out after entry {self.number}; the last messages:\n{last}"

    def ask(self, kind: str, **fields: Any) -> Any:
        """Send a message and wait for the answer with its id."""
        name = fields.pop("id", None) or f"send-{next(self.ids)}"
        seen = {} if kind in ("ask", "open") else {"seen": fields.pop("seen", self.number)}
        self.send({"type": kind, "id": name, **seen, **fields})
        return self.until(lambda message: message.get("id") == name)

    def act(self, action: str, **fields: Any) -> Any:
        """Send an action; if it is accepted, receive the news about it."""
        answer = self.ask("act", action=action, **fields)
        if answer["type"] == "accepted":
            self.catch_up(answer["number"])
        return answer

    def catch_up(self, number: int) -> None:
        while self.number < number:
            self.receive()

    @property
    def choices(self) -> list[str]:
        """The actions that this page may choose now."""
        return [
            choice["action"] for mine in self.private.values() for choice in mine.get("choices", ())
        ]

    @property
    def over(self) -> bool:
        return bool(self.info) and self.info["phase"] == "over"

    def wait_for_turn(self) -> bool:
        """Wait until this page must choose; false when the game is over."""
        while not self.over and not self.choices:
            self.receive()
        return not self.over

    def play(self, choose: Callable[[PageClient], str], limit: int = 10**6) -> int:
        """Play to the end or up to a number of actions; return how many were played."""
        for played in range(limit):
            if not self.wait_for_turn():
                return played
            answer = self.act(choose(self))
            assert answer["type"] == "accepted", answer
        return limit

    def closing_code(self) -> int:
        """The code with which the server closes the socket."""
        with pytest.raises(ConnectionClosed) as closed:
            self.until(lambda message: False)
        assert closed.value.rcvd is not None
        return closed.value.rcvd.code

    def close(self) -> None:
        self.opened.discard(self)
        self.stack.close()

    def drop(self) -> None:
        """Close the connection without a closing handshake."""
        self.socket.close_socket()
        self.close()

    def __enter__(self) -> PageClient:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def play_together(pages: Sequence[PageClient], seed: int, limit: int) -> None:
    """Play this many random actions, by the page of each seat; then all pages agree."""

    def catch_up() -> None:
        number = max(page.number for page in pages)
        for page in pages:
            page.catch_up(number)

    rng = random.Random(seed)
    for _ in range(limit):
        catch_up()
        page = pages[pages[0].scene["asked"]["seat"]]
        answer = page.act(rng.choice(page.choices))
        assert answer["type"] == "accepted", answer
    catch_up()
    for seat, page in enumerate(pages):
        assert page.scene == pages[0].scene
        assert page.private.keys() == {seat}
