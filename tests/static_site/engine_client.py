"""A second client of the engine that runs in a page of the site.

It sends messages to the worker like the page does, and plays the part that WebSockets and HTTP play
in the tests of a server.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

from playwright.sync_api import Page

from tests.page.browsers import TIMEOUT_MS, ConsoleErrors
from tests.page.visitor import Visitor
from tests.server.servers import TIMEOUT

SPY = """
    const queues = new Map(); // by `id` of a request or number of a socket
    const waiting = new Map();
    let engine;
    const RealWorker = Worker;
    window.Worker = class extends RealWorker {
        postMessage(message) {
            super.postMessage(message.python ? { ...message, pause: 0 } : message);
        }
        constructor(...given) {
            super(...given);
            engine ??= this;
            this.addEventListener('message', ({ data }) => {
                if (typeof data !== 'string') return;
                const { id, socket, ...message } = JSON.parse(data);
                const key = id ?? socket;
                if (!queues.has(key)) return;
                queues.get(key).push(message);
                waiting.get(key)?.();
            });
        }
    };
    window.engineClient = {
        send(key, message) {
            if (!queues.has(key)) queues.set(key, []);
            engine.postMessage(JSON.stringify(message));
        },
        async next(key, limit) {
            const queue = queues.get(key);
            if (!queue.length) {
                const late = new Promise((resolve) => setTimeout(resolve, limit));
                await Promise.race([late, new Promise((resolve) => waiting.set(key, resolve))]);
            }
            return queue.shift() ?? null;
        },
    };
"""
"""Runs before the scripts of the page, to keep the worker of the engine. Bots do not pause."""

numbers = count(1_000_000)
"""The page counts its own requests and sockets from 1."""


class Engine:
    """The engine of a page, as `PageClient` uses it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def send(self, key: int, **message: object) -> None:
        """Send a message; answers are kept by the key."""
        self.page.evaluate("([key, it]) => engineClient.send(key, it)", [key, message])

    def next(self, key: int, timeout: float = TIMEOUT) -> Any:
        """The next message with a key."""
        limit = min(timeout, TIMEOUT) * 1000
        found = self.page.evaluate("([key, limit]) => engineClient.next(key, limit)", [key, limit])
        if found is None:
            raise TimeoutError
        return found

    def fetch(self, path: str, body: object | None = None, *, raw: str = "") -> Any:
        """The answer to a request: GET, or POST with a body."""
        key = next(numbers)
        text = raw or ("" if body is None else json.dumps(body))
        method = "POST" if text else "GET"
        self.send(key, kind="fetch", id=key, method=method, path=path, language="en", body=text)
        answer = self.next(key)
        assert answer["status"] == 200, answer
        content = answer["body"]
        return json.loads(content) if "json" in answer["type"] else content

    @contextmanager
    def connect(self, table: str, cookie: str) -> Iterator[EngineConnection]:
        """Open a socket at a table."""
        number = next(numbers)
        self.send(number, kind="open", socket=number, table=table)
        yield EngineConnection(self, number)
        if not self.page.is_closed():
            self.send(number, kind="close", socket=number)


class EngineConnection:
    """A socket at a table of the engine."""

    def __init__(self, engine: Engine, number: int) -> None:
        self.engine = engine
        self.number = number

    def send(self, message: str | bytes) -> None:
        self.engine.send(self.number, kind="send", socket=self.number, text=message)

    def recv(self, timeout: float | None = None) -> str:
        """Wait for the next message; TimeoutError if none comes."""
        message = self.engine.next(self.number, TIMEOUT if timeout is None else timeout)
        assert message["kind"] == "received", message
        text: str = message["text"]
        return text


class SiteVisitor(Visitor):
    """A browser tab at the site."""

    def __init__(self, page: Page, address: str) -> None:
        page.add_init_script(SPY)
        self.engine = Engine(page, address)
        super().__init__(page, self.engine, ConsoleErrors(page))

    def goto(self, path: str) -> None:
        """Go to a route, which is in the query: the site works in any folder."""
        self.page.goto(f"{self.engine.address}/{'' if path == '/' else f'?{path}'}")

    def show(self, path: str) -> None:
        """Go to a route without loading the page and its engine again."""
        self.page.evaluate("to => history.pushState(null, '', to)", f"./?{path}")
        self.page.evaluate("dispatchEvent(new PopStateEvent('popstate'))")

    def api(self, path: str, body: object | None = None) -> Any:
        """Call the API of the engine."""
        return self.engine.fetch(f"/api/{path}", body)

    def create_table(self, *seats: str, **fields: Any) -> str:
        """Create a table and open it without loading the engine again."""
        table = self.post_table(*seats, **fields)
        self.show(f"/table/{table}")
        return table

    def wait_until(self, condition: str) -> None:
        """Wait until JavaScript returns true; the page forbids what Playwright evaluates for it."""
        deadline = time.monotonic() + TIMEOUT
        while not self.page.evaluate(condition):
            assert time.monotonic() < deadline, condition
            self.page.wait_for_timeout(20)

    def wait_until_stored(self) -> None:
        """Wait until the service worker has stored all files and controls the page."""
        # On a server's site, the server's own service worker may control the page at first.
        script = f"{self.engine.address}/worker.js"
        self.wait_until(f"navigator.serviceWorker.controller?.scriptURL === '{script}'")

    def wait_for_engine(self) -> None:
        """Wait until the engine answers."""
        self.page.locator("#engine").wait_for(state="detached", timeout=2 * TIMEOUT_MS)
        self.api("tables?show=mine")
