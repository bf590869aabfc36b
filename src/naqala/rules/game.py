"""A game to play: the state, its history, and the texts of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from naqala.rules import landing, meeples, scoring, sowing, turn
from naqala.rules.actions import DROPS, TAKES, Action, Bid, Buy, Drop, End, Sow, Take
from naqala.rules.board import Mask, Tile
from naqala.rules.errors import BadOptions, BadText, IllegalAction
from naqala.rules.events import Dropped, Event, Gathered, Taken
from naqala.rules.meeples import ONE, Tribe
from naqala.rules.notation import parse_action, tile_of
from naqala.rules.position import position_text
from naqala.rules.reading import parse_position
from naqala.rules.record import check_of, parse_record, record_text
from naqala.rules.scoring import Score
from naqala.rules.setup import set_up
from naqala.rules.sowing import Dropping, Outcome
from naqala.rules.state import NOBODY, Options, State
from naqala.rules.tiles import as_offered
from naqala.rules.turn import Sowing
from naqala.rules.view import View, view
from naqala.rules.whims import parse_deck

SNAPSHOT_EVERY = 16
"""How often the state is kept: undo replays fewer actions than this."""


class Played(NamedTuple):
    """An action of the history and what it caused."""

    seat: int
    action: Action
    events: tuple[Event, ...]


class Game:
    """A game of Naqala: ask `legal()`, choose one, `play` it, until it is `over`."""

    __slots__ = ("_is_new", "_snapshots", "history", "opening", "state")

    state: State
    opening: tuple[Event, ...]
    """What happened before the first choice."""
    history: list[Played]

    def __init__(self, state: State, *, new: bool = False) -> None:
        """Play on from a state; `new`, `load` and `from_position` are the usual ways."""
        self.state = state
        self._is_new = new
        self.opening = tuple(state.events)
        self.history = []
        self._snapshots = [state.copy()]

    @classmethod
    def new(
        cls,
        *,
        players: int,
        seed: int,
        expansions: str | Iterable[str] = (),
        promos: str | Iterable[str] = (),
        names: Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
    ) -> Game:
        """Set up a game; BadOptions says what cannot be played.

        One player plays against Yazid; `expansions` are "whims" and "artisans"; `doubled` gives
        four players the track of five; `whims` is the TOML text of another deck of Whims.
        """
        options = Options(
            players=players,
            seed=seed,
            expansions=_words(expansions),
            promos=_words(promos),
            names=tuple(names),
            doubled=doubled,
            whims=() if whims is None else parse_deck(str(whims)),
        )
        return cls(set_up(options), new=True)

    @classmethod
    def load(cls, text: str) -> Game:
        """Play a record to its end; BadText or IllegalAction says what is wrong, and where."""
        record = parse_record(text)
        start = record.position
        game = cls(start) if start else cls(set_up(record.options), new=True)
        for number, line, action in record.actions:
            try:
                game.play(action)
            except IllegalAction as error:
                raise IllegalAction(f"line {number}, {line!r}: {error}") from None
        if record.check and record.check != game._check():
            raise BadText("the record was played by other rules: its actions now end differently")
        return game

    @classmethod
    def from_position(cls, text: str) -> Game:
        """Begin in a position; BadText says what is wrong, and where."""
        return cls(parse_position(text))

    @property
    def options(self) -> Options:
        """What was chosen before the game."""
        return self.state.options

    @property
    def seat(self) -> int:
        """Who chooses now, counted from 0."""
        return self.state.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with most points, now or at the end (E4)."""
        totals = [score.total for score in self.scores()]
        return self.state.course.winners(self.state, totals)

    def legal(self) -> tuple[Action, ...]:
        """Everything `seat` can choose now, and nothing else."""
        return self.state.choices

    def play(self, action: Action | str) -> list[Event]:
        """Do an action, given as such or as text; the events tell what happened.

        A `sow` line is played as its steps. IllegalAction or BadText leave the game as it was.
        """
        if isinstance(action, str):
            action = parse_action(action)
        if not isinstance(action, Action):
            raise IllegalAction(f"{action!r} is no action; play one of legal(), or its text")
        if isinstance(action, Sow):
            return self._sow(action)
        for choice in self.state.choices:
            if choice is action:
                break
        else:
            action = self._legal_twin(action)
        return self._apply(action)

    def undo(self, actions: int = 1) -> None:
        """Take back the last actions; a `sow` line counts as its steps."""
        if not 0 <= actions <= len(self.history):
            raise IllegalAction(
                f"cannot be taken back: {actions} of {len(self.history)} actions played"
            )
        if not actions:
            return
        kept = len(self.history) - actions
        start = min(kept // SNAPSHOT_EVERY, len(self._snapshots) - 1)
        again = self.history[start * SNAPSHOT_EVERY : kept]
        del self._snapshots[start + 1 :]
        del self.history[start * SNAPSHOT_EVERY :]
        self.state = self._snapshots[start].copy()
        for played in again:
            self._apply(played.action)

    def undo_turn(self) -> None:
        """Take back everything since the last turn or bid of anyone was over.

        At the very beginning of a turn, take back the whole turn or bid before it.
        """
        kept = len(self.history)
        while kept:
            kept -= 1
            if kept == 0 or _closes(self.history[kept - 1]):
                break
        self.undo(len(self.history) - kept)

    def copy(self, *, history: bool = True) -> Game:
        """A game that can be played on by itself; without history it cannot be undone."""
        twin = Game.__new__(Game)
        twin.state = self.state.copy()
        if history:
            twin.opening = self.opening
            twin.history = self.history[:]
            twin._is_new = self._is_new
            twin._snapshots = self._snapshots[:]
        else:
            twin.opening = ()
            twin.history = []
            twin._is_new = False
            twin._snapshots = []  # the first is made when it is needed: copies must be quick
        return twin

    def view(self, seat: int) -> View:
        """What a seat, counted from 0, may know."""
        if type(seat) is not int or not 0 <= seat < len(self.state.players):
            raise BadOptions(
                f"there is no seat {seat!r}; seats are 0 to {self.options.players - 1}"
            )
        return view(self.state, seat)

    def scores(self) -> list[Score]:
        """What each player would score if the game ended now, by source."""
        return scoring.scores(self.state)

    def record(self, *, check: bool = False) -> str:
        """The text from which `load` makes the same game; with `check` it refuses another one."""
        told = self._check() if check else ""
        return record_text(self._start(), self._lines(), new=self._is_new, check=told)

    def position(self) -> str:
        """The text from which `from_position` makes the same state."""
        return position_text(self.state)

    def outcomes(self, start: Tile | str | None = None) -> list[Outcome]:
        """Where the moves that exist now can end: (start, arrival tile, tribe).

        Of all moves, or of those from one tile, given by its number or as text; once a tile is
        taken, of the moves from there; and in the middle of a move, of those that go on with it.
        """
        if (onward := self._onward()) is not None:
            return onward
        state = self._before_a_move()
        if isinstance(start, str):
            start = tile_of(start.lower())
        if state is not self.state and isinstance(top := self.state.pending[-1], Sowing):
            start = top.start if start in (None, top.start) else NOBODY
        if start is not None and start not in state.land.grid.tiles:
            return []
        return sowing.outcomes(state.land.grid, state.piles, state.masks, start)

    def sowings(
        self, outcome: Outcome, *, after: Sequence[Dropping] = (), through: Tile | None = None
    ) -> Iterator[Sow]:
        """Every whole move with this outcome, one by one.

        Only those that begin with the drops `after`, and that pass the tile `through`.
        """
        state = self._before_a_move()
        grid, piles = state.land.grid, state.piles
        return sowing.sowings(grid, piles, Outcome(*outcome), after=after, through=through)

    def passages(self, outcome: Outcome, *, after: Sequence[Dropping] = ()) -> Mask:
        """The tiles that moves with this outcome can pass after these drops."""
        state = self._before_a_move()
        return sowing.passages(state.land.grid, state.piles, Outcome(*outcome), after=after)

    def obstacle(
        self, start: Tile, tile: Tile, *, after: Sequence[Dropping] = ()
    ) -> landing.Obstacle | None:
        """What keeps moves from a start, after these drops, from ending on a tile."""
        state = self._before_a_move()
        piles, hand = [*state.piles], landing.Hand(state.piles[start], start)
        piles[start] = 0
        for at, tribe in after:
            if not meeples.count(hand.pile, tribe):
                raise IllegalAction("these meeples are not in the hand")
            piles[at] += ONE[tribe]
            hand = landing.Hand(hand.pile - ONE[tribe], at, hand.at)
        if not hand.pile:
            raise IllegalAction("no meeple is left in the hand")
        return landing.obstacle(state.land.grid, piles, sowing.masks_of(piles), hand, tile)

    def count_sowings(self, outcome: Outcome | None = None) -> int:
        """How many whole moves there are, without listing them."""
        state = self._before_a_move()
        return sowing.count(state.land.grid, state.piles, outcome)

    def best_sowing(
        self, outcome: Outcome, value: Callable[[Tile, Tribe], float]
    ) -> tuple[float, Sow]:
        """The move with this outcome whose drops are worth most, and that worth."""
        state = self._before_a_move()
        return sowing.best_sowing(state.land.grid, state.piles, Outcome(*outcome), value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.state == other.state and self.history == other.history

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        what = "over" if self.over else f"p{self.seat + 1} to choose"
        return f"<Game of {self.options.players}, round {self.state.round}, {what}>"

    def _start(self) -> State:
        """The state before the first action of the history."""
        return self._snapshots[0] if self._snapshots else self.state

    def _apply(self, action: Action) -> list[Event]:
        if not self._snapshots:
            self._snapshots.append(self.state.copy())
        seat = self.state.seat
        events = turn.apply(self.state, action)
        self.history.append(Played(seat, action, tuple(events)))
        if len(self.history) % SNAPSHOT_EVERY == 0:
            self._snapshots.append(self.state.copy())
        return events

    def _legal_twin(self, action: Action) -> Action:
        """The legal action that equals this one."""
        if self.over:
            raise IllegalAction("the game is over: nothing can be played any more")
        if isinstance(action, Buy):
            action = as_offered(action, self.state.choices, self.state.row)
        if action not in self.state.choices:
            raise IllegalAction(f"{_told(action)} is not possible now; {self._possible()}")
        return action

    def _possible(self) -> str:
        texts = [str(choice) for choice in self.state.choices]
        more = f" and {len(texts) - 12} more" if len(texts) > 12 else ""
        return f"possible for p{self.seat + 1}: {', '.join(texts[:12])}{more}"

    def _sow(self, sow: Sow) -> list[Event]:
        """Play the steps of a move that were not done yet; all of them or none."""
        steps = _steps(sow)
        done: list[Action] = []
        if self.state.pending and isinstance(top := self.state.pending[-1], Sowing):
            done = _steps(Sow(top.start, top.path))
        before, saved = len(self.history), self.state.copy()
        events: list[Event] = []
        try:
            landed = False
            while not landed:
                if done != steps[: len(done)] or len(done) == len(steps):
                    raise IllegalAction(self._not_so(steps, done))
                caused = self._apply(self._legal_twin(steps[len(done)]))
                events += caused
                for event in caused:
                    if isinstance(event, Taken):
                        done.append(TAKES[event.tile])
                    elif isinstance(event, Dropped):
                        done.append(DROPS[event.tile][event.tribe])
                    elif isinstance(event, Gathered):
                        landed = True
                        break
            if len(done) < len(steps):
                raise IllegalAction(f"the move is over with '{done[-1]}'")
            if done != steps:
                raise IllegalAction(self._not_so(steps, done))
        except IllegalAction as error:
            self.state.restore(saved)
            del self.history[before:]
            del self._snapshots[before // SNAPSHOT_EVERY + 1 :]
            raise IllegalAction(f"'{sow}' is not possible now: {error}") from None
        return events

    def _not_so(self, steps: list[Action], done: list[Action]) -> str:
        if done == steps[: len(done)]:
            return "meeples would be left in hand"
        if steps == done[: len(steps)]:
            return f"the move goes on with '{done[len(steps)]}'"
        wrong = next(nth for nth, (a, b) in enumerate(zip(steps, done, strict=False)) if a != b)
        return f"'{done[wrong]}' is forced where '{steps[wrong]}' is told"

    def _onward(self) -> list[Outcome] | None:
        """Where a move in its middle can still end; None where there is none, or it flies."""
        state = self.state
        top = state.pending[-1] if state.pending else None
        if not isinstance(top, Sowing) or not top.path or state.flying:
            return None
        return sowing.endings(state.land.grid, state.masks, top.hand, top.start, top.at, top.before)

    def _before_a_move(self) -> State:
        if self.state.pending and isinstance(top := self.state.pending[-1], Sowing):
            if top.path:
                raise IllegalAction("a move has begun: its steps are in legal()")
            state = self.state.copy()  # only taken yet: ask as if the meeples still stood there
            for tribe in meeples.members(top.hand):
                state.add(top.start, tribe)
            return state
        if self.state.flying:
            raise IllegalAction("the carpet flies: the steps of this move are in legal()")
        return self.state

    def _check(self) -> str:
        events = (event for played in self.history for event in played.events)
        return check_of(self._start(), events)

    def _lines(self) -> Iterator[str]:
        """The text of every action; the steps of a move in one line, forced ones included."""
        sow = Sow(-1, ())
        if (pending := self._start().pending) and isinstance(top := pending[-1], Sowing):
            sow = Sow(top.start, top.path)
        chosen: list[Action] = []
        for played in self.history:
            if isinstance(played.action, Take | Drop):
                chosen.append(played.action)
            else:
                yield str(played.action)
            for event in played.events:
                if isinstance(event, Taken):
                    sow = Sow(event.tile, ())
                elif isinstance(event, Dropped):
                    sow = Sow(sow.start, (*sow.drops, (event.tile, event.tribe)))
                elif isinstance(event, Gathered):
                    if chosen:
                        yield str(sow)
                    chosen = []
        yield from map(str, chosen)


def _words(words: str | Iterable[str]) -> frozenset[str]:
    """Some words; a single one may come as it is."""
    return frozenset([words] if isinstance(words, str) else words)


def _steps(sow: Sow) -> list[Action]:
    """The steps of a whole move."""
    numbers = [sow.start, *(number for drop in sow.drops for number in drop)]
    if not all(type(number) is int and number >= 0 for number in numbers):
        raise IllegalAction(f"{sow!r} names no tiles and tribes")
    try:
        return [TAKES[sow.start], *(DROPS[tile][tribe] for tile, tribe in sow.drops)]
    except IndexError:
        raise IllegalAction(f"{sow!r} names no tiles and tribes") from None


def _told(action: Action) -> str:
    """An action as text, even if nothing on any board can be meant."""
    try:
        return f"'{action}'"
    except (IndexError, TypeError, ValueError, KeyError):
        return repr(action)


def _closes(played: Played) -> bool:
    """Whether an action was the end of a turn or a bid."""
    return isinstance(played.action, Bid | End)
