"""The command line: what can be asked for, and how."""

from __future__ import annotations

import argparse
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from naqala import __version__
from naqala.bots import RUNGS
from naqala.bots.advice.reasons import MOST_OPTIONS
from naqala.bots.bot import MOST_SECONDS, is_budget
from naqala.cli.examples import examples
from naqala.cli.refusals import Refused
from naqala.cli.seating import PATIENT, PERSON, USUAL
from naqala.rules.djinns import PROMOS
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.expansions import EXPANSIONS
from naqala.text import LANGUAGES, Catalogue

MOST_GAMES = 10_000_000
MOST_JOBS = 1024
MOST_DAYS = 36_500
ALL_JOBS = "all"
MODES = {"base": (), "whims": ("whims",), "artisans": ("artisans",), "both": EXPANSIONS}
"""Short words for the boxes of a match."""


TEMPLATES = {
    "usage: ": "arguments.usage",
    "positional arguments": "command.arguments",
    "options": "command.options",
    "show this help message and exit": "command.help",
    "%(prog)s: error: %(message)s\n": "arguments.error",
    "argument %(argument_name)s: %(message)s": "arguments.argument",
    "expected one argument": "arguments.value_missing",
    "expected at least one argument": "arguments.value_missing",
    "expected %s argument": "arguments.values_missing",
    "ignored explicit argument %r": "arguments.value_needless",
    "unrecognized arguments: %s": "arguments.unknown",
    "ambiguous option: %(option)s could match %(matches)s": "arguments.ambiguous",
    "the following arguments are required: %s": "arguments.missing",
    "invalid choice: %(value)r (choose from %(choices)s)": "arguments.choice",
    "invalid choice: %(value)r, maybe you meant %(suggestion)r? (choose from %(choices)s)": (
        "arguments.choice"
    ),
}
"""What argparse looks up with gettext, and which message says the same."""


def translate_argparse(words: Catalogue) -> None:
    """Let argparse speak a language: its module looks up all its texts by these two functions."""

    def gettext(text: str) -> str:
        return words.say(TEMPLATES[text]) if text in TEMPLATES else text

    def ngettext(one: str, other: str, number: int) -> str:
        return gettext(one) if one in TEMPLATES or number == 1 else other

    vars(argparse).update(_=gettext, ngettext=ngettext)


class Reader(ArgumentParser):
    """A parser whose helps come from the catalogue."""

    words: Catalogue
    section = ""
    """The command, as the catalogue names its texts."""

    def __init__(self, **settings: Any) -> None:
        """A parser that keeps the lines of its examples."""
        super().__init__(formatter_class=RawDescriptionHelpFormatter, **settings)

    def tell(
        self,
        name: str,
        *,
        metavar: str = "",
        values: Mapping[str, str] = MappingProxyType({}),
        type: Callable[[str], object] | None = None,
        **settings: Any,
    ) -> None:
        """Take an argument; its help is that of the command, or else of all that have it."""
        key = name.removeprefix("--").replace("-", "_")
        own = f"command.{self.section}.{key}"
        text = self.words.say(own if own in self.words.messages else f"command.{key}", **values)
        if metavar:
            settings["metavar"] = self.value(metavar)
        if type:
            settings["type"] = self._worded(type)
        self.add_argument(name, help=text, **settings)

    def _worded(self, read: Callable[[str], object]) -> Callable[[str], object]:
        """The same reader, which refuses in the language of the player."""

        def reader(text: str) -> object:
            try:
                return read(text)
            except NaqalaError as error:
                raise ArgumentTypeError(self.words.error(error)) from None

        return reader

    def value(self, name: str) -> str:
        """What stands for a value; a sign such as N is the same in all languages."""
        return self.words.messages.get(f"command.value.{name}", name)


def parser(words: Catalogue) -> ArgumentParser:
    """The parser of the whole command line."""
    Reader.words = words
    translate_argparse(words)
    top = Reader(
        prog="naqala", description=words.say("command.about"), epilog=examples("all", words)
    )
    version = words.say("command.version")
    top.add_argument("--version", action="version", version=f"naqala {__version__}", help=version)
    commands = top.add_subparsers(
        dest="command", metavar=top.value("COMMAND"), title=words.say("command.commands")
    )

    def command(name: str) -> Reader:
        summary = words.say(f"command.{name}.summary")
        added = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=examples(name, words),
        )
        added.section = name
        added.tell("--lang", choices=LANGUAGES)
        added.tell("--no-color", action="store_true")
        return added

    play = command("play")
    play.tell("--names", type=names, metavar="A,B")
    play.tell(
        "--against",
        type=names,
        metavar="BOTS",
        values={"bots": ", ".join(RUNGS), "person": PERSON, "usual": USUAL},
    )
    play.tell(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        values={"bot": PATIENT, "usual": f"{RUNGS[PATIENT]:g}"},
    )
    _game_options(play)
    play.tell("--load", metavar="FILE")

    simulate = command("simulate")
    simulate.tell("--games", type=games, default=100, metavar="N")
    _game_options(simulate)
    simulate.tell("--json", action="store_true")

    arena = command("arena")
    arena.tell("bots", nargs="+", metavar="BOT", values={"bots": ", ".join(RUNGS)})
    arena.tell("--games", type=games, default=100, metavar="N")
    arena.tell("--mode", choices=tuple(MODES))
    _game_options(arena)
    arena.tell("--budget", type=seconds, metavar="SECONDS")
    arena.tell("--jobs", type=jobs, default=1, metavar="N")
    arena.tell("--cluster", metavar="ADDRESS")
    arena.tell("--json", action="store_true")
    arena.tell("--plot", metavar="FILE")

    replay = command("replay")
    replay.tell("file", metavar="FILE")
    replay.tell("--step", action="store_true")

    advise = command("advise")
    advise.tell("file", metavar="FILE")
    advise.tell("--at", type=whole, metavar="N")
    advise.tell("--seat", type=whole, metavar="N")
    advise.tell("--budget", type=seconds, default=1.0, metavar="SECONDS")
    advise.tell("--count", type=options, default=5, metavar="N")
    advise.tell("--board", action="store_true")
    advise.tell("--json", action="store_true")

    review = command("review")
    review.tell("file", metavar="FILE")
    review.tell("--budget", type=seconds, default=0.5, metavar="SECONDS")
    review.tell("--picture", metavar="FILE")
    review.tell("--json", action="store_true")

    verify = command("verify")
    verify.tell("file", metavar="RECORD")
    verify.tell("--commitment", default="", metavar="HEX")

    serve = command("serve")
    serve.tell("--host", default="127.0.0.1", metavar="ADDRESS")
    serve.tell("--port", type=whole, default=8420, metavar="N")
    serve.tell("--open", action="store_true")
    _database_options(serve)
    serve.tell("--origin", action="append", default=[], metavar="URL")
    serve.tell("--allowed-host", action="append", default=[], metavar="NAME")
    serve.tell("--pause", type=number, default=0.8, metavar="SECONDS")
    serve.tell("--away", type=number, default=15, metavar="SECONDS")
    serve.tell("--workers", type=whole, default=0, metavar="N")
    serve.tell("--rate", type=number, default=40, metavar="N")
    serve.tell("--sockets", type=whole, default=500, metavar="N")
    serve.tell("--proxy", action="append", default=[], metavar="ADDRESS")
    serve.tell("--monitor", action="append", default=[], metavar="NETWORK")
    serve.tell("--log", choices=("text", "json"), default="text")
    serve.tell("--log-level", choices=("debug", "info", "warning", "error"), default="warning")

    export = command("export")
    export.tell("file", metavar="FILE")
    export.tell("--table", action="append", default=[], metavar="ID")
    _database_options(export)

    take_in = command("import")
    take_in.tell("file", metavar="FILE")
    _database_options(take_in)

    prune = command("prune")
    prune.tell("--days", type=days, required=True, metavar="N")
    prune.tell("--finished", action="store_true")
    prune.tell("--dry-run", action="store_true")
    _database_options(prune)

    command("bench")
    return top


def _database_options(command: Reader) -> None:
    command.tell("--database", default="", metavar="URL")
    command.tell("--data", default="", metavar="DIR")


def _game_options(command: Reader) -> None:
    command.tell("--players", type=whole, metavar="N")
    command.tell("--solo", action="store_true")
    command.tell(
        "--expansions",
        type=names,
        default=(),
        metavar="NAMES",
        values={"boxes": ", ".join(EXPANSIONS)},
    )
    command.tell("--whims", metavar="FILE")
    command.tell("--doubled", action="store_true")
    command.tell("--seed", type=whole, metavar="N")
    command.tell(
        "--promos", type=names, default=(), metavar="NAMES", values={"promos": ", ".join(PROMOS)}
    )


def names(text: str) -> tuple[str, ...]:
    """Read `Ann,Bob`."""
    return tuple(name.strip() for name in text.split(","))


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise Refused("not_whole", value=brief(text)) from None


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise Refused("not_a_decimal", value=brief(text)) from None


def games(text: str) -> int:
    """Read a number of games."""
    if not _is_whole(text, MOST_GAMES):
        raise Refused("not_games", value=brief(text), most=MOST_GAMES)
    return int(text)


def jobs(text: str) -> int:
    """Read a number of processes; `all` is as many as there are processors."""
    if text == ALL_JOBS:
        from joblib import cpu_count  # takes a while to import

        return int(cpu_count())
    if not _is_whole(text, MOST_JOBS):
        raise Refused("not_jobs", value=brief(text), most=MOST_JOBS)
    return int(text)


def days(text: str) -> int:
    """Read a number of days."""
    if not _is_whole(text, MOST_DAYS):
        raise Refused("not_days", value=brief(text), most=MOST_DAYS)
    return int(text)


def seconds(text: str) -> float:
    """Read how long a bot may think."""
    try:
        budget = float(text)
    except ValueError:
        budget = 0.0
    if not is_budget(budget):
        raise Refused("not_seconds", value=brief(text), most=MOST_SECONDS)
    return budget


def options(text: str) -> int:
    """Read a number of options."""
    if not _is_whole(text, MOST_OPTIONS):
        raise Refused("not_options", value=brief(text), most=MOST_OPTIONS)
    return int(text)


def _is_whole(text: str, most: int) -> bool:
    """Whether a text is a whole number from 1 to another."""
    try:
        return 1 <= int(text) <= most
    except ValueError:
        return False
