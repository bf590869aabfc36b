"""Servers in separate processes, with their CPU time and memory (Linux only)."""

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 30.0
"""Seconds for a server to stop."""


@dataclass(frozen=True, slots=True)
class Process:
    """A running server."""

    pid: int
    address: str

    @property
    def socket_address(self) -> str:
        """The base URL of its WebSockets."""
        return self.address.replace("http", "ws", 1)

    def cpu(self) -> float:
        """Seconds of CPU time so far, of all threads, in user and kernel mode."""
        return time.clock_gettime((~self.pid << 3) | 2)  # the clock id of clock_getcpuclockid

    def memory(self) -> float:
        """Megabytes of memory in use (RSS)."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


class Clock:
    """The CPU time and real time of a process from now on."""

    def __init__(self, process: Process) -> None:
        self._process, self._cpu, self._begun = process, process.cpu(), time.perf_counter()

    @property
    def cpu(self) -> float:
        """Seconds of CPU time since then."""
        return self._process.cpu() - self._cpu

    @property
    def seconds(self) -> float:
        """Seconds that have passed since then."""
        return time.perf_counter() - self._begun


@contextmanager
def echo_server() -> Iterator[Process]:
    """The bare echo."""
    with _started("benchmarks.server.echo") as process:
        yield process


@contextmanager
def durable_echo(folder: Path) -> Iterator[Process]:
    """The echo that decodes, stores and encodes each message."""
    with _started("benchmarks.server.echo", str(folder)) as process:
        yield process


@contextmanager
def table_server(folder: Path, *options: str) -> Iterator[Process]:
    """`naqala serve` with its tables in a folder; limits are high unless `options` set them."""
    usual = ("--port", "0", "--rate", "1e6", "--sockets", "20000", "--data", str(folder))
    with _started("naqala", "serve", *usual, *options) as process:
        yield process


@contextmanager
def disk(folder: Path, milliseconds: list[float]) -> Iterator[None]:
    """Write blocks to the disk in the background, and collect how long each took.

    The first one is left out, because it extends the file.
    """
    command = [sys.executable, "-m", "benchmarks.server.disk", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield
        finally:
            process.terminate()
            milliseconds += map(float, process.stdout.read().splitlines())


@contextmanager
def _started(module: str, *options: str) -> Iterator[Process]:
    process = subprocess.Popen(
        [sys.executable, "-m", module, *options],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "200", "LANG": "C.UTF-8"},
    )
    assert process.stdout is not None
    try:
        line = process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        if not found:
            raise RuntimeError(f"{module} did not start: {line!r}")
        yield Process(process.pid, found[0].rstrip("/"))
    finally:
        process.terminate()
        process.wait(TIMEOUT)
        process.stdout.close()
