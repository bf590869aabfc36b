"""Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, expect

DISABLED_FEATURES = [
    # Two hidden pages of the address bar, which every new window would load.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # Disabled by Playwright too, but Chromium only reads the last list that it is given.
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]  # fmt: skip
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--host-resolver-rules=MAP naqala.test 127.0.0.1",
    f"--disable-features={','.join(DISABLED_FEATURES)}",
]  # fmt: skip
INSECURE = "naqala.test"
"""A host name of this machine that is not a secure context, like one in a local network."""
TIMEOUT_MS = 60_000
"""Milliseconds before a test gives up. No test sleeps for a fixed time."""
DESKTOP, PHONE = (1440, 900), (390, 844)


LARGE_TEXT = """
    new MutationObserver((_, observer) => {
        if (!document.documentElement) return;
        document.documentElement.style.fontSize = '200%';
        observer.disconnect();
    }).observe(document, { childList: true });
"""
"""Doubles the font size of the root before the page is rendered, as the browser setting does."""


expect.set_options(timeout=TIMEOUT_MS)  # the default of 5 seconds ignores that of the context


def executable() -> str:
    """The path of Chromium. Without it the tests are skipped, or fail if `CI` is set."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser"):
        if found := shutil.which(name):
            return found
    missing = "Chromium is missing: 'make browser' as root, or install your system's package"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    browser = playwright.chromium.launch(
        executable_path=executable(), args=FLAGS, timeout=TIMEOUT_MS
    )
    try:
        yield browser
    finally:
        browser.close()


@dataclass(frozen=True)
class Look:
    """Browser settings of a visitor: language, viewport, colour scheme and so on."""

    language: str = "en"
    size: tuple[int, int] = DESKTOP
    dark: bool = False
    reduced_motion: bool = True
    """Whether the page shows no animations, so that tests need not wait for them."""
    service_worker: bool = False
    """Whether the page may install its service worker."""
    typefaces: bool = True
    """Whether the bundled typefaces load; otherwise system fonts are used."""
    large_text: bool = False
    """Whether the font size of the browser is set to 200 %."""

    @property
    def phone(self) -> bool:
        return min(self.size) < 600

    def context(self, browser: Browser, **options: Any) -> BrowserContext:
        """A new browser context with these settings and its own cookies and storage."""
        context = browser.new_context(
            viewport={"width": self.size[0], "height": self.size[1]},
            locale="en-GB" if self.language == "en" else self.language,
            color_scheme="dark" if self.dark else "light",
            reduced_motion="reduce" if self.reduced_motion else "no-preference",
            service_workers="allow" if self.service_worker else "block",
            has_touch=self.phone,
            is_mobile=self.phone,
            **options,
        )
        context.set_default_timeout(TIMEOUT_MS)
        if self.large_text:
            context.add_init_script(LARGE_TEXT)
        if not self.typefaces:
            context.route("**/*.woff2", lambda route: route.abort())
        return context


class ConsoleErrors:
    """Collects the errors and warnings of a page: uncaught exceptions, console, security policy."""

    def __init__(self, page: Page) -> None:
        self.messages: list[str] = []
        page.on("pageerror", lambda error: self.messages.append(f"error: {error}"))
        page.on("console", lambda line: self._add(line.type, line.text))

    def _add(self, kind: str, text: str) -> None:
        if (
            kind in ("error", "warning") and "blocked by Playwright" not in text
        ):  # the service worker
            self.messages.append(f"{kind}: {text}")

    def ignore(self, *parts: str) -> None:
        """Drop the messages that a test expects."""
        self.messages = [line for line in self.messages if not any(part in line for part in parts)]
