"""A real browser for tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP naqala.test 127.0.0.1",
]  # fmt: skip
INSECURE = "naqala.test"
"""A name of this machine that no browser trusts, as that of another one in the network."""
PATIENCE = 60_000
"""Milliseconds after which a test gives up; nothing ever waits for time to pass."""
DESKTOP, PHONE = (1440, 900), (390, 844)


LARGE_TEXT = """
    new MutationObserver((_, observer) => {
        if (!document.documentElement) return;
        document.documentElement.style.fontSize = '200%';
        observer.disconnect();
    }).observe(document, { childList: true });
"""
"""Sets the root's text size before the page looks at it, as the setting of a browser does."""


expect.set_options(timeout=PATIENCE)  # what is expected has else 5 seconds, whatever a page has


def executable() -> str:
    """Where the browser is; without one these tests are left out, but never where `CI` is set."""
    for name in ("chromium", "chromium-browser"):
        if found := shutil.which(name):
            return found
    missing = "Chromium is missing: 'make browser' as root, or install your system's package"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(executable_path=executable(), args=FLAGS, timeout=PATIENCE)
    try:
        yield browser
    finally:
        browser.close()


@dataclass(frozen=True)
class Look:
    """How somebody looks at the page."""

    language: str = "en"
    size: tuple[int, int] = DESKTOP
    dark: bool = False
    still: bool = True
    """Nothing moves, so that nothing need be waited for."""
    worker: bool = False
    """Whether the page may keep something for when the server is away."""
    typefaces: bool = True
    """Whether the bundled typefaces arrive; else system fonts stand in."""
    large: bool = False
    """Whether the browser's text is set to 200 %."""

    @property
    def phone(self) -> bool:
        return min(self.size) < 600

    def context(self, browser: Browser, **more: Any) -> BrowserContext:
        """A browser of one person: own cookies, own memory."""
        context = browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]},
            locale="fr-FR" if self.language == "fr" else "en-GB",
            color_scheme="dark" if self.dark else "light",
            reduced_motion="reduce" if self.still else "no-preference",
            service_workers="allow" if self.worker else "block",
            has_touch=self.phone,
            is_mobile=self.phone,
            **more,
        )
        context.set_default_timeout(PATIENCE)
        if self.large:
            context.add_init_script(LARGE_TEXT)
        if not self.typefaces:
            context.route("**/*.woff2", lambda route: route.abort())
        return context


class Complaints:
    """Whatever a browser complains about: errors of scripts, of the console, of its policy."""

    def __init__(self, page: Page) -> None:
        self.said: list[str] = []
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        page.on("console", lambda line: self._heard(line.type, line.text))

    def _heard(self, kind: str, text: str) -> None:
        if kind in ("error", "warning") and "blocked by Playwright" not in text:  # of the worker
            self.said.append(f"{kind}: {text}")

    def forgive(self, *parts: str) -> None:
        """Take back complaints that a test has asked for."""
        self.said = [line for line in self.said if not any(part in line for part in parts)]
