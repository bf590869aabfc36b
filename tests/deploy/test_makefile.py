"""The targets of the Makefile."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_tests_that_targets_run_exist() -> None:
    paths = re.findall(r"\btests/[\w/.]+", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert "tests/server/test_crash_recovery.py" in paths
    assert [path for path in paths if not (ROOT / path).exists()] == []
