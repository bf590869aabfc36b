"""Work in other processes: here, and on a Dask cluster that is really there."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import pytest

from naqala.bots.arena import parallel
from naqala.bots.arena.match import in_order, match, results
from naqala.bots.arena.parallel import NoWorkers
from naqala.rules.state import Options


def started(*arguments: str) -> subprocess.Popen[str]:
    """A part of Dask as a process of its own, which ends with us."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )


def said(process: subprocess.Popen[str], pattern: str) -> str:
    """Wait until a process has written something, and what it was."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(f"it ended without saying {pattern}")


def ended(process: subprocess.Popen[str]) -> None:
    process.kill()  # it has nothing to bring to an end, and no time of ours to take for it
    process.communicate()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, a cluster that is there answers in time."""
    monkeypatch.setattr(parallel, "TIMEOUT", 60.0)


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    process = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    yield said(process, r"Scheduler at:\s+(tcp://\S+)")
    ended(process)


@pytest.fixture(scope="module")
def cluster(scheduler: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = str(tmp_path_factory.mktemp("dask"))
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder]
    process = started("worker", scheduler, *options)
    said(process, r"(Registered to)")
    yield scheduler
    ended(process)


def test_a_scheduler_without_workers_is_refused(scheduler: str) -> None:
    with pytest.raises(NoWorkers, match="has no workers"):
        list(parallel.run_all(os.getpid, [()], 1, scheduler))


def test_a_cluster_plays_the_same_games(cluster: str, monkeypatch: pytest.MonkeyPatch) -> None:
    contest = match(["merchant", "traveller"], Options(2, 5), 4)
    here = list(results(contest))
    monkeypatch.setattr("naqala.bots.arena.match.play", lambda game: pytest.fail("played here"))
    there = in_order(contest, results(contest, cluster=cluster))
    assert [
        (lineup, played.winners, [seat.points for seat in played.seats]) for lineup, played in there
    ] == [
        (lineup, played.winners, [seat.points for seat in played.seats]) for lineup, played in here
    ]


def test_the_work_is_done_by_the_workers(cluster: str) -> None:
    others = set(parallel.run_all(os.getpid, [(), ()], 1, cluster))
    assert len(others) == 1
    assert os.getpid() not in others


def test_workers_of_another_version_are_refused(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.__version__", "99.0")
    with pytest.raises(NoWorkers, match=r"not all workers at .* have naqala 99\.0"):
        list(parallel.run_all(os.getpid, [()], 1, cluster))


def test_a_scheduler_that_dies_is_noticed(tmp_path: Path) -> None:
    with ExitStack() as stack:
        scheduler = started("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        stack.callback(ended, scheduler)
        address = said(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker = started("worker", address, *options, "--local-directory", str(tmp_path))
        stack.callback(ended, worker)
        said(worker, r"(Registered to)")
        contest = match(["traveller", "traveller"], Options(2, 0), 100_000)
        finished = results(contest, cluster=address)
        next(finished)
        os.kill(scheduler.pid, signal.SIGKILL)
        with pytest.raises(NoWorkers, match="no longer answers"):
            list(finished)


@pytest.mark.parametrize("address", ["", "nonsense", "foo://host:1", "tcp://"])
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(NoWorkers, match="an address looks like tcp://host:8786"):
        list(parallel.run_all(os.getpid, [()], 1, address))


def test_an_address_where_nobody_answers_is_refused_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:  # takes calls and says nothing
        silent = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(NoWorkers, match="no Dask scheduler answers"):
            list(parallel.run_all(os.getpid, [()], 1, silent))
    with pytest.raises(NoWorkers, match="no Dask scheduler answers"):
        list(parallel.run_all(os.getpid, [()], 1, silent))


def test_without_dask_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "find_spec", lambda name: None)
    with pytest.raises(NoWorkers, match=r"pip install 'naqala\[cluster\]'") as refused:
        list(parallel.run_all(os.getpid, [()], 1, "tcp://127.0.0.1:1"))
    assert refused.value.code == "workers_extra"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_process_that_is_killed_is_told() -> None:
    with pytest.raises(NoWorkers, match="was killed") as refused:
        list(parallel.run_all(die, [()] * 4, 2))
    assert refused.value.code == "workers_gone"


def run(code: str, **environment: str) -> str:
    """What a program prints in a process of its own, where nothing was started before."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | environment,
    )
    assert not done.stderr
    return done.stdout.strip()


IGNORING = """
import signal
from naqala.bots.arena.parallel import run_all

def ignores():
    return signal.getsignal(signal.SIGINT) is signal.SIG_IGN

signal.signal(signal.SIGINT, signal.default_int_handler)
print(set(run_all(ignores, [()] * 8, 2)), ignores())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_worker_processes_ignore_ctrl_c_and_we_do_not() -> None:
    """A worker that gets it while it is still loading would print a traceback."""
    assert run(IGNORING) == "{True} False"


THREADS = """
import os
from naqala.bots.arena.parallel import run_all

def threads():
    return os.environ.get("OMP_NUM_THREADS", "") + os.environ.get("OPENBLAS_NUM_THREADS", "")

print(set(run_all(threads, [()] * 4, 2)))
"""


def test_processes_use_one_thread_each() -> None:
    """Whatever is set for this process."""
    assert run(THREADS, OMP_NUM_THREADS="2", OPENBLAS_NUM_THREADS="2") == "{'11'}"


def test_work_can_be_started_outside_of_the_main_thread() -> None:
    with ThreadPoolExecutor(1) as executor:
        found = executor.submit(lambda: list(parallel.run_all(abs, [(-1,), (-2,)], 2))).result()
    assert sorted(found) == [1, 2]


def fail() -> None:
    raise ZeroDivisionError("in a worker")


def test_an_error_of_the_work_is_raised_here(cluster: str) -> None:
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        list(parallel.run_all(fail, [()], 2))
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        list(parallel.run_all(fail, [()], 1, cluster))
