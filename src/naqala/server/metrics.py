"""Figures of a running server, in the text format that Prometheus reads."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator

STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper ends of the classes of a histogram, in seconds."""
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Counter:
    """A number that only grows, for each value of a label."""

    def __init__(self, name: str, meaning: str, label: str) -> None:
        """A counter of this name."""
        self.name, self.meaning, self.label = name, meaning, label
        self.values: dict[str, float] = {}

    def add(self, value: str, number: float = 1) -> None:
        """Count; labels come from our own code, so there are few."""
        self.values[value] = self.values.get(value, 0) + number

    def lines(self) -> Iterator[str]:
        """The text of it."""
        yield from head(self.name, self.meaning, "counter")
        for value, number in self.values.items():
            yield f'{self.name}{{{self.label}="{value}"}} {number:g}'


class Histogram:
    """How long something takes, for each value of a label."""

    def __init__(self, name: str, meaning: str, label: str) -> None:
        """A histogram of this name."""
        self.name, self.meaning, self.label = name, meaning, label
        self.counts: dict[str, list[int]] = {}
        self.sums: dict[str, float] = {}

    def observe(self, value: str, seconds: float) -> None:
        """It took so long once more."""
        counts = self.counts.get(value)
        if counts is None:
            counts = self.counts[value] = [0] * (len(STEPS) + 1)
            self.sums[value] = 0.0
        counts[bisect_left(STEPS, seconds)] += 1
        self.sums[value] += seconds

    def timed(self, value: str) -> Timed:
        """Observe how long the block takes."""
        return Timed(self, value)

    def lines(self) -> Iterator[str]:
        """The text of it; each class holds those below it too."""
        yield from head(self.name, self.meaning, "histogram")
        for value, counts in self.counts.items():
            label, so_far = f'{self.label}="{value}"', 0
            for step, count in zip((*map(str, STEPS), "+Inf"), counts, strict=True):
                so_far += count
                yield f'{self.name}_bucket{{{label},le="{step}"}} {so_far}'
            yield f"{self.name}_sum{{{label}}} {self.sums[value]:.6f}"
            yield f"{self.name}_count{{{label}}} {so_far}"


class Timed:
    """A block whose time is observed; every send and every append is one."""

    __slots__ = ("_begun", "_figure", "_value")

    def __init__(self, figure: Histogram, value: str) -> None:
        """Observe it under this value."""
        self._figure, self._value = figure, value

    def __enter__(self) -> None:
        """It begins."""
        self._begun = time.perf_counter()

    def __exit__(self, *error: object) -> None:
        """It is over, well or not."""
        self._figure.observe(self._value, time.perf_counter() - self._begun)


class Metrics:
    """All figures of one server."""

    def __init__(self) -> None:
        """Nothing has happened yet."""
        self.begun = time.time()
        self.entries = Counter(
            "naqala_entries_total", "Entries written to logs of tables, by kind.", "kind"
        )
        self.refusals = Counter("naqala_refusals_total", "What was refused, by code.", "code")
        self.failures = Counter(
            "naqala_bot_failures_total", "Bots that were too slow or broke, by rung.", "bot"
        )
        self.errors = Counter(
            "naqala_errors_total", "Errors that nobody expected, by place.", "place"
        )
        self.hurries = Counter(
            "naqala_bot_hurries_total",
            "Choices that something quicker made because too many waited, by rung.",
            "bot",
        )
        self.dismissals = Counter(
            "naqala_dismissals_total", "Sockets that the server closed, by code.", "code"
        )
        self.requests = Histogram(
            "naqala_request_seconds", "Time from a request to its answer, by call.", "call"
        )
        self.sends = Histogram(
            "naqala_send_seconds", "Time from a send to its answer, durable, by kind.", "kind"
        )
        self.appends = Histogram(
            "naqala_append_seconds", "Time until entries are durable.", "storage"
        )
        self.thinking = Histogram(
            "naqala_bot_seconds", "Time that bots think for a choice, by rung.", "bot"
        )

    def text(self, gauges: dict[str, tuple[str, Callable[[], float]]]) -> str:
        """Everything, with these numbers as they are now."""
        lines: list[str] = []
        for name, (meaning, now) in gauges.items():
            lines += [*head(name, meaning, "gauge"), f"{name} {now():g}"]
        lines += [
            *head("process_cpu_seconds_total", "CPU of this process.", "counter"),
            f"process_cpu_seconds_total {time.process_time():.3f}",
            *head("process_resident_memory_bytes", "Memory of this process.", "gauge"),
            f"process_resident_memory_bytes {resident_bytes()}",
            *head("process_start_time_seconds", "When it began.", "gauge"),
            f"process_start_time_seconds {self.begun:.3f}",
        ]
        for each in (
            self.entries,
            self.refusals,
            self.failures,
            self.hurries,
            self.errors,
            self.dismissals,
            self.requests,
            self.sends,
            self.appends,
            self.thinking,
        ):
            lines += each.lines()
        return "\n".join(lines) + "\n"


def head(name: str, meaning: str, kind: str) -> list[str]:
    """The two lines before a figure."""
    return [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]


def resident_bytes() -> int:
    """How much memory this process holds; 0 on systems that do not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as told:
            return int(told.read().split()[1]) * os.sysconf("SC_PAGESIZE")
    except OSError:
        return 0
