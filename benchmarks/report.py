"""The report of a run: rows with their targets, as a table or as JSON."""

import json
import operator
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from rich.box import SIMPLE_HEAD
from rich.table import Table

COMPARE = {"<": operator.lt, "<=": operator.le, ">=": operator.ge}
SYMBOLS = {"<": "<", "<=": "≤", ">=": "≥"}


@dataclass(frozen=True, slots=True)
class Target:
    """A bound on Naqala's own value, or on its ratio to the peer's."""

    of: Literal["value", "ratio"]
    sign: Literal["<", "<=", ">="]
    bound: float


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: Naqala's value, and if there are any, the peer's value and the target."""

    measure: str
    unit: str
    naqala: float
    peer: float | None = None
    peer_name: str | None = None
    target: Target | None = None

    @property
    def ratio(self) -> float | None:
        """Naqala's value divided by the peer's."""
        return self.naqala / self.peer if self.peer else None

    @property
    def ok(self) -> bool | None:
        """Whether the target is met; None without a target."""
        if self.target is None:
            return None
        value = self.naqala if self.target.of == "value" else self.ratio
        return value is not None and bool(COMPARE[self.target.sign](value, self.target.bound))


def number(value: float) -> str:
    """Format a number with three significant digits, or all digits of a larger integer part."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def table(rows: Sequence[Row], title: str) -> Table:
    """The rows as a table to print."""
    result = Table("measure", box=SIMPLE_HEAD, title=title)
    for name in ("Naqala", "peer", "ratio", "target"):
        result.add_column(name, justify="right")
    result.add_column("ok", justify="center")
    for row in rows:
        naqala = number(row.naqala)
        peer = f"{row.peer_name} {number(row.peer)}" if row.peer is not None else ""
        ratio = f"{number(row.ratio)}×" if row.ratio is not None else ""
        target = ""
        if row.target is not None:
            unit = "×" if row.target.of == "ratio" else ""
            target = f"{SYMBOLS[row.target.sign]} {number(row.target.bound)}{unit}"
        ok = {None: "", True: "[green]yes[/]", False: "[red]no[/]"}[row.ok]
        result.add_row(f"{row.measure}, {row.unit}", naqala, peer, ratio, target, ok)
    return result


def as_json(rows: Sequence[Row], about: dict[str, Any]) -> str:
    """The rows and information about the run as JSON."""
    found = [asdict(row) | {"ratio": row.ratio, "ok": row.ok} for row in rows]
    return json.dumps(about | {"rows": found}, indent=2, ensure_ascii=False)


def machine() -> dict[str, str]:
    """The Python version, system and CPU of this run."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "cpu": cpu_model(),
    }


def cpu_model() -> str:
    """The name of the CPU, if the system provides it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, "") or platform.processor() or "unknown"
