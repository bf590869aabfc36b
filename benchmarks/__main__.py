"""Measure Naqala's speed side by side with other libraries."""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from benchmarks import peers, suite
from benchmarks.report import as_json, machine, table


def main(arguments: Sequence[str] | None = None) -> int:
    """Run every comparison and print the report; 1 only if --check finds a missed target."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--quick", action="store_true", help="a few seconds, rougher numbers")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a target is missed")
    options = parser.parse_args(arguments)
    rows = suite.run(suite.QUICK if options.quick else suite.FULL)
    about = {"machine": machine(), "peers": peers.versions(), "quick": options.quick}
    if options.json:
        print(as_json(rows, about))
    else:
        names = [f"{name} {number}" for name, number in peers.versions().items()]
        title = " · ".join([*machine().values(), *names])
        Console().print(table(rows, title))
    missed = any(row.ok is False for row in rows)
    return 1 if options.check and missed else 0


if __name__ == "__main__":
    sys.exit(main())
