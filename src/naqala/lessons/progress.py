"""How far a pupil is: computed from the actions played, so that undo needs no code of its own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from naqala.lessons.conditions import PUPIL, Facts
from naqala.lessons.lesson import Lesson
from naqala.rules.actions import Action
from naqala.rules.errors import IllegalAction
from naqala.rules.events import Event


class Progress(NamedTuple):
    """Where a pupil is after some actions."""

    step: int
    """The step to be done, counted from 0; as many as there are when the lesson is done."""
    start: int
    """How many actions were played before this step."""
    wrong: str = ""
    """The name of the wrong try that the actions of this step are, if any."""
    stuck: bool = False
    """Whether the goal cannot be reached any more, because the turn is over."""


class Demonstration(NamedTuple):
    """How to show a step: actions to be played after so many of the pupil's own."""

    after: int
    actions: tuple[str, ...]
    kept: int
    """How many of these actions belong to earlier steps."""


def demonstration(lesson: Lesson, actions: Sequence[Action | str]) -> Demonstration:
    """How to show the current step of a pupil who has played these actions.

    If the recorded actions do not reach the goal after what the pupil did in earlier steps, the
    lesson is shown from its beginning.
    """
    now = progress(lesson, actions)
    if now.step == len(lesson.steps):
        return Demonstration(now.start, (), 0)
    show = lesson.steps[now.step].show
    try:
        if progress(lesson, (*actions[: now.start], *show)).step > now.step:
            return Demonstration(now.start, show, 0)
    except IllegalAction:
        pass
    before = [action for step in lesson.steps[: now.step] for action in step.show]
    return Demonstration(0, (*before, *show), len(before))


def progress(lesson: Lesson, actions: Iterable[Action | str]) -> Progress:
    """The progress of a pupil who has played these actions from the start."""
    game, events = lesson.start(), list[Event]()
    step = start = 0
    for number, action in enumerate(actions, 1):
        if step == len(lesson.steps):
            break
        events.extend(game.play(action))
        if lesson.steps[step].goal(Facts(game.state, events)):
            step, start, events = step + 1, number, []
    if step == len(lesson.steps):
        return Progress(step, start)
    facts = Facts(game.state, events)
    wrong = next((each.name for each in lesson.steps[step].wrong if each.when(facts)), "")
    return Progress(step, start, wrong, game.over or game.seat != PUPIL)
