"""The clocks of a table: the time left to each person, computed from the times in the log.

A clock runs while its person has to decide, and stops while a bot decides. Undo does not give time
back. With minutes, each finished turn or bid adds the increment once, even if it is undone and
played again. With days, each turn starts with the full time.
"""

from __future__ import annotations

from collections.abc import Sequence

from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log.undo import PlayedAct
from naqala.tables.protocol.types import Clock, ClockScene, Seat

# In milliseconds, like all times of the server.
SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
REPRIEVE = MINUTE
"""The minimum time for a person who returns after a timeout; with clocks in days, a full turn."""
NO_CLOCK = -1
"""The value of `left` for a bot."""


class Clocks:
    """The time left to each seat, and whose clock runs since when."""

    __slots__ = ("_counted", "_ended", "_fresh", "increment", "left", "runs", "since", "turn")

    def __init__(self, plan: Clock, seats: Sequence[Seat]) -> None:
        """Start with full clocks, none of which runs."""
        self.turn = round(plan.days * DAY)
        """With days: the time for each turn."""
        self.increment = round(plan.increment * SECOND)
        full = self.turn or round(plan.minutes * MINUTE)
        self.left = [full if seat.kind == "person" else NO_CLOCK for seat in seats]
        """Milliseconds; for the clock that runs, as of `since`."""
        self.runs = NOBODY
        self.since = 0
        self._ended = [0] * len(seats)
        """How many turns and bids of each seat are over; fewer again after an undo."""
        self._counted = [0] * len(seats)
        """For how many of them the increment was added."""
        self._fresh = False

    @property
    def deadline(self) -> int:
        """When the running clock runs out; 0 if none runs."""
        return 0 if self.runs == NOBODY else self.since + self.left[self.runs]

    def is_out(self, at: int) -> bool:
        """Whether the running clock has run out."""
        return self.runs != NOBODY and at >= self.deadline

    def scene(self) -> ClockScene:
        """The clocks as everybody sees them; a page counts down from there."""
        return ClockScene(tuple(self.left), self.runs, self.since)

    def acted(self, act: PlayedAct, at: int, *, by_person: bool) -> None:
        """A choice was made at this time."""
        self._spend(at)
        if not act.ends:
            return
        seat = act.seat
        self._ended[seat] += 1
        if self._ended[seat] > self._counted[seat]:
            self._counted[seat] = self._ended[seat]
            self._fresh = True
            if by_person:
                self.left[seat] += self.increment

    def undone(self, acts: Sequence[PlayedAct], at: int) -> None:
        """Choices were taken back at this time."""
        self._spend(at)
        for act in acts:
            self._ended[act.seat] -= act.ends

    def run_out(self, seat: int, at: int) -> None:
        """Set the time of a seat to zero."""
        self._spend(at)
        self.left[seat] = 0

    def come_back(self, seat: int) -> None:
        """Give time to a person who returns after a timeout."""
        self.left[seat] = max(self.left[seat], self.turn or REPRIEVE)

    def run(self, seat: int, at: int, *, played: bool) -> None:
        """Run the clock of this seat from now on; `played` says that a choice was made."""
        begins = played and seat != NOBODY and (seat != self.runs or self._fresh)
        if seat != self.runs:
            self._spend(at)
            self.runs, self.since = seat, at
        if begins and self.turn:
            self.left[seat] = self.turn
        self._fresh = False

    def _spend(self, at: int) -> None:
        if self.runs != NOBODY:
            # The clocks of two machines may differ a little: time must not run backwards.
            self.left[self.runs] = max(0, self.left[self.runs] - max(0, at - self.since))
            self.since = max(at, self.since)


def check_clock(clock: Clock | None) -> None:
    """Refuse a clock with neither minutes nor days, or with both."""
    if clock is None:
        return
    live = bool(clock.minutes)
    if live == bool(clock.days) or (clock.increment and not live):
        raise Refusal("bad_clock")
