"""QR codes in the terminal, read back as a camera sees them."""

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


def read(lines: list[str]) -> list[list[int]]:
    """The painted modules, row by row."""
    pairs = {sign: pair for pair, sign in HALVES.items()}
    return [[pairs[sign][half] for sign in line] for line in lines for half in (0, 1)]


def plain(text: str) -> list[str]:
    """The signs between the codes for colours."""
    return [line.partition("m")[2].partition("\x1b")[0] for line in text.splitlines()]


def expected() -> list[list[int]]:
    code = segno.make(ADDRESS, error="m", micro=False)
    return [[int(dark) for dark in row] for row in code.matrix_iter(border=QUIET)]


def test_dark_modules_are_black_on_white_whatever_the_terminal_looks_like() -> None:
    text = shown()
    for line in text.splitlines():
        assert line.startswith("\x1b[38;2;0;0;0;48;2;255;255;255m")
        assert line.endswith("\x1b[0m")
    modules = expected()
    assert read(plain(text))[: len(modules)] == modules


def test_without_colours_light_modules_are_painted_on_the_dark_ground() -> None:
    lines = shown(color=False).splitlines()
    modules = [[1 - each for each in row] for row in expected()]
    assert read([line.ljust(len(modules)) for line in lines])[: len(modules)] == modules


@pytest.mark.parametrize(("width", "terminal"), [(20, True), (80, False)])
def test_where_nobody_could_scan_it_there_is_no_code(width: int, terminal: bool) -> None:
    assert shown(width, terminal=terminal) == ""
