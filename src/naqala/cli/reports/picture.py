"""The picture for the README: `python -m naqala.cli.reports.picture > docs/terminal.svg`."""

from __future__ import annotations

import io
import re
import sys
from random import Random

from rich.console import Console
from rich.terminal_theme import TerminalTheme

from naqala.cli.ui.journal import news
from naqala.cli.ui.screen import screen
from naqala.rules.game import Game
from naqala.rules.turn import Sowing
from naqala.text import Catalogue, catalogue

WIDTH, HEIGHT = 100, 45
SEED, ACTIONS = 229, 105
"""A game of three that shows much of the table after this many random actions."""
THEME = TerminalTheme(
    (24, 22, 20),
    (222, 216, 205),
    [
        (24, 22, 20), (201, 48, 44), (99, 183, 104), (240, 192, 48),
        (47, 107, 216), (139, 79, 179), (63, 208, 201), (222, 216, 205),
    ],
)  # fmt: skip
NEWS = 8
"""How many actions the news covers."""
FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def game_of_picture() -> Game:
    """A game in the middle of a move."""
    game = Game.new(players=3, seed=SEED, names=("Amina", "Bruno", "Chloé"))
    random = Random(SEED)
    while len(game.history) < ACTIONS or not isinstance(game.state.pending[-1], Sowing):
        game.play(random.choice(game.legal()))
    return game


def picture(game: Game, words: Catalogue) -> str:
    """The screen of the seat in turn as SVG, without external fonts."""
    console = Console(
        record=True,
        width=WIDTH,
        height=HEIGHT,
        file=io.StringIO(),
        force_terminal=True,
        color_system="truecolor",
        legacy_windows=False,
        markup=False,
        highlight=False,
    )
    names = game.options.names
    recent = news(game, words, names, game.seat, ACTIONS - NEWS)
    console.print(screen(game, words, names, recent, console))
    console.print(words.say("terminal.prompt", name=names[game.seat]))
    svg = console.export_svg(title="naqala play", theme=THEME, unique_id="naqala")
    svg = re.sub(r"\s*@font-face \{[^}]*\}", "", svg)
    svg = svg.replace("Fira Code, monospace", FONT)
    return svg.replace("<svg ", '<svg xml:space="preserve" ', 1)  # not all viewers keep spaces


if __name__ == "__main__":
    sys.stdout.write(picture(game_of_picture(), catalogue("en", letters=True)))
