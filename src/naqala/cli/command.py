"""The command `naqala`: reads its arguments, does what they ask, answers an exit code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from secrets import randbelow

from naqala.cli import terminal
from naqala.cli.arguments import parser
from naqala.cli.bench import bench
from naqala.cli.files import STANDARD_INPUT
from naqala.cli.play import INTERRUPTED, Play
from naqala.cli.replay import replay
from naqala.cli.saved import load
from naqala.cli.seating import Seating, all_names, random_seats, seating
from naqala.cli.simulate import simulate
from naqala.rules.errors import BadOptions, NaqalaError
from naqala.rules.game import Game
from naqala.rules.setup import check
from naqala.rules.state import Options
from naqala.text import Catalogue, catalogue

BAD_INPUT = 2
SEEDS = 10**9
"""Seeds are made up below this, to be easy to type again."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; 0 when all went well, 2 for what cannot be used."""
    terminal.prepare_streams()
    try:
        return _run(sys.argv[1:] if arguments is None else arguments)
    except NaqalaError as error:
        terminal.console(stderr=True).print(f"naqala: {error}", soft_wrap=True)
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing more can be written, not even at the exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(arguments: Sequence[str]) -> int:
    reader = parser()
    given, rest = reader.parse_known_args(arguments)
    if given.command is None:
        reader.print_help()
        return 0
    if rest and given.command != "bench":
        reader.parse_args(arguments)
    words = catalogue(given.lang or terminal.language())
    console = terminal.console(color=not given.no_color)
    if given.command == "bench":
        return bench(rest, words)
    if given.command == "simulate":
        options = Options(given.players, given.seed or 0, promos=frozenset(given.promos))
        check(options)
        err = terminal.console(stderr=True)
        return simulate(options, given.games, words, console, err, as_json=given.json)
    if given.command == "replay":
        if given.step and given.file == STANDARD_INPUT:
            raise BadOptions("--step waits for Enter on the standard input: name a file instead")
        return replay(given.file, words, console, step=given.step)
    game, seats = _loaded(given, words) if given.load else _new(given, words)
    return Play(game, seats, words, console, terminal.read_line, greeting=True).run()


def _new(given: Namespace, words: Catalogue) -> tuple[Game, Seating]:
    """A new game: people have names or sit at the seats that are not random."""
    named = given.names or ()
    players = max(2, len(named)) if given.players is None else given.players
    seed = randbelow(SEEDS) if given.seed is None else given.seed
    check(Options(players, seed, promos=frozenset(given.promos)))
    if given.random is None:
        random = frozenset(range(max(1, len(named)), players))
    else:
        random = random_seats(given.random, players)
    if len(named) > players:
        raise BadOptions(f"{len(named)} names for {players} players")
    names = all_names(named, players, random, words) if named else ()
    game = Game.new(players=players, seed=seed, promos=given.promos, names=names)
    return game, seating(game.options, random, words)


def _loaded(given: Namespace, words: Catalogue) -> tuple[Game, Seating]:
    """A saved game, with the seats told by the command line or else by the file."""
    for option in ("players", "names", "seed", "promos"):
        if getattr(given, option) not in (None, ()):
            raise BadOptions(f"a saved game has its own {option}: leave --{option} or --load out")
    if given.random is None:
        return load(given.load, words)
    return load(given.load, words, lambda players: random_seats(given.random, players))
