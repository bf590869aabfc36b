"""Measure the table server beside a bare echo server in the same run."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console

from benchmarks.report import Row, as_json, machine, table
from benchmarks.server import measures

MEASURES = {
    "acting": measures.acting,
    "steadily": measures.steadily,
    "idling": measures.idling,
    "opening": measures.opening,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the measures and print the report; return 1 if --check finds a missed target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.server", description=__doc__)
    parser.add_argument("measures", nargs="*", help=f"some of {', '.join(MEASURES)}; else all")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="a few seconds, rougher numbers")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    effort = measures.QUICK if options.quick else measures.FULL
    rows: list[Row] = []
    loads = [os.getloadavg()[0]]
    for name in options.measures or MEASURES:
        with TemporaryDirectory() as folder:
            rows += MEASURES[name](effort, Path(folder))
    loads.append(os.getloadavg()[0])
    load = f"{os.cpu_count()} cores, load {loads[0]:.1f} before and {loads[1]:.1f} after"
    if options.json:
        about = {"machine": machine(), "load": load, "quick": options.quick}
        print(as_json(rows, about))
    else:
        Console().print(table(rows, " · ".join([*machine().values(), load])))
    missed = any(row.ok is False for row in rows)
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
