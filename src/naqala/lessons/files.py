"""The lessons of the package, one for each file `NUMBER-ID.toml` in this folder."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from naqala.lessons.lesson import Lesson, parse_lesson

FOLDER = "naqala.lessons"


@cache
def _file_names() -> dict[str, str]:
    """The names of the files by the ids of their lessons, in the order of their numbers."""
    names = sorted(each.name for each in files(FOLDER).iterdir() if each.name.endswith(".toml"))
    return {name.removesuffix(".toml").partition("-")[2]: name for name in names}


def lesson_ids() -> tuple[str, ...]:
    """The ids of all lessons, in order."""
    return tuple(_file_names())


@cache
def lesson(name: str) -> Lesson | None:
    """The lesson with an id, if there is one."""
    file = _file_names().get(name)
    if file is None:
        return None
    return parse_lesson(name, files(FOLDER).joinpath(file).read_text(encoding="utf-8"))
