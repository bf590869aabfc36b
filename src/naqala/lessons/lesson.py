"""A lesson: a position, and steps with goals; reading it from the text of its file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from naqala.lessons.conditions import BadLesson, Check, parse_condition
from naqala.rules.board import TILE_OF_NAME
from naqala.rules.errors import NaqalaError
from naqala.rules.game import Game

PANELS = ("djinns", "gold", "goods", "hand", "meeples", "points", "track", "yazid")
"""What a lesson can show beside the board."""
GROUPS = ("basics", "expansions", "tactics")
"""The headings under which lessons are listed."""
NAME = re.compile(r"[a-z][a-z0-9_]{0,29}")
"""The name of a step or of a wrong try, which is part of the key of its sentence."""


class Remark(NamedTuple):
    """A sentence about what the pupil has done in a step: a wrong try, or something on the way."""

    name: str
    when: Check
    example: tuple[str, ...] = ()
    """Actions after which it is said."""


class Step(NamedTuple):
    """One sentence of the coach, and what the pupil must do."""

    name: str
    goal: Check
    show: tuple[str, ...]
    """Actions that reach the goal."""
    tiles: tuple[str, ...] = ()
    """The tiles that matter; the others are dimmed. None: all matter."""
    wrong: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()
    """What is said instead of the sentence of the step, if nothing is wrong."""
    aim: Check | None = None
    """In a game with a rival: what the shown turn must do, because the board is not known."""
    panels: tuple[str, ...] = ()
    """What is shown beside the board in this step, if not what the lesson shows."""
    free: bool = False
    """In a game with a rival: any move will do, so that no tiles are marked."""
    early: bool = False
    """Whether it is also done by what the pupil did in an earlier step."""
    target: str = ""
    """The tile that the sentence names as the end of the move."""
    find: bool = False
    """Whether it is for the pupil to find out where to go, so that nothing gives it away."""


class Lesson(NamedTuple):
    """A lesson."""

    id: str
    picture: str
    """The sprite of its card in the list."""
    position: str
    steps: tuple[Step, ...]
    panels: tuple[str, ...] = ()
    group: str = GROUPS[0]
    rival: str = ""
    """The bot that plays the other seats; without one, nobody does."""

    def start(self) -> Game:
        """The game before the first action."""
        return _game_at(self.position).copy()


@lru_cache(maxsize=32)
def _game_at(position: str) -> Game:
    """The game of a position; every act of a pupil needs it several times."""
    return Game.from_position(position)


def parse_lesson(name: str, text: str) -> Lesson:
    """A lesson from the text of its file; BadLesson if there is something wrong with it."""
    try:
        return _lesson(name, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        reason: NaqalaError = BadLesson("lesson_toml", detail=str(error))
    except NaqalaError as error:
        reason = error
    raise BadLesson("bad_lesson", lesson=name, reason=reason) from None


def _lesson(name: str, table: Mapping[str, Any]) -> Lesson:
    _check_fields(
        table, required={"picture", "position", "steps"}, optional={"group", "panels", "rival"}
    )
    rival = _word(table, "rival") if "rival" in table else ""
    group = table.get("group", GROUPS[0])
    if group not in GROUPS:
        raise BadLesson("lesson_value", name="group")
    steps = table["steps"]
    if not isinstance(steps, list) or not steps:
        raise BadLesson("lesson_value", name="steps")
    found = Lesson(
        name,
        _word(table, "picture"),
        _word(table, "position"),
        tuple(_step(step, guided=bool(rival)) for step in steps),
        _panels(table),
        group,
        rival,
    )
    found.start()  # a position that cannot be read is refused
    return found


def _step(table: Mapping[str, Any], *, guided: bool) -> Step:
    shown = "aim" if guided else "show"
    _check_fields(
        table,
        required={"name", "goal", shown},
        optional={"early", "find", "free", "notes", "panels", "target", "tiles", "wrong"},
    )
    tiles = _words(table, "tiles")
    if any(tile not in TILE_OF_NAME for tile in tiles):
        raise BadLesson("lesson_value", name="tiles")
    target = _word(table, "target") if "target" in table else ""
    if target and target not in TILE_OF_NAME:
        raise BadLesson("lesson_value", name="target")
    return Step(
        _name(table),
        parse_condition(table["goal"]),
        _words(table, "show"),
        tiles,
        _remarks(table, "wrong", guided=guided),
        _remarks(table, "notes", guided=guided),
        parse_condition(table["aim"]) if guided else None,
        _panels(table),
        table.get("free", False) is True,
        table.get("early", False) is True,
        target,
        table.get("find", False) is True,
    )


def _panels(table: Mapping[str, Any]) -> tuple[str, ...]:
    panels = _words(table, "panels")
    for panel in panels:
        if panel not in PANELS:
            raise BadLesson("lesson_panel", name=panel, known=PANELS)
    return panels


def _remarks(table: Mapping[str, Any], name: str, *, guided: bool) -> tuple[Remark, ...]:
    remarks = table.get(name, [])
    if not isinstance(remarks, list):
        raise BadLesson("lesson_value", name=name)
    return tuple(_remark(each, guided=guided) for each in remarks)


def _remark(table: Mapping[str, Any], *, guided: bool) -> Remark:
    # The board of a game with a rival is not known, so there are no actions to record.
    _check_fields(table, required={"name", "when"} | (set() if guided else {"example"}))
    return Remark(_name(table), parse_condition(table["when"]), _words(table, "example"))


def _check_fields(
    table: object, required: set[str], optional: frozenset[str] | set[str] = frozenset()
) -> None:
    if not isinstance(table, Mapping):
        raise BadLesson("lesson_table")
    for name in sorted(required - table.keys()):
        raise BadLesson("lesson_missing", name=name)
    for name in sorted(table.keys() - required - optional):
        raise BadLesson("lesson_unknown", name=name, known=tuple(sorted(required | optional)))


def _name(table: Mapping[str, Any]) -> str:
    name = _word(table, "name")
    if not NAME.fullmatch(name):
        raise BadLesson("lesson_value", name="name")
    return name


def _word(table: Mapping[str, Any], name: str) -> str:
    value = table[name]
    if not isinstance(value, str) or not value:
        raise BadLesson("lesson_value", name=name)
    return value


def _words(table: Mapping[str, Any], name: str) -> tuple[str, ...]:
    values = table.get(name, [])
    if not isinstance(values, list) or not all(isinstance(each, str) for each in values):
        raise BadLesson("lesson_value", name=name)
    return tuple(values)
