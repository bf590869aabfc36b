"""Hints are answered asynchronously, with a limit for each seat."""

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
from naqala.tables.hints import MOST_HINTS, MOST_HINTS_ALONE
from naqala.tables.log.clocks import MINUTE
from naqala.tables.protocol.messages import NewTable
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.tables.tokens import COOKIE, digest
from naqala.text import catalogue
from tests.server.servers import Guest

TOKEN = "x" * 32


class SlowPool(WorkerPool):
    """An adviser that waits until the test releases it."""

    def __init__(self) -> None:
        super().__init__(1)
        self.released = asyncio.Event()
        self.no_answer = False

    async def advise(self, key: str, view: View, evaluations: int = 0) -> Advice | None:
        await self.released.wait()
        return None if self.no_answer else advise(view, 0.01)


class FakeSocket:
    """A socket of an application in this process, so that the test controls the order."""

    def __init__(self, app: Starlette, table: str) -> None:
        self.app, self.path = app, f"/api/tables/{table}/socket"
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.outgoing: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self.pending: list[Any] = []
        self.now = 1_000_000_000_000
        app.state.tables.now = lambda: self.now
        self.slow = app.state.tables.bot_runner = SlowPool()

    async def run(self) -> None:
        headers = [(b"cookie", f"{COOKIE}={TOKEN}".encode()), (b"host", b"here")]
        scope = {"type": "websocket", "path": self.path, "raw_path": self.path.encode()}
        scope |= {"query_string": b"", "root_path": "", "scheme": "ws", "headers": headers}
        scope |= {"client": ("127.0.0.1", 1), "server": ("here", 80), "subprotocols": []}
        await self.app({**scope, "state": {}}, self.incoming.get, self.outgoing.put)

    def send(self, **message: Any) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    def ask(self, name: str) -> None:
        self.send(type="ask", id=name, what="hint")

    async def receive(self) -> Any:
        while not self.pending:
            frame = json.loads((await self.outgoing.get()).get("text") or "[]")
            self.pending = frame if isinstance(frame, list) else [frame]
        return self.pending.pop(0)

    async def until(self, name: str) -> list[str]:
        """The ids or types of the messages up to the answer with this id."""
        seen: list[str] = []
        while name not in seen:
            message = await self.receive()
            seen.append(message.get("id", message["type"]))
        return seen


@asynccontextmanager
async def connected(folder: Path, people: int = 2, **fields: Any) -> AsyncIterator[FakeSocket]:
    """A connected page with all seats of a table."""
    app = application(Settings(data=str(folder), rate=1e6))
    async with asyncio.timeout(60), lifespan(app):
        new = NewTable(GameOptions(people), (SeatPlan("me"),) * people, seed="7", **fields)
        table, _ = await app.state.tables.create(Sender(digest(TOKEN)), new, catalogue("en"))
        socket = FakeSocket(app, table.state.id)
        running = asyncio.create_task(socket.run())
        socket.incoming.put_nowait({"type": "websocket.connect"})
        socket.send(type="hello")
        await socket.until("welcome")
        yield socket
        socket.incoming.put_nowait({"type": "websocket.disconnect", "code": 1000})
        await running


def with_socket(folder: Path, work: Callable[[FakeSocket], Awaitable[None]], **fields: Any) -> None:
    async def run() -> None:
        async with connected(folder, **fields) as socket:
            await work(socket)

    asyncio.run(run())


def test_other_messages_are_answered_while_the_adviser_works(tmp_path: Path) -> None:
    async def work(socket: FakeSocket) -> None:
        socket.ask("h")
        socket.send(type="ping")
        socket.send(type="act", id="a", seen=4, action="bid 3")
        socket.send(type="say", id="s", text="hm")
        seen = await socket.until("s")
        assert [each for each in seen if each != "news"] == ["pong", "a", "s"]
        socket.slow.released.set()
        answer = await socket.receive()
        assert (answer["id"], answer["number"]) == ("h", 4)  # the state at the time of the request
        assert answer["hints"][0]["actions"]
        assert answer["lead"].startswith("Bid ")

    with_socket(tmp_path, work)


def test_an_adviser_without_advice_is_a_refusal(tmp_path: Path) -> None:
    async def work(socket: FakeSocket) -> None:
        socket.slow.no_answer = True
        socket.slow.released.set()
        socket.ask("h")
        refused = await socket.receive()
        assert (refused["id"], refused["code"]) == ("h", "no_answer")

    with_socket(tmp_path, work)


def test_the_hints_of_a_seat_are_limited_per_minute(tmp_path: Path) -> None:
    async def work(socket: FakeSocket) -> None:
        socket.slow.no_answer = True
        socket.slow.released.set()

        async def code(name: str) -> str:
            socket.ask(name)
            return str((await socket.receive())["code"])

        codes = [await code(f"h{nth}") for nth in range(MOST_HINTS)]
        socket.now += 20_500
        socket.ask("more")
        refused = await socket.receive()
        codes.append(refused["code"])
        assert refused["message"].endswith("The next one is ready in 40 seconds.")
        assert codes == ["no_answer"] * MOST_HINTS + ["too_many_hints"]
        socket.send(type="act", id="a", seen=4, action="bid 3")
        await socket.until("a")
        assert await code("other") == "no_answer"  # each seat has its own limit
        socket.send(type="undo", id="u", seen=5)
        await socket.until("u")
        assert await code("again") == "too_many_hints"
        socket.now += MINUTE
        assert await code("later") == "no_answer"

    with_socket(tmp_path, work)


def test_who_plays_alone_can_ask_at_every_choice(tmp_path: Path) -> None:
    async def work(socket: FakeSocket) -> None:
        socket.slow.no_answer = True
        socket.slow.released.set()
        codes = []
        for nth in range(MOST_HINTS_ALONE + 1):
            socket.ask(f"h{nth}")
            codes.append((await socket.receive())["code"])
        assert codes == ["no_answer"] * MOST_HINTS_ALONE + ["too_many_hints"]

    with_socket(tmp_path, work, people=1)


def test_asking_again_in_the_same_position_does_not_count(tmp_path: Path) -> None:
    async def work(socket: FakeSocket) -> None:
        socket.slow.released.set()

        async def hint(name: str) -> Any:
            socket.ask(name)
            while (message := await socket.receive()).get("id") != name:
                pass
            return message

        first = await hint("first")
        assert first["hints"]
        for nth in range(MOST_HINTS):
            again = await hint(f"h{nth}")
            assert again == {**first, "id": f"h{nth}"}
        # Another position is another question; after an undo it is the same again.
        socket.send(type="act", id="a", seen=4, action="bid 3")
        socket.send(type="undo", id="u", seen=5)
        await socket.until("u")
        assert (await hint("undone"))["hints"] == first["hints"]

    with_socket(tmp_path, work)


def test_hints_are_refused_if_the_table_does_not_allow_them(tmp_path: Path) -> None:
    async def work(socket: FakeSocket) -> None:
        socket.ask("h")
        assert (await socket.receive())["code"] == "no_hints"

    with_socket(tmp_path, work, hints=False)


@pytest.mark.parametrize("hints", [True, False])
def test_lists_and_info_show_whether_hints_are_allowed(ann: Guest, bob: Guest, hints: bool) -> None:
    table = ann.create_table("me", "open", hints=hints)
    listed = [each for each in bob.get("/api/tables").json()["tables"] if each["table"] == table]
    shown = bob.get(f"/api/tables/{table}").json()["info"]
    assert [each.get("hints", True) for each in (*listed, shown)] == [hints, hints]
