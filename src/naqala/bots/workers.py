"""Much work at once: on the processes of this machine, or on a Dask cluster, through joblib."""

from __future__ import annotations

import asyncio
import logging
import signal
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from importlib.util import find_spec
from multiprocessing import resource_tracker
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

import joblib
from joblib.externals.loky.backend import resource_tracker as loky_tracker
from joblib.externals.loky.process_executor import BrokenProcessPool

from naqala.rules.errors import NaqalaError

T = TypeVar("T")

PATIENCE = 5.0
"""How many seconds a cluster may take to answer at first."""


class NoWorkers(NaqalaError):
    """Nobody can play: `reason` says why.

    `extra`, `reach`, `idle`, `other`, `lost` are about a cluster, `gone` about a process here.
    """

    def __init__(self, reason: str, message: str) -> None:
        """A sentence, and a word for who translates it."""
        super().__init__(message)
        self.reason = reason


def finished(
    work: Callable[..., T], todo: Iterable[tuple[Any, ...]], jobs: int, cluster: str | None = None
) -> Generator[T, None, None]:
    """What `work` answers to each of `todo`, as it comes, in no certain order.

    The workers are processes of this machine, or those of the Dask cluster at an address.
    """
    tasks = (joblib.delayed(work)(*each) for each in todo)
    yield from _here(tasks, jobs) if cluster is None else _there(tasks, cluster)


def _here(tasks: Iterable[Any], jobs: int) -> Generator[Any, None, None]:
    """What processes of this machine finish, each with one thread; one job needs no process."""
    threads = {"inner_max_num_threads": 1} if jobs > 1 else {}
    with joblib.parallel_config("loky", n_jobs=jobs, **threads):
        parallel = joblib.Parallel(return_as="generator_unordered")
    with ExitStack() as stack:
        with _deaf():
            finished = stack.enter_context(closing(parallel(tasks)))
        try:
            yield from finished
        except BrokenProcessPool:
            said = "a process that played was killed, perhaps for want of memory; try fewer jobs"
            raise NoWorkers("gone", said) from None


@contextmanager
def _deaf() -> Iterator[None]:
    """Processes that are started meanwhile never hear Ctrl-C: we do, and then end them.

    One that hears it while it is still loading would say so with a traceback.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    for tracker in (resource_tracker, loky_tracker):  # to start one lets the signal through again
        tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _there(tasks: Iterable[Any], address: str) -> Generator[Any, None, None]:
    """What a cluster finishes."""
    with _client(address) as client:
        with joblib.parallel_config(_backend(client)):
            parallel = joblib.Parallel(return_as="generator_unordered", batch_size=1)
        arrived: SimpleQueue[tuple[Any, ...]] = SimpleQueue()
        stopped = threading.Event()

        def fetch() -> None:
            try:
                for each in parallel(tasks):
                    arrived.put(("one", each))
                    if stopped.is_set():
                        return
                arrived.put(("all",))
            except Exception:
                arrived.put(("lost",))

        # joblib waits for ever for a scheduler that is gone; so somebody else waits for joblib.
        threading.Thread(target=fetch, daemon=True).start()
        try:
            while True:
                try:
                    what, *got = arrived.get(timeout=1.0)
                except Empty:
                    if client.status != "running":  # all that was asked for is forgotten
                        break
                    continue
                if what == "all":
                    return
                if what == "lost":
                    break
                yield got[0]
            raise NoWorkers("lost", f"the cluster at {address} stopped answering")
        finally:
            stopped.set()


def _backend(client: Any) -> Any:
    """How joblib gets to a Dask cluster, also to one with a single core."""
    from joblib._dask import DaskDistributedBackend

    class Cluster(DaskDistributedBackend):  # type: ignore[misc]
        def effective_n_jobs(self, n_jobs: int) -> int:
            # joblib does the work of one job itself, in this process, whatever the backend.
            return max(2, int(super().effective_n_jobs(n_jobs)))

    return Cluster(client=client)


@contextmanager
def _client(address: str) -> Iterator[Any]:
    """A Dask cluster that is there and knows this package."""
    if find_spec("distributed") is None:
        raise NoWorkers("extra", "a cluster needs Dask: pip install 'naqala[cluster]'")
    from distributed import Client

    for part in ("distributed", "distributed.client"):  # what goes wrong is told by us, once
        logging.getLogger(part).setLevel(logging.CRITICAL)
    try:
        workers = asyncio.run(_workers_at(address))
    except Exception:  # whatever is wrong with the address or with who answers there
        said = f"no Dask scheduler answers at {address!r}; an address is like tcp://host:8786"
        raise NoWorkers("reach", said) from None
    if not workers:
        raise NoWorkers("idle", f"the cluster at {address} has no workers: start some")
    with Client(address, timeout=PATIENCE, set_as_default=False) as client:
        try:
            versions = set(client.run(_version).values())
        except Exception:
            versions = set()
        if versions != {_version()}:
            said = f"not all workers at {address} have naqala {_version()} installed"
            raise NoWorkers("other", said)
        yield client


async def _workers_at(address: str) -> int:
    """How many workers a scheduler has; asked first, for a client that cannot connect is slow."""
    from distributed.core import rpc
    from distributed.security import Security

    known = Security().get_connection_args("client")
    async with rpc(address, timeout=PATIENCE, connection_args=known) as scheduler:
        identity = await asyncio.wait_for(scheduler.identity(), PATIENCE)
    return len(identity["workers"])


def _version() -> str:
    """The version of the package that a worker has."""
    import naqala

    return naqala.__version__
