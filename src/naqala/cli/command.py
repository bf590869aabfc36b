"""The command `naqala`: reads its arguments, does what they ask, answers an exit code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from secrets import randbelow

from naqala.cli import terminal
from naqala.cli.archive import export_tables, import_tables
from naqala.cli.arguments import asked_language, parser
from naqala.cli.bench import bench
from naqala.cli.files import STANDARD_INPUT, BadFile, read_text, shown
from naqala.cli.play import INTERRUPTED, Play
from naqala.cli.refusals import Refused, check_options, of_deck
from naqala.cli.replay import replay
from naqala.cli.saved import load
from naqala.cli.seating import Seating, all_names, random_seats, seating
from naqala.cli.serve import serve
from naqala.cli.simulate import simulate
from naqala.rules.errors import BadOptions, NaqalaError
from naqala.rules.game import Game
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.rules.whims import Whim, parse_deck
from naqala.text import Catalogue, catalogue

BAD_INPUT = 2
OF_A_NEW_GAME = ("players", "names", "seed", "promos", "solo", "expansions", "whims", "doubled")
"""The options that a saved game has decided."""
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
    reader = parser(catalogue(asked_language(arguments) or terminal.language()))
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
    if given.command == "serve":
        return serve(given, words, console)
    if given.command == "export":
        return export_tables(given, words, console)
    if given.command == "import":
        return import_tables(given, words, console)
    if given.command == "simulate":
        options = _options(given, 2, given.seed or 0, words)
        err = terminal.console(stderr=True)
        return simulate(options, given.games, words, console, err, as_json=given.json)
    if given.command == "replay":
        if given.step and given.file == STANDARD_INPUT:
            raise Refused(words.say("refused.step_input"))
        return replay(given.file, words, console, step=given.step)
    game, seats = _loaded(given, words) if given.load else _new(given, words)
    return Play(game, seats, words, console, terminal.read_line, greeting=True).run()


def _options(given: Namespace, usual: int, seed: int, words: Catalogue) -> Options:
    """The game that the command line asks for, with the usual number of players by default."""
    if given.solo and given.players not in (None, 1):
        raise Refused(words.say("refused.solo_players", number=given.players))
    players = 1 if given.solo else usual if given.players is None else given.players
    options = Options(
        players,
        seed,
        expansions=frozenset(given.expansions),
        promos=frozenset(given.promos),
        doubled=given.doubled,
        whims=_deck(given.whims, words) if given.whims is not None else (),
    )
    check_options(options, words)
    return options


def _deck(name: str, words: Catalogue) -> tuple[Whim, ...]:
    """The Whims of a file."""
    text = read_text(name, words, "deck")
    try:
        return parse_deck(text)
    except BadOptions as error:
        raise BadFile(of_deck(error, shown(name, words), words)) from None


def _new(given: Namespace, words: Catalogue) -> tuple[Game, Seating]:
    """A new game: people have names or sit at the seats that are not random."""
    if given.whims == STANDARD_INPUT:
        raise Refused(words.say("refused.whims_input"))
    named = given.names or ()
    seed = randbelow(SEEDS) if given.seed is None else given.seed
    options = _options(given, max(2, len(named)), seed, words)
    players = options.players
    if given.random is None:
        random = frozenset(range(max(1, len(named)), players))
    else:
        random = random_seats(given.random, players, words)
    names = all_names(named, players, random, words) if named else ()
    options = replace(options, names=names)
    check_options(options, words)
    game = Game(set_up(options), new=True)
    return game, seating(game.options, random, words)


def _loaded(given: Namespace, words: Catalogue) -> tuple[Game, Seating]:
    """A saved game, with the seats told by the command line or else by the file."""
    for option in OF_A_NEW_GAME:
        told = getattr(given, option)
        if told is not None and told is not False and told != ():
            raise Refused(words.say("refused.saved_option", option=option))
    if given.random is None:
        return load(given.load, words)
    return load(given.load, words, lambda players: random_seats(given.random, players, words))
