"""`naqala advise`: the options in a game, best first, with reasons."""

from __future__ import annotations

import json

from rich.console import Console, Group
from rich.text import Text

from naqala.cli.load_position import LoadedPosition
from naqala.cli.reports.advice_report import as_data, heading, report
from naqala.cli.reports.advised_options import MOST_REASONS
from naqala.cli.ui import screen
from naqala.cli.ui.table import table
from naqala.cli.ui.thinking import think
from naqala.text import Catalogue


def show(
    loaded: LoadedPosition,
    words: Catalogue,
    console: Console,
    err: Console,
    *,
    budget: float | None,
    evaluations: int | None = None,
    count: int,
    as_json: bool,
    board: bool = False,
) -> int:
    """Print the advice for the player in turn and return the exit code."""
    game, names, after, played, _ = loaded
    view = game.view(game.seat)
    advice = think(view, words, err, budget=budget, evaluations=evaluations, count=count)
    if as_json:
        data = as_data(game, names, advice, words, played)
        console.file.write(json.dumps(data, indent=2) + "\n")
        return 0
    width, height = screen.size(console)
    if board:
        screen.put(console, table(view, words, names, width=width, height=height), width)
    drawn = Group()
    for most in MOST_REASONS:
        where = heading(game, names, words, after, played)
        drawn = Group(where, Text(), *report(game, names, advice, words, most))
        if not console.is_terminal or screen.lines_of(drawn, console, width) < height:
            break
    screen.put(console, drawn, width)
    return 0
