"""Terminals for tests: paper to print on, scripts to read from, games to look at."""

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
"""What can be played beside the base game."""


def paper(width: int = 100, height: int = 45, *, screen: bool = False) -> Console:
    """A console that writes into a string; as a screen it uses colours and clears itself."""
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


def written(console: Console) -> str:
    """What was printed so far."""
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def clear(console: Console) -> None:
    """Take a fresh sheet of paper."""
    assert isinstance(console.file, io.StringIO)
    console.file.seek(0)
    console.file.truncate()


def drawn(shown: RenderableType, width: int = 100) -> str:
    """What something looks like, without colours."""
    console = paper(width)
    console.print(shown, width=width)
    return written(console)


def widest(text: str) -> int:
    """The length of the longest line; all signs of the tests are one column wide."""
    return max(len(line) for line in text.splitlines())


def game_after(actions: int, players: int = 3, seed: int = 1) -> Game:
    """A random game after so many actions, or at its end."""
    game = Game.new(players=players, seed=seed)
    random = Random(seed)
    while not game.over and len(game.history) < actions:
        game.play(random.choice(game.legal()))
    return game


def mode_after(actions: int, mode: str, seed: int = 3) -> Game:
    """A random game of a mode after so many actions, or at its end."""
    game = Game(set_up(replace(MODES[mode], seed=seed)), new=True)
    random = Random(seed)
    while not game.over and len(game.history) < actions:
        game.play(random.choice(game.legal()))
    return game


def names_of(game: Game, words: Catalogue = ENGLISH) -> list[str]:
    """What the players are called."""
    return [words.player(seat) for seat in range(game.options.players)]


def script(lines: Iterable[str]) -> Callable[[str], str]:
    """A reader that answers these lines and then the end of the input; it is always ready."""
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


def seats_of(game: Game, bots: Iterable[int], words: Catalogue, rung: str = "traveller") -> Seating:
    """People, and bots at these seats."""
    found = set(bots)
    rungs = [rung if seat in found else None for seat in range(game.options.players)]
    return seating(game.options, rungs, words)


def sitting(
    game: Game,
    lines: Iterable[str],
    *,
    bots: Iterable[int] = (1,),
    rung: str = "traveller",
    words: Catalogue = ENGLISH,
    console: Console | None = None,
) -> tuple[Play, int, str]:
    """Play a script: the sitting afterwards, its exit code, and all that it printed."""
    console = console or paper()
    play = Play(game, seats_of(game, bots, words, rung), words, console, script(lines))
    code = play.run()
    return play, code, written(console)
