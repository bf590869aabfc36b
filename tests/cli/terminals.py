"""Helpers for tests of the terminal: consoles, scripted input, sample games."""

import io
from collections.abc import Callable, Iterable
from dataclasses import replace
from random import Random

from rich.console import Console, RenderableType

from naqala import Game
from naqala.cli.commands.play import Play
from naqala.cli.seating import Seating, seating
from naqala.rules.setup import set_up
from naqala.rules.state import Options
from naqala.text import Catalogue, catalogue

ENGLISH = catalogue("en", letters=True)
FRENCH = catalogue("fr", letters=True)
LANGUAGES = [ENGLISH, FRENCH]


BOTH = frozenset({"whims", "artisans"})
MODES = {
    "solo": Options(1, 3),
    "doubled": Options(4, 3, doubled=True),
    "whims": Options(3, 3, expansions=frozenset({"whims"})),
    "artisans": Options(4, 3, expansions=frozenset({"artisans"})),
    "both": Options(2, 3, expansions=BOTH),
    "five": Options(5, 3, expansions=BOTH),
}
"""Modes other than the base game."""


def fake_console(width: int = 100, height: int = 45, *, screen: bool = False) -> Console:
    """A console that writes into a string; with `screen` it behaves like a terminal."""
    return Console(
        file=io.StringIO(),
        width=width,
        height=height,
        force_terminal=screen,
        color_system="truecolor" if screen else None,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )


def output_of(console: Console) -> str:
    """The output so far."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def clear_output(console: Console) -> None:
    """Discard the output so far."""
    assert isinstance(console.file, io.StringIO)
    console.file.seek(0)
    console.file.truncate()


def rendered(shown: RenderableType, width: int = 100) -> str:
    """The output of a renderable, without colours."""
    console = fake_console(width)
    console.print(shown, width=width)
    return output_of(console)


def longest_line(text: str) -> int:
    """The length of the longest line; all characters in tests are one column wide."""
    return max(len(line) for line in text.splitlines())


def game_after(actions: int, players: int = 3, seed: int = 1) -> Game:
    """A random game after this many actions, or at its end."""
    game = Game.new(players=players, seed=seed)
    random = Random(seed)
    while not game.over and len(game.history) < actions:
        game.play(random.choice(game.legal()))
    return game


def mode_after(actions: int, mode: str, seed: int = 3) -> Game:
    """A random game of a mode after this many actions, or at its end."""
    game = Game(set_up(replace(MODES[mode], seed=seed)), new=True)
    random = Random(seed)
    while not game.over and len(game.history) < actions:
        game.play(random.choice(game.legal()))
    return game


def names_of(game: Game, words: Catalogue = ENGLISH) -> list[str]:
    """The default names of the players."""
    return [words.player(seat) for seat in range(game.options.players)]


def scripted_input(lines: Iterable[str]) -> Callable[[str], str]:
    """A reader that returns these lines and then raises EOFError; it confirms every hand-over."""
    left = iter(lines)
    ready = [words.say("terminal.ready") for words in LANGUAGES]

    def read(prompt: str) -> str:
        if prompt in ready:
            return ""
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    return read


def seats_of(game: Game, bots: Iterable[int], words: Catalogue, bot: str = "traveller") -> Seating:
    """Bots at these seats, people at the others."""
    found = set(bots)
    names = [bot if seat in found else None for seat in range(game.options.players)]
    return seating(game.options, names, words)


def play_script(
    game: Game,
    lines: Iterable[str],
    *,
    bots: Iterable[int] = (1,),
    bot: str = "traveller",
    words: Catalogue = ENGLISH,
    console: Console | None = None,
) -> tuple[Play, int, str]:
    """Play with scripted input; returns the session, its exit code and the output."""
    console = console or fake_console()
    play = Play(game, seats_of(game, bots, words, bot), words, console, scripted_input(lines))
    code = play.run()
    return play, code, output_of(console)
