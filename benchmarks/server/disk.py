"""Measure the disk alone: write a block durably at intervals and print how long it took.

`python -m benchmarks.server.disk FOLDER` runs until it is terminated. It is a separate process, so
that it waits only for the disk.
"""

import os
import sys
import time
from pathlib import Path

BLOCK = 8192
"""Bytes of one write."""
PAUSE = 0.05
"""Seconds between two writes."""


def main() -> None:
    """Write blocks and print the milliseconds that each took."""
    with open(Path(sys.argv[1]) / "blocks", "wb") as file:
        while True:
            begun = time.perf_counter()
            os.pwrite(file.fileno(), bytes(BLOCK), 0)
            os.fdatasync(file.fileno())
            print((time.perf_counter() - begun) * 1e3, flush=True)
            time.sleep(PAUSE)


if __name__ == "__main__":
    main()
