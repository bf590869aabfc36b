"""A game to play: the state, its history, and the texts of both."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import SystemRandom
from typing import NamedTuple

from naqala.rules import landing_obstacles, meeples, scoring, sowing, turn
from naqala.rules.actions import DROPS, TAKES, Action, Bid, Buy, Drop, End, Sow, Take
from naqala.rules.board import NO_TILE, TILE_NAMES, TILES, Mask, Tile
from naqala.rules.board_drawing import board_svg, board_text
from naqala.rules.chance import SEED_BYTES
from naqala.rules.errors import BadOptions, BadText, IllegalAction, brief
from naqala.rules.events import Dropped, Event, Gathered, Taken
from naqala.rules.expansions.whims import parse_deck
from naqala.rules.landing_obstacles import CarriedMeeples, Obstacle
from naqala.rules.meeples import ONE, TRIBES, Tribe
from naqala.rules.notation.actions import parse_action
from naqala.rules.notation.position import position_text
from naqala.rules.notation.position_reader import parse_position
from naqala.rules.notation.record import (
    Record,
    check_of,
    is_position,
    parse_record,
    record_text,
    split_records,
)
from naqala.rules.notation.source import Source, text_of
from naqala.rules.scoring import Score
from naqala.rules.setup import set_up
from naqala.rules.sowing import Dropping, Outcome
from naqala.rules.state import Options, State
from naqala.rules.text_tokens import tile_of
from naqala.rules.tile_info import TileInfo, tile_info
from naqala.rules.tiles import as_offered
from naqala.rules.turn import Sowing
from naqala.rules.view import View, view

SNAPSHOT_EVERY = 64
"""How often the state is kept: undo replays fewer actions than this."""


class Played(NamedTuple):
    """An action of the history and what it caused."""

    seat: int
    action: Action
    events: tuple[Event, ...]


class Game:
    """A game of Naqala: `play` one of the `legal()` actions until it is `over`."""

    __slots__ = (
        "_between",
        "_comments",
        "_is_new",
        "_snapshots",
        "_tags",
        "history",
        "opening",
        "state",
    )

    state: State
    opening: tuple[Event, ...]
    """What happened before the first choice."""
    history: list[Played]

    def __init__(self, state: State, *, new: bool = False) -> None:
        """Continue from a state; `new`, `load` and `from_position` are the usual ways."""
        self.state = state
        self._is_new = new
        self.opening = tuple(state.events)
        self.history = []
        self._snapshots = [state.copy()]
        self._between: dict[int, State] = {}
        """States around the last snapshots by the number of actions, once some were taken back."""
        self._tags: dict[str, str] | None = None
        self._comments: dict[int, str] | None = None

    @classmethod
    def new(
        cls,
        *,
        players: int,
        seed: int | None = None,
        expansions: str | Iterable[str] = (),
        promos: str | Iterable[str] = (),
        names: Iterable[str] = (),
        doubled: bool = False,
        whims: str | None = None,
    ) -> Game:
        """Set up a game; BadOptions says what cannot be played.

        Without a seed, the operating system draws one. One player plays against Yazid;
        `expansions` are "whims" and "artisans"; `doubled` gives four players the track of five;
        `whims` is the TOML text of another deck of Whims.
        """
        options = Options(
            players=players,
            seed=SystemRandom().getrandbits(8 * SEED_BYTES) if seed is None else seed,
            expansions=_words(expansions),
            promos=_words(promos),
            names=_texts(names),
            doubled=bool(doubled),
            whims=() if whims is None else parse_deck(str(whims)),
        )
        return cls(set_up(options), new=True)

    @classmethod
    def load(cls, source: Source) -> Game:
        """The game of a record, or a game that starts from a position.

        The source is a text, a path or an open file. BadText or IllegalAction says what is wrong,
        and where.
        """
        text = text_of(source)
        if is_position(text):
            return cls.from_position(text)
        return cls._replay(parse_record(text))

    @classmethod
    def load_all(cls, source: Source) -> Iterator[Game]:
        """The games of a file with any number of records, one by one."""
        for text in split_records(text_of(source)):
            yield cls.load(text)

    @classmethod
    def _replay(cls, record: Record) -> Game:
        start = record.position
        game = cls(start) if start else cls(set_up(record.options), new=True)
        played = [0]
        for number, _, action in record.actions:
            try:
                game.play(action)
            except IllegalAction as error:
                raise IllegalAction("record_line", number=number, reason=error) from None
            played.append(len(game.history))
        if record.check and record.check != game._check():
            raise BadText("record_rules")
        game._tags = dict(record.tags) or None
        game._comments = {played[line]: text for line, text in record.comments.items()} or None
        return game

    @classmethod
    def from_position(cls, text: str) -> Game:
        """Start from a position; BadText says what is wrong, and where."""
        return cls(parse_position(text))

    @property
    def tags(self) -> dict[str, str]:
        """What a record says about the game: `date`, `site`, `players`, `bots`, `result` …

        You may change it; the rules and equality ignore it.
        """
        if self._tags is None:
            self._tags = {}
        return self._tags

    @property
    def comments(self) -> dict[int, str]:
        """Comments by the number of actions that were played before them."""
        if self._comments is None:
            self._comments = {}
        return self._comments

    @property
    def options(self) -> Options:
        """The options that were chosen before the game."""
        return self.state.options

    @property
    def seat(self) -> int:
        """The seat in turn, counted from 0."""
        return self.state.seat

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won (E4); empty until the game is over."""
        if not self.over:
            return ()
        totals = [score.total for score in self.scores()]
        return self.state.flow.winners(self.state, totals)

    def legal(self) -> tuple[Action, ...]:
        """All legal actions of `seat`."""
        return self.state.choices

    def is_legal(self, action: Action | str) -> bool:
        """Whether `play` would accept an action, given as an object or as text."""
        try:
            self.parse(action) if isinstance(action, str) else self._checked(action)
        except (BadText, IllegalAction):
            return False
        return True

    def parse(self, text: str) -> Action:
        """The legal action that a text means; BadText or IllegalAction says why there is none."""
        if not isinstance(text, str):
            raise BadText("not_text", value=brief(repr(text)))
        return self._checked(parse_action(text))

    def _checked(self, action: Action) -> Action:
        """The action, if it is legal."""
        if isinstance(action, Sow):
            self.copy(history=False)._sow(action)
            return action
        return self._equal_legal(action)

    def play(self, action: Action | str) -> list[Event]:
        """Play an action, given as an object or as text, and return the events.

        A `sow` line is played as its steps. IllegalAction or BadText leaves the game unchanged.
        """
        if isinstance(action, str):
            action = parse_action(action)
        if not isinstance(action, Action):
            raise IllegalAction("not_an_action", value=brief(repr(action)))
        if isinstance(action, Sow):
            return self._sow(action)
        for choice in self.state.choices:
            if choice is action:
                break
        else:
            action = self._equal_legal(action)
        return self._apply(action)

    def undo(self, actions: int = 1) -> None:
        """Take back the last actions; a `sow` line counts as its steps."""
        if type(actions) is not int or not 0 <= actions <= len(self.history):
            number = brief(repr(actions))
            raise IllegalAction("take_back", number=number, played=len(self.history))
        if not actions:
            return
        kept = len(self.history) - actions
        start = min(kept // SNAPSHOT_EVERY, len(self._snapshots) - 1)
        found, state = start * SNAPSHOT_EVERY, self._snapshots[start]
        for played, each in list(self._between.items()):
            if played > kept:
                del self._between[played]
            elif played > found:
                found, state = played, each
        again = self.history[found:kept]
        del self._snapshots[start + 1 :]
        del self.history[found:]
        self.state = state.copy()
        for taken in again:
            self._apply(taken.action)
            self._between[len(self.history)] = self.state.copy()

    def undo_turn(self) -> None:
        """Take back everything since the last turn or bid ended.

        At the very beginning of a turn, take back the whole turn or bid before it.
        """
        kept = len(self.history)
        while kept:
            kept -= 1
            if kept == 0 or _closes(self.history[kept - 1]):
                break
        self.undo(len(self.history) - kept)

    def copy(self, *, history: bool = True) -> Game:
        """An independent copy; without history, past actions cannot be undone."""
        twin = Game.__new__(Game)
        twin.state = self.state.copy()
        if history:
            twin.opening = self.opening
            twin.history = self.history[:]
            twin._is_new = self._is_new
            twin._snapshots = self._snapshots[:]
            twin._between = dict(self._between)
            twin._tags = self._tags and dict(self._tags)
            twin._comments = self._comments and dict(self._comments)
        else:
            twin.opening = ()
            twin.history = []
            twin._is_new = False
            twin._between = {}
            twin._snapshots = []  # created on demand, to keep copies fast
            twin._tags = twin._comments = None
        return twin

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: Mapping[int, object]) -> Game:
        return self.copy()

    def tile(self, name: str | Tile) -> TileInfo:
        """A tile of the board and what stands on it, by its name or number."""
        return tile_info(self.state, self._on_board(name))

    def view(self, seat: int) -> View:
        """What a seat, counted from 0, may know."""
        if type(seat) is not int or not 0 <= seat < len(self.state.players):
            raise BadOptions("unknown_seat", seat=seat, last=self.options.players - 1)
        return view(self.state, seat)

    def scores(self) -> list[Score]:
        """What each player would score if the game ended now, by source."""
        return scoring.scores(self.state)

    def record(self, *, check: bool = False) -> str:
        """The text from which `load` recreates the game; `check` adds a checksum of the events."""
        return record_text(
            self._start(),
            self._lines(),
            new=self._is_new,
            check=self._check() if check else "",
            tags=self._tags or {},
            comments=self._comments or {},
        )

    def position(self) -> str:
        """The text from which `from_position` recreates the state."""
        return position_text(self.state)

    def outcomes(self, start: str | Tile | None = None) -> list[Outcome]:
        """The possible outcomes of moves: (start, arrival tile, tribe).

        `start` limits them to the moves from one tile, given by number or as text. Once a tile is
        taken, they are those of the moves from there; in the middle of a move, those that it can
        still have.
        """
        if (onward := self._onward()) is not None:
            return onward
        state = self._before_a_move()
        tile = None if start is None else _tile(start)
        if state is not self.state and isinstance(top := self.state.pending[-1], Sowing):
            tile = top.start if tile in (None, top.start) else NO_TILE
        if tile is not None and tile not in state.land.grid.tiles:
            return []
        return sowing.outcomes(state.land.grid, state.piles, state.masks, tile)

    def sowings(
        self, outcome: Outcome, *, after: Sequence[Dropping] = (), through: str | Tile | None = None
    ) -> Iterator[Sow]:
        """Every whole move with this outcome, one by one.

        Optionally only those that begin with the drops `after`, and those that pass the tile
        `through`.
        """
        state = self._before_a_move()
        grid, piles = state.land.grid, state.piles
        tile = None if through is None else _tile(through)
        after = _droppings(after)
        return sowing.sowings(grid, piles, _outcome(outcome), after=after, through=tile)

    def passages(self, outcome: Outcome, *, after: Sequence[Dropping] = ()) -> Mask:
        """The tiles that moves with this outcome can pass after these drops."""
        state = self._before_a_move()
        grid, piles = state.land.grid, state.piles
        return sowing.passages(grid, piles, _outcome(outcome), after=_droppings(after))

    def obstacle(
        self, start: str | Tile, tile: str | Tile, *, after: Sequence[Dropping] = ()
    ) -> Obstacle | None:
        """Why no move from a start, after these drops, can end on a tile; None if one can."""
        state = self._before_a_move()
        start, tile = self._on_board(start), _tile(tile)
        if tile not in TILES:
            raise BadText("off_board", tile=brief(repr(tile)))
        piles, carried = [*state.piles], CarriedMeeples(state.piles[start], start)
        piles[start] = 0
        for at, tribe in _droppings(after):
            self._on_board(at)
            if not meeples.count(carried.pile, tribe):
                raise IllegalAction("not_in_hand", drop=_step(DROPS[at][tribe]))
            piles[at] += ONE[tribe]
            carried = CarriedMeeples(carried.pile - ONE[tribe], at, carried.at)
        if not carried.pile:
            raise IllegalAction("empty_hand")
        grid, masks = state.land.grid, sowing.masks_of(piles)
        return landing_obstacles.obstacle(grid, piles, masks, carried, tile)

    def count_sowings(self, outcome: Outcome | None = None) -> int:
        """How many whole moves there are, without listing them."""
        state = self._before_a_move()
        wanted = None if outcome is None else _outcome(outcome)
        return sowing.count(state.land.grid, state.piles, wanted)

    def best_sowing(
        self, outcome: Outcome, value: Callable[[Tile, Tribe], float]
    ) -> tuple[float, Sow]:
        """The move with this outcome whose drops have the highest total value, and that value."""
        state = self._before_a_move()
        return sowing.best_sowing(state.land.grid, state.piles, _outcome(outcome), value)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.state == other.state and self.history == other.history

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        what = "over" if self.over else f"p{self.seat + 1} to choose"
        return f"<Game of {self.options.players}, round {self.state.round}, {what}>"

    def __str__(self) -> str:
        return f"{board_text(self.state)}\n{self!r}"

    def _repr_svg_(self) -> str:
        """The board as a picture; notebooks show it."""
        return board_svg(self.state)

    def _on_board(self, name: str | Tile) -> Tile:
        """The tile of a name or number, if it is on the board."""
        tile = _tile(name)
        if tile not in self.state.land.grid.tiles:
            shown = TILE_NAMES[tile] if tile in TILES else brief(repr(tile))
            raise BadText("off_board", tile=shown)
        return tile

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
            before = len(self.history) - SNAPSHOT_EVERY
            self._between = {n: state for n, state in self._between.items() if n > before}
        return events

    def _equal_legal(self, action: Action) -> Action:
        """The legal action that equals this one."""
        if self.over:
            raise IllegalAction("game_over")
        if isinstance(action, Buy):
            action = as_offered(action, self.state.choices, self.state.row)
        choices = self.state.choices
        try:  # the choice itself, because `Take(1.0)` equals `Take(1)` but is not a tile
            return choices[choices.index(action)]
        except ValueError:
            text, player = _action_text(action), f"p{self.seat + 1}"
            possible = tuple(map(str, choices))
            raise IllegalAction(
                "not_legal", action=text, player=player, possible=possible
            ) from None

    def _sow(self, sow: Sow) -> list[Event]:
        """Play the remaining steps of a move; all of them or none."""
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
                    raise self._sow_error(steps, done)
                step = steps[len(done)]
                if not self.over and step not in self.state.choices:
                    raise _step_error(step, len(done))
                caused = self._apply(self._equal_legal(step))
                events += caused
                for event in caused:
                    if isinstance(event, Taken):
                        done.append(TAKES[event.tile])
                    elif isinstance(event, Dropped):
                        done.append(DROPS[event.tile][event.tribe])
                    elif isinstance(event, Gathered):
                        landed = True
                        break
            if done != steps:
                raise self._sow_error(steps, done)
        except IllegalAction as error:
            self.state.restore(saved)
            del self.history[before:]
            del self._snapshots[before // SNAPSHOT_EVERY + 1 :]
            raise IllegalAction("sow_not_legal", action=str(sow), reason=error) from None
        return events

    def _sow_error(self, steps: list[Action], done: list[Action]) -> IllegalAction:
        """The error for a move whose steps differ from those that were done."""
        if done == steps:
            hand = next(d.hand for d in reversed(self.state.pending) if isinstance(d, Sowing))
            return IllegalAction("sow_left", step=_step(done[-1]), pile=meeples.letters(hand))
        if done == steps[: len(done)]:
            return IllegalAction("sow_ends", step=_step(done[-1]))
        if steps == done[: len(steps)]:
            forced = _step(done[len(steps)])
            return IllegalAction("sow_goes_on", step=_step(steps[-1]), forced=forced)
        wrong = next(nth for nth, (a, b) in enumerate(zip(steps, done, strict=False)) if a != b)
        return IllegalAction("sow_forced", step=_step(steps[wrong]), forced=_step(done[wrong]))

    def _onward(self) -> list[Outcome] | None:
        """Where an unfinished move can end; None if there is none, or if it flies."""
        state = self.state
        top = state.pending[-1] if state.pending else None
        if not isinstance(top, Sowing) or not top.path or state.flying:
            return None
        return sowing.endings(state.land.grid, state.masks, top.hand, top.start, top.at, top.before)

    def _before_a_move(self) -> State:
        if self.state.pending and isinstance(top := self.state.pending[-1], Sowing):
            if top.path:
                raise IllegalAction("move_begun")
            # Nothing is dropped yet: put the meeples back on the start.
            state = self.state.copy()
            for tribe in meeples.members(top.hand):
                state.add(top.start, tribe)
            return state
        if self.state.flying:
            raise IllegalAction("carpet_flies")
        return self.state

    def _check(self) -> str:
        events = (event for played in self.history for event in played.events)
        return check_of(self._start(), events)

    def _lines(self) -> Iterator[tuple[int, str]]:
        """The text of every action, with the number of actions played so far.

        The steps of a move are one line, forced ones included.
        """
        sow = Sow(NO_TILE, ())
        if (pending := self._start().pending) and isinstance(top := pending[-1], Sowing):
            sow = Sow(top.start, top.path)
        chosen: list[Action] = []
        for number, played in enumerate(self.history, 1):
            if isinstance(played.action, Take | Drop):
                chosen.append(played.action)
            else:
                yield number, str(played.action)
            for event in played.events:
                if isinstance(event, Taken):
                    sow = Sow(event.tile, ())
                elif isinstance(event, Dropped):
                    sow = Sow(sow.start, (*sow.drops, (event.tile, event.tribe)))
                elif isinstance(event, Gathered):
                    if chosen:
                        yield number, str(sow)
                    chosen = []
        first = len(self.history) - len(chosen) + 1
        yield from enumerate(map(str, chosen), first)


def _tile(name: str | Tile) -> Tile:
    """The tile of a name; a number stays as it is."""
    if isinstance(name, str):
        return tile_of(name.lower())
    if type(name) is not int:
        raise BadText("not_a_tile", text=brief(repr(name)))
    return name


def _words(words: str | Iterable[str]) -> frozenset[str]:
    """A set of words; a single word may be given as a string."""
    return frozenset([words] if isinstance(words, str) else _texts(words))


def _texts(texts: Iterable[str]) -> tuple[str, ...]:
    try:
        found = tuple(texts)
    except TypeError:
        raise BadOptions("option_text", value=brief(repr(texts))) from None
    for text in found:
        if not isinstance(text, str):
            raise BadOptions("option_text", value=brief(repr(text)))
    return found


def _outcome(outcome: Outcome) -> Outcome:
    """An outcome, if it consists of three numbers."""
    try:
        parts = [type(part) for part in outcome]
    except TypeError:
        parts = []
    if parts != [int, int, int]:
        raise IllegalAction("no_sowing", outcome=brief(repr(outcome)))
    return Outcome(*outcome)


def _droppings(after: Sequence[Dropping]) -> tuple[Dropping, ...]:
    """The drops at the beginning of a move, if their tiles and tribes exist."""
    found = _existing_drops(after)
    if found is None:
        raise IllegalAction("sow_places", action=brief(repr(after)))
    return found


def _existing_drops(drops: Iterable[Dropping]) -> tuple[Dropping, ...] | None:
    """The drops, or None if they are not pairs of a tile and a tribe."""
    try:
        found = tuple((tile, tribe) for tile, tribe in drops)
    except (TypeError, ValueError):
        return None
    numbers = (number for drop in found for number in drop)
    exist = all(type(number) is int for number in numbers) and all(
        tile in TILES and tribe in TRIBES for tile, tribe in found
    )
    return found if exist else None


def _steps(sow: Sow) -> list[Action]:
    """The steps of a whole move."""
    drops = _existing_drops(sow.drops)
    if type(sow.start) is not int or sow.start not in TILES or drops is None:
        raise IllegalAction("sow_places", action=brief(repr(sow)))
    return [TAKES[sow.start], *(DROPS[tile][tribe] for tile, tribe in drops)]


def _step_error(step: Action, number: int) -> IllegalAction:
    """The error for a step that is not legal: the start, or the drop of this number."""
    if isinstance(step, Take):
        return IllegalAction("sow_start", tile=_step(step))
    return IllegalAction("sow_step", step=_step(step), number=number)


def _step(action: Action) -> str:
    """A step of a move as a `sow` line writes it: `c3` or `d3W`."""
    return str(action).partition(" ")[2]


def _action_text(action: Action) -> str:
    """An action as text, even if it is not valid on any board."""
    try:
        return str(action)
    except (IndexError, TypeError, ValueError, KeyError):
        return brief(repr(action))


def _closes(played: Played) -> bool:
    """Whether an action was the end of a turn or a bid."""
    return isinstance(played.action, Bid | End)
