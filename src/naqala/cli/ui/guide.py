"""Help at the table: the commands, and what a Djinn, a tile or a tribe does."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple
from unicodedata import combining, normalize

from rich.console import Console
from rich.table import Table
from rich.text import Text

from naqala.cli.ui import palette
from naqala.cli.ui.table import djinn_line
from naqala.cli.ui.wrapping import Prose, prose
from naqala.rules.djinns import DJINNS
from naqala.rules.expansions import ARTISANS_BOX, EXPANSIONS, WHIMS
from naqala.rules.expansions.items import ITEMS
from naqala.rules.goods import SET_VALUE
from naqala.rules.land import LETTER_OF_KIND
from naqala.rules.meeples import ARTISANS, TRIBE_LETTERS, TRIBE_NAMES, TRIBES, Tribe
from naqala.rules.state import Options
from naqala.rules.tiles import TILE_EFFECTS, Market
from naqala.text import Catalogue
from naqala.text.words import HOLES

COMMANDS = (
    "help", "all", "board", "moves", "hint", "score", "log", "undo", "save", "load", "quit",
)  # fmt: skip
"""The commands at the prompt; a language may have other words for them."""

LEAVING = ("q", "exit")
"""Common synonyms of `quit`."""

TOPICS = (
    "bid", "move", "camel", "djinn", "fakir", "goods", "market", "palm", "palace", "score", "end",
    "gold", "stock", "order", "tent", "item", "whims", "mountains", "yazid",
)  # fmt: skip
"""Topics other than cards, tiles and tribes."""
NEEDS = {"tent": ARTISANS_BOX, "item": ARTISANS_BOX, "whims": WHIMS, "mountains": ARTISANS_BOX}
"""Topics that belong to an expansion."""
LEGEND = ("letters", "tiles", "signs", "market", "order", "points", "bar")
"""The entries of the legend; expansions add more."""
NOT_IN_SOLO = ("order", "points")
"""Entries that the solo game does not need: it has no bids and no secrets."""
BASE_MARKETS = ("small market", "large market")
"""The markets of the base game."""
SHORTEST = 2
"""The fewest letters by which a word can be abbreviated."""


def command_of(word: str, words: Catalogue) -> str | None:
    """The command that a word means, in English or in the language of the table."""
    if word == "?":
        return "help"
    if word in LEAVING:
        return "quit"
    for command in COMMANDS:
        if word in (command, words.say(f"terminal.command_{command}")):
            return command
    return None


Row = tuple[Text, Prose | Text]
"""A row of the help: what can be typed or seen, and its meaning."""


def commands(words: Catalogue, options: Options | None = None) -> Table:
    """The commands at the prompt, and the legend of the table."""
    return _table([*_command_rows(words), BLANK, *_legend_rows(words, options)])


def pages(
    words: Catalogue, options: Options | None = None, *, width: int, height: int
) -> list[Table]:
    """The same in pages of at most this size, the commands before the legend.

    A row that is longer than a page has a page to itself.
    """
    measure = Console(width=width, file=io.StringIO())
    found: list[list[Row]] = []
    for part in (_command_rows(words), _legend_rows(words, options)):
        found.append([])
        for row in part:
            page = [*found[-1], row]
            if found[-1] and len(measure.render_lines(_table(page))) > height:
                page = [row]
                found.append(page)
            else:
                found[-1] = page
    return [_table(page) for page in found]


BLANK: Row = (Text(), Text())


def _table(rows: Sequence[Row]) -> Table:
    table = Table.grid(padding=(0, 3, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column()
    for row in rows:
        table.add_row(*row)
    return table


def _command_rows(words: Catalogue) -> list[Row]:
    return [
        (
            Text(words.say(f"terminal.usage_{topic}"), palette.KEY),
            prose(words.say(f"terminal.help_{topic}")),
        )
        for topic in ("number", "notation", *COMMANDS)
    ]


def _legend_rows(words: Catalogue, options: Options | None) -> list[Row]:
    rows: list[Row] = []
    boxes = options.expansions if options else frozenset(EXPANSIONS)
    more = [box for box in EXPANSIONS if box in boxes]
    solo = ["solo"] if options is None or options.players == 1 else []
    for entry in (*LEGEND, *more, *solo):
        if entry in NOT_IN_SOLO and options is not None and options.players == 1:
            continue
        if entry == "letters":
            row = _letters_row(words, artisans=ARTISANS_BOX in boxes)
        else:
            row = prose(words.say(f"terminal.legend_{entry}"))
        rows.append((Text(words.say(f"terminal.sign_{entry}"), palette.KEY), row))
    return rows


def _letters_row(words: Catalogue, *, artisans: bool) -> Prose:
    """The tribes by their letters."""
    tribes = [tribe for tribe in TRIBES if artisans or tribe != ARTISANS]
    text = Text()
    for tribe in tribes:
        text.append(words.say("list.comma") if text else "")
        text.append(TRIBE_LETTERS[tribe], palette.TRIBE_STYLES[tribe])
        text.append(f"\u00a0{words.tribe(tribe, 2)}")
    return prose(text)


class Entry(NamedTuple):
    """A topic with all its names."""

    names: tuple[str, ...]
    text: Callable[[], Text]


def explanation(asked: str, words: Catalogue, options: Options | None = None) -> Prose | None:
    """The topic of this name or prefix; None if there is none."""
    wanted = _letters(asked)
    if not wanted:
        return None
    entries = list(_entries(words, options))
    for fits in (str.__eq__, str.startswith):
        for entry in entries:
            if any(fits(_letters(name), wanted) for name in entry.names):
                return prose(entry.text())
        if len(wanted) < SHORTEST:
            break
    return None


def _entries(words: Catalogue, options: Options | None) -> Iterator[Entry]:
    """All topics, the most common first."""
    for tribe in TRIBES:
        called = (TRIBE_NAMES[tribe], words.tribe(tribe, 1), words.tribe(tribe, 2))
        yield Entry((TRIBE_LETTERS[tribe], *called), partial(_tribe, tribe, words, options))
    for kind in (*LETTER_OF_KIND, *HOLES):
        entry = partial(_entry, words.kind(kind), words.kind_text(kind))
        yield Entry((kind, words.kind(kind), *_on_board(kind, words)), entry)
    for topic in TOPICS:
        names = words.say(f"terminal.topic_{topic}").split(", ")
        yield Entry((topic, *names), partial(_topic, topic, names[0], words, options))
    for command in COMMANDS:
        name = words.say(f"terminal.command_{command}")
        entry = partial(
            _entry, words.say(f"terminal.usage_{command}"), words.say(f"terminal.help_{command}")
        )
        yield Entry((command, name), entry)
    for name, djinn in DJINNS.items():
        yield Entry((name, words.djinn(name)), partial(djinn_line, djinn, words, options))
    for name in ITEMS:
        entry = partial(_entry, words.item(name), words.item_text(name))
        yield Entry((name, words.item(name)), entry)


def _on_board(kind: str, words: Catalogue) -> list[str]:
    """The name of a kind of tile on the board."""
    keys = (f"terminal.tile_{kind.replace(' ', '_')}{short}" for short in ("", "_short"))
    return [words.say(key) for key in keys if key in words.messages and "/" not in words.say(key)]


def _tribe(tribe: Tribe, words: Catalogue, options: Options | None) -> Text:
    letter = Text(f" {TRIBE_LETTERS[tribe]} ", palette.TRIBE_STYLES[tribe])
    entry = _entry(words.tribe(tribe, 2), words.tribe_text(tribe, options))
    return Text.assemble(letter, " ", entry)


def _topic(topic: str, name: str, words: Catalogue, options: Options | None) -> Text:
    """A topic; sets and markets take their numbers from the rules."""
    values = words.say("list.comma").join(map(str, SET_VALUE[1:]))
    key = f"terminal.about_{topic}"
    if options is not None and options.players == 1 and f"{key}_solo" in words.messages:
        key += "_solo"
    text = words.say(key, values=values)
    if topic == "market":
        for kind, rule in TILE_EFFECTS.items():
            box = options is None or ARTISANS_BOX in options.expansions
            if isinstance(rule, Market) and (box or kind in BASE_MARKETS):
                title, about = words.kind(kind).capitalize(), words.kind_text(kind)
                text += f" {words.say('terminal.kind_text', kind=title, text=about)}"
    needed = NEEDS.get(topic)
    if options is not None and needed and needed not in options.expansions:
        text += f" {words.say('terminal.not_in_play')}"
    return _entry(name, text)


def _entry(name: str, text: str) -> Text:
    return Text.assemble((name, palette.KEY), "  ", text)


def _letters(text: str) -> str:
    """A name in lower case without accents, spaces and punctuation."""
    plain = "".join(each for each in normalize("NFD", text.lower()) if not combining(each))
    return re.sub("[^a-z]", "", plain)
