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
from naqala.cli.seating import PATIENT, PERSON, USUAL
from naqala.rules.djinns import PROMOS
from naqala.rules.setup import EXPANSIONS
from naqala.text import LANGUAGES, Catalogue

MOST_GAMES = 10_000_000
MOST_JOBS = 1024
ALL_JOBS = "all"
MODES = {"base": (), "whims": ("whims",), "artisans": ("artisans",), "both": EXPANSIONS}
"""Short words for the boxes of a match."""

PLAY_EXAMPLES = """\
examples:
  naqala play                               you against a sultan, a strong bot
  naqala play --against merchant            you against a weaker one
  naqala play --against djinn --budget 5    you against the strongest, 5 seconds a turn
  naqala play --against sultan,merchant     you against two
  naqala play --players 4 --seed 7          you against three; the same deal every time
  naqala play --names Ann,Bob               two people at one terminal
  naqala play --names Ann,Bob --against vizier
                                            two people and a bot
  naqala play --solo                        you against the sultan Yazid and his dice
  naqala play --expansions whims            with Whims of the Sultan
  naqala play --players 5 --expansions whims,artisans
                                            five players, with both boxes
  naqala play --expansions whims --whims deck.toml
                                            with a deck of Whims of your own
  naqala play --players 4 --doubled         four players with the track of five
  naqala play --load evening.naqala         go on with a saved game

At the prompt, type the number of a choice or an action such as 'bid 5', 'take c3' or
'sow c3 d3W d4Y'; '?' lists all commands. 'save FILE' keeps the game.
"""
SIMULATE_EXAMPLES = """\
examples:
  naqala simulate                           100 games of two players
  naqala simulate --games 1000 --players 4 --seed 1
  naqala simulate --solo                    how often Yazid is survived, and with which title
  naqala simulate --expansions artisans     with Artisans of Naqala
  naqala simulate --json > figures.json
"""
ARENA_EXAMPLES = """\
examples:
  naqala arena sultan merchant              100 games of two, the seats swapped
  naqala arena sultan merchant vizier --games 400 --jobs all --plot elo.svg
                                            every pair; the Elo ratings as a picture
  naqala arena sultan sultan                a mirror match
  naqala arena sultan merchant --players 4  one sultan among merchants, at every seat in turn
  naqala arena sultan djinn --solo          each alone against Yazid, on the same seeds
  naqala arena mine.py:Nomad merchant       a bot of your own: the class Nomad of mine.py
  naqala arena vizier djinn --mode both --budget 5
                                            with both boxes and 5 seconds a turn
  naqala arena sultan djinn --cluster tcp://10.0.0.1:8786
                                            on the workers of a Dask cluster

The bots, weakest first: {bots}. With more bots than seats all line-ups are played;
with fewer, the first bot is alone among the others.
""".format(bots=", ".join(BOTS))
REPLAY_EXAMPLES = """\
examples:
  naqala replay evening.naqala              the whole log
  naqala replay evening.naqala --step       turn by turn, with the board
  naqala replay - < evening.naqala          from the standard input
"""
ADVISE_EXAMPLES = """\
examples:
  naqala advise evening.naqala              what to do where the game stands, and why
  naqala advise evening.naqala --at 40      after the first 40 actions of the record
  naqala advise evening.naqala --seat 2     at the last turn or bid of player 2
  naqala advise - --budget 5 < table.txt    a position or a game from the standard input
"""
REVIEW_EXAMPLES = """\
examples:
  naqala review evening.naqala              the largest swings of a finished game
  naqala review evening.naqala --picture points.svg
  naqala review evening.naqala --budget 2   look longer at every decision
"""
VERIFY_EXAMPLES = """\
examples:
  naqala verify evening.naqala              does the seed fit the commitment of the record?
  naqala verify evening.naqala --commitment 5f0c…
                                            … and is it the one that was shown at the start?

Exit code: 0 fair, 1 not fair, 2 cannot be checked.
"""
BENCH_EXAMPLES = """\
examples:
  naqala bench                              everything, in a minute or two
  naqala bench --quick --json               what follows goes to the benchmarks as it is
"""
SERVE_EXAMPLES = """\
examples:
  naqala serve                              tables for this machine, at http://127.0.0.1:8420/
  naqala serve --open                       and the page is opened in the browser
  naqala serve --host 0.0.0.0 --port 80     tables for everybody who can reach this machine
  naqala serve --data ~/tables              tables are kept in this folder
  naqala serve --database sqlite:////srv/naqala/tables.sqlite3
  naqala serve --database postgresql://naqala@db.example.org/naqala
                                            several servers can share one PostgreSQL

Tables survive: stop the server as you like, and start it again.
"""
EXPORT_EXAMPLES = """\
examples:
  naqala export tables.jsonl                all tables of the data folder
  naqala export one.jsonl --table 6vq9gkp5rhyw3mv9ndkc
  naqala export all.jsonl --database postgresql://naqala@db.example.org/naqala

The file holds seeds and hands of running games: keep it to yourself.
"""
IMPORT_EXAMPLES = """\
examples:
  naqala import tables.jsonl                into the data folder
  naqala import tables.jsonl --database postgresql://naqala@db.example.org/naqala

All tables of the file come in, or none.
"""
EXAMPLES = """\
examples:
  naqala play                               you against a bot
  naqala play --against merchant            you against a weaker one
  naqala serve                              tables for people and bots over the network
  naqala play --solo                        you against the sultan Yazid
  naqala play --expansions whims,artisans   with both expansions
  naqala simulate --games 1000              how random games go
  naqala arena sultan merchant              which bot is stronger
  naqala replay evening.naqala --step       see a saved game again
  naqala advise evening.naqala              what to do now, and why
  naqala review evening.naqala              what could have been better
  naqala verify evening.naqala              was the chance of a game fair
  naqala play --help                        more about one command

An unofficial fan project. Five Tribes is a trademark of its owner.
"""


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
        epilog=EXAMPLES,
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

    play = command("play", "play a game, alone or with others at one terminal", PLAY_EXAMPLES)
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

    simulate = command("simulate", "play many random games and tell how they go", SIMULATE_EXAMPLES)
    simulate.add_argument(
        "--games", type=games, default=100, metavar="N", help="how many; default: 100"
    )
    _game_options(simulate, "the seed of the first game, counted up; default: 0")
    simulate.add_argument("--json", action="store_true", help="print JSON and nothing else")

    arena = command("arena", "let bots play against each other and rate them", ARENA_EXAMPLES)
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

    replay = command("replay", "tell a saved game again", REPLAY_EXAMPLES)
    replay.add_argument("file", metavar="FILE", help="a saved game, or - for the standard input")
    replay.add_argument(
        "--step", action="store_true", help="draw the board after each turn and wait for Enter"
    )

    advise = command(
        "advise", "rank what can be done in a saved game, and say why", ADVISE_EXAMPLES
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

    review = command("review", "look at a finished game again", REVIEW_EXAMPLES)
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
        "verify", "check that the chance of a game was bound before it began", VERIFY_EXAMPLES
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

    serve = command("serve", "serve tables over the network", SERVE_EXAMPLES)
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

    export = command("export", "write tables of a database to a file", EXPORT_EXAMPLES)
    export.add_argument("file", metavar="FILE", help="a new file; it holds secrets of the games")
    export.add_argument(
        "--table",
        action="append",
        default=[],
        metavar="ID",
        help="only this table; can be told several times; default: all tables",
    )
    _database_options(export)

    take_in = command("import", "take the tables of a file into a database", IMPORT_EXAMPLES)
    take_in.add_argument(
        "file", metavar="FILE", help="what export wrote, or - for the standard input"
    )
    _database_options(take_in)

    command("bench", "measure speed; needs a checkout of the repository", BENCH_EXAMPLES)
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
