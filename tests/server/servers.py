"""A real server for tests: a process of its own, real files, real sockets."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar
from urllib.request import urlopen

import httpx
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0
"""Seconds after which a test gives up; nothing ever waits for time to pass."""
ROUNDS = int(os.environ.get("NAQALA_ROUNDS", "1"))
"""How often the tests of durability are repeated; `make soak-durability` sets it."""


class Server:
    """`naqala serve` with its tables in a folder; `kill` and `start` again as you like."""

    program: tuple[str, ...] = ("-m", "naqala")
    """What Python runs."""

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
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
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
                self.process.wait(PATIENCE)
            finally:  # one that does not stop fails its test, and lives no longer than that
                self.process.kill()
                self.process.wait()
                assert self.process.stdout is not None
                self.process.stdout.close()
                self.process = None

    def metrics(self) -> dict[str, float]:
        """The samples that `/metrics` shows now."""
        with urlopen(f"{self.address}/metrics", timeout=PATIENCE) as answer:
            lines = answer.read().decode().splitlines()
        pairs = (line.rsplit(" ", 1) for line in lines if not line.startswith("#"))
        return {name: float(value) for name, value in pairs}

    def kill(self) -> None:
        self.stop(signal.SIGKILL)


def eventually(happens: Callable[[], object], told: object = "it never happened") -> None:
    """Look again and again until something has happened; what is told where it never does."""
    deadline = time.monotonic() + PATIENCE
    while not happens():
        assert time.monotonic() < deadline, told
        time.sleep(0.01)  # leave the processor to what is waited for


@contextmanager
def running(folder: Path, *options: str) -> Iterator[Server]:
    server = Server(folder, *options).start()
    try:
        yield server
    finally:
        server.stop()


class Browser:
    """A guest: a cookie jar and the sockets it opens."""

    def __init__(self, server: Server) -> None:
        self.server = server
        # Each request has its own connection: the server may hang up on one that was idle in the
        # very moment in which it is used again.
        self.http = httpx.Client(timeout=PATIENCE, limits=httpx.Limits(max_keepalive_connections=0))

    def get(self, path: str, **query: Any) -> httpx.Response:
        return self.http.get(f"{self.server.address}{path}", params=query)

    def post(self, path: str, body: object) -> httpx.Response:
        return self.http.post(f"{self.server.address}{path}", json=body)

    def create_table(self, *seats: object, **asked: Any) -> str:
        """Create a table; a seat is `me`, `open` or the name of a bot."""
        plans = [_plan(seat) for seat in seats]
        options = {"players": len(plans), **asked.pop("options", {})}
        answer = self.post("/api/tables", {"options": options, "seats": plans, **asked})
        assert answer.status_code == 201, answer.text
        table: str = answer.json()["table"]
        return table

    def open(self, table: str, since: int = -1, **hello: Any) -> Page:
        cookie = "; ".join(f"{key}={value}" for key, value in self.http.cookies.items())
        return Page(self.server, table, since, cookie, **hello)

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Browser:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _plan(seat: object) -> object:
    if not isinstance(seat, str):
        return seat
    return {"kind": seat} if seat in ("me", "open") else {"kind": "bot", "bot": seat}


class Page:
    """A socket at a table, with what a page would know after the messages it got."""

    ids = count()
    opened: ClassVar[set[Page]] = set()
    """Those that nobody has closed yet."""

    def __init__(
        self, server: Server, table: str, since: int = -1, cookie: str = "", **hello: Any
    ) -> None:
        url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        headers = {"Cookie": cookie} if cookie else {}
        self.again: Callable[[], Page] = lambda: Page(server, table, -1, cookie, **hello)
        """Opens the same page anew."""
        self.stack = ExitStack()
        self.socket: ClientConnection = self.stack.enter_context(
            # No pings: their thread would draw from `random` in the middle of other tests.
            connect(
                url,
                additional_headers=headers,
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
                ping_interval=None,
            )
        )
        self.opened.add(self)
        self.waiting: list[Any] = []
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
        """The next message; a frame may hold several."""
        if not self.waiting:
            try:
                raw = self.socket.recv(PATIENCE)
            except TimeoutError:
                raise TimeoutError(self._late()) from None
            frame = json.loads(raw)
            self.waiting = frame if isinstance(frame, list) else [frame]
        message = self.waiting.pop(0)
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
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            message = self.receive()
            if done(message):
                return message
        raise TimeoutError(self._late())

    def _late(self) -> str:
        """What a page knew that has waited for too long."""
        last = "\n".join(raw[:300] for raw in self.raw[-5:])
        return f"what was waited for did not come after {self.number}; the last messages:\n{last}"

    def ask(self, kind: str, **fields: Any) -> Any:
        """Send something and wait for its answer, `accepted` or `refused`."""
        name = fields.pop("id", None) or f"send-{next(self.ids)}"
        seen = {} if kind == "ask" else {"seen": fields.pop("seen", self.number)}
        self.send({"type": kind, "id": name, **seen, **fields})
        return self.until(lambda message: message.get("id") == name)

    def act(self, action: str, **fields: Any) -> Any:
        """Choose, and see what comes of it."""
        answer = self.ask("act", action=action, **fields)
        if answer["type"] == "accepted":
            self.catch_up(answer["number"])
        return answer

    def catch_up(self, number: int) -> None:
        while self.number < number:
            self.receive()

    @property
    def choices(self) -> list[str]:
        """What this page can choose now."""
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

    def play(self, choose: Callable[[Page], str], most: int = 10**6) -> int:
        """Play on to the end, or so many actions; how many were played."""
        for played in range(most):
            if not self.wait_for_turn():
                return played
            answer = self.act(choose(self))
            assert answer["type"] == "accepted", answer
        return most

    def close(self) -> None:
        self.opened.discard(self)
        self.stack.close()

    def drop(self) -> None:
        """Be gone without a goodbye."""
        self.socket.close_socket()
        self.close()

    def __enter__(self) -> Page:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()
