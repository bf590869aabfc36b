"""The command line: what can be asked for, and how."""

from __future__ import annotations

import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NoReturn

from naqala import __version__
from naqala.bots import BOTS, UnknownBot, bot
from naqala.bots.adviser import MOST_OPTIONS
from naqala.bots.ladder import MOST_SECONDS
from naqala.cli import examples
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


class Reader(ArgumentParser):
    """A parser that says in the language of the player what it cannot use."""

    words: Catalogue

    def error(self, message: str) -> NoReturn:
        """Show the usage and a sentence, and leave with 2."""
        usage = self.format_usage().removeprefix("usage: ")
        self.exit(
            2,
            self.words.say("refused.usage", usage=usage)
            + f"{self.prog}: {refusal(message, self.words)}\n",
        )


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
        prog="naqala",
        description="Play the board game Five Tribes in the terminal.",
        epilog=examples.ALL,
        formatter_class=RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"naqala {__version__}")
    commands = top.add_subparsers(dest="command", metavar="COMMAND", title="commands")

    def command(name: str, summary: str, epilog: str) -> ArgumentParser:
        added = commands.add_parser(
            name,
            help=summary,
            description=f"{summary[0].upper()}{summary[1:]}.",
            epilog=epilog,
            formatter_class=RawDescriptionHelpFormatter,
        )
        added.add_argument("--lang", choices=LANGUAGES, help="the language; default: that of LANG")
        added.add_argument("--no-color", action="store_true", help="no colours")
        return added

    play = command("play", "play a game, alone or with others at one terminal", examples.PLAY)
    play.add_argument(
        "--names", type=names, metavar="A,B", help="the people; bots play the other seats"
    )
    play.add_argument(
        "--against",
        type=names,
        metavar="BOTS",
        help=f"who plays the other seats, one for all or one for each: {', '.join(BOTS)}, from "
        f"the weakest, which plays at random, to the strongest; or {PERSON}; "
        f"default: {USUAL}, which answers at once",
    )
    play.add_argument(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        help=f"how long a {PATIENT} thinks for a turn; default: {BOTS[PATIENT].budget:g}",
    )
    _game_options(play)
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")

    simulate = command("simulate", "play many random games and tell how they go", examples.SIMULATE)
    simulate.add_argument(
        "--games", type=games, default=100, metavar="N", help="how many; default: 100"
    )
    _game_options(simulate, "the seed of the first game, counted up; default: 0")
    simulate.add_argument("--json", action="store_true", help="print JSON and nothing else")

    arena = command("arena", "let bots play against each other and rate them", examples.ARENA)
    arena.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=f"some of {', '.join(BOTS)}, or one of your own as FILE.py:CLASS",
    )
    arena.add_argument(
        "--games",
        type=games,
        default=100,
        metavar="N",
        help="how many in all, rounded up until each seed is played in all seatings; default: 100",
    )
    arena.add_argument(
        "--mode", choices=tuple(MODES), help="short for --expansions: no box, one, or both"
    )
    _game_options(arena, "the seed of the first games, counted up; default: 0")
    arena.add_argument(
        "--budget",
        type=seconds,
        metavar="SECONDS",
        help="how long each bot may think for a turn; default: its own",
    )
    arena.add_argument(
        "--jobs",
        type=jobs,
        default=1,
        metavar="N",
        help="how many games at once, each in a process, or 'all' for all processors; default: 1",
    )
    arena.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the Dask cluster whose scheduler is there; needs naqala[cluster]",
    )
    arena.add_argument("--json", action="store_true", help="print JSON and nothing else")
    arena.add_argument("--plot", metavar="FILE", help="write the ratings as an SVG picture")

    replay = command("replay", "tell a saved game again", examples.REPLAY)
    replay.add_argument("file", metavar="FILE", help="a saved game, or - for the standard input")
    replay.add_argument(
        "--step", action="store_true", help="draw the board after each turn and wait for Enter"
    )

    advise = command(
        "advise", "rank what can be done in a saved game, and say why", examples.ADVISE
    )
    advise.add_argument(
        "file", metavar="FILE", help="a saved game or a position, or - for the standard input"
    )
    advise.add_argument("--at", type=int, metavar="N", help="after N actions of the record")
    advise.add_argument(
        "--seat", type=int, metavar="N", help="at the last turn or bid of player N, from 1"
    )
    advise.add_argument(
        "--budget", type=seconds, default=1.0, metavar="S", help="seconds to think; default: 1"
    )
    advise.add_argument(
        "--count", type=options, default=5, metavar="N", help="how many options; default: 5"
    )
    advise.add_argument("--board", action="store_true", help="draw the table first")
    advise.add_argument("--json", action="store_true", help="print JSON and nothing else")

    review = command("review", "look at a finished game again", examples.REVIEW)
    review.add_argument("file", metavar="FILE", help="a saved game, or - for the standard input")
    review.add_argument(
        "--budget",
        type=seconds,
        default=0.5,
        metavar="S",
        help="seconds to think about each decision; default: 0.5",
    )
    review.add_argument("--picture", metavar="FILE.svg", help="draw the points over time as SVG")
    review.add_argument("--json", action="store_true", help="print JSON and nothing else")

    verify = command(
        "verify", "check that the chance of a game was bound before it began", examples.VERIFY
    )
    verify.add_argument(
        "file", metavar="RECORD", help="a record of the table server, or - for the standard input"
    )
    verify.add_argument(
        "--commitment",
        default="",
        metavar="HEX",
        help="the commitment that was shown when the game began",
    )

    serve = command("serve", "serve tables over the network", examples.SERVE)
    serve.add_argument("--host", default="127.0.0.1", help="where to listen; default: 127.0.0.1")
    serve.add_argument(
        "--port", type=int, default=8420, metavar="N", help="default: 8420; 0 takes a free one"
    )
    serve.add_argument(
        "--open", action="store_true", help="open the page in the browser of this machine"
    )
    _database_options(serve)
    serve.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="the address people see, where a proxy does not pass Host on; another site"
        " that is named can open sockets, but not use the rest of the API",
    )
    serve.add_argument(
        "--pause",
        type=float,
        default=0.8,
        metavar="SECONDS",
        help="how long bots wait before a choice, so that people can follow; default: 0.8",
    )
    serve.add_argument(
        "--away",
        type=float,
        default=120,
        metavar="SECONDS",
        help="how long a seat may be without a page until others may hand it to a bot; 0: for ever;"
        " default: 120",
    )
    serve.add_argument(
        "--workers",
        type=int,
        default=0,
        metavar="N",
        help="processes that think for bots; default: one less than the cores, 8 at most",
    )
    serve.add_argument(
        "--rate",
        type=float,
        default=40,
        metavar="N",
        help="messages a second that each guest may send; default: 40",
    )
    serve.add_argument(
        "--sockets",
        type=int,
        default=500,
        metavar="N",
        help="pages that may be open from one address; default: 500",
    )
    serve.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="a proxy in front, or its network: who asks it, and whether under TLS, is believed",
    )
    serve.add_argument(
        "--monitor",
        action="append",
        default=[],
        metavar="NETWORK",
        help="who may read /metrics, beside this machine itself",
    )
    serve.add_argument(
        "--log", choices=("text", "json"), default="text", help="lines of the log; default: text"
    )
    serve.add_argument(
        "--log-level",
        choices=("debug", "info", "warning", "error"),
        default="warning",
        help="from where on things are logged; default: warning",
    )

    export = command("export", "write tables of a database to a file", examples.EXPORT)
    export.add_argument("file", metavar="FILE", help="a new file; it holds secrets of the games")
    export.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="ID",
        help="only this table; can be told several times; default: all tables",
    )
    _database_options(export)

    take_in = command("import", "take the tables of a file into a database", examples.IMPORT)
    take_in.add_argument(
        "file", metavar="FILE", help="what export wrote, or - for the standard input"
    )
    _database_options(take_in)

    prune = command("prune", "remove tables where nothing has happened for long", examples.PRUNE)
    prune.add_argument(
        "--days",
        type=days,
        required=True,
        metavar="N",
        help="nothing has happened there for so many days; games stay while somebody has time"
        " left by a clock of days",
    )
    prune.add_argument(
        "--finished", action="store_true", help="only finished games and closed tables"
    )
    prune.add_argument(
        "--dry-run", action="store_true", help="say how many there are, and remove nothing"
    )
    _database_options(prune)

    command("bench", "measure speed; needs a checkout of the repository", examples.BENCH)
    return top


def _database_options(command: ArgumentParser) -> None:
    command.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="where tables are kept: sqlite:///PATH or postgresql://USER@HOST/NAME; "
        "default: a file in the data folder",
    )
    command.add_argument(
        "--data", default="", metavar="DIR", help="the data folder; default: that of the user"
    )


def _game_options(command: ArgumentParser, seed: str = "for the same game again") -> None:
    command.add_argument(
        "--players", type=int, metavar="N", help="1 to 5; default: 2; 5 only with an expansion"
    )
    command.add_argument(
        "--solo", action="store_true", help="one player against Yazid: the same as --players 1"
    )
    command.add_argument(
        "--expansions",
        type=names,
        default=(),
        metavar="NAMES",
        help=f"boxes to add: {', '.join(EXPANSIONS)}, or both with a comma",
    )
    command.add_argument(
        "--whims", metavar="FILE", help="a deck of Whims in TOML instead of the one of the package"
    )
    command.add_argument(
        "--doubled", action="store_true", help="four players with the turn order track of five"
    )
    command.add_argument("--seed", type=int, metavar="N", help=seed)
    command.add_argument(
        "--promos",
        type=names,
        default=(),
        metavar="NAMES",
        help=f"promotional Djinns to add: {', '.join(PROMOS)}",
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
    try:
        bot(PATIENT, budget=number)
    except UnknownBot:
        raise ValueError from None
    return number


def options(text: str) -> int:
    """Read a number of options."""
    number = int(text)
    if not 1 <= number <= MOST_OPTIONS:
        raise ValueError
    return number
