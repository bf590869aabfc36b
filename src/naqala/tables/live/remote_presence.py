"""Which pages of a table are open at other processes.

A process reports its own pages of a table to the others when they come and go, and repeats the
report regularly. Reports are not stored; a process that stops sending them is forgotten.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from naqala.tables.log.clocks import SECOND

HEARTBEAT = 20.0
"""Seconds between two reports of a process."""
EXPIRY = 50 * SECOND
"""How long a report is valid: two may be lost."""


class PresenceReport(Struct, frozen=True, array_like=True):
    """The pages of a table that one process has open."""

    process: str
    seats: tuple[int, ...] = ()
    spectators: int = 0
    wants_reply: bool = False
    """Whether the other processes should report theirs."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(PresenceReport)


def encode(report: PresenceReport) -> str:
    """The text of a report."""
    return _encoder.encode(report).decode()


def decode(text: str) -> PresenceReport | None:
    """The report of a text; None where another version wrote something else."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return None


class RemotePresence:
    """The pages of one table that other processes have open."""

    __slots__ = ("_reports",)

    def __init__(self) -> None:
        self._reports: dict[str, tuple[PresenceReport, int]] = {}
        """By process, with the time at which each expires."""

    def __bool__(self) -> bool:
        return bool(self._reports)

    def update(self, report: PresenceReport, now: int) -> None:
        """Replace what is known of one process."""
        if report.seats or report.spectators:
            self._reports[report.process] = report, now + EXPIRY
        else:
            self._reports.pop(report.process, None)

    def expire(self, now: int) -> None:
        """Forget processes that have not reported for too long."""
        self._reports = {name: each for name, each in self._reports.items() if each[1] > now}

    @property
    def seats(self) -> set[int]:
        """The seats that have a page open at another process."""
        return {seat for report, _ in self._reports.values() for seat in report.seats}

    @property
    def spectators(self) -> int:
        """How many pages at other processes hold no seat."""
        return sum(report.spectators for report, _ in self._reports.values())
