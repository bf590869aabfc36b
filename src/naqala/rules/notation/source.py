"""Where the text of a game comes from."""

from __future__ import annotations

from typing import Protocol

from naqala.rules.errors import BadText, brief


class Path(Protocol):
    """A path object, such as `pathlib.Path`."""

    def __fspath__(self) -> str:
        """The path as text."""


class Readable(Protocol):
    """A file opened for reading text."""

    def read(self) -> str:
        """The whole text of the file."""


Source = str | Path | Readable
"""A text, the path of a file, or an open file. A plain `str` is always the text itself."""


def text_of(source: Source) -> str:
    """The text of a source; BadText if it is not a text."""
    if isinstance(source, str):
        return source
    try:
        if hasattr(source, "read"):
            text = source.read()
        elif hasattr(source, "__fspath__"):  # `open` would accept a number as a file descriptor
            with open(source, encoding="utf-8") as file:
                text = file.read()
        else:
            text = source
    except ValueError:  # not UTF-8, or a path that cannot exist
        name = getattr(source, "name", "") or source
        raise BadText("bytes_game", file=brief(str(name))) from None
    if not isinstance(text, str):
        raise BadText("not_text", value=brief(repr(text)))
    return text
