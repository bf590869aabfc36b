"""A browser that is not Chromium: what a visitor does in it, whatever protocol drives it."""

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
"""What WebDriver calls the keys that write nothing."""

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
"""The middle of the first visible match, once nothing covers it."""


class Engine(ABC):
    """One window of a browser."""

    name: str

    # --- What each protocol says in its own way

    @abstractmethod
    def goto(self, url: str) -> None:
        """Load a page."""

    @abstractmethod
    def reload(self) -> None:
        """Load the same page again."""

    @abstractmethod
    def run(self, function: str, *arguments: Any) -> Any:
        """Call a JavaScript function in the page; what it returns or promises."""

    @abstractmethod
    def perform(self, *sources: dict[str, Any]) -> None:
        """Act with mouse and keyboard, in the words of WebDriver."""

    @abstractmethod
    def cookie(self) -> str:
        """The cookies of the page as a request sends them."""

    @abstractmethod
    def complaints(self) -> list[str]:
        """All errors and warnings so far: of scripts, of the console, of the page's policy."""

    # --- What they have in common

    def until(self, happens: Callable[[], Any], what: str) -> Any:
        """Look again until something is so in the page."""
        return polled(happens, what, self.complaints)

    def attribute(self, selector: str, name: str) -> str | None:
        """An attribute of the first match, visible or not."""
        found: str | None = self.run(
            "(selector, name) => document.querySelector(selector)?.getAttribute(name) ?? null",
            selector,
            name,
        )
        return found

    def wait_for(self, selector: str, text: str = "") -> None:
        """Wait until a match is visible that says something."""
        self.until(lambda: self.run(SHOWN, selector, text), f"{selector} {text} is not shown")

    def place(self, selector: str, text: str = "") -> tuple[int, int]:
        """Where the first visible match can be pressed; waits until it can."""
        x, y = self.until(
            lambda: self.run(PLACE, selector, text), f"{selector} {text} cannot be pressed"
        )
        return x, y

    def click(self, selector: str, text: str = "") -> None:
        self.mouse(move(*self.place(selector, text)), DOWN, UP)

    def drag(self, start: str, end: str) -> None:
        """Press on one thing and let go on another, with a stop between them."""
        (x, y), (to_x, to_y) = self.place(start), self.place(end)
        between = move((x + to_x) // 2, (y + to_y) // 2)
        self.mouse(move(x, y), DOWN, between, move(to_x, to_y), UP)

    def mouse(self, *actions: dict[str, Any]) -> None:
        parameters = {"pointerType": "mouse"}
        self.perform(
            {"type": "pointer", "id": "mouse", "parameters": parameters, "actions": [*actions]}
        )

    def press(self, *keys: str) -> None:
        """Press keys one after the other, each by its name or the character it writes."""
        values = [KEYS.get(key, key) for key in keys]
        strokes = [
            {"type": way, "value": value} for value in values for way in ("keyDown", "keyUp")
        ]
        self.perform({"type": "key", "id": "keys", "actions": strokes})


DOWN: dict[str, Any] = {"type": "pointerDown", "button": 0}
UP: dict[str, Any] = {"type": "pointerUp", "button": 0}


def move(x: int, y: int) -> dict[str, Any]:
    return {"type": "pointerMove", "x": x, "y": y, "duration": 0, "origin": "viewport"}


def polled(happens: Callable[[], Any], what: str, more: Callable[[], object] = lambda: "") -> Any:
    """Look again until something is so, and leave the processor to those who make it so."""
    deadline = time.monotonic() + TIMEOUT
    while not (found := happens()):
        assert time.monotonic() < deadline, f"{what} {more()}"
        time.sleep(0.02)
    return found


@contextmanager
def stopped(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """Stop a process in the end."""
    try:
        yield
    finally:
        process.terminate()
        try:
            process.wait(TIMEOUT)
        finally:
            process.kill()
            process.wait()


def missing(engine: str, program: str, package: str) -> NoReturn:
    """Leave the tests of an engine out, but never where `CI` is set."""
    said = f"{engine} is not tested: {program} is missing. 'make browser' as root installs it"
    said += f" on Debian; elsewhere install what is {package} there."
    if os.environ.get("CI"):
        pytest.fail(said)
    pytest.skip(said)
