"""Help at the table: the commands, and what a Djinn, a tile or a tribe does."""

from __future__ import annotations

import re
from unicodedata import combining, normalize

from rich.table import Table
from rich.text import Text

from naqala.cli import palette
from naqala.cli.table import djinn_line
from naqala.rules.djinns import DJINNS
from naqala.rules.items import ITEMS
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import TRIBE_LETTERS, TRIBE_NAMES, TRIBES
from naqala.text import Catalogue
from naqala.text.words import HOLES

COMMANDS = (
    "help", "all", "board", "moves", "score", "log", "undo", "save", "load", "quit",
)  # fmt: skip
"""The commands at the prompt; each language may call them by other words too."""

TOPICS = ("tent", "whims", "mountains", "yazid")
"""What is explained beside the cards, the tiles and the tribes."""


def command_of(word: str, words: Catalogue) -> str | None:
    """The command that a word means, in English or in the language of the table."""
    if word == "?":
        return "help"
    for command in COMMANDS:
        if word in (command, words.say(f"terminal.command_{command}")):
            return command
    return None


def commands(words: Catalogue) -> Table:
    """What can be typed at the prompt."""
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for topic in ("number", "notation", *COMMANDS):
        usage = Text(words.say(f"terminal.usage_{topic}"), palette.KEY)
        table.add_row(usage, words.say(f"terminal.help_{topic}"))
    return table


def explanation(asked: str, words: Catalogue) -> Text | None:
    """What the thing of this name does; None when nothing is called so."""
    wanted = _letters(asked)
    if not wanted:
        return None
    for name, djinn in DJINNS.items():
        if wanted in (_letters(name), _letters(words.djinn(name))):
            return djinn_line(djinn, words)
    for name in ITEMS:
        if wanted in (_letters(name), _letters(words.item(name))):
            return _entry(words.item(name), words.item_text(name))
    for kind in (*LETTER_OF_KIND, *HOLES):
        if wanted in (_letters(kind), _letters(words.kind(kind))):
            return _entry(words.kind(kind), words.kind_text(kind))
    for tribe in TRIBES:
        called = [TRIBE_NAMES[tribe], words.tribe(tribe, 1), words.tribe(tribe, 2)]
        if wanted in map(_letters, called) or asked.upper() == TRIBE_LETTERS[tribe]:
            sign = Text(f" {TRIBE_LETTERS[tribe]} ", palette.TRIBE_STYLES[tribe])
            entry = _entry(words.tribe(tribe, 2), words.tribe_text(tribe))
            return Text.assemble(sign, " ", entry)
    for topic in TOPICS:
        name = words.say(f"terminal.topic_{topic}")
        if wanted in (topic, _letters(name)):
            return _entry(name, words.say(f"terminal.about_{topic}"))
    return None


def _entry(name: str, text: str) -> Text:
    return Text.assemble((name, palette.KEY), "  ", text)


def _letters(text: str) -> str:
    """A name without case, accents, blanks and signs."""
    plain = "".join(sign for sign in normalize("NFD", text.lower()) if not combining(sign))
    return re.sub("[^a-z]", "", plain)
