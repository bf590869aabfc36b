"""NumPy starts no threads in the command line."""

import os
import subprocess
import sys

import pytest

from naqala.bots.one_thread import ONE_THREAD

COMMAND = """
import os
from naqala.cli import main
main(["simulate", "--games", "1"])
import numpy
print(len(os.listdir("/proc/self/task")), os.environ["MKL_NUM_THREADS"])
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_command_line_computes_in_one_thread() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in ONE_THREAD}
    environment["MKL_NUM_THREADS"] = "2"
    done = subprocess.run(
        [sys.executable, "-c", COMMAND], capture_output=True, text=True, env=environment, check=True
    )
    threads, wanted = done.stdout.split()[-2:]
    assert threads == "1"
    assert wanted == "2", "a variable that the user has set is kept"
