"""Metrics in the text format of Prometheus."""

from __future__ import annotations

import sys

import pytest
from prometheus_client.parser import text_string_to_metric_families

from naqala.server.ops.metrics import Metrics


def samples(metrics: Metrics) -> dict[tuple[str, ...], float]:
    """All samples by name and label values."""
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(metrics.text().decode())
        for sample in family.samples
    }


def test_entries_are_counted_by_kind() -> None:
    metrics = Metrics()
    for kind in ("act", "act", "timed out"):
        metrics.entry_written(kind)
    found = samples(metrics)
    assert found["naqala_entries_total", "act"] == 2
    assert found["naqala_entries_total", "timed out"] == 1


def test_histogram_buckets_are_cumulative() -> None:
    metrics = Metrics()
    for seconds in (0.0005, 0.001, 0.03, 99.0):
        metrics.append_took(seconds)
    found = samples(metrics)
    bucket = "naqala_append_seconds_bucket"
    assert [found[bucket, le] for le in ("0.001", "0.025", "0.05", "10.0", "+Inf")] == [
        2,
        2,
        3,
        3,
        4,
    ]
    assert found["naqala_append_seconds_count",] == 4
    assert found["naqala_append_seconds_sum",] == pytest.approx(99.0315)


def test_a_gauge_is_read_when_the_metrics_are_requested() -> None:
    tables: list[str] = []
    metrics = Metrics()
    metrics.add_gauge("naqala_tables", "Tables.", lambda: len(tables))
    tables += ["one", "two"]
    assert samples(metrics)["naqala_tables",] == 2


def test_two_servers_in_one_process_count_separately() -> None:
    one, other = Metrics(), Metrics()
    one.entry_written("act")
    assert ("naqala_entries_total", "act") not in samples(other)


def test_a_block_that_raises_is_timed_too() -> None:
    metrics = Metrics()
    with pytest.raises(OSError, match="broken"), metrics.commands.labels("act").time():
        raise OSError("broken")
    assert samples(metrics)["naqala_command_seconds_count", "act"] == 1


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_and_cpu_time_of_the_process_are_included() -> None:
    found = samples(Metrics())
    assert found["process_resident_memory_bytes",] > 1e6
    assert ("process_cpu_seconds_total",) in found
