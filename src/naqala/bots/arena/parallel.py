"""Run many calls in parallel: in local processes (joblib) or on a Dask cluster."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from itertools import islice
from multiprocessing import parent_process
from time import sleep
from typing import Any, TypeVar

import joblib

from naqala.bots.gc_tuning import collect_less_often
from naqala.rules.errors import NaqalaError

T = TypeVar("T")
Arguments = tuple[Any, ...]

TIMEOUT = 5.0
"""How many seconds a cluster may take to answer the first request."""
IDLE = 86_400
"""After how many idle seconds a local process ends. A call at that moment would wait forever."""
WATCH_SECONDS = 2.0
"""How often a local process looks whether the one that started it still runs."""
AHEAD = 4
"""How many calls per thread are sent to a cluster in advance."""


class NoWorkers(NaqalaError):
    """A cluster cannot be used, or a local process was killed."""


def run_all(
    work: Callable[..., T], calls: Iterable[Arguments], jobs: int, cluster: str | None = None
) -> Generator[T, None, None]:
    """Call `work` with each of these arguments; results come as they finish, in any order.

    The workers are local processes, or those of the Dask cluster at an address.
    """
    yield from _run_here(work, calls, jobs) if cluster is None else _run_on(cluster, work, calls)


def _run_here(
    work: Callable[..., T], calls: Iterable[Arguments], jobs: int
) -> Generator[T, None, None]:
    """Run in local processes with one thread each; a single job runs in this process."""
    threads = {"inner_max_num_threads": 1} if jobs > 1 else {}
    start = {"initializer": _start_worker, "initargs": (os.getpid(),), "idle_worker_timeout": IDLE}
    with joblib.parallel_config("loky", n_jobs=jobs, **start, **threads):
        parallel = joblib.Parallel(return_as="generator_unordered")
    with ExitStack() as stack:
        with _interrupts_ignored():
            results = parallel(joblib.delayed(work)(*each) for each in calls)
            stack.enter_context(closing(results))
        try:
            yield from results
        except BrokenProcessPool:
            raise NoWorkers("workers_gone") from None


def _start_worker(parent: int) -> None:
    """Prepare a worker for games, and end it soon after its parent.

    The parent may be killed without stopping it.
    """
    collect_less_often()

    def watch() -> None:
        while os.getppid() == parent:
            sleep(WATCH_SECONDS)
        os._exit(1)

    if sys.platform != "win32":  # there, a virtual environment puts a process in between
        threading.Thread(target=watch, name="watch parent", daemon=True).start()


def leave_interrupts_to_parent() -> None:
    """Ignore Ctrl-C in a worker process: it reaches the parent too, which stops this one."""
    if parent_process() and threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Ignore Ctrl-C. Processes started in this context inherit that.

    Ctrl-C reaches every process of a terminal. Workers that do not ignore it print a traceback,
    although this process stops them anyway.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set signal handlers
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _run_on(
    address: str, work: Callable[..., T], calls: Iterable[Arguments]
) -> Generator[T, None, None]:
    """Run on a Dask cluster."""
    if find_spec("distributed") is None:
        raise NoWorkers("workers_extra")
    from distributed import Client, KilledWorker, as_completed

    for part in ("distributed", "distributed.client"):  # we report errors ourselves
        logging.getLogger(part).setLevel(logging.CRITICAL)
    threads = _check_cluster(address)
    waiting = iter(calls)
    with Client(address, timeout=TIMEOUT, set_as_default=False) as client:

        def submit(number: int) -> list[Any]:
            return [client.submit(work, *each, pure=False) for each in islice(waiting, number)]

        try:
            running = as_completed(submit(AHEAD * threads), loop=client.loop)
            for future in running:
                yield future.result()
                running.update(submit(1))
        except (CancelledError, KilledWorker, OSError):
            raise NoWorkers("workers_lost", address=address) from None


def _check_cluster(address: str) -> int:
    """The number of threads of a cluster whose workers all have this version of the package."""
    try:
        threads, versions = asyncio.run(_ask_cluster(address))
    except Exception:  # the address or the server may be broken in any way
        raise NoWorkers("workers_reach", address=address) from None
    if not threads:
        raise NoWorkers("workers_idle", address=address)
    if versions != {_version()}:
        raise NoWorkers("workers_other", address=address, version=_version())
    return threads


async def _ask_cluster(address: str) -> tuple[int, set[str]]:
    """The number of threads of a cluster, and the versions of the package that its workers have.

    This is asynchronous, because a synchronous client would wait forever for a server that accepts
    connections but never answers.
    """
    from distributed import Client

    client = Client(address, timeout=TIMEOUT, set_as_default=False, asynchronous=True)
    try:
        await asyncio.wait_for(client, TIMEOUT)
        threads = sum((await client.nthreads()).values())
        try:
            versions = set((await client.run(_version)).values())
        except Exception:  # a worker without the package cannot even find the function
            versions = set()
        return threads, versions
    finally:
        await client.close(timeout=0)


def _version() -> str:
    """The version of the package in a worker."""
    import naqala

    return naqala.__version__
