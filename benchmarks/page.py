"""Measure the page in a real browser: how soon a move is seen, and what the first load brings."""

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright
from rich.console import Console

from benchmarks.report import Row, Target, as_json, machine, table
from tests.page.browsers import PHONE, Complaints, Look, launched
from tests.page.players import Player
from tests.page.visits import Visit
from tests.server.servers import Guest, PageClient, Server, running

FULL, QUICK = 40, 12
"""How many acts are watched."""
REST = 300
"""Milliseconds after a move before the next is made, so that one is looked at alone."""
SLOWER = 4
"""How much slower than this machine a cheap phone may be."""

# The page's own listener comes later, so the clock starts before anything is done with a frame.
# A message that is posted while a frame is made arrives when that frame has been painted.
STOPWATCH = """
window.seen = [];
window.WebPageClient = class extends WebPageClient {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', event => {
      const frame = JSON.parse(event.data);
      for (const news of Array.isArray(frame) ? frame : [frame]) {
        if (news.type !== 'news' || !news.scene) continue;
        const came = performance.now();
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.seen.push(performance.now() - came);
        const look = () => requestAnimationFrame(() => {
          const shown = document.querySelector('[data-number]')?.dataset.number;
          if (Number(shown) >= news.number) painted.port2.postMessage('');
          else look();
        });
        look();
      }
    });
  }
};
"""


def opened(browser: Browser, server: Server, look: Look) -> Visit:
    """Somebody opens the page for the first time."""
    page = look.context(browser).new_page()
    page.add_init_script(STOPWATCH)
    visit = Visit(page, server, Complaints(page))
    visit.go("/rules")
    return visit


@dataclass(frozen=True, slots=True)
class Watched:
    """What a page needed to show some acts."""

    painted: list[float]
    """Milliseconds from the frame that tells of an act until it is on the screen, act by act."""
    worked: float
    """Milliseconds of processor time of the page's own thread for each act, motion included."""


def watched(browser: Browser, server: Server, look: Look, acts: int, rate: int = 1) -> Watched:
    """Two people play over sockets, one act after the other, and the page of one is watched."""
    visit = opened(browser, server, look)
    player = Player(visit, visit.create_table("me", "open", seed="3", options={"players": 2}), 3)
    with Guest(server) as guest, guest.open(player.table) as other:
        assert other.ask("sit", seat=1, name="Bob")["type"] == "accepted"
        session = visit.page.context.new_cdp_session(visit.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        player.socket.catch_up(other.number)
        visit.shows(other.number)
        before, number = busy(session), other.number
        for _ in range(acts):
            mover = player.socket if player.choices else other
            answer = mover.act(fancy(mover, player.rng))
            assert answer["type"] == "accepted", answer
            for socket in (player.socket, other):
                socket.catch_up(answer["number"])
            visit.shows(answer["number"])
            visit.page.wait_for_timeout(REST)
        worked = (busy(session) - before) / (other.number - number)
    player.close()
    painted: list[float] = visit.page.evaluate("window.seen")
    visit.page.context.close()
    return Watched(painted[-acts:], worked)


def fancy(mover: PageClient, rng: Random) -> str:
    """Anything that can be done, a move as a whole."""
    action = rng.choice(mover.choices)
    if not action.startswith("take "):
        return action
    end = rng.choice(mover.ask("ask", what="outcomes", start=action.split(" ")[1])["outcomes"])
    way: str = rng.choice(mover.ask("ask", what="ways", **end)["ways"])
    return way


def busy(session: CDPSession) -> float:
    """Milliseconds of processor time that the thread of the page has used so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def moves(browser: Browser, server: Server, acts: int) -> list[Row]:
    """How soon a move is seen, with motion as visitors have it."""
    rows = []
    within = Target("value", "<=", 100)
    for look, rate, where in (
        (Look(still=False), 1, "desktop"),
        (Look(still=True), 1, "desktop without motion"),
        (Look(size=PHONE, still=False), SLOWER, f"phone, {SLOWER} × slower"),
    ):
        found = watched(browser, server, look, acts, rate)
        rows += [
            Row(f"{where}: a move painted, median", "ms", median(found.painted), target=within),
            Row(f"{where}: the same, p95", "ms", quantiles(found.painted, n=20)[-1]),
            Row(f"{where}: processor time of a move", "ms", found.worked),
        ]
    return rows


def first_load(browser: Browser, server: Server) -> list[Row]:
    """What a visitor's first load brings, as it is sent."""
    context = Look().context(browser)
    page = context.new_page()
    sizes: dict[str, float] = {}

    def finished(request: Any) -> None:
        sent = request.sizes()
        sizes[request.url] = sent["responseBodySize"] + sent["responseHeadersSize"]

    page.on("requestfinished", finished)
    page.goto(f"{server.address}/", wait_until="networkidle")
    painted = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    context.close()
    code = sum(size for url, size in sizes.items() if url.endswith((".js", ".css")))
    whole = sum(sizes.values()) / 1e3
    target = Target("value", "<=", 230)
    return [
        Row("first load: scripts and styles", "kB", code / 1e3),
        Row(f"first load: all {len(sizes)} requests", "kB", whole, target=target),
        Row("first load: until something is painted, from this machine", "ms", painted),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measures and print the report; 1 only if --check finds a missed target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.page", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="fewer moves, rougher numbers")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    with (
        TemporaryDirectory() as folder,
        running(Path(folder)) as server,
        sync_playwright() as playwright,
        launched(playwright) as browser,
    ):
        rows = first_load(browser, server)
        rows += moves(browser, server, QUICK if options.quick else FULL)
    load = f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}"
    if options.json:
        print(as_json(rows, {"machine": machine(), "load": load, "quick": options.quick}))
    else:
        Console().print(table(rows, " · ".join([*machine().values(), load])))
    return 1 if options.check and any(row.ok is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
