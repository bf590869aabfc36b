"""The command line: commands, options and their help."""

from __future__ import annotations

import argparse
import re
from argparse import ArgumentParser, ArgumentTypeError, RawDescriptionHelpFormatter
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from naqala import __version__
from naqala.bots import BOT_BUDGETS
from naqala.bots.advice.reasons import MOST_OPTIONS
from naqala.bots.bot import MOST_SECONDS, is_budget
from naqala.bots.external import ENGINE
from naqala.cli.errors import CommandError
from naqala.cli.examples import examples
from naqala.cli.seating import PATIENT, USUAL
from naqala.rules.djinns import PROMOS
from naqala.rules.errors import NaqalaError, brief
from naqala.rules.expansions import EXPANSIONS
from naqala.rules.notation.tags import PERSON
from naqala.rules.state import Options
from naqala.text import LANGUAGES, Catalogue

MOST_GAMES = 10_000_000
MOST_JOBS = 1024
MOST_DAYS = 36_500
MOST_EVALUATIONS = 10**12
ALL_JOBS = "all"
STRONG_BOTS = ("sultan", "vizier", "merchant")
"""Who plays the games of a data set by default."""
PATIENCE = 60.0
"""Seconds per turn that none of them needs, so that games do not depend on the machine."""
UNSEEN = 30_000_000
"""The first seed of a data set by default, far above those with which nets are trained."""
MODES = {"base": (), "whims": ("whims",), "artisans": ("artisans",), "both": EXPANSIONS}
"""Short names for the expansions of a match."""


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
"""The texts that argparse looks up with gettext, and the keys of ours."""


def translate_argparse(words: Catalogue) -> None:
    """Translate argparse: its module looks up all its texts with these two functions."""

    def gettext(text: str) -> str:
        return words.say(TEMPLATES[text]) if text in TEMPLATES else text

    def ngettext(one: str, other: str, number: int) -> str:
        return gettext(one) if one in TEMPLATES or number == 1 else other

    vars(argparse).update(_=gettext, ngettext=ngettext)


class TranslatedParser(ArgumentParser):
    """A parser that takes its help texts from the catalogue."""

    words: Catalogue
    section = ""
    """The name of the command in the keys of the catalogue."""

    def __init__(self, **settings: Any) -> None:
        """Create a parser that keeps the line breaks of its examples."""
        super().__init__(formatter_class=RawDescriptionHelpFormatter, **settings)

    def add(
        self,
        name: str,
        *,
        metavar: str = "",
        values: Mapping[str, str] = MappingProxyType({}),
        type: Callable[[str], object] | None = None,
        **settings: Any,
    ) -> None:
        """Add an argument; its help is specific to the command, or common to all commands."""
        key = name.removeprefix("--").replace("-", "_")
        own = f"command.{self.section}.{key}"
        text = self.words.say(own if own in self.words.messages else f"command.{key}", **values)
        if metavar:
            settings["metavar"] = self.value(metavar)
        if type:
            settings["type"] = self._worded(type)
        self.add_argument(name, help=text, **settings)

    def _worded(self, read: Callable[[str], object]) -> Callable[[str], object]:
        """Wrap a converter so that its errors are in the language of the player."""

        def reader(text: str) -> object:
            try:
                return read(text)
            except NaqalaError as error:
                raise ArgumentTypeError(self.words.error(error)) from None

        return reader

    def value(self, name: str) -> str:
        """The placeholder of a value; single letters such as N are not translated."""
        return self.words.messages.get(f"command.value.{name}", name)


def parser(words: Catalogue, *, in_checkout: bool = True) -> ArgumentParser:
    """The parser of the whole command line.

    Commands that need a checkout of the repository are listed only there.
    """
    TranslatedParser.words = words
    translate_argparse(words)
    top = TranslatedParser(
        prog="naqala", description=words.say("command.about"), epilog=examples("all", words)
    )
    version = words.say("command.version")
    top.add_argument("--version", action="version", version=f"naqala {__version__}", help=version)
    commands = top.add_subparsers(
        dest="command", metavar=top.value("COMMAND"), title=words.say("command.commands")
    )

    def command(name: str, *, hidden: bool = False) -> TranslatedParser:
        summary = words.say(f"command.{name}.summary")
        shown: dict[str, Any] = {} if hidden else {"help": summary}
        added = commands.add_parser(
            name,
            **shown,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=examples(name, words),
        )
        added.section = name
        added.add("--lang", choices=LANGUAGES)
        added.add("--no-color", action="store_true")
        return added

    play = command("play")
    play.add("--names", type=names, metavar="A,B")
    play.add(
        "--against",
        type=specs,
        action="extend",
        metavar="BOTS",
        values={"bots": ", ".join(BOT_BUDGETS), "person": PERSON, "usual": USUAL},
    )
    play.add(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        values={"bot": PATIENT, "usual": f"{BOT_BUDGETS[PATIENT]:g}"},
    )
    _game_options(play)
    play.add("--load", metavar="FILE")

    simulate = command("simulate")
    simulate.add("--games", type=games, default=100, metavar="N")
    _game_options(simulate)
    _worker_options(simulate)
    simulate.add("--json", action="store_true")
    _data_options(simulate)

    arena = command("arena")
    arena.add("bots", nargs="+", metavar="BOT", values={"bots": ", ".join(BOT_BUDGETS)})
    arena.add("--games", type=games, default=100, metavar="N")
    arena.add("--mode", choices=tuple(MODES))
    _game_options(arena)
    arena.add("--budget", type=seconds, metavar="SECONDS")
    arena.add("--strict", action="store_true")
    _worker_options(arena)
    arena.add("--json", action="store_true")
    arena.add("--plot", metavar="FILE")
    _data_options(arena)

    dataset = command("dataset")
    dataset.add("out", metavar="DIR")
    dataset.add("--games", type=games, default=2000, metavar="N")
    dataset.add(
        "--bots",
        type=specs,
        default=STRONG_BOTS,
        metavar="BOTS",
        values={"usual": ",".join(STRONG_BOTS)},
    )
    dataset.add("--seed", type=whole, default=UNSEEN, metavar="N", values={"usual": str(UNSEEN)})
    dataset.add(
        "--budget",
        type=seconds,
        default=PATIENCE,
        metavar="SECONDS",
        values={"usual": f"{PATIENCE:g}"},
    )
    _worker_options(dataset)
    _format_option(dataset)

    engine = command("engine")
    engine.add("bot", metavar="BOT", values={"bots": ", ".join(BOT_BUDGETS)})
    engine.add("--budget", type=seconds, metavar="SECONDS")

    replay = command("replay")
    replay.add("file", metavar="FILE")
    replay.add("--step", action="store_true")

    advise = command("advise")
    advise.add("file", metavar="FILE")
    advise.add("--at", type=whole, metavar="N")
    advise.add("--seat", type=whole, metavar="N")
    advise.add("--budget", type=seconds, metavar="SECONDS")
    advise.add("--evaluations", type=evaluations, metavar="N")
    advise.add("--count", type=options, default=5, metavar="N")
    advise.add("--board", action="store_true")
    advise.add("--json", action="store_true")

    review = command("review")
    review.add("file", metavar="FILE")
    review.add("--seat", type=whole, metavar="N")
    review.add("--count", type=options, default=5, metavar="N")
    review.add("--at", type=whole, metavar="N")
    review.add("--budget", type=seconds, metavar="SECONDS")
    review.add("--picture", metavar="FILE")
    review.add("--json", action="store_true")

    verify = command("verify")
    verify.add("file", metavar="RECORD")
    verify.add("--commitment", default="", metavar="HEX")

    serve = command("serve")
    serve.add("--host", default="127.0.0.1", metavar="ADDRESS")
    serve.add("--port", type=whole, default=8420, metavar="N")
    serve.add("--open", action="store_true")
    _database_options(serve)
    serve.add("--origin", action="append", default=[], metavar="URL")
    serve.add("--allowed-host", action="append", default=[], metavar="NAME")
    serve.add("--bot", action="append", default=[], metavar="NAME=BOT")
    serve.add("--pause", type=number, default=0.8, metavar="SECONDS")
    serve.add("--away", type=number, default=15, metavar="SECONDS")
    serve.add("--workers", type=whole, default=0, metavar="N")
    serve.add("--rate", type=number, default=40, metavar="N")
    serve.add("--sockets", type=whole, default=500, metavar="N")
    serve.add("--proxy", action="append", default=[], metavar="ADDRESS")
    serve.add("--monitor", action="append", default=[], metavar="NETWORK")
    serve.add("--offline", default="", metavar="DIR")
    serve.add("--log", choices=("text", "json"), default="text")
    serve.add("--log-level", choices=("debug", "info", "warning", "error"), default="warning")

    export = command("export")
    export.add("file", metavar="FILE")
    export.add("--table", action="append", default=[], metavar="ID")
    _database_options(export)

    take_in = command("import")
    take_in.add("file", metavar="FILE")
    _database_options(take_in)

    prune = command("prune")
    prune.add("--days", type=days, required=True, metavar="N")
    prune.add("--finished", action="store_true")
    prune.add("--dry-run", action="store_true")
    _database_options(prune)

    command("bench", hidden=not in_checkout)
    return top


def _database_options(command: TranslatedParser) -> None:
    command.add("--database", default="", metavar="URL")
    command.add("--data", default="", metavar="DIR")


def _worker_options(command: TranslatedParser) -> None:
    command.add("--jobs", type=jobs, default=1, metavar="N")
    command.add("--cluster", metavar="ADDRESS")


def _data_options(command: TranslatedParser) -> None:
    command.add("--out", metavar="DIR")
    _format_option(command)


def _format_option(command: TranslatedParser) -> None:
    command.add("--format", choices=("parquet", "csv"), default="parquet")


def _game_options(command: TranslatedParser) -> None:
    command.add("--players", type=whole, metavar="N")
    command.add("--solo", action="store_true")
    command.add(
        "--expansions",
        type=names,
        default=(),
        metavar="NAMES",
        values={"boxes": ", ".join(EXPANSIONS)},
    )
    command.add("--whims", metavar="FILE")
    command.add("--doubled", action="store_true")
    command.add("--seed", type=whole, metavar="N")
    command.add(
        "--promos", type=names, default=(), metavar="NAMES", values={"promos": ", ".join(PROMOS)}
    )


def words_of(options: Options, deck: str | None) -> list[str]:
    """The arguments that ask for a game; the inverse of the options of a command."""
    found = ["--players", str(options.players), "--seed", str(options.seed)]
    if options.expansions:
        found += ["--expansions", ",".join(sorted(options.expansions))]
    if options.promos:
        found += ["--promos", ",".join(sorted(options.promos))]
    if options.doubled:
        found.append("--doubled")
    if deck is not None:
        found += ["--whims", deck]
    return found


def names(text: str) -> tuple[str, ...]:
    """Read `Ann,Bob`."""
    return tuple(name.strip() for name in text.split(","))


def specs(text: str) -> tuple[str, ...]:
    """Read bots separated by commas; the command of a program extends to the end of the text."""
    engine = re.search(rf"(?:^|,)\s*({ENGINE}.*)$", text, re.DOTALL)
    if engine is None:
        return names(text)
    return (*(names(text[: engine.start()]) if engine.start() else ()), engine[1].strip())


def whole(text: str) -> int:
    """Read a whole number."""
    try:
        return int(text)
    except ValueError:
        raise CommandError("not_whole", value=brief(text)) from None


def number(text: str) -> float:
    """Read a number."""
    try:
        return float(text)
    except ValueError:
        raise CommandError("not_a_decimal", value=brief(text)) from None


def games(text: str) -> int:
    """Read a number of games."""
    if not _is_whole(text, MOST_GAMES):
        raise CommandError("not_games", value=brief(text), most=MOST_GAMES)
    return int(text)


def jobs(text: str) -> int:
    """Read a number of processes; `all` is the number of processors."""
    if text == ALL_JOBS:
        from joblib import cpu_count  # slow to import

        return int(cpu_count())
    if not _is_whole(text, MOST_JOBS):
        raise CommandError("not_jobs", value=brief(text), most=MOST_JOBS)
    return int(text)


def days(text: str) -> int:
    """Read a number of days."""
    if not _is_whole(text, MOST_DAYS):
        raise CommandError("not_days", value=brief(text), most=MOST_DAYS)
    return int(text)


def seconds(text: str) -> float:
    """Read a time limit for a bot, in seconds."""
    try:
        budget = float(text)
    except ValueError:
        budget = 0.0
    if not is_budget(budget):
        raise CommandError("not_seconds", value=brief(text), most=MOST_SECONDS)
    return budget


def options(text: str) -> int:
    """Read a number of options."""
    if not _is_whole(text, MOST_OPTIONS):
        raise CommandError("not_options", value=brief(text), most=MOST_OPTIONS)
    return int(text)


def evaluations(text: str) -> int:
    """Read a number of evaluations."""
    if not _is_whole(text, MOST_EVALUATIONS):
        raise CommandError("not_evaluations", value=brief(text), most=MOST_EVALUATIONS)
    return int(text)


def _is_whole(text: str, most: int) -> bool:
    """Whether a text is a whole number from 1 to a maximum."""
    try:
        return 1 <= int(text) <= most
    except ValueError:
        return False
