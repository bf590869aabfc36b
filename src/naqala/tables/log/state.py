"""A table as the fold of its log: no I/O, no clock, the same on every machine.

`apply` checks an entry and makes it so, or refuses it with a sentence and changes nothing. Whether
the sender has a right to it is checked before (`sends`): the log itself is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

from msgspec import structs

from naqala.rules.errors import NaqalaError
from naqala.rules.events import Event
from naqala.rules.game import Game
from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log import entries, seats
from naqala.tables.log.clocks import HOUR, Clocks
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.opening import (
    check_bot,
    check_name,
    check_options,
    new_game,
    opened,
    options_of,
)
from naqala.tables.log.quotas import QuotaUsage
from naqala.tables.log.replay_digest import mark
from naqala.tables.log.seats import SeatHolder
from naqala.tables.log.undo import PlayedAct, Undoable, played_act, undoable
from naqala.tables.protocol.types import Seat

Phase = Literal["lobby", "running", "over", "closed"]

PLAYED = (entries.Started, entries.Acted)
MOVES = (*PLAYED, entries.Undone)
"""Entries that change the game."""
EMPTY = HOUR
"""How long a table waits for a person to sit down where nobody does."""
REMEMBERED = 512
"""How many sends are remembered by their id."""


class AppliedEntry(NamedTuple):
    """An entry of the log and the events of the game it caused."""

    entry: Entry
    events: tuple[Event, ...] = ()
    back_to: int = 0
    """Of an undo: the number of the first entry that was taken back."""


class TableState:
    """A table: fold the entries of its log with `apply`, one by one from the first."""

    __slots__ = (
        "acts",
        "banned",
        "clocks",
        "created_at",
        "empty_since",
        "former",
        "game",
        "holders",
        "id",
        "log",
        "moved",
        "phase",
        "plan",
        "rematch",
        "seats",
        "sent",
        "started",
        "usage",
    )

    id: str
    phase: Phase
    plan: entries.Created
    """What was asked for when the table was laid."""
    seats: list[Seat]
    holders: list[SeatHolder]
    started: entries.Started | None
    game: Game | None
    log: list[AppliedEntry]
    acts: list[PlayedAct]
    """The acts that were not taken back."""
    clocks: Clocks | None
    """Once started, where the table has a clock."""
    moved: int
    """The number of the last entry that changed the game: who has not seen it is stale."""
    sent: dict[tuple[str, str], int]
    """The number that each of the last sends became, by guest and id."""
    usage: QuotaUsage
    former: dict[str, str]
    """The guests of keys that open no seat any more: what they sent is still known as theirs."""
    banned: set[str]
    """The guests who were sent away before the game: they do not sit down again."""
    rematch: str
    created_at: int
    empty_since: int
    """Since when nobody may have sat there: it was laid, or somebody was sent away."""

    def __init__(self, table: str, history: Iterable[Entry] = ()) -> None:
        """An empty place, and what happened there so far."""
        self.id = table
        self.phase = "lobby"
        self.seats, self.holders, self.log, self.acts = [], [], [], []
        self.started = self.game = self.clocks = None
        self.moved = self.created_at = self.empty_since = 0
        self.sent, self.former = {}, {}
        self.banned = set()
        self.usage = QuotaUsage()
        self.rematch = ""
        for entry in history:
            self.apply(entry)

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return len(self.log)

    @property
    def turn(self) -> int:
        """The seat that must decide, or NOBODY."""
        if self.game is None or self.phase != "running":
            return NOBODY
        return self.game.seat

    @property
    def names(self) -> list[str]:
        """What the seats are called now."""
        return [seat.name for seat in self.seats]

    @property
    def is_full(self) -> bool:
        """Whether nobody is missing."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def created_by(self) -> str:
        """The guest who laid the table."""
        return self.log[0].entry.guest

    @property
    def host(self) -> int:
        """The first seat of who laid the table, or NOBODY where that one does not sit there."""
        created_by = self.created_by
        found = (
            seat
            for seat, held in enumerate(self.holders)
            if created_by and held.guest == created_by
        )
        return next(found, NOBODY)

    @property
    def has_people(self) -> bool:
        """Whether a person plays, be it one who is away; who left or gave way to a bot does not."""
        return any(
            seat.kind == "person" and seat.state != "left" and not seat.handed
            for seat in self.seats
        )

    @property
    def is_of_bots(self) -> bool:
        """Whether bots alone play, and no person can ever come."""
        return all(seat.kind == "bot" for seat in self.seats)

    @property
    def expires(self) -> int:
        """When a table where nobody sits is closed, or 0."""
        empty = self.phase == "lobby" and all(seat.kind != "person" for seat in self.seats)
        return self.empty_since + EMPTY if empty else 0

    def bot_of(self, seat: int) -> str:
        """The rung that plays a seat now, or nothing where a person does."""
        return self.seats[seat].bot if seat != NOBODY else ""

    @property
    def waits_for(self) -> int:
        """The seat whose person must decide, or NOBODY; whose time is out is not waited for."""
        turn = self.turn
        if turn == NOBODY or self.bot_of(turn) or self.seats[turn].state == "timed out":
            return NOBODY
        return turn

    @property
    def deadline(self) -> int:
        """When the time of the seat in turn runs out, or 0."""
        return self.clocks.deadline if self.clocks else 0

    def undoable(self, seats: Iterable[int]) -> Undoable:
        """What these seats can take back."""
        return undoable(self.acts, tuple(seats))

    def apply(self, entry: Entry) -> AppliedEntry:
        """Make an entry so; Refusal says why it cannot be, and nothing has changed.

        Only an entry that other rules marked is refused too late: that table is of no use.
        """
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.number}")
        body = entry.body
        if seat := SEATING.get(type(body)):
            seat(self, entry.at, body)
            applied = AppliedEntry(entry)
        else:
            applied = self._marked(FOLD[type(body)](self, entry, body))
        self.log.append(applied)
        if isinstance(body, MOVES):
            self.moved = entry.number
        if self.clocks:
            self.clocks.run(self.waits_for, entry.at, played=isinstance(body, PLAYED))
        self.usage.take(entry)
        if entry.sent:
            self.sent[entry.guest, entry.sent] = entry.number
            if len(self.sent) > REMEMBERED:
                del self.sent[next(iter(self.sent))]
        return applied

    def check_rules(self) -> None:
        """Refuse a game that would go on by other rules than those it began with."""
        if self.started and self.phase == "running" and self.started.rules != entries.RULES:
            raise Refusal("other_rules", theirs=self.started.rules, ours=entries.RULES)

    def _marked(self, applied: AppliedEntry) -> AppliedEntry:
        """An entry with its mark; Refusal if something else came of it when it was played."""
        entry = applied.entry
        if not isinstance(entry.body, PLAYED):
            return applied
        assert self.game is not None
        assert self.started is not None
        ours = mark(self.game, applied.events)
        if entry.mark != ours:
            if entry.mark:
                raise Refusal("plays_differently", number=entry.number, rules=self.started.rules)
            return AppliedEntry(structs.replace(entry, mark=ours), applied.events)
        return applied

    # One method for each kind of entry. Each refuses before it changes anything.

    def _created(self, entry: Entry, body: entries.Created) -> AppliedEntry:
        if self.log:
            raise Refusal("laid_already")
        opening = opened(body.opening) if body.opening else None
        players = opening.options.players if opening else body.options.players
        if len(body.seats) != players:
            raise Refusal("seat_count", seats=len(body.seats), players=players)
        if opening is None:
            check_options(options_of(body.options, 0))
        for plan in body.seats:
            if plan.kind == "bot":
                check_bot(plan.bot)
            if plan.name:
                check_name(plan.name)
        self.plan, self.created_at, self.empty_since = body, entry.at, entry.at
        self.seats = [
            Seat("bot", plan.name, plan.bot) if plan.kind == "bot" else Seat("open")
            for plan in body.seats
        ]
        self.holders = [SeatHolder() for _ in body.seats]
        return AppliedEntry(entry)

    def _started(self, entry: Entry, body: entries.Started) -> AppliedEntry:
        self.need("lobby")
        if not self.is_full:
            raise Refusal("not_full")
        if body.rules != entries.RULES and not entry.mark:  # nobody could tell the difference
            raise Refusal("other_rules", theirs=body.rules, ours=entries.RULES)
        seed = int(body.seed)
        if self.plan.opening:
            game = opened(self.plan.opening)
        else:
            game = new_game(options_of(self.plan.options, seed, body.names))
        self.game, self.started = game, body
        if self.plan.clock:
            self.clocks = Clocks(self.plan.clock, self.seats)
        self.phase = "over" if game.over else "running"
        return AppliedEntry(entry, game.opening)

    def _act(self, entry: Entry, body: entries.Acted) -> AppliedEntry:
        game = self._running()
        if body.seat != game.seat:
            raise Refusal("not_your_turn", name=self.seats[game.seat].name)
        before, draws = len(game.history), game.state.draws
        try:
            events = tuple(game.play(body.action))
        except NaqalaError as error:
            raise Refusal("not_possible", reason=error) from None
        drew = game.state.draws != draws
        act = played_act(entry.number, body.seat, before, events, drew=drew)
        self.acts.append(act)
        if self.clocks:
            self.clocks.acted(act, entry.at, by_person=body.by == "person")
        if game.over:
            self.phase = "over"
        return AppliedEntry(entry, events)

    def _undo(self, entry: Entry, body: entries.Undone) -> AppliedEntry:
        game = self._running()
        steps = self.undoable([body.seat]).steps
        kept = next((act for act in self.acts[-steps:] if act.before == body.kept), None)
        if not steps or kept is None:
            raise Refusal(f"undo_{self.undoable([body.seat]).closed}")
        game.undo(len(game.history) - body.kept)
        back = [act for act in self.acts if act.before >= body.kept]
        del self.acts[len(self.acts) - len(back) :]
        if self.clocks:
            self.clocks.undone(back, entry.at)
        return AppliedEntry(entry, back_to=kept.number)

    def _said(self, entry: Entry, body: entries.Said) -> AppliedEntry:
        return AppliedEntry(entry)

    def _rematched(self, entry: Entry, body: entries.Rematched) -> AppliedEntry:
        self.need("over")
        if self.rematch:
            raise Refusal("rematched_already")
        self.rematch = body.table
        return AppliedEntry(entry)

    def _closed(self, entry: Entry, body: entries.Closed) -> AppliedEntry:
        self.need("lobby", *(("running",) if self.is_of_bots else ()))
        self.phase = "closed"
        return AppliedEntry(entry)

    def need(self, *phases: Phase) -> None:
        """Refuse what can only be done before, during or after the game."""
        if not self.log:
            raise Refusal("no_table")
        if self.phase not in phases:
            raise Refusal(f"phase_{self.phase}")

    def _running(self) -> Game:
        self.need("running")
        assert self.game is not None
        return self.game

    def seat(self, seat: int) -> Seat:
        """A seat; Refusal where there is none of this number."""
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_seat", last=len(self.seats) - 1)
        return self.seats[seat]

    def person(self, seat: int) -> Seat:
        """The seat of a person; Refusal where none sits."""
        if self.seat(seat).kind != "person":
            raise Refusal("no_person")
        return self.seats[seat]


Fold = Callable[[TableState, Entry, Any], AppliedEntry]
FOLD: dict[type[AnyBody], Fold] = {
    entries.Created: TableState._created,
    entries.Started: TableState._started,
    entries.Acted: TableState._act,
    entries.Undone: TableState._undo,
    entries.Said: TableState._said,
    entries.Rematched: TableState._rematched,
    entries.Closed: TableState._closed,
}
"""What changes the table or the game."""
SEATING: dict[type[AnyBody], Callable[[TableState, int, Any], None]] = {
    entries.Sat: seats.sat,
    entries.Linked: seats.linked,
    entries.Renamed: seats.renamed,
    entries.Left: seats.left,
    entries.SentAway: seats.sent_away,
    entries.Handed: seats.handed,
    entries.Returned: seats.returned,
    entries.TimedOut: seats.timed_out,
    entries.Away: seats.away,
}
"""What changes who sits there."""
