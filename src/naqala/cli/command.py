"""The command `naqala`: parses the arguments, runs the command and returns an exit code."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

from rich.console import Console

import naqala
from naqala.bots.bot import BadWeights
from naqala.bots.gc_tuning import collect_less_often
from naqala.cli.arguments import MODES, parser
from naqala.cli.commands.bench import bench, checkout
from naqala.cli.commands.export_import import export_tables, import_tables
from naqala.cli.commands.play import Play
from naqala.cli.commands.prune import prune_tables
from naqala.cli.commands.replay import replay
from naqala.cli.commands.serve import serve
from naqala.cli.commands.verify import verify
from naqala.cli.errors import INTERRUPTED, CommandError, Unavailable
from naqala.cli.files import STANDARD_INPUT, BadFile, read_text, shown
from naqala.cli.language import language, language_of
from naqala.cli.load_position import load_position
from naqala.cli.saved_games import load
from naqala.cli.seating import Seating, all_names, check_budget, opponents, seating
from naqala.cli.ui import terminal
from naqala.rules.errors import BadOptions, NaqalaError
from naqala.rules.expansions.whims import Whim, parse_deck
from naqala.rules.game import Game
from naqala.rules.setup import check, set_up
from naqala.rules.state import Options
from naqala.text import Catalogue, catalogue

if TYPE_CHECKING:
    from naqala.cli.data_output import DataOutput

BAD_INPUT, UNAVAILABLE = 2, 1
OF_A_NEW_GAME = ("players", "names", "seed", "promos", "solo", "expansions", "whims", "doubled")
"""Options that a saved game already determines."""
ADVICE = 1.0
"""How many seconds the adviser thinks by default."""
REVIEW = 0.5
"""How many seconds a review takes for each decision by default."""
SEEDS = 10**9
"""Random seeds are below this, so that they are easy to type."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code.

    0 means success, 2 an invalid request, 1 a request that may succeed later. Some commands have
    other codes too.
    """
    terminal.prepare_streams()
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _run(given)
    except NaqalaError as error:
        shown = CommandError("missing_weights") if isinstance(error, BadWeights) else error
        words = catalogue(language_of(given))
        terminal.console(stderr=True).print(f"naqala: {words.error(shown)}", soft_wrap=True)
        return UNAVAILABLE if isinstance(error, Unavailable) else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader of the output is gone, so nothing can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def _run(arguments: Sequence[str]) -> int:
    in_checkout = checkout(Path(naqala.__file__)) is not None
    reader = parser(catalogue(language_of(arguments)), in_checkout=in_checkout)
    given, rest = reader.parse_known_args(arguments)
    if given.command is None:
        reader.print_help()
        return 0
    if rest and given.command != "bench":
        reader.parse_args(arguments)
    words = catalogue(given.lang or language(), letters=True)
    console = terminal.console(color=not given.no_color)
    if given.command == "bench":
        return bench(rest)
    if given.command == "serve":
        return serve(given, words, console)
    if given.command == "export":
        return export_tables(given, words, console)
    if given.command == "import":
        return import_tables(given, words, console)
    if given.command == "prune":
        return prune_tables(given, words, console)
    if given.command == "verify":
        return verify(given, words, console)
    collect_less_often()  # for the commands in which bots play or advise
    if given.command == "simulate":
        return _simulate(given, words, console)
    if given.command == "arena":
        return _arena(given, words, console)
    if given.command == "dataset":
        return _dataset(given, words)
    if given.command == "engine":
        from naqala.cli.commands.engine import engine  # asyncio and subprocesses

        return engine(given.bot, given.budget)
    if given.command == "replay":
        if given.step and given.file == STANDARD_INPUT:
            raise CommandError("step_input")
        return replay(given.file, words, console, step=given.step)
    if given.command == "advise":
        return _advise(given, words, console)
    if given.command == "review":
        return _review(given, words, console)
    game, seats = _loaded(given, words) if given.load else _new(given, words)
    seats.prepare(game)
    play = Play(game, seats, words, console, terminal.read_line, greeting=True)
    try:
        return play.run()
    finally:
        play.seats.close()


def _simulate(given: Namespace, words: Catalogue, console: Console) -> int:
    """Play random games."""
    from naqala.cli.commands.simulate import simulate  # joblib is slow to import

    options = _options(given, 2, given.seed or 0, words)
    err = terminal.console(stderr=True)
    return simulate(
        options,
        given.games,
        words,
        console,
        err,
        as_json=given.json,
        jobs=given.jobs,
        cluster=given.cluster,
        output=_output(given, words, err),
        deck=given.whims,
    )


def _output(given: Namespace, words: Catalogue, err: Console) -> DataOutput | None:
    """Where the games are stored, if anywhere."""
    from naqala.cli.data_output import DataOutput  # joblib

    return DataOutput(given.out, given.format, words, err) if given.out is not None else None


def _dataset(given: Namespace, words: Catalogue) -> int:
    """Play games in all modes into a folder."""
    from naqala.cli.commands.dataset import dataset, strong_games  # joblib and NumPy

    err = terminal.console(stderr=True)
    output = _output(given, words, err)
    assert output is not None
    plan = strong_games(given.bots, given.games, given.seed, given.budget)
    return dataset(plan, output, words, err, jobs=given.jobs, cluster=given.cluster)


def _arena(given: Namespace, words: Catalogue, console: Console) -> int:
    """Play a match between bots; invalid arguments are refused before it starts."""
    from naqala.cli.commands.arena import Arena  # joblib and NumPy are slow to import

    if given.mode is not None:
        if given.expansions:
            raise CommandError("mode_and_expansions")
        given.expansions = MODES[given.mode]
    options = _options(given, 2, given.seed or 0, words)
    err = terminal.console(stderr=True)
    arena = Arena(
        given.bots, options, given.games, given.budget, words, console, err, strict=given.strict
    )
    return arena.run(
        jobs=given.jobs,
        cluster=given.cluster,
        as_json=given.json,
        plot=given.plot,
        deck=given.whims,
        output=_output(given, words, err),
    )


def _advise(given: Namespace, words: Catalogue, console: Console) -> int:
    """Give advice for a saved game."""
    from naqala.cli.commands.advise import show  # NumPy

    found = load_position(given.file, words, given.at, given.seat)
    return show(
        found,
        words,
        console,
        terminal.console(stderr=True),
        budget=_budget(given, ADVICE),
        evaluations=given.evaluations,
        count=given.count,
        as_json=given.json,
        board=given.board,
    )


def _budget(given: Namespace, usual: float) -> float | None:
    """The seconds to think; without a limit if only a number of evaluations is given."""
    if given.budget is None and given.evaluations is None:
        return usual
    return float(given.budget) if given.budget is not None else None


def _review(given: Namespace, words: Catalogue, console: Console) -> int:
    """Review a finished game, or open one of its moments."""
    from naqala.cli.commands.review import review  # NumPy

    if given.at is not None:
        return _moment(given, words, console)
    return review(
        given.file,
        words,
        console,
        terminal.console(stderr=True),
        budget=given.budget or REVIEW,
        seat=given.seat,
        count=given.count,
        picture=given.picture,
        as_json=given.json,
    )


def _moment(given: Namespace, words: Catalogue, console: Console) -> int:
    """Open a moment of a finished game: the table, what was played, and advice."""
    from naqala.cli.commands.advise import show  # NumPy

    if given.seat is not None:
        raise CommandError("advice_at_and_seat")
    if given.picture is not None:
        raise CommandError("at_and_picture")
    found = load_position(given.file, words, given.at)
    if not found.finished:
        raise CommandError("advice_unfinished", file=shown(given.file, words))
    return show(
        found,
        words,
        console,
        terminal.console(stderr=True),
        budget=given.budget or ADVICE,
        count=given.count,
        as_json=given.json,
        board=True,
    )


def _options(given: Namespace, usual: int, seed: int, words: Catalogue) -> Options:
    """The game that the command line asks for, with the usual number of players by default."""
    if given.solo and given.players not in (None, 1):
        raise CommandError("solo_players", number=given.players)
    players = 1 if given.solo else usual if given.players is None else given.players
    options = Options(
        players,
        seed,
        expansions=frozenset(given.expansions),
        promos=frozenset(given.promos),
        doubled=given.doubled,
        whims=_deck(given.whims, words) if given.whims is not None else (),
    )
    check(options)
    return options


def _deck(name: str, words: Catalogue) -> tuple[Whim, ...]:
    """The Whims of a file."""
    text = read_text(name, words, "deck")
    try:
        return parse_deck(text)
    except BadOptions as error:
        raise BadFile("bad_deck_file", file=shown(name, words), reason=error) from None


def _new(given: Namespace, words: Catalogue) -> tuple[Game, Seating]:
    """A new game: the named people, or one person without a name, and their opponents."""
    if given.whims == STANDARD_INPUT:
        raise CommandError("whims_input")
    named, against = given.names or (), given.against or ()
    people = max(1, len(named))
    seed = randbelow(SEEDS) if given.seed is None else given.seed
    options = _options(given, max(2, people + len(against)), seed, words)
    players = options.players
    if against and players == 1:
        raise CommandError("solo_against")
    people = min(people, players)  # too many names are refused below
    bots = (None,) * people + opponents(against, players - people)
    check_budget(given.budget, bots)
    names = all_names(named, bots, words) if len(named) <= players else named
    options = replace(options, names=names if named else ())
    game = Game(set_up(options), new=True)
    return game, seating(game.options, bots, words, given.budget)


def _loaded(given: Namespace, words: Catalogue) -> tuple[Game, Seating]:
    """A saved game, with the opponents of the command line, or else those of the file."""
    for option in OF_A_NEW_GAME:
        value = getattr(given, option)
        if value is not None and value is not False and value != ():
            raise CommandError("saved_option", option=option)
    return load(given.load, words, given.against or (), given.budget)
