"""What the site loads, from where, and how it looks while it does."""

from __future__ import annotations

import gzip
import re

from playwright.sync_api import Route, expect

from naqala.server.http.middleware import POLICY
from naqala.text import catalogue
from tests.page.browsers import PHONE, Look
from tests.static_site.conftest import OpenSite
from web.site.build import COMPRESSED, SITE

LARGEST_START = 250_000
"""Bytes before the engine, with the compressed copies."""
LARGEST_SITE = 8_000_000


def test_the_policy_is_that_of_a_server_with_webassembly() -> None:
    page = (SITE / "index.html").read_text(encoding="utf-8")
    found = re.search(r'http-equiv="Content-Security-Policy"\s+content="([^"]*)"', page)
    assert found
    expected = POLICY.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")
    # Browsers ignore `frame-ancestors` in a page.
    assert found[1] == expected.replace("; frame-ancestors 'none'", "")


def test_the_start_page_can_be_used_while_the_engine_loads(open_site: OpenSite) -> None:
    words = catalogue("fr")
    held: list[Route] = []
    visitor = open_site(
        look=Look("fr", PHONE),
        intercept=("**/pyodide.asm.wasm", lambda route: held.append(route)),
    )
    progress = visitor.page.locator("#engine")
    expect(progress).to_be_visible()
    assert 0 <= float(progress.get_attribute("value") or -1) < 100
    assert visitor.horizontal_overflow() <= 0
    assert visitor.axe_violations() == []
    expect(visitor.page.get_by_text(words.say("page.site.online"))).to_be_visible()
    # A game that is started now begins as soon as the engine is there.
    visitor.page.locator("form[aria-labelledby=mode-solo] button.big").click()
    visitor.page.wait_for_timeout(50)
    assert visitor.page.locator("[role=grid]").count() == 0
    held[0].continue_()
    visitor.page.locator("[role=grid]").wait_for()


def test_the_first_visit_is_small_and_comes_from_the_folder_of_the_site(
    open_site: OpenSite,
) -> None:
    """The tests serve files without compression, so the sizes of the compressed copies count."""
    loaded: list[str] = []
    visitor = open_site(on_request=lambda request: loaded.append(request.url))
    visitor.wait_for_engine()
    own = (visitor.engine.address, "data:", "blob:")
    assert [url for url in loaded if not url.startswith(own)] == []
    names = {url.removeprefix(f"{visitor.engine.address}/").partition("?")[0] for url in loaded}
    files = {name or "index.html" for name in names if not name.startswith(("data:", "blob:"))}
    sizes = {name: compressed_size(name) for name in files}
    start = {name: size for name, size in sizes.items() if not name.startswith("python-")}
    assert sum(start.values()) <= LARGEST_START, start
    files = {path.relative_to(SITE).as_posix() for path in SITE.rglob("*") if path.is_file()}
    sent = [name for name in files if not name.endswith((".br", ".gz"))]
    assert sum(map(compressed_size, sent)) <= LARGEST_SITE


def compressed_size(name: str) -> int:
    """The size of a file as a host with gzip would send it."""
    content = (SITE / name).read_bytes()
    return len(gzip.compress(content, 6)) if name.endswith(COMPRESSED) else len(content)


def test_the_companion_of_the_printed_game_works_without_a_server(open_site: OpenSite) -> None:
    visitor = open_site(look=Look("fr", PHONE))
    visitor.page.get_by_role("link", name=catalogue("fr").say("page.start.door.box")).click()
    visitor.page.locator("[data-cell='0-gold']").wait_for(state="attached")
    visitor.page.reload()
    visitor.page.locator("summary").first.click()
    visitor.page.get_by_label(catalogue("fr").say("page.box.seed"), exact=True).fill("42")
    visitor.page.keyboard.press("Enter")
    expect(visitor.page.get_by_role("gridcell")).to_have_count(30)
    assert visitor.horizontal_overflow() <= 0
