"""Text that people write for others to read: names and chat.

Characters that are invisible, change the direction of writing or cover the lines around them are
refused. Markup is accepted: the page shows it as plain text.
"""

from __future__ import annotations

import re
from unicodedata import combining, normalize

from naqala.rules.setup import NAME_LENGTH
from naqala.tables.errors import Refusal
from naqala.tables.look_alikes import INVISIBLE

JOINERS = "\u200c\u200d"
"""Used between letters of some scripts and parts of one emoji; allowed in chat."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Invisible letters."""
MOST_MARKS = 4
"""Combining accents on one letter."""
_EMOJI = re.compile("(?<=[\u203c-\u3299\U0001f000-\U0001faff])\ufe0f")
"""Selects the colourful form of a symbol; it is invisible, and phones type it."""
_SPACE = re.compile(r"\s+")


def name(text: str) -> str:
    """A normalised name; Refusal where it cannot be shown."""
    plain = normalize("NFC", text).strip()
    if not 1 <= len(plain) <= NAME_LENGTH or "," in plain or not is_legible(plain):
        raise Refusal("bad_name", most=NAME_LENGTH)
    if not INVISIBLE.isdisjoint(map(ord, _EMOJI.sub("", plain))):
        raise Refusal("bad_name", most=NAME_LENGTH)
    return plain


def chat(text: str) -> str:
    """A chat message as one normalised line."""
    plain = _SPACE.sub(" ", normalize("NFC", text)).strip()
    seen = plain.translate({ord(joiner): None for joiner in JOINERS})
    if not seen or not is_legible(seen):
        raise Refusal("bad_text")
    return plain


def is_legible(text: str) -> bool:
    """Whether every character is visible and stays in its line.

    `str.isprintable` rejects control characters, unassigned characters, surrogates and invisible
    formats, including all that change the direction of writing.
    """
    if not text.isprintable() or not BLANKS.isdisjoint(text):
        return False
    marks = 0
    for character in text:
        marks = marks + 1 if combining(character) else 0
        if marks > MOST_MARKS:
            return False
    return True
