"""Whether two names look alike, by the skeletons of Unicode Technical Standard 39.

The libraries for this either need compiled code or have no skeletons, so the table is our own: it
is made from the data of the standard, and read when the first names are compared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from importlib import resources
from itertools import count
from unicodedata import normalize

INVISIBLE = frozenset((
    0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810),
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x2800, 0x3164,
    *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0x1BCA0, 0x1BCA4), 0x1D159,
    *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000),
))  # fmt: skip
"""Characters that show nothing: the default ignorable ones, and letters and signs without ink."""


def is_taken(name: str, names: Iterable[str]) -> bool:
    """Whether a name looks like one of others; upper and lower case do not matter."""
    looks = _looks(name)
    return bool(name) and any(not looks.isdisjoint(_looks(other)) for other in names if other)


def numbered(name: str, taken: Collection[str]) -> str:
    """A name that is not taken, with a number behind it where it must be."""
    names = (name if number == 1 else f"{name} {number}" for number in count(1))
    return next(each for each in names if not is_taken(each, taken))


def skeleton(text: str) -> str:
    """The same text for all texts that look alike."""
    visible = (sign for sign in normalize("NFKD", text) if ord(sign) not in INVISIBLE)
    return normalize("NFKD", "".join(visible).translate(_prototypes()))


def _looks(name: str) -> set[str]:
    """A capital I looks like a small l, but is also a capital i."""
    words = " ".join(name.split())
    return {skeleton(words), skeleton(words.casefold())}


@cache
def _prototypes() -> dict[int, str]:
    text = resources.files("naqala.tables").joinpath("look_alikes.txt").read_text("utf-8")
    found: dict[int, str] = {}
    for line in text.splitlines():
        prototype, separator, signs = line.partition(": ")
        if separator and not line.startswith("#"):
            looks = "".join(chr(int(code, 16)) for code in prototype.split("+"))
            found.update((int(code, 16), looks) for code in signs.split())
    return found
