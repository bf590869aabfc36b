"""A table as the fold of its log: no I/O, no clock, the same on every machine.

`apply` checks an entry and makes it so, or refuses it with a sentence and changes nothing. Whether
the sender has a right to it is checked before (`sends`): the log itself is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from msgspec import structs

from naqala.bots import BOTS
from naqala.rules.errors import NaqalaError
from naqala.rules.events import Event
from naqala.rules.game import Game
from naqala.rules.setup import NAME_LENGTH, check, set_up
from naqala.rules.state import NOBODY, Options
from naqala.rules.whims import parse_deck
from naqala.server import entries
from naqala.server.clocks import Clocks
from naqala.server.entries import AnyWhat, Entry
from naqala.server.marks import mark
from naqala.server.refusal import Refusal, reason
from naqala.server.shapes import GameOptions, Seat
from naqala.server.undo import Done, Undoable, done, undoable
from naqala.text import Catalogue
from naqala.text.refusals import of_action, of_deck, of_options, of_record

Phase = Literal["lobby", "running", "over", "closed"]

_RECORD = re.compile(r"(\s*#[^\n]*\n)*\s*naqala record")
MOVES = (entries.Started, entries.Acted, entries.Undone)
"""Entries that change the game."""
OPENINGS = 8
"""How many openings are remembered as they were read: a table asks several times for its own."""
REMEMBERED = 512
"""How many sends are remembered by their id."""


class Happened(NamedTuple):
    """An entry of the log and the events of the game it caused."""

    entry: Entry
    events: tuple[Event, ...] = ()
    back_to: int = 0
    """Of an undo: the number of the first entry that was taken back."""


class Held(NamedTuple):
    """What is secret of a seat: the guest who sits there and the key of the link."""

    guest: str = ""
    key: str = ""


class Table:
    """A table: fold the entries of its log with `apply`, one by one from the first."""

    __slots__ = (
        "acts",
        "clocks",
        "created_at",
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
        "started",
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
    rematch: str
    created_at: int

    def __init__(self, table: str, history: Iterable[Entry] = ()) -> None:
        """An empty place, and what happened there so far."""
        self.id = table
        self.phase = "lobby"
        self.seats, self.held, self.log, self.acts = [], [], [], []
        self.started = self.game = self.clocks = None
        self.moved = self.created_at = 0
        self.sent = {}
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
        happened = self._marked(FOLD[type(what)](self, entry, what))
        self.log.append(happened)
        if isinstance(what, MOVES):
            self.moved = entry.number
        if self.clocks:
            played = isinstance(what, entries.Started | entries.Acted)
            self.clocks.run(self.waits_for, entry.at, played=played)
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
        if not isinstance(entry.what, entries.Acted | entries.Started):
            return happened
        assert self.game is not None
        assert self.started is not None
        ours = mark(self.game, happened.events)
        if entry.mark != ours:
            if entry.mark:
                raise Refusal("plays_differently", number=entry.number, rules=self.started.rules)
            happened = happened._replace(entry=structs.replace(entry, mark=ours))
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
        self.plan, self.created_at = what, entry.at
        self.seats = [
            Seat("bot", plan.name, plan.bot) if plan.kind == "bot" else Seat("open")
            for plan in what.seats
        ]
        self.held = [Held() for _ in what.seats]
        return Happened(entry)

    def _sat(self, entry: Entry, what: entries.Sat) -> Happened:
        self._need("lobby")
        seat = self._seat(what.seat)
        if seat.kind != "open":
            raise Refusal("seat_taken", name=seat.name)
        check_name(what.name)
        self.seats[what.seat] = Seat("person", what.name)
        self.held[what.seat] = Held(what.holder, what.key)
        return Happened(entry)

    def _linked(self, entry: Entry, what: entries.Linked) -> Happened:
        self._person(what.seat)
        self.held[what.seat] = self.held[what.seat]._replace(key=what.key)
        return Happened(entry)

    def _renamed(self, entry: Entry, what: entries.Renamed) -> Happened:
        seat = self._person(what.seat)
        check_name(what.name)
        self.seats[what.seat] = structs.replace(seat, name=what.name)
        return Happened(entry)

    def _left(self, entry: Entry, what: entries.Left) -> Happened:
        self._need("lobby", "running")
        seat = self._person(what.seat)
        if self.phase == "lobby":
            self.seats[what.seat], self.held[what.seat] = Seat("open"), Held()
            if all(seat.kind != "person" for seat in self.seats):
                self.phase = "closed"
        elif seat.state == "left":
            raise Refusal("left_already")
        else:
            self.seats[what.seat] = structs.replace(seat, state="left")
        return Happened(entry)

    def _started(self, entry: Entry, what: entries.Started) -> Happened:
        self._need("lobby")
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

    def _handed(self, entry: Entry, what: entries.Handed) -> Happened:
        self._need("running")
        seat = self._person(what.seat)
        if seat.handed:
            raise Refusal("handed_already", name=seat.name)
        if seat.state == "here":
            raise Refusal("still_here", name=seat.name)
        check_bot(what.bot)
        self.seats[what.seat] = structs.replace(seat, bot=what.bot, handed=True)
        return Happened(entry)

    def _returned(self, entry: Entry, what: entries.Returned) -> Happened:
        self._need("running")
        seat = self._person(what.seat)
        if seat.state == "here" and not seat.handed:
            raise Refusal("never_gone")
        if self.clocks and seat.state == "timed out":
            self.clocks.come_back(what.seat)
        self.seats[what.seat] = structs.replace(seat, bot="", handed=False, state="here")
        return Happened(entry)

    def _timed_out(self, entry: Entry, what: entries.TimedOut) -> Happened:
        self._need("running")
        seat = self._person(what.seat)
        clocks = self.clocks
        if clocks is None or clocks.runs != what.seat or not clocks.is_out(entry.at):
            raise Refusal("time_left", name=seat.name)
        clocks.run_out(what.seat, entry.at)
        self.seats[what.seat] = structs.replace(seat, state="timed out")
        return Happened(entry)

    def _away(self, entry: Entry, what: entries.Away) -> Happened:
        self._need("running")
        seat = self._person(what.seat)
        if seat.state != "here":
            raise Refusal("gone_already", name=seat.name)
        self.seats[what.seat] = structs.replace(seat, state="away")
        return Happened(entry)

    def _rematched(self, entry: Entry, what: entries.Rematched) -> Happened:
        self._need("over")
        if self.rematch:
            raise Refusal("rematched_already")
        self.rematch = what.table
        return Happened(entry)

    def _closed(self, entry: Entry, what: entries.Closed) -> Happened:
        self._need("lobby")
        self.phase = "closed"
        return Happened(entry)

    def _need(self, *phases: Phase) -> None:
        if not self.log or self.phase not in phases:
            raise Refusal(f"phase_{self.phase}" if self.log else "no_table")

    def _running(self) -> Game:
        self._need("running")
        assert self.game is not None
        return self.game

    def _seat(self, seat: int) -> Seat:
        if not 0 <= seat < len(self.seats):
            raise Refusal("no_seat", last=len(self.seats) - 1)
        return self.seats[seat]

    def _person(self, seat: int) -> Seat:
        if self._seat(seat).kind != "person":
            raise Refusal("no_person")
        return self.seats[seat]


Fold = Callable[[Table, Entry, Any], Happened]
FOLD: dict[type[AnyWhat], Fold] = {
    entries.Created: Table._created,
    entries.Sat: Table._sat,
    entries.Linked: Table._linked,
    entries.Renamed: Table._renamed,
    entries.Left: Table._left,
    entries.Started: Table._started,
    entries.Acted: Table._act,
    entries.Undone: Table._undo,
    entries.Said: Table._said,
    entries.Handed: Table._handed,
    entries.Returned: Table._returned,
    entries.TimedOut: Table._timed_out,
    entries.Away: Table._away,
    entries.Rematched: Table._rematched,
    entries.Closed: Table._closed,
}


def folded(name: str, history: Iterable[Entry]) -> Table:
    """The table of a stored log; Refusal when these rules do not play it as it was played."""
    table = Table(name)
    for entry in history:
        try:
            table.apply(entry)
        except Refusal as refusal:
            if refusal.code == "plays_differently" or not table.started:
                raise
            rules = table.started.rules
            raise Refusal("plays_differently", number=entry.number, rules=rules) from None
    table.check_rules()
    return table


def options_of(asked: GameOptions, seed: int, names: Iterable[str] = ()) -> Options:
    """The options of the rules that a table asks for."""
    try:
        deck = parse_deck(asked.whims) if asked.whims else ()
    except NaqalaError as error:
        why = reason(error, lambda wrong, words: of_deck(wrong, _the_text(words), words))
        raise Refusal("bad_options", reason=why) from None
    return Options(
        players=asked.players,
        seed=seed,
        expansions=frozenset(asked.expansions),
        promos=frozenset(asked.promos),
        names=tuple(names),
        doubled=asked.doubled,
        whims=deck,
    )


def check_options(options: Options) -> None:
    """Refuse a game that cannot be played."""
    try:
        check(options)
    except NaqalaError as error:
        why = reason(error, lambda _, words: of_options(options, words))
        raise Refusal("bad_options", reason=why) from None


def new_game(options: Options) -> Game:
    """A game with these options."""
    check_options(options)
    return Game(set_up(options), new=True)


def opened(text: str) -> Game:
    """The game of a record or a position; read once, however often it is asked for in a row."""
    return _opened(text).copy()


@lru_cache(maxsize=OPENINGS)
def _opened(text: str) -> Game:
    try:
        if is_record(text):
            return Game.load(text)
        return Game.from_position(text)
    except NaqalaError as error:
        why = reason(error, lambda wrong, words: of_record(wrong, text, _the_text(words), words))
        raise Refusal("bad_opening", reason=why) from None


def plain(text: str) -> str:
    """A record or a position as we write it: without remarks, and no longer than its game is."""
    game = opened(text)
    return game.record() if is_record(text) else game.position()


def is_record(text: str) -> bool:
    """Whether a text is a record rather than a position; remarks may stand before it."""
    return _RECORD.match(text) is not None


def _the_text(words: Catalogue) -> str:
    return words.say("server.the_text")


def check_bot(name: str) -> None:
    """Refuse a bot that is not on the ladder."""
    if name not in BOTS:
        raise Refusal("no_bot", bots=", ".join(BOTS))


def check_name(name: str) -> None:
    """Refuse a name that records could not hold or that does not show."""
    fine = name == name.strip() and name.isprintable() and "," not in name
    if not fine or not 1 <= len(name) <= NAME_LENGTH:
        raise Refusal("bad_name", most=NAME_LENGTH)
