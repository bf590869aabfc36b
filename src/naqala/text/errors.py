"""Messages of errors: the sentence of a code, filled with the values of the error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from naqala.rules.errors import NaqalaError
from naqala.text.words import Words


def sentence(words: Words, error: NaqalaError) -> str:
    """The message of an error; for a code without a message, the code and its values."""
    key = f"error.{error.code}"
    if key not in words.messages and f"{key}.other" not in words.messages:
        return error.plain()
    values = {name: _worded(words, value) for name, value in error.values.items()}
    return words.say(key, **values)


def _worded(words: Words, value: object) -> object:
    """A value as text for a message."""
    if isinstance(value, NaqalaError):
        return sentence(words, value)
    if isinstance(value, list | tuple | set | frozenset):
        return _List(words, value)
    return value


class _List:
    """Several values in a sentence, joined as the placeholder says.

    `{things}` is `a, b, c`, `{things:and}` is `a, b and c`, `{things:or}` is `a, b or c`,
    `{things:quoted}` is `'a', 'b' or 'c'`, and `{things:2}` is `a, b and 1 more`.
    """

    def __init__(self, words: Words, things: Iterable[object]) -> None:
        self.words = words
        self.things: Sequence[str] = [str(thing) for thing in things]

    def __str__(self) -> str:
        return format(self)

    def __format__(self, joined: str) -> str:
        words, things = self.words, self.things
        if not things:
            return words.say("list.nothing")
        if joined == "quoted":
            return words.listed((words.say("list.quoted", item=item) for item in things), "or")
        if joined.isdecimal():
            most = int(joined)
            more = len(things) - most
            told = words.say("list.comma").join(things[:most])
            return told if more <= 0 else words.say("list.more", items=told, number=more)
        return words.listed(things, joined) if joined else words.say("list.comma").join(things)
