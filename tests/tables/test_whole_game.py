"""A whole game can be played with `naqala.tables` alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def test_a_whole_game_needs_no_network_database_threads_processes_or_numpy() -> None:
    script = Path(__file__).with_name("whole_game.py")
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, timeout=360, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "actions" in done.stdout
