"""QR codes in the terminal, decoded from the output."""

from __future__ import annotations

import io

import pytest
import segno
from rich.console import Console

from naqala.cli.ui.qr_code import HALVES, QUIET, show_code

ADDRESS = "http://192.168.1.20:8420/"


def shown(width: int = 80, *, terminal: bool = True, color: bool = True) -> str:
    file = io.StringIO()
    console = Console(
        file=file,
        width=width,
        force_terminal=terminal,
        color_system="truecolor" if color else None,
        _environ={},
    )
    show_code(ADDRESS, console)
    return file.getvalue()


def modules_of(lines: list[str]) -> list[list[int]]:
    """The modules of printed lines, row by row."""
    pairs = {character: pair for pair, character in HALVES.items()}
    return [[pairs[character][half] for character in line] for line in lines for half in (0, 1)]


def plain(text: str) -> list[str]:
    """The characters without colour codes."""
    return [line.partition("m")[2].partition("\x1b")[0] for line in text.splitlines()]


def expected() -> list[list[int]]:
    code = segno.make(ADDRESS, error="m", micro=False)
    return [[int(dark) for dark in row] for row in code.matrix_iter(border=QUIET)]


def test_modules_are_black_on_white_in_every_terminal() -> None:
    text = shown()
    for line in text.splitlines():
        assert line.startswith("\x1b[38;2;0;0;0;48;2;255;255;255m")
        assert line.endswith("\x1b[0m")
    modules = expected()
    assert modules_of(plain(text))[: len(modules)] == modules


def test_without_colours_the_light_modules_are_drawn() -> None:
    lines = shown(color=False).splitlines()
    modules = [[1 - each for each in row] for row in expected()]
    assert modules_of([line.ljust(len(modules)) for line in lines])[: len(modules)] == modules


@pytest.mark.parametrize(("width", "terminal"), [(20, True), (80, False)])
def test_no_code_is_printed_if_it_does_not_fit_or_there_is_no_terminal(
    width: int, terminal: bool
) -> None:
    assert shown(width, terminal=terminal) == ""
