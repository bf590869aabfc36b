"""Play for many minutes while tables are created and dropped: `make soak-server`.

Prints every minute the memory of the server, the latency of acts and the longest pause. A pause is
the time that a ping of an idle page takes: whatever blocks the event loop delays it too. Before
and after, all tables leave, and the memory is measured: first after half a minute of the same load,
which loads modules and fills caches. The limits are a pause of 100 ms and 10 % more memory after
than before; with `--check` the exit status is 1 if one is exceeded.
"""

import argparse
import asyncio
import multiprocessing
import random
import sys
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from itertools import count
from math import ceil
from multiprocessing.queues import Queue
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx
from websockets.sync.client import connect

from benchmarks.server.measures import percentile
from benchmarks.server.pages import TIMEOUT, create_table, open_table
from benchmarks.server.processes import Process, table_server

TABLE_ACTS = 60
"""Acts at a table before its pages leave and another is created."""
PLAYERS = 2
PROBE_SECONDS = 0.02
"""How often the idle page pings."""
WARM_UP = 30
"""Seconds of the same load before the memory is measured for the first time."""
LEAVE_SECONDS = 15
"""How long tables may take to leave memory after the last page is gone."""
PAUSE_MS, GROWTH = 100.0, 1.1
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
        self.before = self.after = 0.0
        """Memory without tables, in megabytes."""

    async def keep_playing(self, http: httpx.AsyncClient, nth: int) -> None:
        """Play at one table after the other, each act at its due time."""
        pause = self.tables / self.rate
        due = time.perf_counter() + pause * nth / self.tables
        acts = TABLE_ACTS * (nth + 1) // self.tables  # so that tables do not all end at once
        while True:
            seed = next(self.seeds)
            self.created += 1
            self.window.tables += 1
            async with open_table(self.server, http, seed, PLAYERS) as table:
                # Each table keeps its place in the interval. Otherwise those that open at the same
                # time would act at the same time from then on, which people do not.
                due += pause * max(0, ceil((time.perf_counter() - due) / pause))
                rng = random.Random(seed)
                for _ in range(acts):
                    if table.over:
                        break
                    await asyncio.sleep(max(0.0, due - time.perf_counter()))
                    await table.act(rng)
                    self.window.acts.append((time.perf_counter() - due) * MILLI)
                    due += pause
            acts = TABLE_ACTS

    async def run(self, minutes: int) -> list[tuple[float, Window]]:
        """The memory and the measurements of each minute, printed as they come."""
        found = []
        async with httpx.AsyncClient(timeout=TIMEOUT) as http:
            watched = await create_table(self.server, http, 0, PLAYERS)
            async with self.playing(http) as tasks:
                await asyncio.wait(tasks, timeout=WARM_UP)
            self.before = await self.resting()
            self.window, self.created = Window(), 0
            print(f"before: {self.before:.0f} MB", flush=True)
            url = f"{self.server.socket_address}/api/tables/{watched['table']}/socket"
            with probing(url) as ms:
                async with self.playing(http) as tasks:
                    for minute in range(1, minutes + 1):
                        done, _ = await asyncio.wait(tasks, timeout=60)
                        for task in done:
                            task.result()
                        window, self.window = self.window, Window()
                        while not ms.empty():
                            window.pings.append(ms.get())
                        found.append((self.server.memory(), window))
                        print(f"minute {minute}: {line(*found[-1])}", flush=True)
            self.after = await self.resting()
            print(f"after: {self.after:.0f} MB", flush=True)
        return found

    @asynccontextmanager
    async def playing(self, http: httpx.AsyncClient) -> AsyncIterator[list[asyncio.Task[None]]]:
        """Play at all tables at a time; in the end everybody leaves."""
        tasks = [asyncio.create_task(self.keep_playing(http, nth)) for nth in range(self.tables)]
        try:
            yield tasks
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def resting(self) -> float:
        """The memory once all tables have left that may."""
        await asyncio.sleep(LEAVE_SECONDS)
        async with httpx.AsyncClient(timeout=TIMEOUT) as http:
            await create_table(self.server, http, next(self.seeds), PLAYERS)  # makes room
        return self.server.memory()


@contextmanager
def probing(url: str) -> Iterator["Queue[float]"]:
    """Ping from a separate process, so that only pauses of the server are measured."""
    context = multiprocessing.get_context("spawn")
    milliseconds: Queue[float] = context.Queue()
    process = context.Process(target=probe, args=(url, milliseconds), daemon=True)
    process.start()
    try:
        yield milliseconds
    finally:
        process.kill()
        process.join()


def probe(url: str, milliseconds: "Queue[float]") -> None:
    """Measure repeatedly how long the server takes to answer a ping."""
    with connect(url, compression=None, ping_interval=None) as socket:
        socket.send('{"type":"hello"}')
        socket.recv()
        while True:
            begun = time.perf_counter()
            socket.send('{"type":"ping"}')
            socket.recv()
            milliseconds.put((time.perf_counter() - begun) * MILLI)
            time.sleep(PROBE_SECONDS)


def line(memory: float, window: Window) -> str:
    """The report line of one minute."""
    return (
        f"{memory:.0f} MB, {len(window.acts) / 60:.0f} acts/s, {window.tables} new tables,"
        f" act median {median(window.acts):.1f} ms, p99 {percentile(window.acts):.1f} ms,"
        f" highest {max(window.acts):.0f} ms, longest pause {max(window.pings):.0f} ms"
    )


async def soak(minutes: int, rate: float, tables: int, folder: Path) -> bool:
    """Soak a new server, and print a summary; whether the limits were kept."""
    with table_server(folder) as server:
        soak = Soak(server, rate, tables)
        found = await soak.run(minutes)
        acts = [each for _, window in found for each in window.acts]
        pauses = [each for _, window in found for each in window.pings]
        memory = [each for each, _ in found]
        print(
            f"{len(acts):,} acts at {soak.created:,} tables: p99 {percentile(acts):.1f} ms,"
            f" longest pause {max(pauses):.0f} ms,"
            f" memory {min(memory):.0f} to {max(memory):.0f} MB,"
            f" {soak.before:.0f} MB before and {soak.after:.0f} MB after"
        )
        return max(pauses) < PAUSE_MS and soak.after < GROWTH * soak.before


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the soak with the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.soak", description=__doc__)
    parser.add_argument("--minutes", type=int, default=20)
    parser.add_argument("--rate", type=float, default=400.0, help="acts per second")
    parser.add_argument("--tables", type=int, default=100, help="tables at a time")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a limit is exceeded")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        kept = asyncio.run(soak(options.minutes, options.rate, options.tables, Path(folder)))
    return int(options.check and not kept)


if __name__ == "__main__":
    sys.exit(main())
