"""The benchmarks of the repository, started from the command line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import naqala
from naqala.cli.files import BadFile

PEERS = ("catanatron", "catanatron_gym", "chess")
"""The libraries that the benchmarks compare with."""


def bench(arguments: Sequence[str]) -> int:
    """Run `python -m benchmarks` of the checkout that this package belongs to."""
    root = checkout(Path(naqala.__file__))
    if root is None:
        raise BadFile("bench_missing")
    if not all(find_spec(peer) for peer in PEERS):
        raise BadFile("bench_peers")
    return subprocess.run([sys.executable, "-m", "benchmarks", *arguments], cwd=root).returncode


def checkout(package: Path) -> Path | None:
    """The repository around an installed package, if there is one: …/src/naqala/__init__.py."""
    root = package.resolve().parents[2]
    return root if (root / "benchmarks" / "__main__.py").is_file() else None
