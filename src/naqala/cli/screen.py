"""A whole screen for the seat in turn: table, news, question and choices, fitted to the room."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from naqala.cli import palette
from naqala.cli.choices import choice_lines, targets
from naqala.cli.table import table
from naqala.cli.threat import threat
from naqala.rules.game import Game
from naqala.rules.view import View
from naqala.text import Catalogue

WIDEST = 100
"""Wider terminals are not filled: long lines are hard to read."""
PAPER_HEIGHT = 45
"""The height of what is not a terminal."""
FEWEST_CHOICES, FEWEST_NEWS = 4, 3
"""The lines that choices and news get in the smallest terminal."""


def size(console: Console) -> tuple[int, int]:
    """The columns and lines to draw for."""
    return min(console.width, WIDEST), console.height if console.is_terminal else PAPER_HEIGHT


def screen(
    game: Game, words: Catalogue, names: Sequence[str], news: Sequence[str], console: Console
) -> Group:
    """What the seat in turn sees when it has to choose."""
    width, height = size(console)
    view = game.view(game.seat)
    legal = game.legal()
    laid = table(view, words, names, width=width, height=height, targets=targets(legal))
    question = Text(words.decision(game.state), palette.TITLE)
    if warning := threat_text(view, words, names):
        question = Text.assemble((warning, palette.WARNING), "\n", question)
    told = wrapped(news, console, width - 2)
    room = height - lines_of(laid, console, width) - lines_of(question, console, width) - 2
    listed = list(choice_lines(legal, words, game.state, names, width))
    for_choices = max(FEWEST_CHOICES, room - min(len(told), max(FEWEST_NEWS, room // 2)))
    if len(listed) > for_choices:
        listed = list(choice_lines(legal, words, game.state, names, width, for_choices - 1))
    for_news = max(FEWEST_NEWS, room - len(listed))
    if len(told) > for_news:
        told = told[len(told) - for_news :]
        told[0] = Text("… ", palette.QUIET).append_text(told[0])
    return Group(laid, *told, question, *listed)


def threat_text(view: View, words: Catalogue, names: Sequence[str]) -> str:
    """What Yazid would do now, before the player chooses whether to let him (Y3)."""
    danger = threat(view)
    if not danger:
        return ""
    told = [words.event(event, names, view.viewer) for event in danger.events]
    if danger.open:
        told.append(words.say("terminal.threat_open"))
    return words.say("terminal.threat", sign=palette.STRUCK, events=" ".join(told))


def wrapped(paragraphs: Sequence[str], console: Console, width: int) -> list[Text]:
    """Paragraphs in quiet lines of a certain width."""
    texts = (Text(paragraph, palette.QUIET) for paragraph in paragraphs)
    return [line for text in texts for line in text.wrap(console, width)]


def lines_of(drawn: RenderableType, console: Console, width: int) -> int:
    """How many lines something takes."""
    return len(console.render_lines(drawn, console.options.update(width=width, height=None)))
