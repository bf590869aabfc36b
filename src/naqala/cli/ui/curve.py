"""Line charts in a terminal: coloured braille dots, or the numbers of the players."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from naqala.cli.ui import palette

DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a braille character, by row and column."""
BRAILLE = 0x2800
DOWN, ACROSS = len(DOTS), len(DOTS[0])


def curve(
    series: Sequence[Sequence[int]], width: int, height: int, *, plain: bool = False
) -> list[Text]:
    """Lines of equal length, drawn into a box; `plain` needs neither colours nor braille.

    Each line has the colour of its seat. Where lines meet, the last one is visible.
    """
    low, high = limits(series)
    margin = max(len(str(low)), len(str(high)))
    columns = width - margin - 2
    down, across = (1, 1) if plain else (DOWN, ACROSS)
    dots = [[(0, -1)] * columns for _ in range(height)]
    for seat, line in enumerate(series):
        for x, y in _path(line, columns * across, height * down, low, high):
            bit = DOTS[y % DOWN][x % ACROSS]
            old, owner = dots[y // down][x // across]
            dots[y // down][x // across] = (old | bit if owner == seat else bit, seat)
    drawn = []
    for nth, row in enumerate(dots):
        label = high if nth == 0 else low if nth == height - 1 else None
        if label is None and nth == height // 2 and height > 4:
            label = round(high - (high - low) * nth / (height - 1))
        text = Text("" if label is None else str(label), palette.QUIET)
        text.align("right", margin)
        text.append(" ┤" if label is not None else " │", palette.LINE)
        for bits, seat in row:
            text.append(*_cell(bits, seat, plain=plain))
        drawn.append(text)
    return drawn


def limits(series: Sequence[Sequence[int]]) -> tuple[int, int]:
    """The numbers at the bottom and at the top."""
    low = min(min(line) for line in series)
    return low, max(max(max(line) for line in series), low + 1)


def _cell(bits: int, seat: int, *, plain: bool) -> tuple[str, str]:
    if seat < 0:
        return " ", ""
    return (str(seat + 1), "") if plain else (chr(BRAILLE + bits), line_style(seat))


def line_style(seat: int) -> str:
    """The colour of a player on the background of the terminal."""
    return palette.seat_style(seat).rpartition(" ")[2]


def _path(
    line: Sequence[int], across: int, down: int, low: int, high: int
) -> list[tuple[int, int]]:
    """The dots of a line from left to right, without gaps."""
    found: list[tuple[int, int]] = []
    for x in range(across):
        at = x * (len(line) - 1) / max(1, across - 1)
        left = min(int(at), len(line) - 1)
        right = min(left + 1, len(line) - 1)
        value = line[left] + (line[right] - line[left]) * (at - left)
        y = round((high - value) * (down - 1) / (high - low))
        if found and abs(y - found[-1][1]) > 1:
            step = 1 if y > found[-1][1] else -1
            found += [(x, between) for between in range(found[-1][1] + step, y, step)]
        found.append((x, y))
    return found


def is_plain(console: Console) -> bool:
    """Whether a console has no colours, or an encoding without braille."""
    return console.color_system is None or console.no_color or "utf" not in console.encoding.lower()
