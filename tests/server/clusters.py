"""A real PostgreSQL for tests, from the packages of the system: on a socket file, then gone."""

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

PATIENCE = 60.0
USER = "postgres"
ROOM = 1 << 31
"""Bytes that must be free in memory."""


def programs() -> Path:
    """Where initdb and postgres are: the newest of Debian's, or those on the path."""
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


def roomy_memory() -> str | None:
    """A folder in memory where there is room for it: thousands of small files are slow on disks."""
    memory = Path("/dev/shm")
    roomy = memory.is_dir() and shutil.disk_usage(memory).free > ROOM
    return str(memory) if roomy and os.access(memory, os.W_OK) else None


HEARS = """select count(*) from pg_stat_activity
    where datname = current_database() and application_name = 'naqala listens'
        and state = 'idle' and (query like 'LISTEN%' or query = 'select 1')"""
"""How many processes listen."""


async def value(url: str, query: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(query)
    finally:
        await connection.close()


class Cluster:
    """A database server of its own; each call of `new` is another empty database on it."""

    def __init__(self) -> None:
        self.programs = programs()
        # Not the folder of pytest: who runs the database must be able to reach it.
        self.folder = Path(tempfile.mkdtemp(prefix="naqala-postgres-", dir=roomy_memory()))
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
        # No test cuts the power, so none has to wait for a disk that others keep busy.
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [self.programs / "postgres", "-D", self.folder / "data", "-k", self.folder,
                 "-c", "listen_addresses=", "-c", "max_connections=60", "-c", "fsync=off"],
                stdout=log, stderr=log, cwd=self.folder, **self.owner,
            )  # fmt: skip
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, self.log.read_text()
            time.sleep(0.05)

    def _answers(self) -> bool:
        ready = [str(self.programs / "pg_isready"), "--quiet", f"--host={self.folder}"]
        return subprocess.run(ready, check=False).returncode == 0

    def stop(self) -> None:
        """Stop the server; whoever is connected is cut off."""
        if self.process is not None:
            self.process.send_signal(signal.SIGINT)
            self.process.wait(PATIENCE)
            self.process = None

    def crash(self) -> None:
        """Let the server and all its processes die at once, as when its machine does."""
        assert self.process is not None
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(PATIENCE)
        self.process = None

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def new(self) -> str:
        """The address of an empty database."""
        name = f"test_{next(self.numbers)}"
        self.do(f"create database {name}")
        return self.address(name)

    def do(self, command: str, database: str = "postgres") -> Any:
        """Run a command and tell its first value."""

        async def done() -> Any:
            connection = await asyncpg.connect(self.address(database))
            try:
                return await connection.fetchval(command)
            finally:
                await connection.close()

        return asyncio.run(done())
