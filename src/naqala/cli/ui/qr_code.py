"""QR codes in the terminal: an address that a phone's camera opens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.text import Text

QUIET = 3
"""The width of the light border, in modules."""
INK = "#000000 on #ffffff"
"""Scanners expect dark on light, whatever colours the terminal has."""
HALVES = {(0, 0): " ", (0, 1): "▄", (1, 0): "▀", (1, 1): "█"}
"""Characters for two modules, one above the other; 1 is drawn in the text colour."""


def show_code(address: str, console: Console) -> None:
    """Print an address as a QR code, where the terminal can show it."""
    if not console.is_terminal or "utf" not in console.encoding.lower():
        return
    import segno  # imported here, because nothing else needs it

    code = segno.make(address, error="m", micro=False)
    modules = [[int(dark) for dark in row] for row in code.matrix_iter(border=QUIET)]
    if len(modules) > console.width:
        return
    # Without colours the background is that of the terminal, which is usually dark, so the light
    # modules are drawn instead.
    plain = console.no_color or console.color_system is None
    for line in lines([[1 - each for each in row] for row in modules] if plain else modules):
        console.print(Text(line, "" if plain else INK))


def lines(modules: Sequence[Sequence[int]]) -> Iterator[str]:
    """The lines of a code, two rows of modules in each."""
    blank = [0] * len(modules[0])
    padded = [*modules, blank] if len(modules) % 2 else modules
    for above, below in zip(padded[::2], padded[1::2], strict=True):
        yield "".join(HALVES[pair] for pair in zip(above, below, strict=True))
