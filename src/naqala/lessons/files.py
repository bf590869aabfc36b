"""The lessons of the package, one for each file `NUMBER-ID.toml` in this folder.

`first.toml` has no number: it is the guided first game, which is not in the list.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from naqala.lessons.lesson import Lesson, parse_lesson

FOLDER = "naqala.lessons"
FIRST_GAME = "first"


@cache
def _file_names() -> dict[str, str]:
    """The names of the files by the ids of their lessons, in the order of their numbers."""
    names = sorted(each.name for each in files(FOLDER).iterdir() if each.name[:1].isdigit())
    return {name.removesuffix(".toml").partition("-")[2]: name for name in names}


def lesson_ids() -> tuple[str, ...]:
    """The ids of all lessons, in order."""
    return tuple(_file_names())


@cache
def lesson(name: str) -> Lesson | None:
    """The lesson with an id, if there is one."""
    file = _file_names().get(name)
    return _read(name, file) if file else None


@cache
def first_game() -> Lesson:
    """The guided first game: a whole game, whose first turns are explained."""
    return _read(FIRST_GAME, f"{FIRST_GAME}.toml")


def _read(name: str, file: str) -> Lesson:
    return parse_lesson(name, files(FOLDER).joinpath(file).read_text(encoding="utf-8"))
