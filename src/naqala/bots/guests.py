"""Bots from elsewhere: a class named by its place, `mine.py:Mine` or `package.module:Mine`.

Only the arena invites them. A place is code that is run, so no table of a server and no saved game
may name one; there, and at a terminal, the ladder is all there is.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from naqala.bots.bot import Bot, told
from naqala.bots.ladder import UnknownBot, bot, made

PLACE = ":"
"""What stands between a file or a module and the name of a class."""
SUFFIX = ".py"


class NoGuest(UnknownBot):
    """A place where there is no bot; `reason` says what was found there."""

    def __init__(self, place: str, reason: str) -> None:
        """A sentence, and its parts for who translates it."""
        super().__init__(
            f"{place!r} is no bot: {reason}; a guest is FILE.py:CLASS, derived from naqala.bots.Bot"
        )
        self.reason = reason


def invited(name: str, seed: int = 0, budget: float | None = None) -> Bot:
    """A fresh bot of the ladder, or from the place that its name tells."""
    if PLACE not in str(name):
        return bot(name, seed, budget)
    try:
        return made(_kind(name), name, seed, budget)
    except UnknownBot:
        raise
    except Exception as error:  # a guest that takes no seed, or whatever else it does at first
        raise NoGuest(name, told(error)) from None


@cache
def _kind(place: str) -> type[Bot]:
    """The class at a place; every process that plays looks for it once."""
    source, _, name = place.rpartition(PLACE)
    try:
        found = getattr(_module(source), name)
    except Exception as error:  # whatever the code of a guest does when it is read
        raise NoGuest(place, told(error)) from None
    if not (isinstance(found, type) and issubclass(found, Bot)):
        raise NoGuest(place, f"{name} is not derived from Bot")
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
