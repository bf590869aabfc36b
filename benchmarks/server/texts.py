"""Measure how long the slowest texts take that visitors can send, and how much memory.

    python -m benchmarks.server.texts

The limits are 50 ms and 20 MB for each text; the exit status is 1 if one is exceeded. Archives are
listed apart: only `naqala import` reads them, and it replays every game.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from naqala.tables.errors import Refusal
from tests.tables.adversarial_texts import archives, decks, positions, records
from tests.tables.test_text_limits import BYTES, read_archive, read_deck, read_opening

SECONDS = 0.05
TIMES = 5
SHOWN = 8


class Cost(NamedTuple):
    """What it takes to read a text."""

    seconds: float
    bytes: int
    length: int
    name: str


def cost(read: Callable[[Any], None], name: str, text: str | bytes) -> Cost:
    """The shortest of several readings, and the memory of one more."""
    seconds = []
    for _ in range(TIMES):
        begun = time.thread_time()
        with suppress(Refusal):
            read(text)
        seconds.append(time.thread_time() - begun)
    tracemalloc.start()
    with suppress(Refusal):
        read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return Cost(min(seconds), peak, len(text), name)


def show(title: str, costs: Iterable[Cost]) -> Cost:
    """Print the slowest texts; return the highest time and memory."""
    found = sorted(costs, reverse=True)
    for each in found[:SHOWN]:
        cost = f"{each.seconds * 1000:7.1f} ms {each.bytes / 1e6:7.1f} MB"
        print(f"{cost} {each.length:7} long  {each.name}")
    most = found[0]._replace(bytes=max(each.bytes for each in found))
    print(f"{len(found)} {title}: at most {most.seconds * 1000:.1f} ms, {most.bytes / 1e6:.1f} MB")
    return most


def main() -> int:
    """Measure every text, and print the slowest."""
    cases = [(read_deck, f"deck: {name}", text) for name, text in decks()]
    cases += [(read_opening, f"record: {name}", text) for name, text in records()]
    cases += [(read_opening, f"position: {name}", text) for name, text in positions()]
    most = show("texts", (cost(*case) for case in cases))
    show("archives", (cost(read_archive, name, content) for name, content in archives()))
    return int(most.seconds > SECONDS or most.bytes > BYTES)


if __name__ == "__main__":
    sys.exit(main())
