"""Draw the curves of training runs: python -m training.curve two=RUN.jsonl --out FILE.svg.

The runs are those of training.train (.jsonl), or learning curves of the examples (.csv), which
have a line for each opponent.
"""

from __future__ import annotations

import argparse
import csv
import json
from itertools import accumulate
from pathlib import Path

from naqala.cli.reports.chart import Series, line_chart

CURVE = ".csv"
"""How the names of learning curves of the examples end."""


def main() -> None:
    """Draw one line for each run, or for each opponent of a run."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("runs", nargs="+", help="NAME=FILE.jsonl, FILE.jsonl or FILE.csv")
    parser.add_argument("--what", default="won", help="won, by, error, mean, margin; wins of .csv")
    parser.add_argument("--title", default="Games won against merchants while the net learns")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    drawn = [line for run in asked.runs for line in lines(run, asked.what)]
    steps = all(run.endswith(CURVE) for run in asked.runs)
    along = "steps" if steps else "games of self-play"
    asked.out.write_text(
        line_chart(drawn, title=asked.title, x=along, y=asked.what), encoding="utf-8"
    )


def lines(run: str, what: str) -> list[Series]:
    """The lines of a run."""
    return opponents(Path(run), what) if run.endswith(CURVE) else [series(run, what)]


def series(run: str, what: str) -> Series:
    """One run as a line over the number of games played."""
    name, _, file = run.rpartition("=")
    rows = [json.loads(line) for line in Path(file).read_text(encoding="utf-8").splitlines()]
    played = accumulate(row["games"] for row in rows)
    points = [(games, row[what]) for games, row in zip(played, rows, strict=True) if what in row]
    return Series(name or Path(file).stem, points)


def opponents(file: Path, what: str) -> list[Series]:
    """A learning curve as a line over the number of steps for each opponent."""
    found: dict[str, list[tuple[float, float]]] = {}
    with file.open(newline="", encoding="utf-8") as rows:
        for row in csv.DictReader(rows):
            found.setdefault(row["opponent"], []).append((float(row["steps"]), float(row[what])))
    return [Series(f"against the {name}", points) for name, points in found.items()]


if __name__ == "__main__":
    main()
