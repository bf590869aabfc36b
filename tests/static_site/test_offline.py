"""The service worker of the site: everything works without a network, and updates are offered."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from playwright.sync_api import BrowserContext, expect

from naqala.text import catalogue
from tests.page.players import Player
from tests.server.servers import running
from tests.static_site.conftest import OpenSite
from tests.static_site.engine_client import SiteVisitor
from web.site.build import SITE
from web.site.preview import server

WORDS = catalogue("en")


class Host:
    """A copy of the site that a test can change or take offline."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(SITE, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        self.server = server(folder)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = Thread(target=self.server.serve_forever)
        self.thread.start()

    def stop(self) -> None:
        """Refuse all further connections."""
        if self.thread.is_alive():
            self.server.shutdown()
            self.thread.join()
            self.server.server_close()

    def publish(self, version: str, *, complete: bool = True) -> None:
        """Publish another version of the site; an incomplete one lists a file that is missing."""
        worker = self.folder / "worker.js"
        text = re.sub("VERSION = '.*?'", f"VERSION = '{version}'", worker.read_text())
        words = '"words/fr.json"' if complete else '"words/missing.json"'
        worker.write_text(re.sub('"words/(fr|missing).json"', words, text))
        page = self.folder / "index.html"
        page.write_text(re.sub("<body[^>]*>", f"<body data-version='{version}'>", page.read_text()))


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    host = Host(tmp_path / "site")
    yield host
    host.stop()


def installed(visitor: SiteVisitor) -> None:
    """Wait until the service worker controls the page."""
    visitor.wait_for_engine()
    visitor.wait_until_stored()


def test_from_the_second_visit_on_no_network_is_needed(
    open_site: OpenSite, context_with_worker: BrowserContext, host: Host
) -> None:
    visitor = open_site(context=context_with_worker, address=host.address)
    installed(visitor)
    visitor.goto("/")
    expect(visitor.page.get_by_text(WORDS.say("page.site.offline"))).to_be_visible()
    player = Player(visitor, visitor.create_table("me", "merchant", seed="2"), 2)
    player.play(2)
    table, number = player.table, player.socket.number
    host.stop()
    visitor.page.close()
    again = open_site(f"/table/{table}", context=context_with_worker, address=host.address)
    again.wait_for_entry(number)
    player = Player(again, table, 3)
    player.play(2)
    player.close()
    again.page.goto(f"{host.address}/licences/figtree.txt")
    expect(again.page.locator("body")).to_contain_text("SIL OPEN FONT LICENSE")
    again.goto("/rules")
    again.expect_text(WORDS.say("page.rules.title"))
    again.show("/")
    again.page.locator("button[lang=fr]").click()
    again.expect_text(catalogue("fr").say("page.start.continue"))


WAITING = "navigator.serviceWorker.getRegistration().then((it) => it.waiting !== null)"
UPDATE = "navigator.serviceWorker.getRegistration().then((it) => it.update()).catch(() => 0)"
# The browser looks for updates by itself when a page is opened. While it is still loading the
# version that it found, it answers `update()` with the result of that.
UPDATED = UPDATE.replace("catch(() => 0)", f"catch(() => 0).then(() => {WAITING})")


def test_a_new_version_is_offered_when_it_is_complete_and_never_swapped_under_a_game(
    open_site: OpenSite, context_with_worker: BrowserContext, host: Host
) -> None:
    visitor = open_site(context=context_with_worker, address=host.address)
    installed(visitor)
    # An update that cannot be loaded leaves the old version.
    host.publish("2", complete=False)
    visitor.page.evaluate(UPDATE)
    visitor.wait_until("navigator.serviceWorker.getRegistration().then((it) => !it.installing)")
    assert visitor.page.evaluate(WAITING) is False
    visitor.goto("/")
    visitor.wait_for_engine()
    assert visitor.page.locator("body[data-version]").count() == 0
    visitor.console_errors.ignore("404")
    # One that can be loaded waits for a click.
    player = Player(visitor, visitor.create_table("me", seed="2"), 2)
    host.publish("3")
    visitor.wait_until(UPDATED)
    notice = visitor.page.get_by_role("alert").filter(has_text=WORDS.say("page.updated.text"))
    expect(notice).to_be_visible()
    player.play(2)
    number = player.socket.number
    assert visitor.page.locator("body[data-version]").count() == 0
    notice.get_by_role("button", name=WORDS.say("page.updated.reload")).click()
    expect(visitor.page.locator("body[data-version='3']")).to_have_count(1)
    visitor.wait_for_entry(number)
    [cache] = visitor.page.evaluate("caches.keys()")
    assert cache.endswith(" 3")


def test_a_server_hands_out_the_site_which_then_works_without_it(
    open_site: OpenSite, context_with_worker: BrowserContext, tmp_path: Path
) -> None:
    with running(tmp_path / "tables", "--offline", str(SITE)) as club:
        start = context_with_worker.new_page()
        start.goto(f"{club.address}/")
        link = start.get_by_role("link", name=WORDS.say("page.start.offline"))
        assert link.get_attribute("href") == "/offline/"
        # The server's own service worker controls the folder until the site has installed its own.
        start.evaluate("navigator.serviceWorker.ready.then(() => 0)")
        start.close()
        visitor = open_site(context=context_with_worker, address=f"{club.address}/offline")
        installed(visitor)
        expect(visitor.page.get_by_role("alert")).to_have_count(0)
        player = Player(visitor, visitor.create_table("me", seed="2"), 2)
        player.play(1)
        number = player.socket.number
        club.kill()
        visitor.page.reload()
        visitor.wait_for_entry(number)
