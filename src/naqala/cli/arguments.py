"""The command line: what can be asked for, and how."""

from __future__ import annotations

import re
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NoReturn

from naqala import __version__
from naqala.rules.djinns import PROMOS
from naqala.rules.setup import EXPANSIONS
from naqala.text import LANGUAGES, Catalogue

MOST_GAMES = 10_000_000

PLAY_EXAMPLES = """\
examples:
  naqala play                               you against one random opponent
  naqala play --players 4 --seed 7          you against three; the same game every time
  naqala play --names Ann                   Ann against a random opponent
  naqala play --names Ann,Bob               two people at one terminal
  naqala play --players 3 --random 3        two people and a random opponent
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
REPLAY_EXAMPLES = """\
examples:
  naqala replay evening.naqala              the whole log
  naqala replay evening.naqala --step       turn by turn, with the board
  naqala replay - < evening.naqala          from the standard input
"""
BENCH_EXAMPLES = """\
examples:
  naqala bench                              everything, in a minute or two
  naqala bench --quick --json               what follows goes to the benchmarks as it is
"""
SERVE_EXAMPLES = """\
examples:
  naqala serve                              tables for this machine, at http://127.0.0.1:8420/
  naqala serve --host 0.0.0.0 --port 80     tables for everybody who can reach this machine
  naqala serve --data ~/tables              tables are kept in this folder
  naqala serve --database sqlite:////srv/naqala/tables.sqlite3

Tables survive: stop the server as you like, and start it again.
"""
EXAMPLES = """\
examples:
  naqala play                               you against a random opponent
  naqala serve                              tables for people and bots over the network
  naqala play --solo                        you against the sultan Yazid
  naqala play --expansions whims,artisans   with both expansions
  naqala simulate --games 1000              how random games go
  naqala replay evening.naqala --step       see a saved game again
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
    (r"argument (?P<option>\S+): invalid choice: '(?P<value>.*?)' \(.*?from (?P<known>.*)\)",
     "choice"),
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
            return words.say(f"refused.{key}", most=MOST_GAMES, **values)
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
        "--names", type=names, metavar="A,B", help="the people; other seats are played at random"
    )
    play.add_argument(
        "--random",
        metavar="SEATS",
        help="the seats played at random, as in 2,3, or none; default: all but people with names, "
        "or all but the first",
    )
    _game_options(play)
    play.add_argument("--load", metavar="FILE", help="go on with a saved game")

    simulate = command("simulate", "play many random games and tell how they go", SIMULATE_EXAMPLES)
    simulate.add_argument(
        "--games", type=games, default=100, metavar="N", help="how many; default: 100"
    )
    _game_options(simulate, "the seed of the first game, counted up; default: 0")
    simulate.add_argument("--json", action="store_true", help="print JSON and nothing else")

    replay = command("replay", "tell a saved game again", REPLAY_EXAMPLES)
    replay.add_argument("file", metavar="FILE", help="a saved game, or - for the standard input")
    replay.add_argument(
        "--step", action="store_true", help="draw the board after each turn and wait for Enter"
    )

    serve = command("serve", "serve tables over the network", SERVE_EXAMPLES)
    serve.add_argument("--host", default="127.0.0.1", help="where to listen; default: 127.0.0.1")
    serve.add_argument(
        "--port", type=int, default=8420, metavar="N", help="default: 8420; 0 takes a free one"
    )
    serve.add_argument(
        "--database",
        default="",
        metavar="URL",
        help="where tables are kept: sqlite:///PATH; default: a file in the data folder",
    )
    serve.add_argument(
        "--data", default="", metavar="DIR", help="the data folder; default: that of the user"
    )
    serve.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="another site whose pages may use this server",
    )
    serve.add_argument(
        "--pause",
        type=float,
        default=0.8,
        metavar="SECONDS",
        help="how long bots wait before a choice, so that people can follow; default: 0.8",
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

    command("bench", "measure speed; needs a checkout of the repository", BENCH_EXAMPLES)
    return top


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
