"""Measure how long the slowest texts take that visitors can send, and how much memory.

    python -m benchmarks.server.texts

The limits are 50 ms and 20 MB for each text; the exit status is 1 if one is exceeded.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from contextlib import suppress

from naqala.tables.errors import Refusal
from tests.tables.test_visitors_texts import BYTES, read_deck, read_opening
from tests.tables.worst_texts import decks, positions, records

SECONDS = 0.05
TIMES = 5
SHOWN = 12


def main() -> int:
    """Measure every text, and print the slowest and the largest."""
    cases = [(read_deck, f"deck: {name}", text) for name, text in decks()]
    cases += [(read_opening, f"record: {name}", text) for name, text in records()]
    cases += [(read_opening, f"position: {name}", text) for name, text in positions()]
    found = []
    for read, name, text in cases:
        seconds = []
        for _ in range(TIMES):
            begun = time.thread_time()
            with suppress(Refusal):
                read(text)
            seconds.append(time.thread_time() - begun)
        tracemalloc.start()
        with suppress(Refusal):
            read(text)
        found.append((min(seconds), tracemalloc.get_traced_memory()[1], len(text), name))
        tracemalloc.stop()
    for best, peak, length, name in sorted(found, reverse=True)[:SHOWN]:
        print(f"{best * 1000:7.1f} ms {peak / 1e6:7.1f} MB {length:7} characters  {name}")
    largest = max(peak for _, peak, _, _ in found)
    print(f"{len(found)} texts; at most {max(found)[0] * 1000:.1f} ms, {largest / 1e6:.1f} MB")
    return int(max(found)[0] > SECONDS or largest > BYTES)


if __name__ == "__main__":
    sys.exit(main())
