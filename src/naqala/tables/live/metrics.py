"""The metrics that open tables report."""

from __future__ import annotations


class TableMetrics:
    """Ignores every measurement; a server passes a subclass that records them."""

    def entry_written(self, kind: str) -> None:
        """Count an entry of this kind."""

    def append_took(self, seconds: float) -> None:
        """Record how long it took until entries were durable."""
