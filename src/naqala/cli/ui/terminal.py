"""Consoles, and what a terminal can show."""

from __future__ import annotations

import codecs
import io
import sys
from contextlib import suppress
from unicodedata import normalize

from rich.console import Console

from naqala.cli.ui import palette

PLAIN = "naqala-plain"
"""The name of the codec error handler that replaces characters a terminal cannot show."""


def console(*, color: bool = True, stderr: bool = False) -> Console:
    """A console that prints text unchanged: no markup, emoji codes or highlighting."""
    return Console(
        stderr=stderr,
        no_color=None if color else True,
        markup=False,
        emoji=False,
        highlight=False,
    )


def prepare_streams() -> None:
    """Replace characters that the terminal's encoding lacks, instead of failing."""
    codecs.register_error(PLAIN, plain_letters)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=PLAIN)


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Symbols as ASCII, letters without accents, anything else as a question mark."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    wanted = error.object[error.start : error.end].translate(palette.PLAIN_SIGNS)
    plain = "".join(
        normalize("NFD", letter)[0] if normalize("NFD", letter)[0].isascii() else "?"
        for letter in wanted
    )
    return plain, error.end


def read_line(prompt: str) -> str:
    """A line of standard input, with editing and history if the system supports them."""
    with suppress(ImportError):
        import readline  # noqa: F401
    try:
        return input(prompt)
    except UnicodeDecodeError:
        return "\N{REPLACEMENT CHARACTER}"
