"""The common interface of Firefox and WebKit, which are driven by different protocols."""

from __future__ import annotations

import os
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

import pytest

from tests.server.servers import TIMEOUT

WIDTH, HEIGHT = 1440, 900
KEYS = {
    "Tab": "\ue004", "Enter": "\ue007", "Escape": "\ue00c", "End": "\ue010", "Home": "\ue011",
    "ArrowLeft": "\ue012", "ArrowUp": "\ue013", "ArrowRight": "\ue014", "ArrowDown": "\ue015",
}  # fmt: skip
"""WebDriver's codes of keys that do not type a character."""

FIND = """
const found = [...document.querySelectorAll(selector)].find(
  (each) => each.checkVisibility() && (each.ariaLabel ?? each.textContent).includes(text),
);
"""
SHOWN = f"(selector, text) => {{ {FIND} return Boolean(found); }}"
PLACE = f"""(selector, text) => {{
  {FIND}
  if (!found || found.disabled) return null;
  found.scrollIntoView({{ block: 'center', inline: 'center', behavior: 'instant' }});
  const box = found.getBoundingClientRect();
  const [x, y] = [Math.floor(box.x + box.width / 2), Math.floor(box.y + box.height / 2)];
  return found.contains(document.elementFromPoint(x, y)) ? [x, y] : null;
}}"""
"""The centre of the first visible match, or null while it is disabled or covered."""


class Engine(ABC):
    """A browser window."""

    name: str

    # --- Implemented for each protocol

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def reload(self) -> None:
        """Reload the page."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page and return its result; promises are awaited."""

    @abstractmethod
    def perform(self, *sources: dict[str, Any]) -> None:
        """Perform WebDriver actions of the mouse or keyboard."""

    @abstractmethod
    def cookie(self) -> str:
        """The cookies of the page, formatted as a Cookie header."""

    @abstractmethod
    def console_errors(self) -> list[str]:
        """All errors and warnings so far: exceptions, console and security policy."""

    # --- Shared

    def until(self, condition: Callable[[], Any], message: str) -> Any:
        """Poll until a condition holds in the page, and return its value."""
        return poll(condition, message, self.console_errors)

    def attribute(self, selector: str, name: str) -> str | None:
        """An attribute of the first match, visible or not."""
        found: str | None = self.run(
            "(selector, name) => document.querySelector(selector)?.getAttribute(name) ?? null",
            selector,
            name,
        )
        return found

    def wait_for(self, selector: str, text: str = "") -> None:
        """Wait until a match with this text is visible."""
        self.until(lambda: self.run(SHOWN, selector, text), f"{selector} {text} is not shown")

    def place(self, selector: str, text: str = "") -> tuple[int, int]:
        """Wait until the first visible match can be clicked, and return its centre."""
        x, y = self.until(
            lambda: self.run(PLACE, selector, text), f"{selector} {text} cannot be clicked"
        )
        return x, y

    def click(self, selector: str, text: str = "") -> None:
        self.mouse(move(*self.place(selector, text)), DOWN, UP)

    def drag(self, start: str, end: str) -> None:
        """Drag from one element to another, with a stop in between."""
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        between = move((x + to_x) // 2, (y + to_y) // 2)
        self.mouse(move(x, y), DOWN, between, move(to_x, to_y), UP)

    def mouse(self, *actions: dict[str, Any]) -> None:
        parameters = {"pointerType": "mouse"}
        self.perform(
            {"type": "pointer", "id": "mouse", "parameters": parameters, "actions": [*actions]}
        )

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each given by its name or its character."""
        values = [KEYS.get(key, key) for key in keys]
        strokes = [
            {"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")
        ]
        self.perform({"type": "key", "id": "keys", "actions": strokes})


DOWN: dict[str, Any] = {"type": "pointerDown", "button": 0}
UP: dict[str, Any] = {"type": "pointerUp", "button": 0}


def move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}


def poll(
    condition: Callable[[], Any], message: str, details: Callable[[], object] = lambda: ""
) -> Any:
    """Poll until a condition holds, and return its value."""
    deadline = time.monotonic() + TIMEOUT
    while not (found := condition()):
        assert time.monotonic() < deadline, f"{message} {details()}"
        time.sleep(0.02)
    return found


@contextmanager
def terminating(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Terminate a process at the end of the block."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT)
        finally:
            process.kill()
            process.wait()


def skip_missing(engine: str, program: str, package: str) -> NoReturn:
    """Skip the tests of an engine that is not installed, or fail if `CI` is set."""
    message = (
        f"{engine} is not tested: {program} is missing. On Debian, run 'make browser' as root;"
    )
    message += f" on other systems, install the equivalent of {package}."
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)
