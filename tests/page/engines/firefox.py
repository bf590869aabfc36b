"""Firefox, driven over WebDriver BiDi: https://w3c.github.io/webdriver-bidi."""

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

from tests.page.engines.engine import HEIGHT, WIDTH, Engine, poll, skip_missing, terminating
from tests.server.servers import TIMEOUT

PREFERENCES = {
    "ui.prefersReducedMotion": 1,
    "intl.accept_languages": "en-GB",
    # The icon changes with the turn; Firefox logs an error if the page is left while it loads.
    "browser.chrome.site_icons": False,
}
ABORTED = "status=2152398850"
"""Part of the warning about a typeface that was still loading when the page was left."""


class Firefox(Engine):
    """A tab of Firefox."""

    name = "Firefox"

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.ids = count(1)
        self.messages: list[str] = []
        self.tab = ""
        self.call("session.new", capabilities={})
        self.call("session.subscribe", events=["log.entryAdded"])
        self.tab = self.call("browsingContext.getTree")["contexts"][0]["context"]
        size = {"width": WIDTH, "height": HEIGHT}
        self.call("browsingContext.setViewport", context=self.tab, viewport=size)

    def call(self, method: str, **params: Any) -> Any:
        """Send a command and wait for its result; log entries that arrive first are collected."""
        number = next(self.ids)
        self.socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            message = json.loads(self.socket.recv(TIMEOUT))
            if message.get("method") == "log.entryAdded":
                self.add_log_entry(message["params"])
            elif message.get("id") == number:
                assert message["type"] == "success", f"{method}: {message}"
                return message["result"]

    def add_log_entry(self, entry: dict[str, Any]) -> None:
        if entry["level"] in ("error", "warn") and ABORTED not in entry["text"]:
            self.messages.append(f"{entry['level']}: {entry['text']}")

    def goto(self, url: str) -> None:
        self.call("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def reload(self) -> None:
        self.call("browsingContext.reload", context=self.tab, wait="complete")

    def run(self, function: str, *arguments: Any) -> Any:
        # JSON is simpler to decode than the value format of the protocol.
        encoded = json.dumps(arguments)
        answer = self.call(
            "script.evaluate",
            expression=f"(async () => JSON.stringify([await ({function})(...{encoded})]))()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert answer["type"] == "success", answer["exceptionDetails"]["text"]
        (value,) = json.loads(answer["result"]["value"])
        return value

    def perform(self, *sources: dict[str, Any]) -> None:
        self.call("input.performActions", context=self.tab, actions=[*sources])

    def cookie(self) -> str:
        found = self.call("storage.getCookies", partition={"type": "context", "context": self.tab})
        return "; ".join(f"{each['name']}={each['value']['value']}" for each in found["cookies"])

    def console_errors(self) -> list[str]:
        self.call("session.status")  # earlier log entries arrive before its result
        return [*self.messages]


def executable() -> str:
    for name in ("firefox-esr", "firefox"):
        if found := shutil.which(name):
            return found
    skip_missing("Firefox", "firefox", "firefox-esr")


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Run Firefox with a new profile and home folder."""
    profile = folder / "profile"
    profile.mkdir(parents=True)
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});"
        for name, value in PREFERENCES.items()
    ]
    (profile / "user.js").write_text("\n".join(lines))
    options = ["--headless", "--no-remote", "--remote-debugging-port", "0", "--profile"]
    # As root, Firefox refuses a home folder of another user.
    environment = {**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"}
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(
            [executable(), *options, str(profile), "about:blank"],
            env=environment,
            stdout=output,
            stderr=output,
        )
    with terminating(process):
        details = profile / "WebDriverBiDiServer.json"

        def listens() -> bool:
            assert process.poll() is None, (folder / "output").read_text()
            return details.exists() and details.read_text().endswith("}")

        poll(listens, "Firefox does not listen")
        address = json.loads(details.read_text())
        # No pings: their thread would use the global `random` that other tests seed.
        with connect(
            f"ws://{address['ws_host']}:{address['ws_port']}/session",
            max_size=None,
            ping_interval=None,
            open_timeout=TIMEOUT,
        ) as socket:
            yield Firefox(socket)
