"""Metrics of a running server, in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from naqala.tables.live.metrics import TableMetrics

CONTENT_TYPE = CONTENT_TYPE_LATEST
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds of the buckets of every histogram, in seconds."""


class Metrics(TableMetrics):
    """The metrics of one server, in a registry of their own."""

    def __init__(self) -> None:
        """Register every metric; all counters start at zero."""
        self.registry = CollectorRegistry()
        ProcessCollector(registry=self.registry)
        self.entries = self._counter("naqala_entries_total", "Log entries written.", "kind")
        self.refusals = self._counter("naqala_refusals_total", "Refused requests.", "code")
        self.errors = self._counter("naqala_errors_total", "Unexpected errors.", "place")
        self.sockets_closed = self._counter(
            "naqala_sockets_closed_total", "Sockets that the server closed.", "code"
        )
        self.closed_connections = self._counter(
            "naqala_closed_connections_total",
            "Connections that were closed because of a limit.",
            "reason",
        )
        self.bot_failures = self._counter(
            "naqala_bot_failures_total", "Bots that crashed or exceeded their time limit.", "bot"
        )
        self.bot_queue_timeouts = self._counter(
            "naqala_bot_queue_timeouts_total",
            "Decisions of a fallback because the queue of the worker was too long.",
            "bot",
        )
        self.requests = self._histogram(
            "naqala_request_seconds", "Time from an HTTP request to its response.", "call"
        )
        self.commands = self._histogram(
            "naqala_command_seconds", "Time from a command to its durable answer.", "kind"
        )
        self.appends = self._histogram(
            "naqala_append_seconds", "Time until log entries are durable."
        )
        self.bot_seconds = self._histogram(
            "naqala_bot_seconds", "Time of a bot's decision, including the queue.", "bot"
        )

    def _counter(self, name: str, meaning: str, label: str) -> Counter:
        return Counter(name, meaning, [label], registry=self.registry)

    def _histogram(self, name: str, meaning: str, *labels: str) -> Histogram:
        return Histogram(name, meaning, labels, buckets=BUCKETS, registry=self.registry)

    def add_gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Add a gauge that calls `value` whenever the metrics are read."""
        Gauge(name, meaning, registry=self.registry).set_function(value)

    def entry_written(self, kind: str) -> None:
        """Count an entry of this kind."""
        self.entries.labels(kind).inc()

    def append_took(self, seconds: float) -> None:
        """Record how long it took until entries were durable."""
        self.appends.observe(seconds)

    def text(self) -> bytes:
        """All metrics as `/metrics` shows them."""
        return generate_latest(self.registry)
