"""Errors: one tree, each error with a code and the values of its message.

NaqalaError (a ValueError)
├── BadOptions       a game that cannot be set up
├── BadText          text that is not an action, a record or a position
└── IllegalAction    an action that cannot be chosen now

Other packages add their own subclasses; docs/library.md shows the whole tree.
"""

from __future__ import annotations

from collections.abc import Callable

MOST_LETTERS = 40
"""How many characters of the input a message quotes."""

worded: Callable[[NaqalaError], str] | None = None
"""Turns an error into an English sentence.

The rules do not import the catalogues; `naqala/__init__.py` sets this. Without it, `str` of an
error is its code and its values.
"""


class NaqalaError(ValueError):
    """Base class: something was refused, and nothing has changed.

    `Catalogue.error` words it in a language, `str` in English.
    """

    code: str
    """The key of the message: `error.CODE` in the catalogues."""
    values: dict[str, object]
    """The values of the message: names, numbers, lists of them, or the error that is the reason."""

    def __init__(self, code: str, /, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values

    def __str__(self) -> str:
        return self.plain() if worded is None else worded(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.plain()})"

    def plain(self) -> str:
        """The code and the values, without a language."""
        return ", ".join([self.code, *(f"{name}={value!r}" for name, value in self.values.items())])


class BadOptions(NaqalaError):
    """A game that cannot be set up."""


class BadText(NaqalaError):
    """Text that is not an action, a record or a position."""


class IllegalAction(NaqalaError):
    """An action that cannot be chosen now; the game is unchanged."""


def brief(text: str, most: int = MOST_LETTERS) -> str:
    """Input, shortened and escaped so that a message can quote it."""
    plain = "".join(sign if sign.isprintable() else "?" for sign in text[: most + 1])
    return plain if len(plain) <= most else f"{plain[:most]}…"
