"""Loading the page: its size, missing pages, and an unreachable server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from struct import unpack
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import expect

from naqala.text import LANGUAGES, catalogue
from tests.page.browsers import PHONE, Look
from tests.page.conftest import OpenPage
from tests.page.visitor import Visitor
from tests.server.servers import Server

LARGEST_LOAD = 230_000
"""The maximum transferred bytes of a first load of the start page."""


def text(language: str, key: str) -> str:
    return catalogue(language).say(key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_the_start_page_is_in_the_language_of_the_browser(
    open_page: OpenPage, language: str, size: tuple[int, int]
) -> None:
    ann = open_page("/", look=Look(language=language, size=size))
    ann.expect_text("Naqala")
    expect(ann.page.locator("html")).to_have_attribute("lang", language)
    assert ann.axe_violations() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_path_shows_an_error_with_a_link_to_the_start_page(
    open_page: OpenPage, language: str
) -> None:
    ann = open_page("/a/map/of/nowhere", look=Look(language=language))
    ann.expect_text(text(language, "page.lost.title"))
    assert ann.axe_violations() == []
    ann.page.get_by_role("link", name=text(language, "page.lost.home")).click()
    ann.page.wait_for_url(f"{ann.server.address}/")
    ann.console_errors.ignore("404")


def test_the_first_load_is_small_and_only_from_this_server(open_page: OpenPage) -> None:
    ann = open_page(None, look=Look("fr"))  # the longer texts
    sizes: dict[str, int] = {}

    def finished(request: Any) -> None:
        sent = request.sizes()
        sizes[request.url] = sent["responseBodySize"] + sent["responseHeadersSize"]

    ann.page.on("requestfinished", finished)
    ann.page.goto(f"{ann.server.address}/")
    ann.expect_text("Naqala")
    ann.page.wait_for_load_state("networkidle")
    assert all(url.startswith(ann.server.address) for url in sizes)
    for kind in (".js", ".css", ".woff2", "/words/fr"):
        assert any(url.endswith(kind) for url in sizes), kind
    # How many tables are listed depends on the other tests at this server.
    loaded = {url: size for url, size in sizes.items() if "/api/tables" not in url}
    assert sum(loaded.values()) <= LARGEST_LOAD, loaded


def test_the_manifest_and_its_icons_are_valid(open_page: OpenPage) -> None:
    ann = open_page()
    found = ann.page.locator("link[rel=manifest]").get_attribute("href")
    request = ann.page.context.request
    manifest = json.loads(request.get(f"{ann.server.address}{found}").text())
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        answer = request.get(f"{ann.server.address}{icon['src']}")
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = unpack(">II", answer.body()[16:24])
            assert icon["sizes"] == f"{width}x{height}"
    assert {"any", "maskable"} == {icon.get("purpose", "any") for icon in manifest["icons"]}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_unknown_table_shows_an_error_with_a_link_to_the_start_page(
    open_page: OpenPage, language: str
) -> None:
    ann = open_page(f"/table/{'2' * 20}", look=Look(language=language))
    ann.expect_text(text(language, "page.lost.no_table_text"))
    assert ann.axe_violations() == []
    ann.page.get_by_role("link", name=text(language, "page.lost.home")).first.click()
    ann.page.wait_for_url(f"{ann.server.address}/")
    ann.console_errors.ignore("404", "WebSocket")


def test_the_page_loads_when_an_unreachable_server_returns(
    open_page: OpenPage, server: Server
) -> None:
    ann: Visitor = open_page("/nowhere")
    ann.page.route("**/api/**", lambda route: route.abort())
    ann.goto("/")
    ann.expect_text("Naqala cannot be reached")
    ann.expect_text("Naqala est injoignable")
    assert ann.axe_violations() == []
    ann.page.unroute("**/api/**")
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    ann.page.get_by_text("Naqala cannot be reached").wait_for(state="detached")
    ann.expect_text("Naqala")
    ann.console_errors.ignore("404", "ERR_FAILED")


@contextmanager
def bad_gateway(port: int) -> Iterator[None]:
    """A proxy whose server is down."""

    class Proxy(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_error(502)

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", port), Proxy) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield
        finally:
            server.shutdown()
            thread.join()


def test_the_service_worker_shows_an_error_page_until_the_server_returns(
    open_page: OpenPage, own_server: Server
) -> None:
    ann = open_page("/", at=own_server, look=Look(service_worker=True))
    table = ann.create_table("me", "me")
    ann.wait_for_entry(1)
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    port = own_server.address.rsplit(":", 1)[1]
    own_server.kill()
    ann.page.reload()
    expect(ann.page.get_by_text("The server cannot be reached.")).to_be_visible()
    expect(ann.page.locator("[lang=fr]")).to_be_visible()
    assert ann.page.evaluate("getComputedStyle(document.querySelector('main')).display") == "grid"
    assert ann.page.url.endswith(f"/table/{table}")
    with bad_gateway(int(port)):  # a proxy returns its own error page
        ann.page.reload()
        expect(ann.page.get_by_text("The server cannot be reached.")).to_be_visible()
    own_server.options = ("--port", port)
    own_server.start()
    ann.wait_for_entry(1)
    ann.console_errors.ignore("WebSocket", "ERR_CONNECTION", "ERR_CONTENT_LENGTH")
