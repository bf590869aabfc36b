"""WebKit, over WebDriver: https://www.w3.org/TR/webdriver2. Needs a display, so it gets its own."""

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

from tests.page.engines.engine import HEIGHT, WIDTH, Engine, missing, polled, stopped
from tests.page.engines.witness import KEPT
from tests.server.servers import TIMEOUT

STILL = "[Settings]\ngtk-enable-animations=0\n"
"""What GTK calls reduced motion."""


class WebKit(Engine):
    """A window of WebKit's own small browser."""

    name = "WebKit"

    def __init__(self, driver: httpx.Client) -> None:
        self.driver = driver
        self.session = ""
        patience = int(1000 * TIMEOUT)
        wanted = {"timeouts": {"script": patience, "pageLoad": patience}}
        made = self.call("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.session = f"/{made['sessionId']}"
        # The bar of the window takes some of its height.
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
        kept = self.call("GET", "/cookie")
        return "; ".join(f"{each['name']}={each['value']}" for each in kept)

    def complaints(self) -> list[str]:
        said: list[str] = self.run(f"() => JSON.parse(sessionStorage.getItem('{KEPT}') ?? '[]')")
        return said


@contextmanager
def display(folder: Path) -> Iterator[str]:
    """A screen that nobody sees; X chooses a free number for it."""
    read, write = os.pipe()
    with (folder / "display").open("w") as output, os.fdopen(read) as told:
        process = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
            pass_fds=[write],
            stderr=output,
        )
        os.close(write)
        with stopped(process):
            number = told.readline().strip()
            assert number, (folder / "display").read_text()
            yield f":{number}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port


@contextmanager
def webkit(folder: Path) -> Iterator[WebKit]:
    """A WebKit with a display and a home of its own."""
    for program, package in (("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")):
        if not shutil.which(program):
            missing("WebKit", program, package)
    (folder / "gtk-3.0").mkdir(parents=True)
    (folder / "gtk-3.0" / "settings.ini").write_text(STILL)
    with display(folder) as screen:
        environment = {
            **os.environ,
            "DISPLAY": screen,
            "GDK_BACKEND": "x11",
            "HOME": str(folder),
            "LC_ALL": "C.UTF-8",
            "NO_AT_BRIDGE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",  # without a graphics card it is twice as slow
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
            stopped(process),
            httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=TIMEOUT) as driver,
        ):

            def listens() -> bool:
                assert process.poll() is None, (folder / "output").read_text()
                try:
                    return driver.get("/status").is_success
                except httpx.ConnectError:
                    return False

            polled(listens, "WebKit's driver does not listen")
            window = WebKit(driver)
            try:
                yield window
            finally:
                window.call("DELETE", "")
