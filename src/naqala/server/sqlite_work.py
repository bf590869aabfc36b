"""Who works on a SQLite file: a clerk that may take its time, and a pen for quick writes.

The clerk is a thread. It takes everything that waits, does it in one transaction, commits durably,
and only then answers: under load a commit is shared by many tables, and a slow disk keeps nobody
from reading. But to wake a thread and to be woken by it takes longer than a quick disk does. So
what tables append is written in place, all that comes in one round of the event loop together,
as long as the last commit took less than a moment and nobody else writes.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, Generic, NamedTuple, TypeVar

T = TypeVar("T")

MOST_TOGETHER = 256
"""How many jobs share a commit at most."""
GATHER = 0.005
"""Seconds between two commits of the clerk while several tables write at once; a table alone never
waits."""
QUICK = 0.001
"""Seconds that a commit may take for the next one to be made in place."""
CHECKPOINT = 250
"""Commits of the pen after which the clerk copies them from the -wal file to where they belong."""


class Job(NamedTuple, Generic[T]):
    """Something that shall be done with the database, and whoever waits for it.

    `work` is done again where a transaction that it shared with others was rolled back.
    """

    work: Callable[[sqlite3.Connection], T]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[T]
    writes: bool


def job(work: Callable[[sqlite3.Connection], T], *, writes: bool = False) -> Job[T]:
    """A job of the running event loop."""
    loop = asyncio.get_running_loop()
    return Job(work, loop, loop.create_future(), writes)


class Clerk:
    """The thread that does one thing after the other, and what writes together."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Work on a database, which is closed at the end."""
        self.took = 0.0
        """Seconds of the last commit, whoever made it."""
        self._jobs: SimpleQueue[Job[Any] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, args=(database,), name="sqlite", daemon=True)
        self._thread.start()

    def do(self, job: Job[Any]) -> None:
        """Do a job when those before it are done."""
        self._jobs.put(job)

    def end(self) -> None:
        """Finish what waits, and close the database."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self, database: sqlite3.Connection) -> None:
        running, begun, many = True, 0.0, False
        while running:
            job = self._jobs.get()
            if job is None:
                break
            if many:  # a commit costs the same for one append as for a hundred
                time.sleep(max(0.0, begun + GATHER - time.monotonic()))
            begun = time.monotonic()
            jobs = [job]
            while len(jobs) < MOST_TOGETHER and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    running = False
                    break
                jobs.append(job)
            many = len(jobs) > 1
            done = _done(database, jobs)
            if any(each.writes for each in jobs):
                self.took = time.monotonic() - begun
            _answer(done)
        database.close()


class Pen:
    """Writes what is appended in place; where that would take long, the clerk does."""

    def __init__(self, database: sqlite3.Connection, clerk: Clerk) -> None:
        """Write with a connection of its own, which never waits for others."""
        self._database = database
        self._clerk = clerk
        self._gathered: list[Job[None]] = []
        self._commits = 0

    def write(self, job: Job[None]) -> None:
        """Write something, with all that comes in this round of the event loop."""
        self._gathered.append(job)
        if len(self._gathered) == 1:
            job.loop.call_soon(self._write)

    def end(self) -> None:
        """Close the database; what still waits is left to the clerk."""
        jobs, self._gathered = self._gathered, []
        for each in jobs:
            self._clerk.do(each)
        self._database.close()

    def _write(self) -> None:
        jobs, self._gathered = self._gathered, []
        if not jobs:
            return
        if self._clerk.took > QUICK or not self._written(jobs):
            for each in jobs:
                self._clerk.do(each)
            return
        for each in jobs:
            if not each.answer.cancelled():
                each.answer.set_result(None)

    def _written(self, jobs: list[Job[None]]) -> bool:
        """Whether it could be done; else nothing was, and the clerk will find out why."""
        begun, database = time.monotonic(), self._database
        try:
            database.execute("begin immediate")
            for each in jobs:
                each.work(database)
            database.execute("commit")
        except Exception:
            with suppress(sqlite3.Error):
                if database.in_transaction:
                    database.execute("rollback")
            return False
        self._clerk.took = time.monotonic() - begun
        self._commits += 1
        if self._commits % CHECKPOINT == 0:
            self._clerk.do(job(_checkpoint))
        return True


def _checkpoint(database: sqlite3.Connection) -> None:
    """Copy what nobody reads from the -wal file, which is then written from its beginning."""
    with suppress(sqlite3.Error):  # the next one tries again
        database.execute("pragma wal_checkpoint(passive)").fetchall()


Done = list[tuple[Job[Any], Any, BaseException | None]]


def _done(database: sqlite3.Connection, jobs: list[Job[Any]]) -> Done:
    """Every job with its result or its error, once all that was written is durable.

    All share a transaction; where one fails, which is rare, each gets its own.
    """
    try:
        if any(job.writes for job in jobs):
            database.execute("begin immediate")
        done: Done = [(job, job.work(database), None) for job in jobs]
        if database.in_transaction:
            database.execute("commit")
    except Exception as error:
        if database.in_transaction:
            database.execute("rollback")
        if len(jobs) == 1:
            return [(jobs[0], None, error)]
        return [each for job in jobs for each in _done(database, [job])]
    return done


def _answer(done: Done) -> None:
    """Wake those who wait, each event loop once."""
    by_loop: dict[asyncio.AbstractEventLoop, Done] = {}
    for each in done:
        by_loop.setdefault(each[0].loop, []).append(each)
    for loop, answers in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, answers)


def _resolve(answers: Done) -> None:
    for job, result, error in answers:
        if job.answer.cancelled():
            continue
        if error is None:
            job.answer.set_result(result)
        else:
            job.answer.set_exception(error)
