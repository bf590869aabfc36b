"""Bots by a specification: those of the package, your own classes, installed ones, and programs.

| specification | bot |
|---|---|
| `sultan` | a bot of the package |
| `mine.py:Mine`, `package.module:Mine` | a class in a file or a module |
| a class | the class itself |
| `nomad` | the entry point `nomad` of an installed package, in the group `naqala.bots` |
| `engine:COMMAND` | a program that speaks the engine protocol |

Loading such a bot runs its code. Never load a specification that comes from somebody else: names
from the network and from files are looked up with `naqala.bots.bot`, which knows only the bots of
the package.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from naqala.bots.bot import Bot, error_line, shown_name
from naqala.bots.registry import BOT_BUDGETS, UnknownBot, bot_class, make
from naqala.rules.errors import NaqalaError, brief

BotSpec = str | type[Bot]
"""How a bot is named; the module describes the forms."""
SEPARATOR = ":"
"""Separates a file or module from the name of a class."""
SUFFIX = ".py"
ENGINE = "engine:"
"""How the specification of a program begins."""
GROUP = "naqala.bots"
"""The group of entry points in which packages offer their bots."""


class NotABot(UnknownBot):
    """There is no bot at this location."""


def load_bot(spec: BotSpec, seed: int = 0, budget: float | None = None) -> Bot:
    """Create the bot of a specification; UnknownBot or NotABot says why there is none."""
    kind = class_of(spec)
    try:
        return make(kind, seed, budget)
    except NaqalaError:
        raise
    except Exception as error:  # third-party code can fail in any way
        raise NotABot("not_a_bot", bot=brief(spec_text(spec)), reason=error_line(error)) from None


def class_of(spec: BotSpec) -> type[Bot]:
    """The class of a specification, loaded once per process."""
    if isinstance(spec, type):
        return _checked(spec, spec_text(spec))
    name = str(spec)
    if name.startswith(ENGINE):
        from naqala.bots.engines.engine_bot import engine_class  # needs subprocesses

        return engine_class(name.removeprefix(ENGINE).strip())
    if SEPARATOR in name:
        return _class_at(name)
    return bot_class(name) if name in BOT_BUDGETS else _installed(name)


def spec_text(spec: BotSpec) -> str:
    """The specification as text; of a class, its location."""
    if isinstance(spec, type):
        return f"{spec.__module__}{SEPARATOR}{spec.__qualname__}"
    return str(spec)


def own_name(bot: Bot, spec: BotSpec) -> str:
    """The name under which a bot is shown: its own, or else its specification."""
    return shown_name(bot).strip() or spec_text(spec)


def known_names() -> tuple[str, ...]:
    """The names of all bots that need no location: those of the package, then installed ones."""
    from importlib.metadata import entry_points  # slow to import

    installed = {point.name for point in entry_points(group=GROUP)} - BOT_BUDGETS.keys()
    return (*BOT_BUDGETS, *sorted(installed))


@cache
def _installed(name: str) -> type[Bot]:
    """The class of an entry point."""
    from importlib.metadata import entry_points  # slow to import

    for point in entry_points(group=GROUP, name=name):
        try:
            found = point.load()
        except Exception as error:  # third-party code can fail in any way
            raise NotABot("not_a_bot", bot=brief(name), reason=error_line(error)) from None
        return _checked(found, name)
    raise UnknownBot("unknown_bot", bot=brief(name), known=known_names())


@cache
def _class_at(location: str) -> type[Bot]:
    """The class at a location."""
    source, _, name = location.rpartition(SEPARATOR)
    try:
        found = getattr(_module(source), name)
    except Exception as error:  # third-party code can fail in any way
        raise NotABot("not_a_bot", bot=brief(location), reason=error_line(error)) from None
    return _checked(found, location)


def _checked(found: object, location: str) -> type[Bot]:
    if not (isinstance(found, type) and issubclass(found, Bot)):
        why = NotABot("not_derived", name=brief(location.rpartition(SEPARATOR)[2]))
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
