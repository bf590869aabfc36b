"""Messages to the pages of a table: what they share is encoded once for all of them.

The types in `protocol` say what a message holds; here parts of it are bytes already (`Raw`), so
that a move costs its receivers little more than the writing to their sockets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Raw

from naqala import __version__
from naqala.rules.state import NOBODY
from naqala.server import entries as log
from naqala.server import journal, listing, scene
from naqala.server.happenings import LogEntry
from naqala.server.private import private
from naqala.server.protocol import News, Welcome
from naqala.server.shapes import ScoreSheet
from naqala.server.table import Happened, Table
from naqala.server.undo import Undoable
from naqala.text import Catalogue, catalogue

Seats = tuple[int, ...]

encode = msgspec.json.Encoder().encode

LAST_ENTRIES = 100
"""How much of the log a page gets that has seen nothing yet; it can ask for more."""
_QUIET = {log.Acted, log.Undone, log.Said, log.Linked}
"""Entries that leave the information about the table as it is."""
_SEATING = {log.Sat, log.Left, log.SentAway, log.Linked}
_ASIDE = {log.Said, log.Linked, log.Sat}
"""Entries that leave the game as it is."""


class Memory:
    """What the pages of a table were last shown: what has not changed is not made anew."""

    __slots__ = ("scenes", "secrets")

    def __init__(self) -> None:
        """Nothing yet."""
        self.scenes = scene.Scenes()
        self.secrets: dict[tuple[int, str], tuple[ScoreSheet | None, Undoable, Raw]] = {}
        """By seat and language: the last private part, and of what it was made; a seat that
        decides is told anew."""


class Showing:
    """A table at one moment, as any page may see it."""

    __slots__ = (
        "_kinds", "_made", "_moved", "_readers", "_sheets", "fresh", "memory", "number", "reseats",
        "table",
    )  # fmt: skip

    def __init__(
        self, table: Table, news: Sequence[Happened] = (), memory: Memory | None = None
    ) -> None:
        """Show a table as it is now, and what has just happened there.

        Every page must have been told all showings with the same memory since its welcome.
        """
        self.table = table
        self.number = table.number
        """The last number of the log; that of the table may be ahead while it is written."""
        self.fresh = tuple(news)
        self.memory = memory or Memory()
        self._kinds = kinds = {type(each.entry.what) for each in news}
        self.reseats = not kinds.isdisjoint(_SEATING)
        """Whether somebody may hold other seats than before."""
        self._moved = table.game is not None and not kinds <= _ASIDE
        """Whether the game is another than before."""
        self._readers = set[int]().union(*map(journal.readers, news))
        """The seats that read other lines than those who only watch."""
        self._made: dict[Any, Any] = {}
        """Each part by its name and by what it depends on: it is made once."""
        self._sheets: tuple[ScoreSheet, ...] = ()
        """The points of each seat, known with the scene."""

    def news(
        self, seats: Seats, language: str, *, reseated: bool = False, unwanted: bool = False
    ) -> bytes:
        """What has just happened, for a page that holds these seats.

        Pages that need the same are sent the very same bytes. Who loses a seat is told whether it
        was sent away.
        """
        words, reader = catalogue(language), self._reader(seats)
        secrets = self._news_secrets(seats, words, reseated=reseated)
        holds = seats if reseated else None
        key = ("news", language, reader, None if secrets is None else seats, holds, unwanted)
        message: bytes | None = self._made.get(key)
        if message is None:
            message = self._made[key] = encode(
                self._told(reader, words, secrets, holds, self._barred(words, unwanted=unwanted))
            )
        return message

    def _told(
        self, reader: int, words: Catalogue, secrets: Any, holds: Seats | None, barred: str
    ) -> News:
        begun = log.Started in self._kinds
        changed = self.table.phase == "over" or not self._kinds <= _QUIET
        return News(
            number=self.table.number,
            entries=self._news_entries(reader, words),
            info=self._info() if changed else None,
            land=self._land() if begun else None,
            whim_cards=self._whim_cards() if begun else (),
            scene=self._scene() if self._moved else None,
            seats=holds,
            barred=barred,
            private=secrets,
        )

    def _barred(self, words: Catalogue, *, unwanted: bool) -> str:
        """Why somebody cannot sit down, while others can."""
        return words.say("server.sent_away") if unwanted and self.table.phase == "lobby" else ""

    def _news_entries(self, reader: int, words: Catalogue) -> Any:
        key = ("entries", reader, words.language)
        entries = self._made.get(key)
        if entries is None:
            made = self._entries(self.fresh, reader, words)
            entries = self._made[key] = Raw(encode(made))
        return entries

    def _reader(self, seats: Seats) -> int:
        """The seat whose lines a page reads; NOBODY where they are those of everybody."""
        seat = viewer(seats)
        return seat if seat in self._readers else NOBODY

    def _news_secrets(self, seats: Seats, words: Catalogue, *, reseated: bool) -> Any:
        """The private parts of news, None where they are as before.

        Somebody who plays several seats is always told: the secrets shown are another seat's.
        """
        if reseated:
            return self._private(seats, words)
        if not seats or not self._moved:
            return None
        if len(seats) > 1:
            return self._private(seats, words)
        secrets, changed = self._secrets(seats[0], words)
        return (secrets,) if changed else None

    def welcome(
        self,
        seats: Seats,
        language: str,
        since: int,
        presence: tuple[bool, ...],
        watchers: int,
        now: int = 0,
        *,
        unwanted: bool = False,
    ) -> bytes:
        """Everything, for a page that has seen the log up to a number, or nothing (-1)."""
        table, words = self.table, catalogue(language)
        missed = table.log[-LAST_ENTRIES:] if since < 0 else table.log[since:]
        game = table.game
        message = Welcome(
            number=table.number,
            info=self._info(),
            log=self._entries(missed[-LAST_ENTRIES:], viewer(seats), words),
            seats=seats,
            barred=self._barred(words, unwanted=unwanted),
            presence=presence,
            watchers=watchers,
            land=self._land() if game else None,
            whim_cards=self._whim_cards() if game else (),
            scene=self._scene() if game else None,
            private=self._private(seats, words),
            version=__version__,
            now=now,
        )
        return encode(message)

    def entries(self, happened: Sequence[Happened], seats: Seats, language: str) -> Any:
        """Some entries of the log, for a page that holds these seats."""
        return self._entries(happened, viewer(seats), catalogue(language))

    # Each part is made when first asked for. `Any`: bytes where the types say a struct.

    def _info(self) -> Any:
        shown = self._made.get("info")
        if shown is None:
            shown = self._made["info"] = Raw(encode(listing.info(self.table)))
        return shown

    def _scene(self) -> Any:
        game = self.table.game
        assert game is not None
        shown = self._made.get("scene")
        if shown is None:
            clocks, scenes = self.table.clocks, self.memory.scenes
            clock = clocks.scene() if clocks else None
            shown = self._made["scene"] = Raw(encode(scenes.scene(game, clock)))
            self._sheets = tuple(scenes.sheets)
        return shown

    def _land(self) -> Any:
        game = self.table.game
        assert game is not None
        return scene.land(game.state.land)

    def _whim_cards(self) -> Any:
        game = self.table.game
        assert game is not None
        return scene.whim_cards(game.options)

    def _private(self, seats: Seats, words: Catalogue) -> Any:
        if self.table.game is None:
            return ()
        return tuple(self._secrets(seat, words)[0] for seat in secret_seats(self.table, seats))

    def _secrets(self, seat: int, words: Catalogue) -> tuple[Raw, bool]:
        """The private part of a seat, and whether it is another than before."""
        key = ("secrets", seat, words.language)
        made: tuple[Raw, bool] | None = self._made.get(key)
        if made is None:
            if not self._sheets:
                self._scene()
            made = self._made[key] = self._secrets_now(seat, self._sheets[seat], words)
        return made

    def _secrets_now(self, seat: int, points: ScoreSheet, words: Catalogue) -> tuple[Raw, bool]:
        """The same; it was kept where the sheet is the very same, and with it all the seat has.

        What can be chosen depends on everything there is.
        """
        key, kept = (seat, words.language), self.memory.secrets
        can = self.table.undoable([seat])
        before = kept.get(key)
        if before and before[0] is points and before[1] == can and seat != self.table.turn:
            return before[2], False
        made = Raw(encode(private(self.table, seat, words, points)))
        kept[key] = (None if seat == self.table.turn else points), can, made
        return made, True

    def _entries(self, happened: Sequence[Happened], viewer: int, words: Catalogue) -> Any:
        return tuple([self._entry(each, viewer, words) for each in happened])

    def _entry(self, happened: Happened, seat: int, words: Catalogue) -> LogEntry:
        """An entry; its events are encoded once for all to whom none of them is a secret."""
        events = journal.seen(happened, seat)
        if not events:
            return journal.entry(self.table, happened, words, seat)
        table, number = self.table, happened.entry.number
        # None: with all secrets
        known = ("events", number, None if events is happened.events else seat)
        shown = self._made.get(known)
        if shown is None:
            shown = self._made[known] = Raw(encode([journal.happening(each) for each in events]))
        read = ("lines", number, words.language)
        lines = self._made.get(read)
        if lines is None:
            public = events if seat == NOBODY else journal.seen(happened, NOBODY)
            lines = self._made[read] = journal.event_lines(table, public, words, NOBODY)
        if seat != NOBODY:
            lines = journal.event_lines(table, events, words, seat, lines)
        return journal.written(table, happened, words, seat, shown, lines)


def viewer(seats: Seats) -> int:
    """The seat as which a page reads the log: where several people share it, nobody's."""
    return seats[0] if len(seats) == 1 else NOBODY


def secret_seats(table: Table, seats: Seats) -> Seats:
    """The seats whose secrets a page is shown: its own, or of several only the one in turn.

    Where several people share a page, each sees the own secrets when it is their turn.
    """
    if len(seats) == 1:
        return seats
    return (table.turn,) if table.turn in seats else ()
