"""Texts of lines `key words …`; every error has the number of the line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from naqala.rules.errors import BadText, brief

NOTHING = "-"
"""The text of an empty list."""
LINE_LENGTH = 5000
"""The longest line; that of the largest deck of Whims has about 3,600 characters."""
MOST_KEYS = 200
"""Lines with a key; a position of five players has about 80."""

T = TypeVar("T")


Numbered = tuple[int, str]
"""A line and its number, counted from 1."""


def numbered_lines(text: str, limit: int, comments: str = "") -> Iterator[Numbered]:
    """The lines of a text that are not blank; comments only if `comments` is their prefix."""
    if not isinstance(text, str):
        raise BadText("not_text", value=brief(repr(text)))
    if len(text) > limit:
        raise BadText("text_length", length=len(text), most=limit)
    return (
        (number, line)
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and (comments or not line.lstrip().startswith("#"))
    )


def after_first(lines: Iterable[Numbered], first_line: str) -> Iterator[Numbered]:
    """The lines after the first, which must be this heading."""
    rest = iter(lines)
    number, line = next(rest, (1, ""))
    if line.strip() != first_line:
        kind, ours = first_line.rsplit(maxsplit=1)
        found, _, theirs = line.strip().rpartition(" ")
        if found == kind:
            raise BadText("text_version", theirs=brief(theirs), ours=ours)
        raise BadText("first_line", number=number, expected=first_line, line=brief(line.strip()))
    return rest


class Lines:
    """Lines of the form `key words …`, each to be read once."""

    def __init__(self) -> None:
        self.left: dict[str, tuple[int, str]] = {}

    def add(self, number: int, line: str) -> None:
        """Add a line of the text."""
        key, _, words = line.strip().partition(" ")
        if len(line) > LINE_LENGTH:
            raise BadText("line_length", number=number, most=LINE_LENGTH)
        if key in self.left:
            raise BadText("key_twice", number=number, key=brief(key))
        if len(self.left) == MOST_KEYS:
            raise BadText("key_number", number=number, most=MOST_KEYS)
        self.left[key] = (number, words.strip())

    def __contains__(self, key: str) -> bool:
        return key in self.left

    def read(self, key: str, reader: Callable[[str], T], default: T) -> T:
        """The value of the line with this key, or the default if it is missing."""
        return self.need(key, reader) if key in self.left else default

    def need(self, key: str, reader: Callable[[str], T]) -> T:
        """The value of the line with this key, which is required."""
        if key not in self.left:
            raise BadText("key_missing", key=key)
        number, words = self.left.pop(key)
        try:
            return reader(words)
        except BadText as error:
            raise BadText("key_line", number=number, key=key, reason=error) from None

    def finish(self, known: Sequence[str]) -> None:
        """Raise BadText if a line was not read."""
        for key, (number, _) in self.left.items():
            raise BadText("unknown_key", number=number, key=brief(key), known=known)


def split(words: str) -> list[str]:
    """The words of a list; `-` is the empty list."""
    return [] if words == NOTHING else words.split()


def join(words: Iterable[str]) -> str:
    """A list as words, `-` when it is empty."""
    return " ".join(words) or NOTHING
