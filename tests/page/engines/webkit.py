"""WebKit, driven over WebDriver (https://www.w3.org/TR/webdriver2) on a virtual display."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from tests.page.engines.engine import HEIGHT, WIDTH, Engine, poll, skip_missing, terminating
from tests.page.engines.error_recorder import STORAGE_KEY
from tests.server.servers import TIMEOUT

REDUCED_MOTION = "[Settings]\ngtk-enable-animations=0\n"
"""GTK settings for reduced motion."""


class WebKit(Engine):
    """A window of MiniBrowser."""

    name = "WebKit"

    def __init__(self, driver: httpx.Client) -> None:
        self.driver = driver
        self.session = ""
        timeout = int(1000 * TIMEOUT)
        capabilities = {"timeouts": {"script": timeout, "pageLoad": timeout}}
        created = self.call("POST", "", {"capabilities": {"alwaysMatch": capabilities}})
        self.session = f"/{created['sessionId']}"
        # The address bar takes some of the height of the window.
        self.call("POST", "/window/rect", {"width": WIDTH, "height": HEIGHT})
        bar = HEIGHT - self.run("() => innerHeight")
        self.call("POST", "/window/rect", {"width": WIDTH, "height": HEIGHT + bar})

    def call(self, method: str, path: str, body: object | None = None) -> Any:
        """Send a command and wait for its result."""
        answer = self.driver.request(method, f"/session{self.session}{path}", json=body)
        value = answer.json()["value"]
        assert answer.is_success, f"{path}: {value}"
        return value

    def goto(self, url: str) -> None:
        self.call("POST", "/url", {"url": url})

    def reload(self) -> None:
        self.call("POST", "/refresh", {})

    def run(self, function: str, *arguments: Any) -> Any:
        script = f"return ({function})(...arguments)"
        return self.call("POST", "/execute/sync", {"script": script, "args": arguments})

    def perform(self, *sources: dict[str, Any]) -> None:
        self.call("POST", "/actions", {"actions": sources})

    def cookie(self) -> str:
        cookies = self.call("GET", "/cookie")
        return "; ".join(f"{each['name']}={each['value']}" for each in cookies)

    def console_errors(self) -> list[str]:
        messages: list[str] = self.run(
            f"() => JSON.parse(sessionStorage.getItem('{STORAGE_KEY}') ?? '[]')"
        )
        return messages


@contextmanager
def display(folder: Path) -> Iterator[str]:
    """Run Xvfb on a free display and yield its name."""
    read, write = os.pipe()
    with (folder / "display").open("w") as output, os.fdopen(read) as reader:
        process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=output,
        )
        os.close(write)
        with terminating(process):
            number = reader.readline().strip()
            assert number, (folder / "display").read_text()
            yield f":{number}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """Run WebKit on its own display, with a new home folder."""
    for program, package in (("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")):
        if not shutil.which(program):
            skip_missing("WebKit", program, package)
    (folder / "gtk-3.0").mkdir(parents=True)
    (folder / "gtk-3.0" / "settings.ini").write_text(REDUCED_MOTION)
    with display(folder) as screen:
        environment = {
            **os.environ,
            "DISPLAY": screen,
            "GDK_BACKEND": "x11",
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",  # twice as fast without a GPU
            "XDG_CONFIG_HOME": str(folder),
        }
        port = free_port()
        with (folder / "output").open("w") as output:
            process = subprocess.Popen(
                ["WebKitWebDriver", f"--port={port}"],
                env=environment,
                stdout=output,
                stderr=output,
            )
        with (
            terminating(process),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT) as driver,
        ):

            def listens() -> bool:
                assert process.poll() is None, (folder / "output").read_text()
                try:
                    return driver.get("/status").is_success
                except httpx.ConnectError:
                    return False

            poll(listens, "WebKit's driver does not listen")
            window = WebKit(driver)
            try:
                yield window
            finally:
                window.call("DELETE", "")
