"""A table at one moment, as messages to its subscribers.

Subscribers share most of a message. Each part is encoded once, however many receive it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Raw

from naqala import __version__
from naqala.rules.game import Game
from naqala.rules.scoring import Score
from naqala.rules.state import NOBODY
from naqala.tables.log import entries as log
from naqala.tables.log.state import AppliedEntry, TableState
from naqala.tables.protocol.messages import News, Welcome
from naqala.tables.protocol.types import WhimCard
from naqala.tables.views import log_entries, scene, summary
from naqala.tables.views.private import private
from naqala.text import Catalogue, catalogue

Seats = tuple[int, ...]

encode = msgspec.json.Encoder().encode

LAST_ENTRIES = 100
"""How many entries a page gets that has seen none yet; it can ask for more."""
_KEEPS_INFO = {log.Acted, log.Undone, log.Said, log.Linked}
"""Entries that do not change the information about the table, except at the end of the game."""
_KEEPS_GAME = {log.Said, log.Linked, log.Sat}
"""Entries that do not change what is shown of the game."""
_RESEATS = {log.Sat, log.Left, log.SentAway, log.Linked}
"""Entries that may change who holds a seat."""


class Snapshot:
    """A table at one moment, with the entries that were just added."""

    def __init__(self, table: TableState, entries: Sequence[AppliedEntry] = ()) -> None:
        self.table = table
        self.number = table.number
        """The last number of the log; that of the table is ahead while an entry is written."""
        self.entries = tuple(entries)
        kinds = {type(each.entry.body) for each in entries}
        self.reseats = not kinds.isdisjoint(_RESEATS)
        """Whether somebody may hold other seats than before."""
        self._starts = log.Started in kinds
        self._changes_info = table.phase == "over" or not kinds <= _KEEPS_INFO
        self._changes_game = table.game is not None and not kinds <= _KEEPS_GAME
        self._concerned = {
            seat for each in entries for seat in log_entries.concerned(each, len(table.seats))
        }
        """The seats that may read the new entries differently than a spectator."""
        self._entries: dict[tuple[int, str], Raw] = {}
        self._privates: dict[tuple[int, str], Raw] = {}
        """Encoded parts of messages, by seat and language."""

    def news(
        self, seats: Seats, language: str, *, reseated: bool = False, banned: bool = False
    ) -> bytes:
        """The new entries and what they changed, for a page that holds these seats.

        With `reseated` the page learns which seats it holds, and with `banned` that it was sent
        away.
        """
        words = catalogue(language)
        private_changed = reseated or (seats and self._changes_game)
        message = News(
            number=self.table.number,
            entries=self._new_entries(viewer(seats), words),
            info=self._info if self._changes_info else None,
            land=self._land if self._starts else None,
            whim_cards=self._whim_cards() if self._starts else (),
            scene=self._scene if self._changes_game else None,
            seats=seats if reseated else None,
            barred=self._barred(words, banned=banned),
            private=self._private(seats, words) if private_changed else None,
        )
        return encode(message)

    def welcome(
        self,
        seats: Seats,
        language: str,
        since: int,
        presence: tuple[bool, ...],
        spectators: int,
        now: int = 0,
        *,
        banned: bool = False,
    ) -> bytes:
        """Everything, for a page that has seen the log up to a number, or nothing (-1)."""
        table, words = self.table, catalogue(language)
        unseen = table.log if since < 0 else table.log[since:]
        has_game = table.game is not None
        message = Welcome(
            number=table.number,
            info=self._info,
            log=self.log(unseen[-LAST_ENTRIES:], seats, language),
            seats=seats,
            barred=self._barred(words, banned=banned),
            presence=presence,
            spectators=spectators,
            land=self._land if has_game else None,
            whim_cards=self._whim_cards() if has_game else (),
            scene=self._scene if has_game else None,
            private=self._private(seats, words) if has_game else (),
            version=__version__,
            now=now,
        )
        return encode(message)

    def log(self, entries: Sequence[AppliedEntry], seats: Seats, language: str) -> Any:
        """Some entries of the log, for a page that holds these seats."""
        words, seat = catalogue(language), viewer(seats)
        return tuple([log_entries.entry(self.table, each, words, seat) for each in entries])

    # The parts are `Any`: bytes where the types of messages have a struct.

    @cached_property
    def _info(self) -> Any:
        return Raw(encode(summary.info(self.table)))

    @cached_property
    def _land(self) -> Any:
        return Raw(encode(scene.land(self._game.state.land)))

    @cached_property
    def _scene(self) -> Any:
        clocks = self.table.clocks
        clock = clocks.scene() if clocks else None
        return Raw(encode(scene.scene(self._game, clock, scores=self._scores)))

    @cached_property
    def _scores(self) -> list[Score]:
        return self._game.scores()

    @property
    def _game(self) -> Game:
        assert self.table.game is not None
        return self.table.game

    def _whim_cards(self) -> tuple[WhimCard, ...]:
        return scene.whim_cards(self._game.options)

    def _new_entries(self, seat: int, words: Catalogue) -> Any:
        if seat not in self._concerned:
            seat = NOBODY
        key = seat, words.language
        if key not in self._entries:
            entries = [log_entries.entry(self.table, each, words, seat) for each in self.entries]
            self._entries[key] = Raw(encode(entries))
        return self._entries[key]

    def _private(self, seats: Seats, words: Catalogue) -> Any:
        if self.table.game is None:
            return ()
        return tuple([self._secrets(seat, words) for seat in secret_seats(self.table, seats)])

    def _secrets(self, seat: int, words: Catalogue) -> Raw:
        key = seat, words.language
        if key not in self._privates:
            secrets = private(self.table, seat, words, self._scores)
            self._privates[key] = Raw(encode(secrets))
        return self._privates[key]

    def _barred(self, words: Catalogue, *, banned: bool) -> str:
        """Why a page cannot sit down, while others can."""
        return words.say("error.sent_away") if banned and self.table.phase == "lobby" else ""


def viewer(seats: Seats) -> int:
    """The seat as which a page reads the log; NOBODY where several people share the page."""
    return seats[0] if len(seats) == 1 else NOBODY


def secret_seats(table: TableState, seats: Seats) -> Seats:
    """The seats whose secrets a page shows: its own, or of several only the one in turn.

    People who share a page see their secrets when it is their turn.
    """
    if len(seats) == 1:
        return seats
    return (table.turn,) if table.turn in seats else ()
