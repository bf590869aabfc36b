"""Flood a server from ten sockets, and measure the acts of an honest table beside them.

    python -m benchmarks.server.flood

Each socket sends pings, pongs or malformed frames at 1.2 MB/s until it is cut off, and reconnects.
The limits are a median of 10 ms for the acts and a second until a socket is cut off.
"""

import argparse
import asyncio
import random
import socket
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from threading import Event, Thread

import httpx

from benchmarks.server.measures import percentile
from benchmarks.server.pages import TIMEOUT, Table, create_table, open_table
from benchmarks.server.processes import Process, table_server

SOCKETS = 10
ADDRESS = "127.0.0.2"
"""The address of the flood: limits of addresses must not hit the honest table."""
FRAMES = (b"\x89\x80\0\0\0\0", b"\x8a\x80\0\0\0\0", b"\xff\xff\xff\xff")
"""A ping, a pong, and something that is no frame."""
BLOCK = 12_000
RATE = 1_200_000
"""Bytes that each socket sends, at once and per second."""
PAUSE = 0.05
"""Seconds between two acts."""
MOST_MS, MOST_SECONDS = 10.0, 1.0


class Flood:
    """Sockets that send more than they may."""

    def __init__(self, server: Process, table: str) -> None:
        """Flood a table of this server."""
        self.host, _, self.port = server.address.removeprefix("http://").partition(":")
        self.upgrade = "\r\n".join([
            f"GET /api/tables/{table}/socket HTTP/1.1", f"Host: {self.host}", "Connection: Upgrade",
            "Upgrade: websocket", "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", "",
        ]).encode()  # fmt: skip
        self.stopped = Event()
        self.seconds: list[float] = []
        """How long each socket could go on."""
        self.refused = 0

    def run(self, frame: bytes) -> None:
        """Send frames until stopped."""
        while not self.stopped.is_set():
            begun = 0.0
            with suppress(OSError), socket.socket() as wire:
                wire.bind((ADDRESS, 0))
                wire.settimeout(TIMEOUT)
                wire.connect((self.host, int(self.port)))
                wire.sendall(self.upgrade)
                if wire.recv(12) == b"HTTP/1.1 101":
                    begun = time.perf_counter()
                    while not self.stopped.is_set():
                        wire.sendall(frame * (BLOCK // len(frame)))
                        time.sleep(BLOCK / RATE)
            if begun and not self.stopped.is_set():
                self.seconds.append(time.perf_counter() - begun)
            elif not begun:
                self.refused += 1
                time.sleep(0.01)


async def acts(table: Table, seconds: float) -> list[float]:
    """Milliseconds of each act in this time."""
    found, rng, until = [], random.Random(1), time.perf_counter() + seconds
    while time.perf_counter() < until and not table.over:
        begun = time.perf_counter()
        await table.act(rng)
        found.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(PAUSE)
    return found


async def measure(seconds: float, folder: Path) -> bool:
    """Play before and during a flood; whether the limits are kept."""
    with table_server(folder, "--rate", "40") as server:
        async with httpx.AsyncClient(timeout=TIMEOUT) as http:
            watched = (await create_table(server, http, 0, 2))["table"]
            async with open_table(server, http, 1, 4) as table:
                quiet = await acts(table, seconds / 4)
                flood = Flood(server, watched)
                frames = (FRAMES[nth % len(FRAMES)] for nth in range(SOCKETS))
                threads = [Thread(target=flood.run, args=(frame,)) for frame in frames]
                for thread in threads:
                    thread.start()
                loud = await acts(table, seconds)
                flood.stopped.set()
                for thread in threads:
                    thread.join()
    for name, found in (("before", quiet), ("beside the flood", loud)):
        print(
            f"{len(found)} acts {name}: median {median(found):.1f} ms,"
            f" p99 {percentile(found):.1f} ms, highest {max(found):.1f} ms"
        )
    print(
        f"{len(flood.seconds)} floods were cut off after {median(flood.seconds):.2f} s,"
        f" {max(flood.seconds):.2f} s at most; {flood.refused} connections were refused"
    )
    return median(loud) < MOST_MS and max(flood.seconds) < MOST_SECONDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the flood with the options of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server.flood", description=__doc__)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        return int(not asyncio.run(measure(options.seconds, Path(folder))))


if __name__ == "__main__":
    sys.exit(main())
