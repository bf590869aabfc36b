"""Bots that are not part of the package: `mine.py:Mine` or `package.module:Mine`.

Loading such a bot runs its code, so only the arena does it. Tables on a server, saved games and
games in the terminal can use only the bots of the registry.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from naqala.bots.bot import Bot, error_line
from naqala.bots.registry import UnknownBot, bot, make
from naqala.rules.errors import brief

SEPARATOR = ":"
"""Separates a file or module from the name of a class."""
SUFFIX = ".py"


class NotABot(UnknownBot):
    """There is no bot at this location."""


def load_bot(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """Create a bot of the registry, or of the class at a location."""
    if SEPARATOR not in str(name):
        return bot(name, seed, budget)
    try:
        return make(_class_at(name), seed, budget)
    except UnknownBot:
        raise
    except Exception as error:  # third-party code can fail in any way
        raise NotABot("not_a_bot", bot=brief(name), reason=error_line(error)) from None


@cache
def _class_at(location: str) -> type[Bot]:
    """The class at a location, loaded once per process."""
    source, _, name = location.rpartition(SEPARATOR)
    try:
        found = getattr(_module(source), name)
    except Exception as error:  # third-party code can fail in any way
        raise NotABot("not_a_bot", bot=brief(location), reason=error_line(error)) from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        why = NotABot("not_derived", name=brief(name))
        raise NotABot("not_a_bot", bot=brief(location), reason=why)
    return found


def _module(source: str) -> ModuleType:
    if not source.endswith(SUFFIX):
        return import_module(source)
    path = Path(source).resolve(strict=True)
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
