"""Measure the page in a browser: the time until a move is painted and the size of a first load."""

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
from tests.page.browsers import PHONE, ConsoleErrors, Look, launched
from tests.page.players import Player
from tests.page.visitor import Visitor
from tests.server.servers import Guest, PageClient, Server, running

FULL, QUICK = 40, 12
"""The number of measured acts."""
PAUSE = 300
"""Milliseconds between two moves, so that each is measured separately."""
SLOWDOWN = 4
"""The CPU slowdown that emulates a cheap phone."""

# This listener is added before that of the page, so the time includes all handling of a message.
# A message that is posted in an animation frame arrives after that frame was painted.
STOPWATCH = """
window.paintTimes = [];
window.WebSocket = class extends WebSocket {
  constructor(...all) {
    super(...all);
    this.addEventListener('message', event => {
      const frame = JSON.parse(event.data);
      for (const news of Array.isArray(frame) ? frame : [frame]) {
        if (news.type !== 'news' || !news.scene) continue;
        const received = performance.now();
        const painted = new MessageChannel();
        painted.port1.onmessage = () => window.paintTimes.push(performance.now() - received);
        const check = () => requestAnimationFrame(() => {
          const shown = document.querySelector('[data-number]')?.dataset.number;
          if (Number(shown) >= news.number) painted.port2.postMessage('');
          else check();
        });
        check();
      }
    });
  }
};
"""


def open_page(browser: Browser, server: Server, look: Look) -> Visitor:
    """Open the page in a new browser context."""
    page = look.context(browser).new_page()
    page.add_init_script(STOPWATCH)
    visitor = Visitor(page, server, ConsoleErrors(page))
    visitor.goto("/rules")
    return visitor


@dataclass(frozen=True, slots=True)
class Timings:
    """The times that a page needed to show some acts."""

    painted: list[float]
    """For each act, the milliseconds from receiving its message to painting it."""
    cpu: float
    """Milliseconds of CPU time of the main thread per act, with animations."""


def measure_acts(browser: Browser, server: Server, look: Look, acts: int, rate: int = 1) -> Timings:
    """Measure the page of one of two people who play over sockets."""
    visitor = open_page(browser, server, look)
    player = Player(
        visitor, visitor.create_table("me", "open", seed="3", options={"players": 2}), 3
    )
    with Guest(server) as guest, guest.open(player.table) as other:
        assert other.ask("sit", seat=1, name="Bob")["type"] == "accepted"
        session = visitor.page.context.new_cdp_session(visitor.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        player.socket.catch_up(other.number)
        visitor.wait_for_entry(other.number)
        before, number = cpu_time(session), other.number
        for _ in range(acts):
            mover = player.socket if player.choices else other
            answer = mover.act(random_action(mover, player.rng))
            assert answer["type"] == "accepted", answer
            for socket in (player.socket, other):
                socket.catch_up(answer["number"])
            visitor.wait_for_entry(answer["number"])
            visitor.page.wait_for_timeout(PAUSE)
        cpu = (cpu_time(session) - before) / (other.number - number)
    player.close()
    painted: list[float] = visitor.page.evaluate("window.paintTimes")
    visitor.page.context.close()
    return Timings(painted[-acts:], cpu)


def random_action(mover: PageClient, rng: Random) -> str:
    """A random action; a move is one action."""
    action = rng.choice(mover.choices)
    if not action.startswith("take "):
        return action
    outcome = rng.choice(mover.ask("ask", what="outcomes", start=action.split(" ")[1])["outcomes"])
    way: str = rng.choice(mover.ask("ask", what="ways", **outcome)["ways"])
    return way


def cpu_time(session: CDPSession) -> float:
    """Milliseconds of CPU time that the main thread of the page has used so far."""
    metrics = session.send("Performance.getMetrics")["metrics"]
    return 1000 * float(next(each["value"] for each in metrics if each["name"] == "TaskDuration"))


def moves(browser: Browser, server: Server, acts: int) -> list[Row]:
    """The time until a move is painted, with and without animations."""
    rows = []
    target = Target("value", "<=", 100)
    for look, rate, where in (
        (Look(reduced_motion=False), 1, "desktop"),
        (Look(reduced_motion=True), 1, "desktop, reduced motion"),
        (Look(size=PHONE, reduced_motion=False), SLOWDOWN, f"phone, {SLOWDOWN} × slower"),
    ):
        found = measure_acts(browser, server, look, acts, rate)
        rows += [
            Row(
                f"{where}: time until a move is painted, median",
                "ms",
                median(found.painted),
                target=target,
            ),
            Row(f"{where}: the same, p95", "ms", quantiles(found.painted, n=20)[-1]),
            Row(f"{where}: CPU time of a move", "ms", found.cpu),
        ]
    return rows


def first_load(browser: Browser, server: Server) -> list[Row]:
    """The transferred bytes and the first paint of a first load."""
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
        Row("first load: first contentful paint, over loopback", "ms", painted),
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
