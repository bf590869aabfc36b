"""`naqala engine`: a bot that speaks the engine protocol on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import redirect_stdout

from naqala.bots.engines.speaker import Speaker
from naqala.bots.external import load_bot


def engine(spec: str, budget: float | None) -> int:
    """Answer a host until it quits."""
    load_bot(spec, budget=budget)  # refuses what is not a bot before the host waits for it
    sink = sys.stdout
    with redirect_stdout(sys.stderr):  # what a bot prints must not mix with its answers
        Speaker(lambda seed: load_bot(spec, seed, budget), sink).run(_lines())
    return 0


def _lines() -> Iterator[str]:
    """The lines of the input, each as soon as it is there."""
    while line := sys.stdin.readline():
        yield line
