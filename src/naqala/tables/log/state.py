"""The state of a table, replayed from its log: no I/O and no clock, the same on every machine.

`apply` checks an entry and applies it, or raises Refusal and changes nothing. `commands` checks
beforehand whether the sender may do it; the log itself is trusted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, Literal

from msgspec import Struct, structs

from naqala.rules.errors import NaqalaError
from naqala.rules.events import Event
from naqala.rules.game import Game
from naqala.rules.state import NOBODY
from naqala.tables.errors import Refusal
from naqala.tables.log import entries, seats
from naqala.tables.log.clocks import HOUR, Clocks
from naqala.tables.log.entries import AnyBody, Entry
from naqala.tables.log.initial_game import (
    check_bot,
    check_name,
    check_options,
    new_game,
    options_of,
    parse_opening,
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
"""How long a table without any person stays open."""


class AppliedEntry(Struct, frozen=True, gc=False):
    """An entry of the log with the events it caused."""

    entry: Entry
    events: tuple[Event, ...] = ()
    back_to: int = 0
    """For an undo: the number of the first entry that was undone."""


class TableState:
    """A table; `apply` the entries of its log one by one from the first."""

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
    """The first entry: the plan of the table."""
    seats: list[Seat]
    holders: list[SeatHolder]
    started: entries.Started | None
    game: Game | None
    log: list[AppliedEntry]
    acts: list[PlayedAct]
    """The acts that were not undone, from the last one on that never can be."""
    clocks: Clocks | None
    """Set when the game starts, if the table has a clock."""
    moved: int
    """The number of the last entry that changed the game; a page that has not seen it is stale."""
    sent: dict[tuple[str, str], int]
    """The number of the entry of each command, by guest and id."""
    usage: QuotaUsage
    former: dict[str, str]
    """The guests of invalid keys, so that commands they sent again are recognised."""
    banned: set[str]
    """The guests who were sent away before the game and cannot sit down again."""
    rematch: str
    created_at: int
    empty_since: int
    """Since when the table may be empty: its creation, or the last time somebody was sent away."""

    def __init__(self, table: str, history: Iterable[Entry] = ()) -> None:
        """Start with an empty log."""
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
        """The current names of the seats."""
        return [seat.name for seat in self.seats]

    @property
    def is_full(self) -> bool:
        """Whether every seat is taken."""
        return all(seat.kind != "open" for seat in self.seats)

    @property
    def created_by(self) -> str:
        """The guest who created the table."""
        return self.log[0].entry.guest

    @property
    def host(self) -> int:
        """The first seat of the creator, or NOBODY if the creator has no seat."""
        created_by = self.created_by
        found = (
            seat
            for seat, held in enumerate(self.holders)
            if created_by and held.guest == created_by
        )
        return next(found, NOBODY)

    @property
    def has_people(self) -> bool:
        """Whether a person plays; being away counts as playing, but not having left or been
        replaced.
        """
        return any(
            seat.kind == "person" and seat.state != "left" and not seat.handed
            for seat in self.seats
        )

    @property
    def is_of_bots(self) -> bool:
        """Whether bots have all seats."""
        return all(seat.kind == "bot" for seat in self.seats)

    @property
    def expires(self) -> int:
        """When an empty table will be closed, or 0."""
        empty = self.phase == "lobby" and all(seat.kind != "person" for seat in self.seats)
        return self.empty_since + EMPTY if empty else 0

    def bot_of(self, seat: int) -> str:
        """The bot that plays a seat now; empty if a person does."""
        return self.seats[seat].bot if seat != NOBODY else ""

    @property
    def waits_for(self) -> int:
        """The seat whose person must decide, or NOBODY; after a timeout nobody waits for it."""
        turn = self.turn
        if turn == NOBODY or self.bot_of(turn) or self.seats[turn].state == "timed out":
            return NOBODY
        return turn

    @property
    def deadline(self) -> int:
        """When the clock of the seat in turn runs out, or 0."""
        return self.clocks.deadline if self.clocks else 0

    def undoable(self, seats: Iterable[int]) -> Undoable:
        """What these seats can undo."""
        return undoable(self.acts, tuple(seats))

    def apply(self, entry: Entry) -> AppliedEntry:
        """Apply an entry; a Refusal says why not, and nothing has changed.

        The exception is an entry with another digest, which is noticed too late: the state must not
        be used afterwards.
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
        if not isinstance(body, entries.Undone):
            self.usage.take(entry)
        if entry.sent:
            self.sent[entry.guest, entry.sent] = entry.number
        return applied

    def check_rules(self) -> None:
        """Refuse to continue a game that started under other rules."""
        if self.started and self.phase == "running" and self.started.rules != entries.RULES:
            raise Refusal("other_rules", theirs=self.started.rules, ours=entries.RULES)

    def _marked(self, applied: AppliedEntry) -> AppliedEntry:
        """An entry with its digest; Refusal if it had other events when it was stored."""
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

    # One method for each kind of entry. Each raises Refusal before it changes anything.

    def _created(self, entry: Entry, body: entries.Created) -> AppliedEntry:
        if self.log:
            raise Refusal("laid_already")
        opening = parse_opening(body.opening) if body.opening else None
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
            game = parse_opening(self.plan.opening)
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
            game.play(body.action)
        except NaqalaError as error:
            raise Refusal("not_possible", reason=error) from None
        steps = [played.events for played in game.history[before:]]
        events = steps[0] if len(steps) == 1 else tuple(chain.from_iterable(steps))
        drew = game.state.draws != draws
        act = played_act(entry.number, body.seat, before, events, drew=drew)
        if act.closes or act.forced or (self.acts and self.acts[-1].seat != act.seat):
            self.usage.undone_lately = 0
        if self.acts and self.acts[-1].closes:
            del self.acts[:-1]
        self.acts.append(act)
        if self.clocks:
            self.clocks.acted(act, entry.at, by_person=body.by == "person")
        if game.over:
            self.phase = "over"
        return AppliedEntry(entry, events)

    def _undo(self, entry: Entry, body: entries.Undone) -> AppliedEntry:
        game = self._running()
        can = undoable(self.acts, (body.seat,), stored=True)
        kept = next((act for act in self.acts[-can.steps :] if act.before == body.kept), None)
        if not can.steps or kept is None:
            raise Refusal(f"undo_{can.closed}")
        undone = len(game.history) - body.kept
        game.undo(undone)
        self.usage.take(entry, undone)
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
        """Refuse an entry that belongs to another phase."""
        if not self.log:
            raise Refusal("no_table")
        if self.phase not in phases:
            raise Refusal(f"phase_{self.phase}")

    def _running(self) -> Game:
        self.need("running")
        assert self.game is not None
        return self.game

    def seat(self, seat: int) -> Seat:
        """The seat with this number; Refusal if there is none."""
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_seat", last=len(self.seats) - 1)
        return self.seats[seat]

    def person(self, seat: int) -> Seat:
        """The seat with this number; Refusal if no person has it."""
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
"""The methods for entries that change the table or the game."""
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
"""The functions for entries that change a seat."""
