"""What a pupil is told: in a lesson, and in the guided first game."""

from __future__ import annotations

from functools import cache

from naqala.lessons import (
    Lesson,
    demonstration,
    detour,
    first_game,
    landing,
    leads,
    outlook,
    progress,
)
from naqala.lessons.conditions import PUPIL
from naqala.tables.errors import Refusal
from naqala.tables.live.subscribers import Subscriber
from naqala.tables.log.initial_game import canonical
from naqala.tables.log.state import TableState
from naqala.tables.protocol.messages import LessonProgress


def progress_message(lesson: Lesson, table: TableState) -> LessonProgress:
    """How far the pupil of a table is in a lesson."""
    assert table.game is not None
    actions = [each.action for each in table.game.history]
    now, shown = progress(lesson, actions), demonstration(lesson, actions)
    ahead = outlook(lesson, actions)
    stuck = now.stuck or ahead.stuck
    why = detour(lesson, actions) if stuck else None
    current = lesson.steps[now.step] if now.step < len(lesson.steps) else None
    return LessonProgress(
        lesson=lesson.id,
        number=table.number,
        steps=tuple(step.name for step in lesson.steps),
        step=now.step,
        start=now.start,
        tiles=(current.tiles or shown.tiles) if current else (),
        show=shown.actions,
        show_after=shown.after,
        show_keep=shown.kept,
        wrong=now.wrong,
        note=now.note,
        stuck=stuck,
        back=ahead.back,
        mistake=str(actions[ahead.back]) if stuck and ahead.back < len(actions) else "",
        panels=(current.panels if current else ()) or lesson.panels,
        early=now.early,
        landing=why.target if why else landing(lesson, actions),
        leads=leads(lesson, actions),
        detour=why.reason if why else "",
        detour_steps=why.steps if why else 0,
    )


def first_game_progress(table: TableState, subscriber: Subscriber) -> LessonProgress:
    """How far the pupil of a table is in the guided first game; Refusal if it is another game."""
    if table.game is None or table.plan.opening != _opening():
        raise Refusal("not_guided")
    if PUPIL not in subscriber.seats:
        raise Refusal("ask_in_turn")
    return progress_message(first_game(), table)


@cache
def _opening() -> str:
    """The opening of a table of the guided first game, as its log has it."""
    return canonical(first_game().position)
