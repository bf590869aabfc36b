"""A progress bar for games that are being played."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from naqala.text import Catalogue


@contextmanager
def counting_games(console: Console, words: Catalogue, total: int) -> Iterator[Callable[[], None]]:
    """A function to call after each game; the bar is shown if the console is a terminal."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    hidden = not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        bar = progress.add_task(words.say("terminal.playing"), total=total)
        yield lambda: progress.advance(bar)
