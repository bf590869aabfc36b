"""Figures in the text format of Prometheus."""

from __future__ import annotations

import re

from naqala.server.metrics import Counter, Histogram, Metrics

LINE = re.compile(
    r'[a-z_]+(\{[a-z_]+="[^"\\\n]*"(,[a-z_]+="[^"\\\n]*")*\})? -?[0-9.e+]+(inf)?', re.A
)


def test_a_counter_counts_by_its_label() -> None:
    counter = Counter("cups_total", "Cups.", "of")
    counter.add("tea")
    counter.add("tea")
    counter.add("coffee", 3)
    assert list(counter.lines()) == [
        "# HELP cups_total Cups.",
        "# TYPE cups_total counter",
        'cups_total{of="tea"} 2',
        'cups_total{of="coffee"} 3',
    ]


def test_each_class_of_a_histogram_holds_those_below_it() -> None:
    times = Histogram("wait_seconds", "Waiting.", "for")
    for seconds in (0.0005, 0.001, 0.03, 99.0):
        times.observe("tea", seconds)
    lines = dict(line.rsplit(" ", 1) for line in times.lines() if not line.startswith("#"))
    assert lines['wait_seconds_bucket{for="tea",le="0.001"}'] == "2"
    assert lines['wait_seconds_bucket{for="tea",le="0.025"}'] == "2"
    assert lines['wait_seconds_bucket{for="tea",le="0.05"}'] == "3"
    assert lines['wait_seconds_bucket{for="tea",le="10.0"}'] == "3"
    assert lines['wait_seconds_bucket{for="tea",le="+Inf"}'] == "4"
    assert lines['wait_seconds_count{for="tea"}'] == "4"
    assert float(lines['wait_seconds_sum{for="tea"}']) == 99.0315


def test_what_breaks_is_timed_too() -> None:
    times = Histogram("wait_seconds", "Waiting.", "for")
    try:
        with times.timed("tea"):
            raise OSError
    except OSError:
        pass
    assert sum(times.counts["tea"]) == 1


def test_every_line_can_be_read() -> None:
    metrics = Metrics()
    metrics.entries.add("timed out")
    metrics.sends.observe("act", 0.004)
    lines = metrics.text({"naqala_tables": ("Tables.", lambda: 2)}).splitlines()
    assert "naqala_tables 2" in lines
    for line in lines:
        assert line.startswith("# ") or LINE.fullmatch(line), line
    assert float(next(line for line in lines if "resident" in line and "#" not in line).split()[1])
