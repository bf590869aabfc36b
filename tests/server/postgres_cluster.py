"""A temporary PostgreSQL for tests, on a Unix socket, from the installed system packages."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import pytest

TIMEOUT = 60.0
USER = "postgres"
MEMORY_NEEDED = 1 << 31
"""Free bytes that /dev/shm must have to hold the database."""


def programs() -> Path:
    """The folder of initdb and postgres: Debian's newest version, or the one on the path."""
    found = [
        folder
        for folder in Path("/usr/lib/postgresql").glob("*/bin")
        if (folder / "initdb").exists() and (folder / "postgres").exists()
    ]
    if found:
        return max(found, key=lambda folder: float(folder.parent.name))
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    missing = "PostgreSQL is missing: 'make database' as root, or install your system's package"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


def shared_memory() -> str | None:
    """/dev/shm if it has enough free space: thousands of small files are slow on a disk."""
    memory = Path("/dev/shm")
    enough = memory.is_dir() and shutil.disk_usage(memory).free > MEMORY_NEEDED
    return str(memory) if enough and os.access(memory, os.W_OK) else None


LISTENERS = """select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'naqala listens'
        and state = 'idle' and (query like 'LISTEN%' or query = 'select 1')"""
"""Counts the server processes that are listening for notifications."""


async def fetch_value(url: str, query: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


class Cluster:
    """A PostgreSQL server; `new` creates an empty database on it."""

    def __init__(self) -> None:
        self.programs = programs()
        # Not tmp_path: the user who runs the database must have access to it.
        self.folder = Path(tempfile.mkdtemp(prefix="naqala-postgres-", dir=shared_memory()))
        self.owner: dict[str, Any] = {}
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root
            entry = pwd.getpwnam(USER)
            os.chown(self.folder, entry.pw_uid, entry.pw_gid)
            self.owner = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
        self.numbers = count()
        self.process: subprocess.Popen[bytes] | None = None
        data, log = self.folder / "data", self.folder / "log"
        subprocess.run(
            [self.programs / "initdb", "--pgdata", data, "--username", USER, "--auth", "trust",
             "--encoding", "UTF8", "--locale", "C", "--no-sync"],
            check=True, capture_output=True, cwd=self.folder, **self.owner,
        )  # fmt: skip
        self.log = log

    def start(self) -> None:
        """Start the server and wait until it answers."""
        # No test cuts the power, so fsync would only cost time.
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder,
                 "-c", "listen_addresses=", "-c", "max_connections=60", "-c", "fsync=off"],
                stdout=log, stderr=log, cwd=self.folder, **self.owner,
            )  # fmt: skip
        deadline = time.monotonic() + TIMEOUT
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        ready = [str(self.programs / "pg_isready"), "--quiet", f"--host={self.folder}"]
        return subprocess.run(ready, check=False).returncode == 0

    def stop(self) -> None:
        """Stop the server and close its connections."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(TIMEOUT)
            self.process = None

    def crash(self) -> None:
        """Let the server and all its processes die at once, as when its machine does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(TIMEOUT)
        self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new(self) -> str:
        """Create an empty database and return its URL."""
        name = f"test_{next(self.numbers)}"
        self.execute(f"create database {name}")
        return self.address(name)

    def execute(self, command: str, database: str = "postgres") -> Any:
        """Run a query and return its first value."""

        async def run() -> Any:
            connection = await asyncpg.connect(self.address(database))
            try:
                return await connection.fetchval(command)
            finally:
                await connection.close()

        return asyncio.run(run())
