"""The pages that watch a table, each with what is to be sent to it."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from naqala.server.elsewhere import Elsewhere
from naqala.server.protocol import Presence
from naqala.server.sends import Sender
from naqala.server.showing import Showing
from naqala.server.table import Table

MOST_WAITING = 256
"""How many messages may wait for a page; a page that is slower than this is let go."""
MOST_WAITING_BYTES = 512 * 1024
"""How much may wait for a page."""
POLICY, RESTART, TRY_AGAIN = 1008, 1012, 1013
"""Why a socket is closed: it misbehaved, the server stops, come back and resume."""


class Watcher:
    """A page: who looks, in which language, and what waits to be sent to it."""

    __slots__ = ("code", "language", "outbox", "seats", "sender", "waiting", "wake")

    def __init__(self, sender: Sender, language: str) -> None:
        """A page of this sender."""
        self.sender = sender
        self.language = language
        self.seats: tuple[int, ...] = ()
        self.outbox: list[bytes] = []
        self.waiting = 0
        """Bytes in the outbox."""
        self.code = 0
        """Why the socket is to be closed once the outbox is empty; 0 while it stays open."""
        self.wake: Callable[[], None] = nobody
        """Called when something waits or the socket is to be closed."""

    def post(self, message: bytes) -> None:
        """Send something as soon as the page takes it; one that is too slow is let go."""
        if self.code:
            return
        outbox = self.outbox
        self.waiting += len(message)
        if self.waiting > MOST_WAITING_BYTES or len(outbox) >= MOST_WAITING:
            outbox.clear()  # it will resume from the number it has seen
            self.waiting = 0
            self.dismiss(TRY_AGAIN)
        else:
            outbox.append(message)
            if len(outbox) == 1:
                self.wake()

    def dismiss(self, code: int) -> None:
        """Say goodbye: what waits is still sent, and nothing after it."""
        if not self.code:
            self.code = code
            if not self.outbox:
                self.wake()

    def taken(self) -> bytes:
        """All that waits as one frame: a message, or a list of several; empty where nothing does.

        A write to a socket costs more than all the rest, so what comes together goes together.
        """
        outbox = self.outbox
        if not outbox:
            return b""
        frame = outbox[0] if len(outbox) == 1 else b"[%b]" % b",".join(outbox)
        outbox.clear()
        self.waiting = 0
        return frame


def nobody() -> None:
    """Nobody delivers yet."""


class Watchers:
    """All pages of one table in this process."""

    __slots__ = ("_held", "elsewhere", "pages", "told")

    def __init__(self) -> None:
        """Nobody yet."""
        self.pages: set[Watcher] = set()
        self._held: set[int] | None = None
        self.elsewhere = Elsewhere()
        self.told: tuple[tuple[bool, ...], int] = ((), 0)

    def join(self, watcher: Watcher) -> None:
        """A page more."""
        self.pages.add(watcher)
        self._held = None

    def leave(self, watcher: Watcher) -> None:
        """A page less."""
        self.pages.discard(watcher)
        self._held = None

    def prepare(self, showing: Showing) -> list[tuple[Watcher, bytes]] | None:
        """What will be told to every page; None where a page may hold other seats by then."""
        if showing.reseats:
            return None
        return [(watcher, showing.news(watcher.seats, watcher.language)) for watcher in self.pages]

    def tell(self, showing: Showing) -> None:
        """What has happened, to every page as it may know it."""
        for watcher in self.pages:
            if not showing.reseats:
                watcher.post(showing.news(watcher.seats, watcher.language))
                continue
            seats = watcher.sender.seats(showing.table)
            reseated, watcher.seats = seats != watcher.seats, seats
            self._held = None
            unwanted = reseated and watcher.sender.is_unwanted(showing.table)
            watcher.post(
                showing.news(seats, watcher.language, reseated=reseated, unwanted=unwanted)
            )

    @property
    def held(self) -> set[int]:
        """The seats that have a page open in this process."""
        if self._held is None:
            self._held = {seat for watcher in self.pages for seat in watcher.seats}
        return self._held

    @property
    def here(self) -> set[int]:
        """The seats that have a page open at any process, as far as we know."""
        return self.held | self.elsewhere.seats if self.elsewhere.signs else self.held

    @property
    def watching(self) -> int:
        """How many pages in this process only watch."""
        return sum(not watcher.seats for watcher in self.pages)

    def presence(self, table: Table) -> tuple[tuple[bool, ...], int]:
        """Which seats have a page open, and how many only watch."""
        open_at = self.here
        here = tuple(seat in open_at for seat in range(len(table.seats)))
        return here, self.watching + self.elsewhere.watchers

    def tell_presence(self, table: Table, but: Watcher | None = None) -> None:
        """Who is here, where that has changed, to all but one who knows."""
        now = self.presence(table)
        if now != self.told:
            self.told = now
            message = msgspec.json.encode(Presence(*now))
            for watcher in self.pages:
                if watcher is not but:
                    watcher.post(message)
