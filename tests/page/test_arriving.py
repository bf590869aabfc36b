"""Coming to the page: what loads, how much of it, and what is said when something is missing."""

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
from tests.page.conftest import Visitor
from tests.page.visits import Visit
from tests.server.servers import Server

LARGEST_LOAD = 230_000
"""Bytes of everything that the first load of the start page brings, as they are sent."""


def said(language: str, key: str) -> str:
    return catalogue(language).say(key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(1440, 900), PHONE])
def test_the_start_greets_in_the_language_of_the_browser(
    visit: Visitor, language: str, size: tuple[int, int]
) -> None:
    ann = visit("/", look=Look(language=language, size=size))
    ann.sees("Naqala")
    expect(ann.page.locator("html")).to_have_attribute("lang", language)
    assert ann.violations() == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_address_says_so_and_leads_back_to_the_start(visit: Visitor, language: str) -> None:
    ann = visit("/a/map/of/nowhere", look=Look(language=language))
    ann.sees(said(language, "page.lost.title"))
    assert ann.violations() == []
    ann.page.get_by_role("link", name=said(language, "page.lost.home")).click()
    ann.page.wait_for_url(f"{ann.server.address}/")
    ann.complaints.forgive("404")


def test_the_rules_have_a_page_of_their_own(visit: Visitor) -> None:
    ann = visit("/rules")
    ann.page.get_by_role("heading").first.wait_for()
    assert ann.violations() == []


def test_the_first_load_brings_nothing_from_elsewhere_and_little_from_here(visit: Visitor) -> None:
    ann = visit(None, look=Look("fr"))  # the longer words
    sizes: dict[str, int] = {}

    def finished(request: Any) -> None:
        sizes[request.url] = request.sizes()["responseBodySize"]

    ann.page.on("requestfinished", finished)
    ann.page.goto(f"{ann.server.address}/")
    ann.sees("Naqala")
    ann.page.wait_for_load_state("networkidle")
    assert all(url.startswith(ann.server.address) for url in sizes)
    for kind in (".js", ".css", ".woff2", "/words/fr"):
        assert any(url.endswith(kind) for url in sizes), kind
    assert sum(sizes.values()) <= LARGEST_LOAD, sizes


def test_the_page_installs_as_an_app(visit: Visitor) -> None:
    ann = visit()
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
def test_a_table_that_does_not_exist_is_told_and_leads_back(visit: Visitor, language: str) -> None:
    ann = visit(f"/table/{'2' * 20}", look=Look(language=language))
    ann.sees(said(language, "page.lost.no_table_text"))
    assert ann.violations() == []
    ann.page.get_by_role("link", name=said(language, "page.lost.home")).first.click()
    ann.page.wait_for_url(f"{ann.server.address}/")
    ann.complaints.forgive("404", "WebSocket")


def test_a_server_that_is_lost_while_the_page_loads_is_waited_for(
    visit: Visitor, server: Server
) -> None:
    ann: Visit = visit("/nowhere")
    ann.page.route("**/api/**", lambda route: route.abort())
    ann.go("/")
    ann.sees("The server cannot be reached")
    ann.sees("Le serveur est injoignable")
    assert ann.violations() == []
    ann.page.unroute("**/api/**")
    ann.page.evaluate("dispatchEvent(new Event('online'))")
    ann.page.get_by_text("The server cannot be reached").wait_for(state="detached")
    ann.sees("Naqala")
    ann.complaints.forgive("404", "ERR_FAILED")


@contextmanager
def bad_gateway(port: int) -> Iterator[None]:
    """A proxy that does not reach its server."""

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


def test_a_page_asked_for_while_the_server_is_away_says_so_and_comes_back_by_itself(
    visit: Visitor, own_server: Server
) -> None:
    ann = visit("/", at=own_server, look=Look(worker=True))
    table = ann.create_table("me", "me")
    ann.shows(1)
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => undefined)")
    port = own_server.address.rsplit(":", 1)[1]
    own_server.kill()
    ann.page.reload()
    expect(ann.page.get_by_text("The server cannot be reached.")).to_be_visible()
    expect(ann.page.locator("[lang=fr]")).to_be_visible()
    assert ann.page.evaluate("getComputedStyle(document.querySelector('main')).display") == "grid"
    assert ann.page.url.endswith(f"/table/{table}")
    with bad_gateway(int(port)):  # a proxy in front answers in its own words
        ann.page.reload()
        expect(ann.page.get_by_text("The server cannot be reached.")).to_be_visible()
    own_server.options = ("--port", port)
    own_server.start()
    ann.shows(1)
    ann.complaints.forgive("WebSocket", "ERR_CONNECTION")
