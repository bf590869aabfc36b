"""Hints come when they are found, and hold up nothing else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from naqala.bots.advice.adviser import advise
from naqala.bots.advice.reasons import Advice
from naqala.rules.view import View
from naqala.server.app import application, lifespan
from naqala.server.ops.settings import Settings
from naqala.server.workers.pool import WorkerPool
from naqala.tables.commands import Sender
from naqala.tables.hints import MOST_HINTS
from naqala.tables.log.clocks import MINUTE
from naqala.tables.protocol.messages import NewTable
from naqala.tables.protocol.types import SeatPlan
from naqala.tables.tokens import COOKIE, digest
from naqala.text import catalogue
from tests.server.servers import Guest

TOKEN = "x" * 32


class Slow(WorkerPool):
    """An adviser that says nothing until it is allowed to."""

    def __init__(self) -> None:
        super().__init__(1)
        self.allowed = asyncio.Event()
        self.silent = False

    async def advise(self, key: str, view: View) -> Advice | None:
        await self.allowed.wait()
        return None if self.silent else advise(view, 0.01)


class Line:
    """A socket at a server in this process, so that the test decides what happens when."""

    def __init__(self, app: Starlette, table: str) -> None:
        self.app, self.path = app, f"/api/tables/{table}/socket"
        self.coming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.going: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.waiting: list[Any] = []
        self.now = 1_000_000_000_000
        app.state.tables.now = lambda: self.now
        self.slow = app.state.tables.thinking = Slow()

    async def run(self) -> None:
        headers = [(b"cookie", f"{COOKIE}={TOKEN}".encode()), (b"host", b"here")]
        scope = {"type": "websocket", "path": self.path, "raw_path": self.path.encode()}
        scope |= {"query_string": b"", "root_path": "", "scheme": "ws", "headers": headers}
        scope |= {"client": ("127.0.0.1", 1), "server": ("here", 80), "subprotocols": []}
        await self.app({**scope, "state": {}}, self.coming.get, self.going.put)

    def send(self, **message: Any) -> None:
        self.coming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def ask(self, name: str) -> None:
        self.send(type="ask", id=name, what="hint")

    async def receive(self) -> Any:
        while not self.waiting:
            frame = json.loads((await self.going.get()).get("text") or "[]")
            self.waiting = frame if isinstance(frame, list) else [frame]
        return self.waiting.pop(0)

    async def until(self, name: str) -> list[str]:
        """What came, up to the answer of this name."""
        seen: list[str] = []
        while name not in seen:
            message = await self.receive()
            seen.append(message.get("id", message["type"]))
        return seen


@asynccontextmanager
async def sitting(folder: Path, **asked: Any) -> AsyncIterator[Line]:
    """A page that holds both seats of a table."""
    app = application(Settings(data=str(folder), rate=1e6))
    async with asyncio.timeout(60), lifespan(app):
        new = NewTable(seats=(SeatPlan("me"), SeatPlan("me")), seed="7", **asked)
        table, _ = await app.state.tables.create(Sender(digest(TOKEN)), new, catalogue("en"))
        line = Line(app, table.state.id)
        running = asyncio.create_task(line.run())
        line.coming.put_nowait({"type": "websocket.connect"})
        line.send(type="hello")
        await line.until("welcome")
        yield line
        line.coming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await running


def at_a_table(folder: Path, work: Callable[[Line], Awaitable[None]], **asked: Any) -> None:
    async def run() -> None:
        async with sitting(folder, **asked) as line:
            await work(line)

    asyncio.run(run())


def test_while_the_adviser_thinks_other_messages_are_answered(tmp_path: Path) -> None:
    async def work(line: Line) -> None:
        line.ask("h")
        line.send(type="ping")
        line.send(type="act", id="a", seen=4, action="bid 3")
        line.send(type="say", id="s", text="hm")
        seen = await line.until("s")
        assert [each for each in seen if each != "news"] == ["pong", "a", "s"]
        line.slow.allowed.set()
        answer = await line.receive()
        assert (answer["id"], answer["number"]) == ("h", 4)  # as the game stood when it was asked
        assert answer["hints"][0]["actions"]

    at_a_table(tmp_path, work)


def test_an_adviser_without_an_answer_is_told(tmp_path: Path) -> None:
    async def work(line: Line) -> None:
        line.slow.silent = True
        line.slow.allowed.set()
        line.ask("h")
        refused = await line.receive()
        assert (refused["id"], refused["code"]) == ("h", "no_answer")

    at_a_table(tmp_path, work)


def test_a_seat_gets_so_many_hints_in_a_minute(tmp_path: Path) -> None:
    async def work(line: Line) -> None:
        line.slow.silent = True
        line.slow.allowed.set()

        async def code(name: str) -> str:
            line.ask(name)
            return str((await line.receive())["code"])

        codes = [await code(f"h{nth}") for nth in range(MOST_HINTS + 1)]
        assert codes == ["no_answer"] * MOST_HINTS + ["too_many_hints"]
        line.send(type="act", id="a", seen=4, action="bid 3")
        await line.until("a")
        assert await code("other") == "no_answer"  # the other seat has its own
        line.send(type="undo", id="u", seen=5)
        await line.until("u")
        assert await code("again") == "too_many_hints"
        line.now += MINUTE
        assert await code("later") == "no_answer"

    at_a_table(tmp_path, work)


def test_a_table_without_hints_gives_none(tmp_path: Path) -> None:
    async def work(line: Line) -> None:
        line.ask("h")
        assert (await line.receive())["code"] == "no_hints"

    at_a_table(tmp_path, work, hints=False)


@pytest.mark.parametrize("hints", [True, False])
def test_everybody_sees_before_sitting_down_whether_there_are_hints(
    ann: Guest, bob: Guest, hints: bool
) -> None:
    table = ann.create_table("me", "open", hints=hints)
    listed = [each for each in bob.get("/api/tables").json()["tables"] if each["table"] == table]
    shown = bob.get(f"/api/tables/{table}").json()["info"]
    assert [each.get("hints", True) for each in (*listed, shown)] == [hints, hints]
