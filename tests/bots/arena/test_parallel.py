"""Parallel runs in local processes and on a real Dask cluster."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from naqala.bots.arena import parallel
from naqala.bots.arena.match import in_order, match, results
from naqala.bots.arena.parallel import NoWorkers
from naqala.datasets import DataSet, Plan, RandomGames
from naqala.rules.state import Options


def start_dask(*arguments: str) -> subprocess.Popen[str]:
    """Start a part of Dask in a separate process."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *arguments],
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )


def wait_for_log(process: subprocess.Popen[str], pattern: str) -> str:
    """Wait until a process logs a line that matches, and return the group of the match."""
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    raise AssertionError(f"the process ended without logging {pattern}")


def stop(process: subprocess.Popen[str]) -> None:
    process.kill()  # a graceful shutdown would take longer
    process.communicate()


@pytest.fixture(autouse=True)
def _long_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let slow machines wait longer for the cluster."""
    monkeypatch.setattr(parallel, "TIMEOUT", 60.0)


@contextmanager
def scheduler() -> Iterator[str]:
    """A scheduler without workers."""
    process = start_dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
    try:
        yield wait_for_log(process, r"Scheduler at:\s+(tcp://\S+)")
    finally:
        stop(process)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A scheduler with one worker."""
    folder = str(tmp_path_factory.mktemp("dask"))
    options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder]
    with scheduler() as address:
        process = start_dask("worker", address, *options)
        wait_for_log(process, r"(Registered to)")
        yield address
        stop(process)


def test_a_scheduler_without_workers_is_refused() -> None:
    with scheduler() as empty, pytest.raises(NoWorkers, match="has no workers"):
        list(parallel.run_all(os.getpid, [()], 1, empty))


def test_a_cluster_plays_the_same_games_as_local_processes(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = match(["merchant", "traveller"], Options(2, 5), 4)
    here = list(results(contest))
    monkeypatch.setattr("naqala.bots.arena.match.play", lambda game: pytest.fail("played here"))
    there = in_order(contest, results(contest, cluster=cluster))
    assert [
        (lineup, played.winners, [seat.points for seat in played.seats]) for lineup, played in there
    ] == [
        (lineup, played.winners, [seat.points for seat in played.seats]) for lineup, played in here
    ]


def test_a_cluster_makes_the_same_data_set(cluster: str, tmp_path: Path) -> None:
    duel = match(["traveller", "merchant"], Options(2, 5), 2)
    plan = Plan((RandomGames(Options(1, 3), 2), duel), "games")
    for name, workers in (("here", None), ("there", cluster)):
        with DataSet(tmp_path / name, plan, "csv") as made:
            assert len([*made.play(cluster=workers)]) == 4
            made.finish()
    for path in (tmp_path / "here").iterdir():
        assert path.read_bytes() == (tmp_path / "there" / path.name).read_bytes()


def test_calls_run_in_the_workers(cluster: str) -> None:
    others = set(parallel.run_all(os.getpid, [(), ()], 1, cluster))
    assert len(others) == 1
    assert os.getpid() not in others


def test_workers_with_another_version_are_refused(
    cluster: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("naqala.__version__", "99.0")
    with pytest.raises(NoWorkers, match=r"not all workers at .* have naqala 99\.0"):
        list(parallel.run_all(os.getpid, [()], 1, cluster))


def test_a_scheduler_that_dies_stops_the_match(tmp_path: Path) -> None:
    with ExitStack() as stack:
        scheduler = start_dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        stack.callback(stop, scheduler)
        address = wait_for_log(scheduler, r"Scheduler at:\s+(tcp://\S+)")
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard"]
        worker = start_dask("worker", address, *options, "--local-directory", str(tmp_path))
        stack.callback(stop, worker)
        wait_for_log(worker, r"(Registered to)")
        contest = match(["traveller", "traveller"], Options(2, 0), 100_000)
        finished = results(contest, cluster=address)
        next(finished)
        os.kill(scheduler.pid, signal.SIGKILL)
        with pytest.raises(NoWorkers, match="no longer answers"):
            list(finished)


@pytest.mark.parametrize("address", ["", "nonsense", "foo://host:1", "tcp://"])
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(NoWorkers, match="an address looks like tcp://host:8786"):
        list(parallel.run_all(os.getpid, [()], 1, address))


def test_a_server_that_does_not_answer_is_refused_after_the_timeout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parallel, "TIMEOUT", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as server:  # accepts connections but never answers
        silent = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(NoWorkers, match="no Dask scheduler answers"):
            list(parallel.run_all(os.getpid, [()], 1, silent))
    with pytest.raises(NoWorkers, match="no Dask scheduler answers"):
        list(parallel.run_all(os.getpid, [()], 1, silent))


def test_a_cluster_is_refused_if_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "find_spec", lambda name: None)
    with pytest.raises(NoWorkers, match=r"pip install 'naqala\[cluster\]'") as refused:
        list(parallel.run_all(os.getpid, [()], 1, "tcp://127.0.0.1:1"))
    assert refused.value.code == "workers_extra"


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def test_a_killed_process_is_reported() -> None:
    with pytest.raises(NoWorkers, match="was killed") as refused:
        list(parallel.run_all(die, [()] * 4, 2))
    assert refused.value.code == "workers_gone"


def run(code: str, **environment: str) -> str:
    """The output of a program that runs in a fresh process."""
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
def test_worker_processes_ignore_ctrl_c() -> None:
    """A worker that is still loading would print a traceback."""
    assert run(IGNORING) == "{True} False"


ORPHANS = """
import os, signal
from naqala.bots.arena.parallel import run_all

print(len(list(run_all(os.getpid, [()] * 8, jobs=2))), flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are different there")
def test_worker_processes_end_even_if_their_parent_is_killed() -> None:
    """The output ends when the last process that could write to it has ended."""
    killed = subprocess.run(
        [sys.executable, "-c", ORPHANS], stdout=subprocess.PIPE, check=False, timeout=60
    )
    assert (killed.returncode, killed.stdout) == (-signal.SIGKILL, b"8\n")


THREADS = """
import os
from naqala.bots.arena.parallel import run_all

def threads():
    return os.environ.get("OMP_NUM_THREADS", "") + os.environ.get("OPENBLAS_NUM_THREADS", "")

print(set(run_all(threads, [()] * 4, 2)))
"""


def test_worker_processes_use_one_thread_each() -> None:
    """They do not inherit the number of threads from this process."""
    assert run(THREADS, OMP_NUM_THREADS="2", OPENBLAS_NUM_THREADS="2") == "{'11'}"


def test_calls_can_be_started_outside_of_the_main_thread() -> None:
    with ThreadPoolExecutor(1) as executor:
        found = executor.submit(lambda: list(parallel.run_all(abs, [(-1,), (-2,)], 2))).result()
    assert sorted(found) == [1, 2]


def fail() -> None:
    raise ZeroDivisionError("in a worker")


def test_an_error_in_a_worker_is_raised_here(cluster: str) -> None:
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        list(parallel.run_all(fail, [()], 2))
    with pytest.raises(ZeroDivisionError, match="in a worker"):
        list(parallel.run_all(fail, [()], 1, cluster))
