"""Finding a turn: to show in a game with a rival, or to see whether a goal can still be reached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import TypeVar

from naqala.lessons.conditions import PUPIL, Check, Facts
from naqala.lessons.lesson import Lesson
from naqala.rules.actions import Action, Bid, Pass, Sell, Sow, Take, Use
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Event, TurnEnded
from naqala.rules.game import Game
from naqala.rules.meeples import size
from naqala.rules.sowing import Outcome
from naqala.rules.visible_scores import own_score

CACHED = 64
"""A turn is searched for once, although the progress is computed after each of its actions."""

MOST_DROPS = 4
"""Longer moves are hard to follow, and are shown only if no other has the aim."""

AnyAction = TypeVar("AnyAction", bound=Action)
ShownTurn = tuple[tuple[str, ...], tuple[str, ...]]
"""Actions, and the tiles that they touch."""


WAYS = 4
"""Ways to the same landing that are tried."""

MOST_TRIED = 800
"""Positions tried before a goal counts as still within reach."""

MOST_COMPARED = 300
"""The same for all choices of a step together: it is computed after every act of a pupil."""


@lru_cache(maxsize=CACHED)
def reachable(lesson: Lesson, actions: tuple[str, ...], goal: Check, start: int) -> bool:
    """Whether a goal can be reached in the rest of the pupil's turn.

    Events count from `start` of the actions on. After many tries the answer is yes.
    """
    game, events = lesson.start(), list[Event]()
    for number, action in enumerate(actions):
        found = game.play(action)
        if number >= start:
            events.extend(found)
    return _reaches(game, tuple(events), goal, MOST_TRIED)[0]


def choices_that_reach(
    game: Game, events: Sequence[Event], goal: Check, choices: Sequence[AnyAction]
) -> list[AnyAction]:
    """Those of the choices after which a goal can be reached in the rest of the pupil's turn.

    They share the positions that may be tried. If those do not suffice, the answer is all choices.
    """
    found, left = list[AnyAction](), MOST_COMPARED
    for choice in choices:
        trial = game.copy(history=False)
        after = (*events, *trial.play(choice))
        good = goal(Facts(trial.state, after))
        if not good and not trial.over and trial.seat == PUPIL:
            good, tried = _reaches(trial, after, goal, left)
            left -= tried
            if left < 0:
                return list(choices)
        if good:
            found.append(choice)
    return found


def _reaches(game: Game, events: tuple[Event, ...], goal: Check, most: int) -> tuple[bool, int]:
    """Whether a goal can be reached from a position, or may be; and how many choices were tried."""
    todo, tried = [(game, events)], 0
    while todo:
        game, before = todo.pop()
        for choice in _choices(game):
            tried += 1
            trial = game.copy(history=False)
            new = tuple(trial.play(choice))
            if tried > most or goal(Facts(trial.state, before + new)):
                return True, tried
            ended = any(isinstance(event, TurnEnded) for event in new)
            if not ended and not trial.over and trial.seat == PUPIL:
                todo.append((trial, before + new))
    return False, tried


def _choices(game: Game) -> list[Action]:
    """What can be chosen; whole moves instead of the first step of one."""
    choices = list(game.legal())
    if not any(isinstance(action, Take) for action in choices):
        return choices
    moves: list[Action] = [
        way for each in game.outcomes() for way in islice(game.sowings(each), WAYS)
    ]
    return [*moves, *(action for action in choices if not isinstance(action, Take))]


def can_begin(game: Game) -> bool:
    """Whether the pupil bids or begins a move."""
    return (
        game.seat == PUPIL
        and not game.over
        and any(isinstance(action, Bid | Take) for action in game.legal())
    )


@lru_cache(maxsize=CACHED)
def shown_turn(lesson: Lesson, before: tuple[str, ...], step: int) -> ShownTurn:
    """The turn after these actions that has the aim of a step and brings most points.

    If no turn has the aim, it is the one that brings most points.
    """
    aim = lesson.steps[step].aim
    assert aim is not None
    game = lesson.start()
    for action in before:
        game.play(action)
    found: Action | None = None
    best = (False, 0)
    for turns in _turns(game):
        for turn in turns:
            trial = game.copy(history=False)
            events = trial.play(turn)
            value = aim(Facts(trial.state, events)), own_score(trial.state, PUPIL).total
            if found is None or value > best:
                found, best = turn, value
        if best[0]:
            break
    return _steps(game, found) if found else ((), ())


def next_choice(game: Game) -> tuple[str, ...]:
    """What the pupil can choose next in a turn whose move is over; nothing if nobody is asked.

    Whatever brings most points comes first, but something to take comes before doing without.
    """
    choices = list(game.legal()) if game.seat == PUPIL and not game.over else []
    if not choices:
        return ()
    kept = [each for each in choices if not isinstance(each, Sell | Use)] or choices
    wanted = [each for each in kept if not isinstance(each, Pass)] or kept

    def points(choice: Action) -> int:
        trial = game.copy(history=False)
        trial.play(choice)
        return own_score(trial.state, PUPIL).total

    return (str(max(wanted, key=points)),)


def _turns(game: Game) -> Iterator[Iterable[Action]]:
    """The bids, or one way to each outcome of a move: first of the short moves, then of others."""
    bids = [action for action in game.legal() if isinstance(action, Bid)]
    if bids:
        yield bids
        return
    short, others = list[Outcome](), list[Outcome]()
    for each in game.outcomes():
        (short if size(game.state.piles[each.start]) <= MOST_DROPS else others).append(each)
    for outcomes in (short, others):
        yield (next(game.sowings(outcome)) for outcome in outcomes)


def _steps(game: Game, action: Action) -> ShownTurn:
    """An action step by step, without the drops that are forced and so happen by themselves."""
    trial = game.copy(history=False)
    trial.play(action)
    actions = tuple(str(each.action) for each in trial.history)
    if not isinstance(action, Sow):
        return actions, ()
    tiles = (action.start, *(tile for tile, _ in action.drops))
    return actions, tuple(TILE_NAMES[tile] for tile in tiles)
