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
