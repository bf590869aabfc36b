"""Reloads, killed tabs and broken storage: nothing that was shown is lost or happens twice."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Route, expect

from naqala.text import catalogue
from tests.page.players import Player
from tests.page.visitor import NUMBER
from tests.static_site.conftest import OpenSite
from tests.static_site.engine_client import SiteVisitor

WORDS = catalogue("en")
ROUNDS = int(os.environ.get("NAQALA_ROUNDS", "1"))
"""`make soak-site` repeats the interruptions."""
DAMAGE = """table => new Promise((resolve, reject) => {
    const request = indexedDB.open('naqala');
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
        const write = request.result.transaction('entries', 'readwrite');
        write.objectStore('entries').put([1, 'nonsense'], [table, 1]);
        write.oncomplete = () => { request.result.close(); resolve() };
    };
})"""
"""Replaces the first entry of a table with something that is not one."""


NO_STORAGE = "indexedDB.open = () => { throw new DOMException('', 'InvalidStateError') };"
FULL_DISK = """
    let full = false;
    new BroadcastChannel('disk').onmessage = ({ data }) => (full = data === 'full');
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
        if (full) throw new DOMException('', 'QuotaExceededError');
        return put.apply(this, given);
    };
"""
"""Chromium does not apply its own limit to writes as small as these."""


def change_engine(script: str) -> tuple[str, Callable[[Route], None]]:
    """Runs a script in the worker of the engine before its own."""

    def change(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=script + response.text())

    return "**/engine.worker-*.js", change


def log(visitor: SiteVisitor, table: str) -> list[Any]:
    """All entries of the log of a table."""
    entries: list[Any] = []
    while True:
        page = visitor.api(f"tables/{table}/log?after={len(entries)}")
        entries += page["entries"]
        if len(entries) >= page["number"]:
            return entries


def resumed(visitor: SiteVisitor, table: str, seed: int) -> Player:
    """The player at a table that was opened again."""
    visitor.page.locator("[data-phase]").wait_for(state="attached")
    return Player(visitor, table, seed)


def crash(visitor: SiteVisitor) -> None:
    """End the process of a tab without any warning."""
    with visitor.page.expect_event("crash"), suppress(Error):
        visitor.page.goto("chrome://crash")
    visitor.page.close()


@pytest.mark.parametrize(("how", "seats"), [("reload", ["me", "merchant"]), ("crash", ["me"])])
def test_an_interruption_loses_and_repeats_nothing(
    open_site: OpenSite, browser_context: BrowserContext, how: str, seats: list[str]
) -> None:
    """The page is gone at a random moment after it has sent an action, stored or not."""
    rng = random.Random(3)
    visitor = open_site(context=browser_context)
    player = Player(visitor, visitor.create_table(*seats, seed="3"), 3)
    for nth in range(ROUNDS):
        for _ in range(rng.randrange(3)):
            if player.wait_for_turn():
                player.skip()
        if not player.wait_for_turn():
            player = Player(visitor, visitor.create_table(*seats, seed=str(nth)), nth)
            assert player.wait_for_turn()
        before = log(visitor, player.table)
        action = player.random_action()
        number = player.socket.number
        sent = {"type": "act", "id": f"late-{nth}", "seen": number, "action": action}
        player.socket.send(sent)
        visitor.page.wait_for_timeout(rng.choice((0, 1, 3, 10, 30, 100)))
        shown = int(visitor.page.locator(NUMBER).get_attribute("data-number") or 0)
        if how == "reload":
            visitor.page.reload()
        else:
            crash(visitor)
            visitor = open_site(f"/table/{player.table}", context=browser_context)
        player = resumed(visitor, player.table, nth)
        # The page sends what was not answered again, with the same id.
        player.socket.ask("act", id=f"late-{nth}", seen=number, action=action)
        after = log(visitor, player.table)
        assert len(after) >= shown, "an entry that was shown is lost"
        assert after[: len(before)] == before
        new = [each for each in after[len(before) :] if each.get("by") == "person"]
        assert len(new) == 1, "the action was lost, or happened twice"
    player.close()


def test_two_tabs_of_one_game_agree(open_site: OpenSite, browser_context: BrowserContext) -> None:
    first = open_site(context=browser_context)
    player = Player(first, first.create_table("me", seed="6"), 6)
    second = open_site(f"/table/{player.table}", context=browser_context)
    second.page.locator("[role=grid]").wait_for()
    player.play(2)
    second.wait_for_entry(player.socket.number)
    other = Player(second, player.table, 7)
    other.act(other.random_action())
    first.wait_for_entry(other.socket.number)
    player.close()
    other.close()


# --- Storage


def test_a_newer_database_is_left_alone(open_site: OpenSite) -> None:
    visitor = open_site()
    visitor.wait_for_engine()
    visitor.page.goto(f"{visitor.engine.address}/icon.svg")  # nobody has the database open
    visitor.page.evaluate(
        """() => new Promise((resolve) => {
            const request = indexedDB.open('naqala', 99);
            request.onsuccess = () => { request.result.close(); resolve() };
        })"""
    )
    visitor.goto("/")
    expect(visitor.page.get_by_role("alert")).to_have_text(WORDS.say("page.site.newer"))
    visitor.page.locator("form[aria-labelledby=mode-solo] button.big").click()
    expect(visitor.page.locator("form .wrong")).to_have_text(WORDS.say("page.site.newer"))
    visitor.console_errors.ignore("404")  # the icon of the file


def test_a_table_that_cannot_be_read_does_not_harm_the_others(open_site: OpenSite) -> None:
    visitor = open_site()
    damaged = visitor.create_table("me", seed="1")
    kept = visitor.create_table("me", seed="2")
    visitor.page.evaluate(DAMAGE, damaged)
    visitor.goto(f"/table/{damaged}")
    visitor.page.locator("main.lost").wait_for()
    visitor.show("/")
    listed = {table["table"] for table in visitor.api("tables?show=mine")["tables"]}
    assert {damaged, kept} <= listed
    visitor.show(f"/table/{kept}")
    player = resumed(visitor, kept, 1)
    player.act(player.random_action())
    player.close()


def test_a_full_disk_refuses_the_action_and_the_game_goes_on(open_site: OpenSite) -> None:
    visitor = open_site(intercept=change_engine(FULL_DISK))
    player = Player(visitor, visitor.create_table("me", seed="8"), 8)
    visitor.page.evaluate("window.disk = new BroadcastChannel('disk'); disk.postMessage('full')")
    while (answer := player.socket.act(player.random_action()))["type"] == "accepted":
        pass  # until the message has arrived
    assert answer["code"] == "storage_full"
    visitor.page.evaluate("disk.postMessage('empty')")
    player.connect()  # after an error of the storage, the table is loaded again
    player.act(player.random_action())
    player.close()


def test_without_storage_the_page_says_so_and_plays(open_site: OpenSite) -> None:
    visitor = open_site(intercept=change_engine(NO_STORAGE))
    expect(visitor.page.get_by_text(WORDS.say("page.site.not_stored"))).to_be_visible()
    player = Player(visitor, visitor.create_table("me", seed="9"), 9)
    player.play(2)
    player.close()
