"""What people write for others to read: names and chat.

Signs that do not show, turn the direction of writing or pile up over the lines around them are
refused. Markup is not: it is text like any other, and the page shows it as text.
"""

from __future__ import annotations

import re
from unicodedata import combining, normalize

from naqala.rules.setup import NAME_LENGTH
from naqala.server.refusal import Refusal

JOINERS = "\u200c\u200d"
"""Between letters of some scripts and between parts of one emoji; fine in chat."""
BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters that do not show."""
MOST_MARKS = 4
"""Accents on one letter."""
_SPACE = re.compile(r"\s+")


def name(text: str) -> str:
    """A name as others may see it."""
    plain = normalize("NFC", text).strip()
    if not 1 <= len(plain) <= NAME_LENGTH or "," in plain or not is_legible(plain):
        raise Refusal("bad_name", most=NAME_LENGTH)
    return plain


def chat(text: str) -> str:
    """Something to say, in one line."""
    plain = _SPACE.sub(" ", normalize("NFC", text)).strip()
    seen = plain.translate({ord(joiner): None for joiner in JOINERS})
    if not seen or not is_legible(seen):
        raise Refusal("bad_text")
    return plain


def is_legible(text: str) -> bool:
    """Whether every sign shows and stays in its line.

    What is not printable in Python are controls, unassigned signs, surrogates, and the invisible
    formats, among them all that turn the direction of writing.
    """
    if not text.isprintable() or not BLANKS.isdisjoint(text):
        return False
    marks = 0
    for sign in text:
        marks = marks + 1 if combining(sign) else 0
        if marks > MOST_MARKS:
            return False
    return True
