"""Draw the curves of training runs: python -m training.curve two=RUN.jsonl --out FILE.svg."""

from __future__ import annotations

import argparse
import json
from itertools import accumulate
from pathlib import Path

from naqala.cli.reports.chart import Series, line_chart


def main() -> None:
    """Draw one line for each run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path, help="NAME=FILE.jsonl, or FILE.jsonl")
    parser.add_argument("--what", default="won", help="won, by, error, mean, margin")
    parser.add_argument("--title", default="Games won against merchants while the net learns")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    drawn = [series(str(run), asked.what) for run in asked.runs]
    asked.out.write_text(
        line_chart(drawn, title=asked.title, x="games of self-play", y=asked.what),
        encoding="utf-8",
    )


def series(run: str, what: str) -> Series:
    """One run as a line over the number of games played."""
    name, _, file = run.rpartition("=")
    rows = [json.loads(line) for line in Path(file).read_text().splitlines()]
    played = accumulate(row["games"] for row in rows)
    points = [(games, row[what]) for games, row in zip(played, rows, strict=True) if what in row]
    return Series(name or Path(file).stem, points)


if __name__ == "__main__":
    main()
