"""Measure the site without a server in a browser: loading, planning, bots and memory."""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import inf
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, sync_playwright
from rich.console import Console

from benchmarks.report import Row, Target, as_json, machine, table
from tests.page.browsers import Look, launched
from tests.page.players import Player
from tests.static_site.engine_client import SiteVisitor
from web.site.build import SITE, sizes
from web.site.preview import server

TURNS = 20
"""How many turns of each kind are measured."""
BOTS = {"merchant": ("calm", 1.0), "vizier": ("fair", 2.0), "sultan": ("sharp", 3.0)}
"""The names of their strengths, and the seconds that a turn may take in the median."""

SOW = ".primary[data-choice^='sow ']"

# Milliseconds from a click until the document has what matches a selector; null if it never gets
# it, because the page asks for more first. Painting is left out: it depends on the screen.
WATCH = """
(selector) => {
    window.reaction = new Promise((resolve) => {
        addEventListener('pointerup', () => {
            setTimeout(() => resolve(null), 2000);
            const clicked = performance.now();
            new MutationObserver((_, observer) => {
                if (!document.querySelector(selector)) return;
                observer.disconnect();
                resolve(performance.now() - clicked);
            }).observe(document, { subtree: true, childList: true, attributes: true });
        }, { once: true, capture: true });
    });
}
"""


@contextmanager
def serving() -> Iterator[str]:
    """Serve the built site; returns its address."""
    with server(SITE) as host:
        thread = Thread(target=host.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{host.server_port}"
        finally:
            host.shutdown()
            thread.join()


def loading(context: BrowserContext, address: str) -> list[Row]:
    """A first visit, and one from the cache of the service worker."""
    rows = []
    for visit, most in (("first visit", 12.0), ("from the cache", 6.0)):
        visitor = SiteVisitor(context.new_page(), address)
        start = time.perf_counter()
        visitor.goto("/")
        visitor.page.locator("form button.big").first.wait_for()
        usable = time.perf_counter() - start
        visitor.wait_for_engine()
        ready = time.perf_counter() - start
        rows += [
            Row(f"{visit}: start page", "s", usable, target=Target("value", "<", 1)),
            Row(f"{visit}: engine", "s", ready, target=Target("value", "<=", most)),
        ]
        visitor.wait_until_stored()
        visitor.page.close()
    return rows


def reaction(player: Player, selector: str, shown: str) -> float | None:
    """Click an element; milliseconds until something else is shown."""
    player.page.evaluate(WATCH, shown)
    player.page.locator(selector).first.click()
    found: float | None = player.page.evaluate("window.reaction")
    return found


def planning(context: BrowserContext, address: str) -> list[Row]:
    """Tap a tile and a landing, and play the move."""
    visitor = SiteVisitor(context.new_page(), address)
    visitor.goto("/")
    visitor.wait_for_engine()
    taps: list[float] = []
    turns: list[float] = []
    player = Player(visitor, visitor.create_table("me", seed="5"), 5)
    while len(turns) < TURNS and player.wait_for_turn():
        player.wait_for_entry(player.socket.number)
        number = player.socket.number
        if any(choice["kind"] == "take" for choice in player.choices):
            _, start, *drops = player.random_move().split(" ")
            landing = f".can[data-tile='{drops[-1][:-1]}']"
            if tap := reaction(player, f"[data-tile='{start}']", landing):
                taps.append(tap)
                if tap := reaction(player, landing, SOW):
                    taps.append(tap)
                    later = f"[data-number]:not([data-number='{number}'])"
                    turns.append(reaction(player, SOW, later) or inf)
                    player.socket.catch_up(number + 1)
                    continue
            player.page.keyboard.press("Escape")
        player.skip()
    player.close()
    visitor.page.close()
    return [
        Row("a tap while planning, median", "ms", median(taps), target=Target("value", "<=", 60)),
        Row("a tap while planning, highest", "ms", max(taps)),
        Row("a turn is played and shown", "ms", median(turns), target=Target("value", "<=", 150)),
    ]


def bots(context: BrowserContext, address: str) -> list[Row]:
    """The turns of each bot against a player who chooses at random, bids included."""
    rows = []
    for bot, (strength, most) in BOTS.items():
        visitor = SiteVisitor(context.new_page(), address)
        visitor.goto("/")
        visitor.wait_for_engine()
        player = Player(visitor, visitor.create_table("me", bot, seed="5"), 5)
        waits: list[float] = []
        while len(waits) < TURNS and player.wait_for_turn():
            player.skip()
            start = time.perf_counter()
            if not player.choices and player.wait_for_turn():
                waits.append(time.perf_counter() - start)
        player.close()
        visitor.page.close()
        target = Target("value", "<=", most)
        rows.append(Row(f"{strength} bot: turn or bid, median", "s", median(waits), target=target))
        rows.append(Row(f"{strength} bot: slowest", "s", max(waits)))
    return rows


REST_MS = 30_000
"""The bots play faster than people, and the browser collects garbage when the page is idle."""


def memory(browser: Browser, address: str) -> list[Row]:
    """The memory of the page and its workers after a whole game against two bots."""
    context = Look().context(browser)
    visitor = SiteVisitor(context.new_page(), address)
    visitor.goto("/")
    visitor.wait_for_engine()
    player = Player(visitor, visitor.create_table("me", "sultan", "merchant", seed="5"), 5)
    player.skip_to_end()
    player.wait_for_entry(player.socket.number)
    used = _memory_of_page(browser)
    visitor.page.wait_for_timeout(REST_MS)
    rested = _memory_of_page(browser)
    player.close()
    context.close()
    return [
        Row("memory at the end of a whole game", "MB", used),
        Row("memory half a minute later", "MB", rested, target=Target("value", "<=", 350)),
    ]


def _memory_of_page(browser: Browser) -> float:
    """Megabytes of the process with the page and its workers."""
    return max(map(_proportional_memory, _renderers(browser))) / 1e6


def _renderers(browser: Browser) -> list[int]:
    """The processes that show pages; one of them has the page and its workers."""
    session = browser.new_browser_cdp_session()
    found: list[dict[str, Any]] = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return [int(each["id"]) for each in found if each["type"] == "renderer"]


def _proportional_memory(process: int) -> int:
    """Bytes of memory, with a share of what it shares with other processes."""
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return 1024 * int(next(line.split()[1] for line in lines if line.startswith("Pss:")))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measures and print the report; 1 only if --check finds a missed target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.site", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    with serving() as address, sync_playwright() as playwright, launched(playwright) as browser:
        context = Look(service_worker=True).context(browser)
        rows = loading(context, address)
        rows += planning(context, address)
        rows += bots(context, address)
        context.close()
        rows += memory(browser, address)
    load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    if options.json:
        print(as_json(rows, {"machine": machine(), "load": load, "site": sizes(SITE)}))
    else:
        Console().print(table(rows, " · ".join([*machine().values(), load, sizes(SITE)])))
    return 1 if options.check and any(row.ok is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
