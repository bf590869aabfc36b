"""The clocks of a table: what is left to each person, counted from the times of the log alone.

Time runs for the seat whose person must decide, and for nobody while a bot or chance does. What is
spent stays spent, also when a choice is taken back. With minutes, every turn or bid that is over
adds the increment, once however often it is taken back; with days, each turn begins with all of
them.
"""

from __future__ import annotations

from collections.abc import Sequence

from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log.undo import PlayedAct
from naqala.tables.protocol.types import Clock, ClockScene, Seat

SECOND = 1000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR
"""In milliseconds, as all times of the server."""
REPRIEVE = MINUTE
"""What somebody has at least who comes back after the time ran out; with days, a whole turn."""
NO_CLOCK = -1
"""What is left to a bot."""


class Clocks:
    """What is left to each seat, and whose time runs since when."""

    __slots__ = ("_counted", "_ended", "_fresh", "increment", "left", "runs", "since", "turn")

    def __init__(self, plan: Clock, seats: Sequence[Seat]) -> None:
        """All clocks full, and none running."""
        self.turn = round(plan.days * DAY)
        """With days: the time for each turn."""
        self.increment = round(plan.increment * SECOND)
        full = self.turn or round(plan.minutes * MINUTE)
        self.left = [full if seat.kind == "person" else NO_CLOCK for seat in seats]
        """As of `since` for the one that runs."""
        self.runs = NOBODY
        self.since = 0
        self._ended = [0] * len(seats)
        """How many turns and bids of each seat are over; fewer again after an undo."""
        self._counted = [0] * len(seats)
        """For how many of them the increment was given."""
        self._fresh = False

    @property
    def deadline(self) -> int:
        """When the time runs out that runs now; 0 while none does."""
        return 0 if self.runs == NOBODY else self.since + self.left[self.runs]

    def is_out(self, at: int) -> bool:
        """Whether time has run out."""
        return self.runs != NOBODY and at >= self.deadline

    def scene(self) -> ClockScene:
        """What everybody is shown: enough to count down without being told more."""
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
        """Nothing is left to a seat."""
        self._spend(at)
        self.left[seat] = 0

    def come_back(self, seat: int) -> None:
        """Somebody whose time had run out takes the seat back."""
        self.left[seat] = max(self.left[seat], self.turn or REPRIEVE)

    def run(self, seat: int, at: int, *, played: bool) -> None:
        """From now on the time of this seat runs; `played` tells that the game went on."""
        begins = played and seat != NOBODY and (seat != self.runs or self._fresh)
        if seat != self.runs:
            self._spend(at)
            self.runs, self.since = seat, at
        if begins and self.turn:
            self.left[seat] = self.turn
        self._fresh = False

    def _spend(self, at: int) -> None:
        if self.runs != NOBODY:
            # Two machines may differ by a little: time never runs backwards.
            self.left[self.runs] = max(0, self.left[self.runs] - max(0, at - self.since))
            self.since = max(at, self.since)


def check_clock(clock: Clock | None) -> None:
    """Refuse a clock that counts nothing, or in two ways at once."""
    if clock is None:
        return
    live = bool(clock.minutes)
    if live == bool(clock.days) or (clock.increment and not live):
        raise Refusal("bad_clock")
