"""The disk alone: a little is written durably now and then, and each time is printed.

`python -m benchmarks.server.disk FOLDER` goes on until it is ended. It is a process of its own, so
that it waits for nothing but the disk.
"""

import os
import sys
import time
from pathlib import Path

BLOCK = 8192
"""Bytes of one write."""
BREATH = 0.05
"""Seconds between two writes."""


def main() -> None:
    """Write and print milliseconds."""
    with open(Path(sys.argv[1]) / "by-hand", "wb") as file:
        while True:
            begun = time.perf_counter()
            os.pwrite(file.fileno(), bytes(BLOCK), 0)
            os.fdatasync(file.fileno())
            print((time.perf_counter() - begun) * 1e3, flush=True)
            time.sleep(BREATH)


if __name__ == "__main__":
    main()
