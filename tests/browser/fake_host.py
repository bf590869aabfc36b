"""What the JavaScript of the workers passes to the engine, in Python."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from naqala.browser.bot_runner import Bots
from naqala.browser.engine import Engine


class QuotaExceededError(Exception):
    """Has the name of the exception that browsers raise."""


class FakeDatabase:
    """IndexedDB without a browser; what is written here outlives an engine."""

    def __init__(self) -> None:
        self.entries: dict[str, list[list[Any]]] = {}
        self.stored: dict[str, list[Any]] = {}
        self.reviews: dict[str, str] = {}
        self.tabs: list[Engine] = []
        self.error: Exception | None = None

    async def append(self, table: str, rows: str, summary: str, places: str, written: int) -> bool:
        await self._transaction()
        return self._append(table, rows, summary, places, written)

    def _append(self, table: str, rows: str, summary: str, places: str, written: int) -> bool:
        log = self.entries.get(table, [])
        new = json.loads(rows)
        if [row[0] for row in new] != list(range(len(log) + 1, len(log) + 1 + len(new))):
            return False
        self.entries[table] = log + new
        before = self.stored.get(table, [table, 0, "", "[]"])
        self.stored[table] = [table, written, summary or before[2], places or before[3]]
        return True

    async def load(self, table: str, after: int) -> str:
        await self._transaction()
        return json.dumps(self.entries.get(table, [])[after:])

    async def review(self, table: str) -> str:
        await self._transaction()
        return self.reviews.get(table, "")

    async def keep(self, table: str, review: str) -> None:
        await self._transaction()
        if table in self.stored:
            self.reviews[table] = review

    async def listings(self) -> str:
        await self._transaction()
        return json.dumps(list(self.stored.values()))

    async def add(self, tables: str) -> str:
        await self._transaction()
        all_new = json.loads(tables)
        for each in all_new:
            if each[0] in self.entries:
                return str(each[0])
        for each in all_new:
            self._append(*each)
        return ""

    async def remove(self, tables: str) -> None:
        await self._transaction()
        for name in json.loads(tables):
            del self.entries[name], self.stored[name]
            self.reviews.pop(name, None)

    def broadcast(self, text: str) -> None:
        for tab in self.tabs:
            tab.receive_broadcast(text)

    async def _transaction(self) -> None:
        await asyncio.sleep(0)
        if self.error:
            raise self.error


class FakeBotWorker:
    """The second worker; `hangs` makes it compute for ever."""

    def __init__(self) -> None:
        self.bots = Bots()
        self.hangs = False
        self.restarts = 0
        self.started = False

    def start(self) -> None:
        self.started = True

    async def ready(self) -> None:
        pass

    async def ask(self, request: str) -> str:
        if self.hangs:
            await asyncio.Event().wait()
        return self.bots.answer(request)

    def restart(self) -> None:
        self.restarts += 1
        self.hangs = False


class FakeHost:
    """One tab: its engine, and what the engine has posted to the page."""

    def __init__(self, database: FakeDatabase | None) -> None:
        self.database = database
        self.bots = FakeBotWorker()
        self.posted: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.engine = Engine(self, 0.0)
        self._ids = 0

    def post(self, text: str) -> None:
        self.posted.put_nowait(json.loads(text))

    async def __aenter__(self) -> FakeHost:
        if self.database:
            self.database.tabs.append(self.engine)
        await self.engine.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.database:
            self.database.tabs.remove(self.engine)
        await self.engine.stop()

    def send(self, kind: str, **fields: Any) -> None:
        self.engine.receive(json.dumps({"kind": kind, **fields}))

    async def receive(self, kind: str) -> dict[str, Any]:
        """The next message of a kind; others are dropped."""
        async with asyncio.timeout(60):
            while True:
                message = await self.posted.get()
                if message["kind"] == kind:
                    return message

    async def fetch(
        self, path: str, body: object = None, *, raw: str = "", language: str = "en"
    ) -> tuple[int, Any]:
        """The status and the body of an answer; a body makes the request a POST."""
        self._ids += 1
        text = raw or (json.dumps(body) if body is not None else "")
        method = "POST" if text else "GET"
        fields = {"method": method, "path": path, "body": text, "language": language}
        self.send("fetch", id=self._ids, **fields)
        answer = await self.receive("response")
        assert answer["id"] == self._ids
        is_json = answer["type"] == "application/json"
        return answer["status"], json.loads(answer["body"]) if is_json else answer["body"]

    async def create(self, *seats: str, seed: int = 7) -> str:
        """A new table; a seat is `me` or the name of a bot."""
        plans = [
            {"kind": "me", "name": f"P{nth}"} if seat == "me" else {"kind": "bot", "bot": seat}
            for nth, seat in enumerate(seats)
        ]
        plan = {"options": {"players": len(seats)}, "seats": plans, "seed": str(seed)}
        status, created = await self.fetch("/api/tables", plan)
        assert status == 200, created
        return str(created["table"])


class Page:
    """A page at a table, in a lesson (`lessons/sowing`) or a puzzle, over the message port."""

    def __init__(self, host: FakeHost, table: str, socket: int = 1) -> None:
        self.host, self.table, self.socket = host, table, socket
        self.number = -1
        self.scene: dict[str, Any] = {}
        self.private: list[dict[str, Any]] = []
        self.refused: list[dict[str, Any]] = []
        self._acts = 0

    async def open(self, since: int = -1) -> None:
        kind, _, name = self.table.rpartition("/")
        where = {{"lessons": "lesson", "puzzles": "puzzle"}.get(kind, "table"): name}
        self.host.send("open", socket=self.socket, **where)
        self.say({"type": "hello", "protocol": 1, "since": since, "language": "en"})
        await self.read()

    def say(self, message: dict[str, Any]) -> None:
        self.host.send("send", socket=self.socket, text=json.dumps(message))

    async def read(self) -> list[dict[str, Any]]:
        """Read the messages of the next frame."""
        frame = json.loads((await self.host.receive("received"))["text"])
        messages: list[dict[str, Any]] = frame if isinstance(frame, list) else [frame]
        for message in messages:
            if message["type"] == "refused":
                self.refused.append(message)
                continue
            self.number = max(self.number, message.get("number", -1))
            self.scene = message.get("scene") or self.scene
            if message.get("private") is not None:
                self.private = message["private"]
        return messages

    @property
    def over(self) -> bool:
        return bool(self.scene.get("over"))

    @property
    def choices(self) -> list[str]:
        return [choice["action"] for mine in self.private for choice in mine.get("choices", [])]

    async def act(self, action: str, *, seen: int | None = None) -> str:
        """Send an action, and read until it is accepted or refused; returns its id."""
        self._acts += 1
        name = f"act-{self.socket}-{self._acts}"
        seen = self.number if seen is None else seen
        self.say({"type": "act", "id": name, "seen": seen, "action": action})
        while not any(message.get("id") == name for message in await self.read()):
            pass
        return name
