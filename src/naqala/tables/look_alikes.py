"""Whether two names look alike, by the skeletons of Unicode Technical Standard 39.

The libraries for this either need compiled code or have no skeletons, so the table is our own. It
is made from the data of the standard, whose version it names, and read when the first names are
compared. To make it from a newer version:

    curl -O https://www.unicode.org/Public/17.0.0/security/confusables.txt
    python -m naqala.tables.look_alikes confusables.txt
"""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib import resources
from itertools import count
from pathlib import Path
from unicodedata import category, normalize

INVISIBLE = frozenset((
    0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810),
    *range(0x200B, 0x2010), *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x2800, 0x3164,
    *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0, *range(0x1BCA0, 0x1BCA4), 0x1D159,
    *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000),
))  # fmt: skip
"""Characters that show nothing: the default ignorable ones, and letters and symbols without ink."""


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
            looks = _text(prototype.split("+"))
            found.update((int(code, 16), looks) for code in signs.split())
    return found


# Making the table

_VERSION = re.compile(r"^# Version: (\S+)$", re.MULTILINE)
_NOT_IN_NAMES = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp", "Zs"}
"""Categories of characters that names cannot contain, or that are only space."""


def made_from(confusables: str) -> tuple[str, dict[int, str]]:
    """The version and the prototypes of the file confusables.txt of the standard."""
    version = _VERSION.search(confusables)
    if version is None:
        raise ValueError("this is not the file confusables.txt")
    lines = (line.partition("#")[0].split(";") for line in confusables.splitlines())
    given = {int(line[0], 16): _text(line[1].split()) for line in lines if len(line) > 2}
    return version[1], {
        sign: _final(looks, given)
        for sign, looks in given.items()
        if normalize("NFKD", chr(sign)) == chr(sign)  # `skeleton` replaces the others first
        if category(chr(sign)) not in _NOT_IN_NAMES and sign not in INVISIBLE
    }


def _final(looks: str, given: Mapping[int, str]) -> str:
    """A prototype of which no part has another one, not even after NFKD."""
    while (replaced := normalize("NFKD", normalize("NFKD", looks).translate(given))) != looks:
        looks = replaced
    return looks


def _text(codes: Iterable[str]) -> str:
    return "".join(chr(int(code, 16)) for code in codes)


def _written(version: str, prototypes: Mapping[int, str], notice: str) -> Iterator[str]:
    """The lines of the table; the notice is the licence of the data."""
    yield f"# Unicode {version}: characters that look alike, for `naqala.tables.look_alikes`."
    yield notice
    alike = defaultdict(list)
    for sign, looks in sorted(prototypes.items()):
        alike[looks].append(f"{sign:04X}")
    for looks, signs in sorted(alike.items()):
        yield f"{'+'.join(f'{ord(each):04X}' for each in looks)}: {' '.join(signs)}"


def main() -> None:
    """Write the table next to this module, with the notice that it has now."""
    table = Path(__file__).with_suffix(".txt")
    _, _, notice = table.read_text("utf-8").partition("\n")
    notice = "\n".join(line for line in notice.splitlines() if line.startswith("#")) + "\n"
    version, prototypes = made_from(Path(sys.argv[1]).read_text("utf-8"))
    table.write_text("\n".join(_written(version, prototypes, notice)) + "\n", "utf-8")


if __name__ == "__main__":
    main()
