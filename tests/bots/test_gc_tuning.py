"""Processes that play run the garbage collector less often."""

import subprocess
import sys

import pytest

from naqala.bots.arena import parallel
from naqala.bots.gc_tuning import THRESHOLD

TUNED = """
import gc
from naqala.bots.gc_tuning import collect_less_often
gc.set_threshold({before}, 5, 6)
collect_less_often()
print(gc.get_threshold()[:2])
"""
COMMAND = """
import gc
from naqala.cli import main
main(["{command}"{options}])
print(gc.get_threshold()[0])
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("before", "after"), [(700, THRESHOLD), (10 * THRESHOLD, 10 * THRESHOLD), (0, 0)]
)
def test_the_threshold_is_raised_unless_it_is_higher_or_off(before: int, after: int) -> None:
    assert run(TUNED.format(before=before)) == str((after, 5))


def test_commands_that_play_collect_less_often() -> None:
    program = COMMAND.format(command="simulate", options=', "--games", "1"')
    assert run(program) == str(THRESHOLD)


def test_commands_about_stored_tables_keep_the_threshold() -> None:
    program = COMMAND.format(command="verify", options=', "nowhere"')
    assert run("import gc; gc.set_threshold(701, 10, 10)\n" + program) == "701"


def threshold() -> int:
    import gc

    return gc.get_threshold()[0]


def test_workers_of_the_arena_collect_less_often() -> None:
    assert set(parallel.run_all(threshold, [()] * 4, 2)) == {THRESHOLD}
