"""The explorer on the site, which has no server."""

from __future__ import annotations

from urllib.parse import quote

from playwright.sync_api import expect

from tests.page.explorer import FIRST, LANDSCAPE, Explorer
from tests.static_site.conftest import OpenSite


def test_a_position_is_explored_with_advice_and_kept(open_site: OpenSite) -> None:
    visitor = open_site(f"/explore&position={quote(LANDSCAPE)}")
    explorer = Explorer(visitor)
    expect(visitor.page.locator(".adv")).to_have_count(3)
    explorer.sow(FIRST, 1)
    visitor.page.reload()
    explorer.expect_opened()
    explorer.expect_node(1)
    # The editor checks and mends with the engine of the browser.
    explorer.mode("edit")
    visitor.page.get_by_role("button", name="Camel of Ana").click()
    for tile in (f"{column}{row}" for row in (4, 5) for column in "abcdef"):
        visitor.page.locator(f"[data-tile='{tile}']").press("Enter")
    expect(visitor.page.locator(".check.odd")).to_contain_text("13 camels")
    visitor.page.get_by_role("button", name="Fix it").click()
    expect(visitor.page.locator(".check")).to_contain_text("This position can be played.")
