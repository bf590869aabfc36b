"""Render the PNG icons from `public/icon.svg` (`make icons`)."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.page.browsers import launched

PUBLIC = Path(__file__).parent / "public"
SAND = "#efe3cb"


def draw(browser: Browser, name: str, size: int, share: float, ground: str) -> None:
    """Draw the icon on a square, scaled to a share of its size."""
    page = browser.new_page(viewport={"width": size, "height": size})
    drawing = (PUBLIC / "icon.svg").read_text(encoding="utf-8")
    page.set_content(
        f"<style>body{{margin:0;display:grid;place-content:center;height:100vh;background:{ground}}}"
        f"svg{{width:{size * share}px;height:{size * share}px}}</style>{drawing}"
    )
    page.screenshot(path=PUBLIC / name, omit_background=ground == "transparent")
    page.close()


def main() -> None:
    """Draw all icons; the maskable one has a margin that masks can crop."""
    with sync_playwright() as playwright, launched(playwright) as browser:
        draw(browser, "icon-192.png", 192, 1, "transparent")
        draw(browser, "icon-512.png", 512, 1, "transparent")
        draw(browser, "icon-maskable-512.png", 512, 0.74, SAND)
        draw(browser, "icon-apple-180.png", 180, 0.84, SAND)


if __name__ == "__main__":
    main()
