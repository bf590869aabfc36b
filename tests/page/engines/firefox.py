"""Firefox, over WebDriver BiDi: https://w3c.github.io/webdriver-bidi."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.page.engines.engine import HEIGHT, WIDTH, Engine, missing, polled, stopped
from tests.server.servers import TIMEOUT

PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-GB",
}
ABORTED = "status=2152398850"
"""What Firefox says of a typeface that was still loading when the page was left."""


class Firefox(Engine):
    """A tab of Firefox at the other end of a socket."""

    name = "Firefox"

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = count(1)
        self.said: list[str] = []
        self.tab = ""
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.tab = self.call("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self.call("browsingContext.setViewport", context=self.tab, viewport=size)

    def call(self, method: str, **params: Any) -> Any:
        """Send a command and wait for its result; what is logged meanwhile is kept."""
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(TIMEOUT))
            if message.get("method") == "log.entryAdded":
                self.heard(message["params"])
            elif message.get("id") == number:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]

    def heard(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn") and ABORTED not in entry["text"]:
            self.said.append(f"{entry['level']}: {entry['text']}")

    def goto(self, url: str) -> None:
        self.call("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def reload(self) -> None:
        self.call("browsingContext.reload", context=self.tab, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        # As JSON: the protocol's own form of values would have to be taken apart again.
        given = json.dumps(arguments)
        answer = self.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify([await ({function})(...{given})]))()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        (value,) = json.loads(answer["result"]["value"])
        return value

    def perform(self, *sources: dict[str, Any]) -> None:
        self.call("input.performActions", context=self.tab, actions=[*sources])

    def cookie(self) -> str:
        kept = self.call("storage.getCookies", partition={"type": "context", "context": self.tab})
        return "; ".join(f"{each['name']}={each['value']['value']}" for each in kept["cookies"])

    def complaints(self) -> list[str]:
        self.call("session.status")  # what was said before it has come
        return [*self.said]


def executable() -> str:
    for name in ("firefox-esr", "firefox"):
        if found := shutil.which(name):
            return found
    missing("Firefox", "firefox", "firefox-esr")


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """A Firefox with a profile and a home of its own."""
    profile = folder / "profile"
    profile.mkdir(parents=True)
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in PREFERENCES.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"]
    # As root it starts in a home of root alone.
    environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            [executable(), *options, str(profile), "about:blank"],
            env=environment,
            stdout=output,
            stderr=output,
        )
    with stopped(process):
        told = profile / "WebDriverBiDiServer.json"

        def listens() -> bool:
            assert process.poll() is None, (folder / "output").read_text()
            return told.exists() and told.read_text().endswith("}")

        polled(listens, "Firefox does not listen")
        where = json.loads(told.read_text())
        # No pings: their thread would draw from `random` in the middle of other tests.
        with connect(
            f"ws://{where['ws_host']}:{where['ws_port']}/session",
            max_size=None,
            ping_interval=None,
            open_timeout=TIMEOUT,
        ) as socket:
            yield Firefox(socket)
