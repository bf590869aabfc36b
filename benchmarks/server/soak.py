"""Play at tables that come and go, for many minutes: `make soak-server`.

Prints every minute the memory of the server, the latency of acts and the longest pause. A pause is
the time that a ping of an idle page takes: whatever holds up the event loop holds it up too.
"""

import argparse
import asyncio
import random
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.server.measures import percentile
from benchmarks.server.pages import Party, parties
from benchmarks.server.processes import Process, table_server

TABLE_ACTS = 60
"""Acts at a table before its pages leave and another is created."""
PLAYERS = 2
PROBE_SECONDS = 0.02
"""How often the idle page pings."""
MILLI = 1000


@dataclass(slots=True)
class Window:
    """What was measured in one minute."""

    acts: list[float] = field(default_factory=list)
    """Milliseconds from when an act was due until every page had it."""
    pings: list[float] = field(default_factory=list)
    tables: int = 0


class Soak:
    """A server under a steady load."""

    def __init__(self, server: Process, rate: float, tables: int) -> None:
        """Play `rate` acts per second at this many tables at a time."""
        self.server, self.rate, self.tables = server, rate, tables
        self.window = Window()
        self.seeds = count(1)
        self.created = 0

    async def keep_playing(self, nth: int) -> None:
        """Play at one table after the other, each act at its due time."""
        pause = self.tables / self.rate
        due = time.perf_counter() + pause * nth / self.tables
        while True:
            seed = next(self.seeds)
            self.created += 1
            self.window.tables += 1
            async with parties(self.server, range(seed, seed + 1), PLAYERS) as (party,):
                due = max(due, time.perf_counter())
                for _ in range(TABLE_ACTS):
                    if party.over:
                        break
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    await party.act(random.Random(seed))
                    self.window.acts.append((time.perf_counter() - due) * MILLI)
                    due += pause

    async def keep_pinging(self, party: Party) -> None:
        """Measure how long the server takes to answer a page that does nothing else."""
        socket = party.pages[0].socket
        while True:
            begun = time.perf_counter()
            await socket.send('{"type":"ping"}')
            await socket.recv()
            self.window.pings.append((time.perf_counter() - begun) * MILLI)
            await asyncio.sleep(PROBE_SECONDS)

    async def run(self, minutes: int) -> list[tuple[float, Window]]:
        """The memory and the measurements of each minute, printed as they come."""
        found = []
        async with parties(self.server, range(1), PLAYERS) as (idle,):
            print(f"before: {self.server.memory():.0f} MB", flush=True)
            work = [self.keep_playing(nth) for nth in range(self.tables)]
            tasks = [asyncio.create_task(each) for each in (*work, self.keep_pinging(idle))]
            try:
                for minute in range(1, minutes + 1):
                    done, _ = await asyncio.wait(tasks, timeout=60)
                    for task in done:
                        task.result()
                    window, self.window = self.window, Window()
                    found.append((self.server.memory(), window))
                    print(f"minute {minute}: {line(*found[-1])}", flush=True)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return found


def line(memory: float, window: Window) -> str:
    """One minute in words."""
    return (
        f"{memory:.0f} MB, {len(window.acts) / 60:.0f} acts/s, {window.tables} new tables,"
        f" act median {median(window.acts):.1f} ms, p99 {percentile(window.acts):.1f} ms,"
        f" highest {max(window.acts):.0f} ms, longest pause {max(window.pings):.0f} ms"
    )


async def soak(minutes: int, rate: float, tables: int, folder: Path) -> None:
    """Soak a new server, and print a summary."""
    with table_server(folder) as server:
        soak = Soak(server, rate, tables)
        found = await soak.run(minutes)
        acts = [each for _, window in found for each in window.acts]
        pauses = [each for _, window in found for each in window.pings]
        memory = [each for each, _ in found]
        print(
            f"{len(acts):,} acts at {soak.created:,} tables: p99 {percentile(acts):.1f} ms,"
            f" longest pause {max(pauses):.0f} ms,"
            f" memory {min(memory):.0f} to {max(memory):.0f} MB"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the soak with the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.soak", description=__doc__)
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument("--rate", type=float, default=400.0, help="acts per second")
    parser.add_argument("--tables", type=int, default=100, help="tables at a time")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        asyncio.run(soak(options.minutes, options.rate, options.tables, Path(folder)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
