"""The command line: what can be asked for, and how."""

from __future__ import annotations

import re
from argparse import Action, ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NoReturn

from naqala import __version__
from naqala.bots import RUNGS
from naqala.bots.ladder import MOST_SECONDS, is_budget
from naqala.bots.reasons import MOST_OPTIONS
from naqala.cli.examples import examples
from naqala.cli.seating import PATIENT, PERSON, USUAL
from naqala.rules.djinns import PROMOS
from naqala.rules.setup import EXPANSIONS
from naqala.text import LANGUAGES, Catalogue

MOST_GAMES = 10_000_000
MOST_JOBS = 1024
MOST_DAYS = 36_500
ALL_JOBS = "all"
MODES = {"base": (), "whims": ("whims",), "artisans": ("artisans",), "both": EXPANSIONS}
"""Short words for the boxes of a match."""


class Layout(RawDescriptionHelpFormatter):
    """Help as argparse lays it out, with the usage in the language of the player."""

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """The first line of a help or a refusal."""
        told = Reader.words.say("refused.usage", usage="") if prefix is None else prefix
        super().add_usage(usage, actions, groups, told)


class Reader(ArgumentParser):
    """A parser that tells in the language of the player what it takes, and what it cannot use."""

    words: Catalogue
    section = ""
    """The command, as the catalogue names its texts."""

    def __init__(self, **settings: Any) -> None:
        """A parser without a word that the catalogue does not know."""
        super().__init__(add_help=False, formatter_class=Layout, **settings)
        self._positionals.title = self.words.say("command.arguments")
        self._optionals.title = self.words.say("command.options")
        self.add_argument("-h", "--help", action="help", help=self.words.say("command.help"))

    def tell(
        self,
        name: str,
        *,
        metavar: str = "",
        values: Mapping[str, str] = MappingProxyType({}),
        **settings: Any,
    ) -> None:
        """Take an argument; its help is that of the command, or else of all that have it."""
        key = name.removeprefix("--").replace("-", "_")
        own = f"command.{self.section}.{key}"
        text = self.words.say(own if own in self.words.messages else f"command.{key}", **values)
        if metavar:
            settings["metavar"] = self.value(metavar)
        self.add_argument(name, help=text, **settings)

    def value(self, name: str) -> str:
        """What stands for a value; a sign such as N is the same in all languages."""
        return self.words.messages.get(f"command.value.{name}", name)

    def error(self, message: str) -> NoReturn:
        """Show the usage and a sentence, and leave with 2."""
        told = refusal(message, self.words)
        self.exit(2, f"{self.format_usage()}{self.prog}: {told}\n")


REFUSALS = (
    (r"argument (?P<option>\S+): invalid int value: '(?P<value>.*)'", "whole"),
    (r"argument (?P<option>\S+): invalid games value: '(?P<value>.*)'", "games"),
    (r"argument (?P<option>\S+): invalid jobs value: '(?P<value>.*)'", "jobs"),
    (r"argument (?P<option>\S+): invalid days value: '(?P<value>.*)'", "days"),
    (r"argument (?P<option>\S+): invalid seconds value: '(?P<value>.*)'", "seconds"),
    (r"argument (?P<option>\S+): invalid choice: '(?P<value>.*?)' \(.*?from (?P<known>.*)\)",
     "choice"),
    (r"argument (?P<option>\S+): invalid options value: '(?P<value>.*)'", "advice.options"),
    (r"argument (?P<option>\S+): expected .* argument.*", "value_missing"),
    (r"argument (?P<option>\S+): ignored explicit argument .*", "value_needless"),
    (r"unrecognized arguments: (?P<value>.*)", "unknown_option"),
    (r"ambiguous option: (?P<value>\S+).*", "unknown_option"),
    (r"the following arguments are required: (?P<value>.*)", "missing"),
)  # fmt: skip
"""What argparse says, and which message says the same."""


def refusal(message: str, words: Catalogue) -> str:
    """What is wrong with the arguments, as the catalogue says it."""
    for pattern, key in REFUSALS:
        if found := re.fullmatch(pattern, message, re.DOTALL):
            values = {name: value.replace("'", "") for name, value in found.groupdict().items()}
            limits = {
                "jobs": MOST_JOBS,
                "days": MOST_DAYS,
                "seconds": f"{MOST_SECONDS:g}",
                "advice.options": MOST_OPTIONS,
            }
            return words.say(f"refused.{key}", most=limits.get(key, MOST_GAMES), **values)
    return message


def asked_language(arguments: Sequence[str]) -> str | None:
    """The language that the arguments ask for, also when they are wrong otherwise."""
    for option, value in zip(arguments, [*arguments[1:], ""], strict=False):
        asked = value if option == "--lang" else option.removeprefix("--lang=")
        if option.startswith("--lang") and asked in LANGUAGES:
            return asked
    return None


def parser(words: Catalogue) -> ArgumentParser:
    """The parser of the whole command line."""
    Reader.words = words
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
    advise.tell("--at", type=int, metavar="N")
    advise.tell("--seat", type=int, metavar="N")
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
    serve.tell("--port", type=int, default=8420, metavar="N")
    serve.tell("--open", action="store_true")
    _database_options(serve)
    serve.tell("--origin", action="append", default=[], metavar="URL")
    serve.tell("--pause", type=float, default=0.8, metavar="SECONDS")
    serve.tell("--away", type=float, default=25, metavar="SECONDS")
    serve.tell("--workers", type=int, default=0, metavar="N")
    serve.tell("--rate", type=float, default=40, metavar="N")
    serve.tell("--sockets", type=int, default=500, metavar="N")
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
    command.tell("--players", type=int, metavar="N")
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
    command.tell("--seed", type=int, metavar="N")
    command.tell(
        "--promos", type=names, default=(), metavar="NAMES", values={"promos": ", ".join(PROMOS)}
    )


def names(text: str) -> tuple[str, ...]:
    """Read `Ann,Bob`."""
    return tuple(name.strip() for name in text.split(","))


def games(text: str) -> int:
    """Read a number of games."""
    number = int(text)
    if not 1 <= number <= MOST_GAMES:
        raise ValueError
    return number


def jobs(text: str) -> int:
    """Read a number of processes; `all` is as many as there are processors."""
    if text == ALL_JOBS:
        from joblib import cpu_count  # takes a while to import

        return int(cpu_count())
    number = int(text)
    if not 1 <= number <= MOST_JOBS:
        raise ValueError
    return number


def days(text: str) -> int:
    """Read a number of days."""
    number = int(text)
    if not 1 <= number <= MOST_DAYS:
        raise ValueError
    return number


def seconds(text: str) -> float:
    """Read how long a bot may think."""
    number = float(text)
    if not is_budget(number):
        raise ValueError
    return number


def options(text: str) -> int:
    """Read a number of options."""
    number = int(text)
    if not 1 <= number <= MOST_OPTIONS:
        raise ValueError
    return number
