"""Which tables belong in a list: for storages that filter in Python instead of a database."""

from __future__ import annotations

from dataclasses import dataclass, field

from naqala.tables.storage import Place, PruneCriteria, Show, Summary, TableRow


@dataclass(slots=True)
class Listing:
    """The latest summary of a table and the guests at it."""

    summary: Summary | None = None
    places: dict[int, Place] = field(default_factory=dict)
    written: int = 0
    """When the last entry was written, in milliseconds since 1970."""

    def update(self, summary: Summary | None, written: int) -> None:
        """Take in what was written with new entries."""
        self.written = written
        if summary is not None:
            self.summary = summary
            self.places.update((place.seat, place) for place in summary.places or ())

    def row(self, table: str) -> TableRow:
        """The table as lists show it."""
        assert self.summary is not None
        holders = tuple(place.guest for seat, place in sorted(self.places.items()) if seat >= 0)
        return TableRow(table, self.summary.info, holders)

    def is_shown(self, show: Show, guest: str) -> bool:
        """Whether the table belongs in a list."""
        summary = self.summary
        if summary is None:
            return False
        match show:
            case "open":
                return summary.phase == "lobby" and summary.listed and summary.free > 0
            case "running":
                return summary.phase == "running" and summary.listed
            case "mine":
                sits = any(place.guest == guest for place in self.places.values())
                return sits and summary.phase != "closed"

    def counts_for(self, guest: str) -> bool:
        """Whether the table is one of the unfinished tables of a guest."""
        return (
            self.summary is not None
            and self.summary.phase in ("lobby", "running")
            and any(place.guest == guest and place.counts for place in self.places.values())
        )

    def is_due(self, until: int) -> bool:
        """Whether a bot must decide, or a deadline passes by then."""
        summary = self.summary
        return summary is not None and (summary.thinks or 0 < summary.deadline <= until)

    def is_prunable(self, criteria: PruneCriteria) -> bool:
        """Whether `prune` removes the table."""
        summary = self.summary
        if summary is None or (summary.phase == "running" and summary.deadline > criteria.now):
            return False
        finished = summary.phase in ("over", "closed")
        return (finished or not criteria.finished) and self.written < criteria.before


def newest(listings: dict[str, Listing], show: Show, guest: str, limit: int) -> list[TableRow]:
    """The tables of a list, the newest first."""
    shown = [
        (listing.summary.changed, name)
        for name, listing in listings.items()
        if listing.summary and listing.is_shown(show, guest)
    ]
    shown.sort(reverse=True)
    return [listings[name].row(name) for _, name in shown[:limit]]
