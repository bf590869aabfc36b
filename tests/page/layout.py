"""Check that everything on a screen can be read and pressed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = (Path(__file__).parent / "layout_faults.js").read_text(encoding="utf-8")


def layout_faults(page: Page) -> list[str]:
    """Texts that are cut off and controls that are covered or unreachable.

    Content that can be scrolled to and intended ellipses are not faults.
    """
    found: list[str] = page.evaluate(SCRIPT.partition("\n")[2])
    return found
