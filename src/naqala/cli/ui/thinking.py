"""Let the adviser think: progress on a terminal, and Ctrl-C ends the search early."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from rich.console import Console
from rich.text import Text

from naqala.bots.advice.adviser import advise
from naqala.bots.advice.phrases import actions_text
from naqala.bots.advice.reasons import Advice
from naqala.bots.search.search import Progress
from naqala.cli.ui import palette
from naqala.rules.view import View
from naqala.text import Catalogue

SPINNER = 3
"""The columns of the spinner before the line, and one to spare."""


def think(
    view: View,
    words: Catalogue,
    err: Console,
    *,
    budget: float | None,
    evaluations: int | None = None,
    count: int,
) -> Advice:
    """The advice for a view; the first Ctrl-C ends the search, and what was found counts."""
    with _first_interrupt() as interrupted, _reporting(words, err) as report:
        return advise(
            view,
            budget,
            evaluations=evaluations,
            count=count,
            progress=report,
            interrupted=interrupted,
        )


@contextmanager
def _reporting(words: Catalogue, err: Console) -> Iterator[Callable[[Progress], None]]:
    """Show the progress of a search in one line, which is removed afterwards."""
    if not err.is_terminal:
        yield lambda _: None
        return
    with err.status(_line(words.say("advice.thinking"), err), spinner="line") as status:

        def report(progress: Progress) -> None:
            text = words.say(
                "advice.progress",
                count=progress.left,
                samples=progress.samples,
                best=actions_text(progress.best),
            )
            status.update(_line(text, err))

        yield report


def _line(text: str, console: Console) -> Text:
    line = Text(text, palette.QUIET)
    line.truncate(console.width - SPINNER, overflow="ellipsis")
    return line


@contextmanager
def _first_interrupt() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed; a second one interrupts as usual."""
    if threading.current_thread() is not threading.main_thread():
        yield lambda: False
        return
    pressed = False

    def press(_number: int, _frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
