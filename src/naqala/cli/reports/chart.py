"""Small charts as SVG, drawn by hand: lines over time, and values with their error ranges.

A chart is self-contained: it includes its background and colours and loads nothing. Its series
differ in dashes and markers as well as in colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

WIDTH = 720
LINE_HEIGHT, ROW_HEIGHT = 420, 40
"""The height of a chart of lines, and of a row of a chart of ranges."""
PAPER, LINEN, GRID, INK, QUIET = "#fffaf0", "#f7eedc", "#dfcda9", "#2b1e17", "#634e3c"
COLOURS = ("#24418f", "#a8452a", "#b8862f", "#0e7c78", "#6b2f63", "#2b2a33")
"""Lapis, terracotta, brass, teal, plum, onyx."""
DASHES = ("", "8 4", "2 4", "10 4 2 4", "16 5", "5 3 1 3 1 3")
MARKERS = ("disc", "square", "triangle", "lozenge", "cross", "ring")
SANS = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'DejaVu Sans', sans-serif"
SERIF = "'Iowan Old Style', 'Palatino Linotype', Palatino, P052, Georgia, serif"
STEPS = (1.0, 2.0, 2.5, 5.0, 10.0)
"""The steps between ticks, times a power of ten."""
MOST_MARKERS = 12
"""A line with more points has markers on only some of them."""
LETTER = 7.1
"""The width of a letter of 13 pixels, rounded up."""


class Series(NamedTuple):
    """A line of a chart: its name and its points."""

    name: str
    points: Sequence[tuple[float, float]]


class Range(NamedTuple):
    """A value with its range; an infinite end means that there is no bound."""

    name: str
    value: float
    low: float
    high: float


class Scale(NamedTuple):
    """An axis: its numbers and their positions."""

    ticks: tuple[float, ...]
    start: float
    end: float
    low: float
    high: float

    def __call__(self, value: float) -> float:
        """The position of a number, clamped to the ends."""
        part = (min(max(value, self.low), self.high) - self.low) / (self.high - self.low)
        return self.start + part * (self.end - self.start)

    @property
    def step(self) -> float:
        """The step between two ticks."""
        return self.ticks[1] - self.ticks[0]


def line_chart(
    series: Sequence[Series],
    *,
    title: str,
    x: str,
    y: str,
    description: str = "",
    comma: bool = False,
) -> str:
    """Several named lines over x, with the titles of both axes; `comma` is the decimal mark."""
    drawn = [
        Series(name, [p for p in points if isfinite(p[0]) and isfinite(p[1])])
        for name, points in series
    ]
    keys, depth = _legend([name for name, _ in drawn])
    top, bottom = 58 + depth, LINE_HEIGHT - 58
    points = [point for _, found in drawn for point in found]
    up = scale([value for _, value in points], bottom, top, 6)
    labels = [_number(tick, up.step, comma) for tick in up.ticks]
    left = 44 + max(map(len, labels)) * LETTER
    along = scale([value for value, _ in points], left, WIDTH - 26, 8, loose=False)
    parts = [keys]
    for tick, label in zip(up.ticks, labels, strict=True):
        zero = tick == 0 and up.low < 0 < up.high
        parts.append(_rule(left, up(tick), WIDTH - 26, up(tick), strong=zero))
        parts.append(_text(label, left - 8, up(tick) + 4.5, anchor="end", colour=QUIET))
    for tick in along.ticks:
        parts.append(_rule(along(tick), bottom, along(tick), bottom + 5, strong=True))
        label = _number(tick, along.step, comma)
        parts.append(_text(label, along(tick), bottom + 21, anchor="middle", colour=QUIET))
    parts.append(_rule(left, bottom, WIDTH - 26, bottom, strong=True))
    parts.append(_text(x, (left + WIDTH - 26) / 2, LINE_HEIGHT - 14, anchor="middle"))
    middle = (top + bottom) / 2
    parts.append(
        f'<g transform="rotate(-90 20 {middle:.1f})">{_text(y, 20, middle, anchor="middle")}</g>'
    )
    parts += [
        "".join(_line([(along(a), up(b)) for a, b in found], nth, name))
        for nth, (name, found) in enumerate(drawn)
    ]
    text = description or f"{y} / {x}: " + ", ".join(name for name, _ in series)
    return _page(LINE_HEIGHT, title, text, parts)


def range_chart(
    ranges: Sequence[Range],
    *,
    title: str,
    x: str,
    description: str = "",
    comma: bool = False,
) -> str:
    """A row for each value with its range, from top to bottom as given."""
    height = 116 + ROW_HEIGHT * len(ranges)
    top, bottom = 52.0, height - 64.0
    left = 34 + max([len(_clean(each.name)) for each in ranges], default=0) * LETTER
    left = min(left, WIDTH * 0.4)
    right = WIDTH - 150.0
    known = [end for each in ranges for end in each[1:] if isfinite(end)]
    if known and len(known) < 3 * len(ranges):  # room for the arrow of a range without a bound
        room = 0.1 * (max(known) - min(known))
        known += [min(known) - room, max(known) + room]
    along = scale(known, left, right, 8)
    rows = [top + ROW_HEIGHT * (nth + 0.5) for nth in range(len(ranges))]
    parts = [
        f'<rect x="{left:.1f}" y="{middle - 15:.1f}" width="{right - left:.1f}" height="30" '
        f'rx="6" fill="{LINEN}"/>'
        for middle in rows
    ]
    for tick in along.ticks:
        zero = tick == 0 and along.low < 0 < along.high
        parts.append(_rule(along(tick), top, along(tick), bottom, strong=zero))
        label = _number(tick, along.step, comma)
        parts.append(_text(label, along(tick), bottom + 19, anchor="middle", colour=QUIET))
    fine = along.step / 100 if along.step < 5 else 1.0
    for nth, (each, middle) in enumerate(zip(ranges, rows, strict=True)):
        colour, marker = COLOURS[nth % len(COLOURS)], MARKERS[nth % len(MARKERS)]
        low, high = along(each.low), along(each.high)
        parts.append(_text(each.name, left - 12, middle + 4.5, anchor="end"))
        parts.append(
            f'<path d="M{low:.1f} {middle:.1f}H{high:.1f}{_end(low, middle, each.low, -1)}'
            f'{_end(high, middle, each.high, 1)}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        parts.append(_marker(marker, along(each.value), middle, colour))
        ends = " … ".join(_number(end, fine, comma) for end in each[2:])
        parts.append(_text(_number(each.value, fine, comma), right + 14, middle + 1, weight=600))
        parts.append(_text(ends, right + 14, middle + 15, colour=QUIET, size=12))
    parts.append(_text(x, (left + right) / 2, height - 16, anchor="middle"))
    text = description or f"{x}: " + "; ".join(
        f"{name} {_number(value, fine, comma)} ({_number(low, fine, comma)} … "
        f"{_number(high, fine, comma)})"
        for name, value, low, high in ranges
    )
    return _page(height, title, text, parts)


def scale(
    values: Iterable[float], start: float, end: float, count: int, *, loose: bool = True
) -> Scale:
    """An axis with about `count` round ticks; a loose one ends on ticks, a tight one on values."""
    found = list(values) or [0.0, 1.0]
    low, high = min(found), max(found)
    if high - low < 1e-9 * max(abs(low), abs(high), 1e-300):
        room = abs(low) * 0.1 or 1.0
        low, high = low - room, high + room
    rough = (high - low) / count
    power = 10.0 ** floor(log10(rough))
    step = next(each * power for each in STEPS if each * power >= rough * 0.999)
    least, most = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    if loose:
        low, high = least * step, most * step
    ticks = [nth * step for nth in range(least, most + 1)]
    near = 1e-9 * (high - low)
    inside = tuple(tick for tick in ticks if low - near <= tick <= high + near)
    return Scale(inside if len(inside) > 1 else (low, high), start, end, low, high)


def _number(value: float, step: float, comma: bool) -> str:
    """A number with the decimals that the step needs, a minus sign and perhaps a comma."""
    if not isfinite(value):
        return "∞" if value > 0 else "−∞"
    decimals = next((n for n in range(7) if abs(step * 10**n - round(step * 10**n)) < 1e-6), 7)
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        text = text.removeprefix("-")
    text = text.replace("-", "−")
    return text.replace(".", ",") if comma else text


def _page(height: float, title: str, description: str, parts: Iterable[str]) -> str:
    """The whole picture, with a title and a description for screen readers."""
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'width="{WIDTH}" height="{height:.0f}" viewBox="0 0 {WIDTH} {height:.0f}" '
            f'font-family="{SANS}">',
            f"<title>{_clean(title)}</title>",
            f"<desc>{_clean(description)}</desc>",
            f'<rect x="1" y="1" width="{WIDTH - 2}" height="{height - 2:.0f}" rx="14" '
            f'fill="{PAPER}" stroke="{GRID}" stroke-width="2"/>',
            f'<text x="26" y="36" font-family="{SERIF}" font-size="20" font-weight="600" '
            f'fill="{INK}">{_clean(title)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


def _clean(text: str) -> str:
    """Any text, escaped for XML."""
    return escape("".join(letter if letter.isprintable() else " " for letter in text))


def _text(
    text: str,
    x: float,
    y: float,
    *,
    anchor: str = "start",
    colour: str = INK,
    size: int = 13,
    weight: int = 400,
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}" '
        f'font-weight="{weight}" fill="{colour}">{_clean(text)}</text>'
    )


def _rule(x1: float, y1: float, x2: float, y2: float, *, strong: bool) -> str:
    colour, width = (QUIET, 1.5) if strong else (GRID, 1)
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke="{colour}" stroke-width="{width}"/>'
    )


def _end(x: float, y: float, end: float, way: int) -> str:
    """The end of a range: a bar, or an arrow if it has no bound."""
    if isfinite(end):
        return f"M{x:.1f} {y - 7:.1f}V{y + 7:.1f}"
    back = x - 8 * way
    return f"M{back:.1f} {y - 6:.1f}L{x:.1f} {y:.1f}L{back:.1f} {y + 6:.1f}"


def _stroke(nth: int) -> str:
    dash = DASHES[nth % len(DASHES)]
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return (
        f'fill="none" stroke="{COLOURS[nth % len(COLOURS)]}" stroke-width="2.2" '
        f'stroke-linejoin="round"{dashes}'
    )


def _line(places: Sequence[tuple[float, float]], nth: int, name: str) -> Iterator[str]:
    """A line with its markers: on all points, or on some that are spread evenly."""
    yield f"<g><title>{_clean(name)}</title>"
    if len(places) > 1:
        corners = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        yield f'<polyline points="{corners}" {_stroke(nth)}/>'
    stride = max(1, ceil(len(places) / MOST_MARKERS))
    marked = [*places[::stride], *places[-1:]] if stride > 1 else places
    for x, y in marked:
        yield _marker(MARKERS[nth % len(MARKERS)], x, y, COLOURS[nth % len(COLOURS)])
    yield "</g>"


def _marker(shape: str, x: float, y: float, colour: str) -> str:
    """A marker of about nine pixels around a point, with an outline in the background colour."""
    look = f'fill="{colour}" stroke="{PAPER}" stroke-width="1.2"'
    if shape == "disc":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.8" {look}/>'
    if shape == "ring":
        ring = f'fill="{PAPER}" stroke="{colour}" stroke-width="2"'
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" {ring}/>'
    corners = {
        "square": "-4.4 -4.4 4.4 -4.4 4.4 4.4 -4.4 4.4",
        "triangle": "0 -5.6 5.4 4.2 -5.4 4.2",
        "lozenge": "0 -6 6 0 0 6 -6 0",
        "cross": "-2 -5.5 2 -5.5 2 -2 5.5 -2 5.5 2 2 2 2 5.5 -2 5.5 -2 2 -5.5 2 -5.5 -2 -2 -2",
    }[shape]
    return f'<polygon transform="translate({x:.1f} {y:.1f})" points="{corners}" {look}/>'


def _legend(names: Sequence[str]) -> tuple[str, float]:
    """The legend, in as many rows as it needs, and its height."""
    parts, x, y = [], 26.0, 60.0
    for nth, name in enumerate(names):
        width = 46 + (len(name) + 2) * LETTER
        if x > 26 and x + width > WIDTH - 20:
            x, y = 26.0, y + 22
        parts.append(f'<line x1="{x}" y1="{y - 4.5}" x2="{x + 36}" y2="{y - 4.5}" {_stroke(nth)}/>')
        marker = _marker(MARKERS[nth % len(MARKERS)], x + 18, y - 4.5, COLOURS[nth % len(COLOURS)])
        parts += [marker, _text(name, x + 44, y)]
        x += width + 8
    return "".join(parts), y - 60 + 22 if names else 0.0
