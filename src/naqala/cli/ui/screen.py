"""A whole screen for the seat in turn: table, news, question and choices, fitted to its size."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console, Group, RenderableType
from rich.text import Text

from naqala.cli.ui import palette
from naqala.cli.ui.choices import choice_lines, targets
from naqala.cli.ui.table import table
from naqala.cli.ui.wrapping import Prose, held, prose
from naqala.cli.ui.yazid_preview import threat
from naqala.rules.board import TILE_NAMES
from naqala.rules.events import Captured, GoldPaid, Lost
from naqala.rules.game import Game
from naqala.rules.view import View
from naqala.text import Catalogue
from naqala.text.words import spaced

WIDEST = 100
"""Wider terminals are not filled: long lines are hard to read."""
PAPER_HEIGHT = 45
"""The height if the output is not a terminal."""
FEWEST_CHOICES, FEWEST_NEWS = 3, 3
"""The lines that choices get in the smallest terminal, and news where there is room."""
LEAST_CHOICES = 1
"""The lines that choices get below the largest boards: at least that there are some."""
CUT = "… "
"""The mark before news whose beginning is left out."""


def size(console: Console) -> tuple[int, int]:
    """The width and height to draw for."""
    return min(console.width, WIDEST), console.height if console.is_terminal else PAPER_HEIGHT


def put(console: Console, shown: RenderableType, width: int) -> None:
    """Print something; if not to a terminal, without spaces at the ends of lines."""
    if isinstance(shown, Prose):
        shown = Group(shown)  # a console would merge bare texts
    if console.is_terminal:
        console.print(shown, width=width)
        return
    with console.capture() as captured:
        console.print(shown, width=width)
    for line in captured.get().splitlines():
        console.file.write(f"{line.rstrip()}\n")


def screen(
    game: Game, words: Catalogue, names: Sequence[str], news: Sequence[str], console: Console
) -> Group:
    """What the seat in turn sees when it has to choose."""
    width, height = size(console)
    view = game.view(game.seat)
    legal = game.legal()
    asked = question(game, words, names)
    below = lines_of(asked, console, width)
    rest = height - below + 1
    drawn = table(view, words, names, width=width, height=rest, targets=targets(legal), cut=True)
    room = height - drawn.lines - below - 1
    lines = wrapped(news, console, width - 2)
    listed = list(choice_lines(legal, words, game.state, names, width))
    fewest = min(FEWEST_CHOICES, max(LEAST_CHOICES, room))
    for_choices = max(fewest, room - min(len(lines), max(FEWEST_NEWS, room // 2)))
    if len(listed) > for_choices:
        listed = list(choice_lines(legal, words, game.state, names, width, for_choices - 1))
    lines = latest(news, console, width - 2, max(0, room - len(listed)))
    return Group(drawn, *lines, asked, *listed)


def question(game: Game, words: Catalogue, names: Sequence[str]) -> Prose:
    """The question, with a warning about Yazid's strike."""
    asked = Text(words.decision(game.state), palette.TITLE)
    if warning := threat_text(game.view(game.seat), words, names):
        return prose(Text.assemble((warning, palette.WARNING), "\n", asked))
    return prose(asked)


def threat_text(view: View, words: Catalogue, names: Sequence[str]) -> str:
    """A short preview of Yazid's strike, before the player decides who goes first (Y3)."""
    danger = threat(view)
    if not danger:
        return ""
    parts = []
    for event in danger.events:
        if isinstance(event, Captured):
            pile = held(spaced(event.pile))
            parts.append(words.say("terminal.threat_tile", tile=TILE_NAMES[event.tile], pile=pile))
        elif isinstance(event, GoldPaid):
            parts.append(words.say("terminal.threat_gold", gold=held(words.gold(event.amount))))
        elif isinstance(event, Lost):
            parts.append(words.say("terminal.threat_lost", reason=words.loss(event.reason)))
    if danger.open:
        parts.append(words.say("terminal.threat_open"))
    return words.say("terminal.threat", sign=palette.STRUCK, events=", ".join(parts))


def wrapped(paragraphs: Sequence[str], console: Console, width: int) -> list[Text]:
    """Paragraphs wrapped to a certain width, in a muted style."""
    texts = (prose(paragraph, palette.QUIET) for paragraph in paragraphs)
    return [line for text in texts for line in text.wrap(console, width)]


def latest(paragraphs: Sequence[str], console: Console, width: int, room: int) -> list[Text]:
    """As many of the last sentences as there is room for."""
    lines: list[Text] = []
    for paragraph in reversed(paragraphs):
        sentences = re.split(r"(?<=[.!?]) ", paragraph)
        found = wrapped([paragraph], console, width)
        while len(found) > room - len(lines):
            del sentences[0]
            if not sentences:
                return [Text(CUT, palette.QUIET).append_text(lines[0]), *lines[1:]] if lines else []
            found = wrapped([CUT + " ".join(sentences)], console, width)
        lines = found + lines
        if found[0].plain.startswith(CUT):
            break
    return lines


def lines_of(drawn: RenderableType, console: Console, width: int) -> int:
    """The number of lines that something takes."""
    return len(console.render_lines(drawn, console.options.update(width=width, height=None)))
