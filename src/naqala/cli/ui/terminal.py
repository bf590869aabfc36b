"""The terminal: what it can show."""

from __future__ import annotations

import codecs
import io
import sys
from contextlib import suppress
from unicodedata import normalize

from rich.console import Console

from naqala.cli.ui import palette

PLAIN = "naqala-plain"
"""The name of the error handler that writes what a terminal cannot show in plain letters."""


def console(*, color: bool = True, stderr: bool = False) -> Console:
    """A console that shows text as it is: no markup, no emoji codes, no guessed highlights."""
    return Console(
        stderr=stderr,
        no_color=None if color else True,
        markup=False,
        emoji=False,
        highlight=False,
    )


def prepare_streams() -> None:
    """Let nothing that is written fail for want of a letter in the terminal's encoding."""
    codecs.register_error(PLAIN, plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Signs as ASCII, letters without their accents, anything else as a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wanted = error.object[error.start : error.end].translate(palette.PLAIN_SIGNS)
    plain = "".join(
        normalize("NFD", letter)[0] if normalize("NFD", letter)[0].isascii() else "?"
        for letter in wanted
    )
    return plain, error.end


def read_line(prompt: str) -> str:
    """A line of the standard input, with editing and history where the system offers them."""
    with suppress(ImportError):
        import readline  # noqa: F401
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
