"""Open the largest tables that the limits allow, and measure what others notice meanwhile.

    python -m benchmarks.server.long_tables

Five guests have written and undone as much as they may, and some games start from a position with
as many meeples as there can be. The limits are 300 ms until a table is open and a pause of 50 ms
for a page at another table; the exit status is 1 if one is exceeded.
"""

import argparse
import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from benchmarks.server.measures import store
from benchmarks.server.pages import TIMEOUT, create_table
from benchmarks.server.processes import Clock, table_server
from benchmarks.server.soak import probing
from naqala.tables import tokens
from naqala.tables.log.state import TableState
from tests.tables.largest_table import crowded, largest_table

MILLI = 1000
OPEN_MS, PAUSE_MS = 300.0, 50.0
REST = 0.3
"""Seconds between two tables."""
OPENINGS = {"a new game": "", "one crowded tile": crowded(1), "crowded tiles": crowded(40)}
UNDONE = ("", "bid", "sow")
"""How the acts begin that are undone."""


def largest() -> dict[str, TableState]:
    """Tables by what is large about them."""
    return {
        f"{opening}, {undone or 'every act'} undone": largest_table(text, undone)
        for opening, text in OPENINGS.items()
        for undone in UNDONE
    }


async def measure(times: int, folder: Path) -> bool:
    """Open each table several times; whether the limits are kept."""
    large = largest()
    copies: dict[str, list[TableState]] = {name: [] for name in large}
    for name, table in large.items():
        for _ in range(times):  # under another name each time: an open table stays in memory
            copy = TableState(tokens.draw_table())
            for each in table.log:
                copy.apply(each.entry)
            copies[name].append(copy)
    await store([copy for each in copies.values() for copy in each], folder)
    slowest = longest = 0.0
    with table_server(folder) as server:
        async with httpx.AsyncClient(timeout=TIMEOUT) as http:
            watched = await create_table(server, http, 0, 2)
            url = f"{server.socket_address}/api/tables/{watched['table']}/socket"
            with probing(url) as pauses:
                pauses.get()
                for name, tables in copies.items():
                    milliseconds, cpu, waits = [], [], []
                    for table in tables:
                        await asyncio.sleep(REST)
                        while not pauses.empty():
                            pauses.get()
                        clock = Clock(server)
                        answer = await http.get(f"{server.address}/api/tables/{table.id}")
                        milliseconds.append(clock.seconds * MILLI)
                        cpu.append(clock.cpu * MILLI)
                        assert answer.json()["number"] == table.number
                        await asyncio.sleep(REST)
                        while not pauses.empty():
                            waits.append(pauses.get())
                    print(
                        f"{table.number:,} entries ({name}): opened in"
                        f" {median(milliseconds):.0f} ms, {max(milliseconds):.0f} ms at most"
                        f" ({median(cpu):.0f} ms of processor time);"
                        f" longest pause {max(waits):.0f} ms",
                        flush=True,
                    )
                    slowest, longest = max(slowest, *milliseconds), max(longest, *waits)
    print(f"slowest {slowest:.0f} ms, longest pause {longest:.0f} ms")
    return slowest < OPEN_MS and longest < PAUSE_MS


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the tables with the options of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.server.long_tables", description=__doc__
    )
    parser.add_argument("--times", type=int, default=5, help="how often each table is opened")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        return int(not asyncio.run(measure(options.times, Path(folder))))


if __name__ == "__main__":
    sys.exit(main())
