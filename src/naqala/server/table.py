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
from naqala.server import entries, seating
from naqala.server.budgets import Spent
from naqala.server.clocks import HOUR, Clocks
from naqala.server.entries import AnyWhat, Entry
from naqala.server.marks import mark
from naqala.server.opening import (
    check_bot,
    check_name,
    check_options,
    new_game,
    opened,
    options_of,
)
from naqala.server.refusal import Refusal, reason
from naqala.server.seating import Held
from naqala.server.shapes import Seat
from naqala.server.undo import Done, Undoable, done, undoable
from naqala.text.refusals import of_action

Phase = Literal["lobby", "running", "over", "closed"]

PLAYED = (entries.Started, entries.Acted)
MOVES = (*PLAYED, entries.Undone)
"""Entries that change the game."""
EMPTY = HOUR
"""How long a table waits for a person to sit down where nobody does."""
REMEMBERED = 512
"""How many sends are remembered by their id."""


class Happened(NamedTuple):
    """An entry of the log and the events of the game it caused."""

    entry: Entry
    events: tuple[Event, ...] = ()
    back_to: int = 0
    """Of an undo: the number of the first entry that was taken back."""


class Table:
    """A table: fold the entries of its log with `apply`, one by one from the first."""

    __slots__ = (
        "acts",
        "clocks",
        "created_at",
        "empty_since",
        "former",
        "game",
        "held",
        "id",
        "log",
        "moved",
        "phase",
        "plan",
        "rematch",
        "seats",
        "sent",
        "spent",
        "started",
        "unwanted",
    )

    id: str
    phase: Phase
    plan: entries.Created
    """What was asked for when the table was laid."""
    seats: list[Seat]
    held: list[Held]
    started: entries.Started | None
    game: Game | None
    log: list[Happened]
    acts: list[Done]
    """The acts that were not taken back."""
    clocks: Clocks | None
    """Once started, where the table has a clock."""
    moved: int
    """The number of the last entry that changed the game: who has not seen it is stale."""
    sent: dict[tuple[str, str], int]
    """The number that each of the last sends became, by guest and id."""
    spent: Spent
    former: dict[str, str]
    """The guests of keys that open no seat any more: what they sent is still known as theirs."""
    unwanted: set[str]
    """The guests who were sent away before the game: they do not sit down again."""
    rematch: str
    created_at: int
    empty_since: int
    """Since when nobody may have sat there: it was laid, or somebody was sent away."""

    def __init__(self, table: str, history: Iterable[Entry] = ()) -> None:
        """An empty place, and what happened there so far."""
        self.id = table
        self.phase = "lobby"
        self.seats, self.held, self.log, self.acts = [], [], [], []
        self.started = self.game = self.clocks = None
        self.moved = self.created_at = self.empty_since = 0
        self.sent, self.former = {}, {}
        self.unwanted = set()
        self.spent = Spent()
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
    def laid_by(self) -> str:
        """The guest who laid the table."""
        return self.log[0].entry.guest

    @property
    def host(self) -> int:
        """The first seat of who laid the table, or NOBODY where that one does not sit there."""
        laid_by = self.laid_by
        found = (seat for seat, held in enumerate(self.held) if laid_by and held.guest == laid_by)
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

    def apply(self, entry: Entry) -> Happened:
        """Make an entry so; Refusal says why it cannot be, and nothing has changed.

        Only an entry that other rules marked is refused too late: that table is of no use.
        """
        if entry.number != self.number + 1:
            raise ValueError(f"entry {entry.number} cannot follow entry {self.number}")
        what = entry.what
        if seat := SEATING.get(type(what)):
            seat(self, entry.at, what)
            happened = Happened(entry)
        else:
            happened = self._marked(FOLD[type(what)](self, entry, what))
        self.log.append(happened)
        if isinstance(what, MOVES):
            self.moved = entry.number
        if self.clocks:
            self.clocks.run(self.waits_for, entry.at, played=isinstance(what, PLAYED))
        self.spent.take(entry)
        if entry.sent:
            self.sent[entry.guest, entry.sent] = entry.number
            if len(self.sent) > REMEMBERED:
                del self.sent[next(iter(self.sent))]
        return happened

    def check_rules(self) -> None:
        """Refuse a game that would go on by other rules than those it began with."""
        if self.started and self.phase == "running" and self.started.rules != entries.RULES:
            raise Refusal("other_rules", theirs=self.started.rules, ours=entries.RULES)

    def _marked(self, happened: Happened) -> Happened:
        """An entry with its mark; Refusal if something else came of it when it was played."""
        entry = happened.entry
        if not isinstance(entry.what, PLAYED):
            return happened
        assert self.game is not None
        assert self.started is not None
        ours = mark(self.game, happened.events)
        if entry.mark != ours:
            if entry.mark:
                raise Refusal("plays_differently", number=entry.number, rules=self.started.rules)
            return Happened(structs.replace(entry, mark=ours), happened.events)
        return happened

    # One method for each kind of entry. Each refuses before it changes anything.

    def _created(self, entry: Entry, what: entries.Created) -> Happened:
        if self.log:
            raise Refusal("laid_already")
        opening = opened(what.opening) if what.opening else None
        players = opening.options.players if opening else what.options.players
        if len(what.seats) != players:
            raise Refusal("seat_count", seats=len(what.seats), players=players)
        if opening is None:
            check_options(options_of(what.options, 0))
        for plan in what.seats:
            if plan.kind == "bot":
                check_bot(plan.bot)
            if plan.name:
                check_name(plan.name)
        self.plan, self.created_at, self.empty_since = what, entry.at, entry.at
        self.seats = [
            Seat("bot", plan.name, plan.bot) if plan.kind == "bot" else Seat("open")
            for plan in what.seats
        ]
        self.held = [Held() for _ in what.seats]
        return Happened(entry)

    def _started(self, entry: Entry, what: entries.Started) -> Happened:
        self.need("lobby")
        if not self.is_full:
            raise Refusal("not_full")
        if what.rules != entries.RULES and not entry.mark:  # nobody could tell the difference
            raise Refusal("other_rules", theirs=what.rules, ours=entries.RULES)
        seed = int(what.seed)
        if self.plan.opening:
            game = opened(self.plan.opening)
        else:
            game = new_game(options_of(self.plan.options, seed, what.names))
        self.game, self.started = game, what
        if self.plan.clock:
            self.clocks = Clocks(self.plan.clock, self.seats)
        self.phase = "over" if game.over else "running"
        return Happened(entry, game.opening)

    def _act(self, entry: Entry, what: entries.Acted) -> Happened:
        game = self._running()
        if what.seat != game.seat:
            raise Refusal("not_your_turn", name=self.seats[game.seat].name)
        before, draws = len(game.history), game.state.draws
        try:
            events = tuple(game.play(what.action))
        except NaqalaError as error:
            why = reason(error, lambda _, words: of_action(what.action, game, words))
            raise Refusal("not_possible", reason=why) from None
        drew = game.state.draws != draws
        act = done(entry.number, what.seat, before, events, drew=drew)
        self.acts.append(act)
        if self.clocks:
            self.clocks.acted(act, entry.at, by_person=what.by == "person")
        if game.over:
            self.phase = "over"
        return Happened(entry, events)

    def _undo(self, entry: Entry, what: entries.Undone) -> Happened:
        game = self._running()
        steps = self.undoable([what.seat]).steps
        kept = next((act for act in self.acts[-steps:] if act.before == what.kept), None)
        if not steps or kept is None:
            raise Refusal(f"undo_{self.undoable([what.seat]).closed}")
        game.undo(len(game.history) - what.kept)
        back = [act for act in self.acts if act.before >= what.kept]
        del self.acts[len(self.acts) - len(back) :]
        if self.clocks:
            self.clocks.undone(back, entry.at)
        return Happened(entry, back_to=kept.number)

    def _said(self, entry: Entry, what: entries.Said) -> Happened:
        return Happened(entry)

    def _rematched(self, entry: Entry, what: entries.Rematched) -> Happened:
        self.need("over")
        if self.rematch:
            raise Refusal("rematched_already")
        self.rematch = what.table
        return Happened(entry)

    def _closed(self, entry: Entry, what: entries.Closed) -> Happened:
        self.need("lobby", *(("running",) if self.is_of_bots else ()))
        self.phase = "closed"
        return Happened(entry)

    def need(self, *phases: Phase) -> None:
        """Refuse what can only be done before, during or after the game."""
        if not self.log or self.phase not in phases:
            raise Refusal(f"phase_{self.phase}" if self.log else "no_table")

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


Fold = Callable[[Table, Entry, Any], Happened]
FOLD: dict[type[AnyWhat], Fold] = {
    entries.Created: Table._created,
    entries.Started: Table._started,
    entries.Acted: Table._act,
    entries.Undone: Table._undo,
    entries.Said: Table._said,
    entries.Rematched: Table._rematched,
    entries.Closed: Table._closed,
}
"""What changes the table or the game."""
SEATING: dict[type[AnyWhat], Callable[[Table, int, Any], None]] = {
    entries.Sat: seating.sat,
    entries.Linked: seating.linked,
    entries.Renamed: seating.renamed,
    entries.Left: seating.left,
    entries.SentAway: seating.sent_away,
    entries.Handed: seating.handed,
    entries.Returned: seating.returned,
    entries.TimedOut: seating.timed_out,
    entries.Away: seating.away,
}
"""What changes who sits there."""
