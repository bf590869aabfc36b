"""How far a pupil is: computed from the actions played, so that undo needs no code of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from naqala.lessons import turn_search
from naqala.lessons.conditions import PUPIL, Facts
from naqala.lessons.lesson import Lesson, Remark, Step
from naqala.rules.actions import Action
from naqala.rules.errors import IllegalAction
from naqala.rules.events import Event
from naqala.rules.game import Game
from naqala.rules.state import State
from naqala.rules.turn import Sowing


class Progress(NamedTuple):
    """Where a pupil is after some actions."""

    step: int
    """The step to be done, counted from 0; as many as there are when the lesson is done."""
    start: int
    """How many actions were played before this step."""
    wrong: str = ""
    """The name of the wrong try that the actions of this step are, if any."""
    stuck: bool = False
    """Whether the goal cannot be reached any more, because the turn or the game is over."""
    note: str = ""
    """The name of what is said about the actions of this step, if nothing is wrong."""
    early: tuple[str, ...] = ()
    """The names of later steps that are done already."""


class Demonstration(NamedTuple):
    """How to show a step: actions to be played after so many of the pupil's own."""

    after: int
    actions: tuple[str, ...] = ()
    kept: int = 0
    """How many of these actions belong to earlier steps."""
    tiles: tuple[str, ...] = ()
    """In a game with a rival: the tiles of the move, until the pupil goes another way."""


def demonstration(lesson: Lesson, actions: Sequence[Action | str]) -> Demonstration:
    """How to show the current step of a pupil who has played these actions.

    If the recorded actions do not reach the goal after what the pupil did in earlier steps, the
    lesson is shown from its beginning. In a game with a rival, nothing is recorded: a turn with the
    aim of the step is searched for.
    """
    now = progress(lesson, actions)
    if now.step == len(lesson.steps):
        return Demonstration(now.start)
    if lesson.rival:
        return _searched(lesson, actions, now)
    show = lesson.steps[now.step].show
    try:
        if progress(lesson, (*actions[: now.start], *show)).step > now.step:
            return Demonstration(now.start, show)
    except IllegalAction:
        pass
    before = [action for step in lesson.steps[: now.step] for action in step.show]
    return Demonstration(0, (*before, *show), len(before))


class Outlook(NamedTuple):
    """Whether the goal of the current step can still be reached."""

    stuck: bool
    back: int
    """The number of actions to return to, if it cannot or if something else is wrong."""


def outlook(lesson: Lesson, actions: Sequence[Action | str]) -> Outlook:
    """What a pupil who has played these actions can still reach in the same turn."""
    now = progress(lesson, actions)
    played = tuple(map(str, actions))
    back = max(len(played) - 1, 0)
    if now.step == len(lesson.steps):
        return Outlook(False, back)
    if lesson.rival:
        return _outlook_with_rival(lesson, played, now.step)
    recorded = lesson.steps[now.step].show
    done = len(played) - now.start
    as_recorded = recorded[:done] == played[now.start :]
    if not now.stuck and as_recorded and demonstration(lesson, actions).after == now.start:
        return Outlook(False, back)
    stuck = now.stuck or not turn_search.reachable(
        lesson, played, lesson.steps[now.step].goal, now.start
    )
    # A step that could not even be begun: an earlier one has used up what it needs.
    return Outlook(stuck, 0 if stuck and not done else back)


def _outlook_with_rival(lesson: Lesson, actions: tuple[str, ...], step: int) -> Outlook:
    """Whether a move in progress can still have the aim of a step, if the shown turn has it."""
    aim = lesson.steps[step].aim
    assert aim is not None
    game, start, events = turn_so_far(lesson, actions)
    back = max(len(actions) - 1, 0)
    moving = any(isinstance(each, Sowing) for each in game.state.pending)
    if game.seat != PUPIL or not moving or aim(Facts(game.state, events)):
        return Outlook(False, back)
    if turn_search.reachable(lesson, actions, aim, start):
        return Outlook(False, back)
    shown, _ = turn_search.shown_turn(lesson, actions[:start], step)
    if not turn_search.reachable(lesson, (*actions[:start], *shown[:-1]), aim, start):
        return Outlook(False, back)
    while back > start and not turn_search.reachable(lesson, actions[:back], aim, start):
        back -= 1
    return Outlook(True, back)


def turn_so_far(lesson: Lesson, actions: Sequence[Action | str]) -> tuple[Game, int, list[Event]]:
    """The game after some actions, the number before the pupil's turn, and the events since."""
    game = lesson.start()
    start, events = -1, list[Event]()
    for number in range(len(actions) + 1):
        if turn_search.can_begin(game):
            start, events = number, []
        if number < len(actions):
            events.extend(game.play(actions[number]))
    return game, start, events


def _searched(lesson: Lesson, actions: Sequence[Action | str], now: Progress) -> Demonstration:
    """A turn, or the rest of one, that has the aim of the current step."""
    aim = lesson.steps[now.step].aim
    assert aim is not None
    game, start, events = turn_so_far(lesson, actions)
    if game.seat != PUPIL:
        return Demonstration(now.start)
    if aim(Facts(game.state, events)):  # what the turn asks next
        return Demonstration(len(actions), turn_search.next_choice(game))
    before = tuple(map(str, actions[:start]))
    shown, tiles = turn_search.shown_turn(lesson, before, now.step)
    played = tuple(map(str, actions[start:]))
    if shown[: len(played)] == played:  # the rest of it
        marked = () if lesson.steps[now.step].free else tiles
        return Demonstration(len(actions), shown[len(played) :], tiles=marked)
    return Demonstration(start, shown)


def progress(lesson: Lesson, actions: Iterable[Action | str]) -> Progress:
    """The progress of a pupil who has played these actions from the start."""
    game, earlier, events = lesson.start(), list[Event](), list[Event]()
    step = start = 0
    for number, action in enumerate(actions, 1):
        if step == len(lesson.steps):
            break
        events.extend(game.play(action))
        passed = _steps_passed(lesson.steps[step:], game.state, earlier, events)
        if passed:
            earlier.extend(events)
            step, start, events = step + passed, number, []
    if step == len(lesson.steps):
        return Progress(step, start)
    facts, current = Facts(game.state, events), lesson.steps[step]
    wrong, note = _first(current.wrong, facts), _first(current.notes, facts)
    stuck = game.over or (not lesson.rival and game.seat != PUPIL)
    so_far = Facts(game.state, earlier + events)
    early = tuple(
        each.name for each in lesson.steps[step + 1 :] if each.early and each.goal(so_far)
    )
    return Progress(step, start, "" if note and lesson.rival else wrong, stuck, note, early)


def _steps_passed(
    steps: Sequence[Step], state: State, earlier: Sequence[Event], events: Sequence[Event]
) -> int:
    """How many steps these events do, after those of earlier steps.

    The rules play what is forced, so one action may do several steps, each with events of its own.
    """
    before, left = list(earlier), list(events)
    for passed, step in enumerate(steps):
        known = before if step.early else []
        if not step.goal(Facts(state, known + left)):
            return passed
        counts = range(len(left) + 1)
        used = next(count for count in counts if step.goal(Facts(state, known + left[:count])))
        before, left = before + left[:used], left[used:]
    return len(steps)


def _first(remarks: Iterable[Remark], facts: Facts) -> str:
    """The name of the first remark that applies, if any."""
    return next((each.name for each in remarks if each.when(facts)), "")
