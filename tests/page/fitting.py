"""Measure whether everything on a screen can be read and pressed."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

MEASURE = (Path(__file__).parent / "cut_off.js").read_text(encoding="utf-8")


def cut_off(page: Page) -> list[str]:
    """What is cut off, covered or out of reach for good; scrolling and ellipses are allowed."""
    found: list[str] = page.evaluate(MEASURE.partition("\n")[2])
    return found
