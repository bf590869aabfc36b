from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Request, Route, sync_playwright

from tests.page.browsers import Look, launched
from tests.server.servers import PageClient
from tests.static_site.engine_client import Engine, SiteVisitor
from web.site.build import SITE, is_outdated
from web.site.preview import server

OpenSite = Callable[..., SiteVisitor]


@pytest.fixture(scope="package")
def site_address() -> Iterator[str]:
    """The built site in a folder of a host that serves only files."""
    assert not is_outdated(), "The site is missing or older than its sources: run `make site`."
    with server(SITE.parent) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{host.server_port}/site"
        host.shutdown()
        thread.join()


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, launched(playwright) as browser:
        yield browser


@pytest.fixture
def browser_context(browser: Browser) -> Iterator[BrowserContext]:
    """A context for several tabs with the same storage."""
    with Look().context(browser) as context:
        yield context


@pytest.fixture
def context_with_worker(browser: Browser) -> Iterator[BrowserContext]:
    """A context in which the site may install its service worker."""
    with Look(service_worker=True).context(browser) as context:
        yield context


@pytest.fixture
def open_site(browser: Browser, site_address: str) -> Iterator[OpenSite]:
    """Opens pages of the site; fails if one logs an error or a warning.

    Each has its own storage, unless it is opened in the context of another.
    """
    visitors: list[SiteVisitor] = []
    with ExitStack() as stack:

        def open_site(
            path: str = "/",
            look: Look = Look(),  # noqa: B008
            context: BrowserContext | None = None,
            address: str = site_address,
            intercept: tuple[str, Callable[[Route], None]] | None = None,
            on_request: Callable[[Request], None] | None = None,
        ) -> SiteVisitor:
            context = context or stack.enter_context(look.context(browser))
            if intercept:
                context.route(*intercept)
            if on_request:
                context.on("request", on_request)
            visitor = SiteVisitor(context.new_page(), address)
            visitors.append(visitor)
            visitor.goto(path)
            return visitor

        yield open_site
        # The sockets end with their pages.
        PageClient.opened -= {it for it in PageClient.opened if isinstance(it.host, Engine)}
        errors = [line for each in visitors for line in each.console_errors.messages]
        assert errors == []
