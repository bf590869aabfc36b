"""Measure every prompt of the recorded games: `make prompts`.

Prints for each decision and each size how many controls are hidden, out of all that are shown:
cut off, covered, outside the screen, or missing.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from playwright.sync_api import sync_playwright

from naqala.text import LANGUAGES
from tests.page.browsers import Look, launched
from tests.page.recorded import Prompt
from tests.page.walk import (
    Fault,
    Measured,
    Size,
    Walker,
    all_prompts,
    few_prompts,
    walking,
)
from tests.server.servers import running

SIZES: tuple[Size, ...] = (
    (320, 568), (360, 740), (375, 667), (390, 844), (667, 331), (667, 375), (740, 360), (844, 390),
    (768, 1024), (1024, 768), (1280, 720), (1366, 768), (1440, 900), (1920, 1080),
)  # fmt: skip
"""Phones upright and held sideways, tablets, desktops."""

Row = tuple[str, str]
"""A mode and a decision."""


PART = 600
"""Prompts that one browser measures, so that the work is shared evenly and progress is shown."""


def walk(look: Look, begin: int, *, few: bool, shots: Path | None) -> list[Measured]:
    """Measure some prompts, from `begin`, at one size in one language."""
    found: list[Measured] = []
    with (
        tempfile.TemporaryDirectory() as tables,
        running(Path(tables)) as server,
        sync_playwright() as playwright,
        launched(playwright) as browser,
        walking(browser, server, look) as walker,
    ):
        for prompt in chosen_prompts(few)[begin : begin + PART]:
            found += walker.measure(prompt)
        if shots:
            shoot(walker, found, shots)
    return found


def chosen_prompts(few: bool) -> list[Prompt]:
    return few_prompts() if few else all_prompts()


def shoot(walker: Walker, found: Iterable[Measured], folder: Path) -> None:
    """Take a picture of the worst prompt of each decision."""
    worst: dict[str, Measured] = {}
    for each in found:
        decision = each.prompt.decision
        if each.faults and (
            decision not in worst or len(each.faults) > len(worst[decision].faults)
        ):
            worst[decision] = each
    for decision, each in worst.items():
        width, height = walker.look.size
        name = f"{width}x{height}-{walker.look.language}-{decision}.png"
        walker.shoot(each.prompt, each.state, folder / name)


def table(found: Sequence[Measured], sizes: Sequence[Size]) -> list[str]:
    """Hidden and all controls, by decision and size."""
    cells: dict[tuple[Row, Size], list[int]] = defaultdict(lambda: [0, 0])
    for each in found:
        row = (each.prompt.mode, each.prompt.decision)
        for key in (row, ("all", "")):
            cells[key, each.size][0] += each.hidden
            cells[key, each.size][1] += each.controls
    rows = sorted({row for row, _ in cells}, key=lambda row: (row[0] == "all", row))
    lines = [f"{'':21}" + "".join(f"{f'{width}×{height}':>12}" for width, height in sizes)]
    for row in rows:
        told = ["/".join(map(str, cells[row, size])) for size in sizes]
        lines.append(f"{row[0]:9}{row[1]:12}" + "".join(f"{each:>12}" for each in told))
    return lines


def kinds(faults: Sequence[Fault], sizes: Sequence[Size]) -> list[str]:
    """How often each fault was found, by size."""
    numbers = Counter((fault.kind, fault.size) for fault in faults)
    return [
        f"{kind:21}" + "".join(f"{numbers[kind, size]:>12}" for size in sizes)
        for kind in sorted({fault.kind for fault in faults})
    ]


def size_of(text: str) -> Size:
    width, height = map(int, text.split("x"))
    return width, height


def options(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make prompts", description=__doc__)
    parser.add_argument("--few", action="store_true", help="only the prompts that the tests take")
    parser.add_argument("--sizes", nargs="+", type=size_of, default=SIZES, metavar="WIDTHxHEIGHT")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES, choices=LANGUAGES)
    parser.add_argument("--fonts", choices=["bundled", "blocked"], default="bundled")
    parser.add_argument("--jobs", type=int, default=2, help="how many browsers run at once")
    parser.add_argument("--shots", type=Path, help="a folder for pictures of the worst prompts")
    parser.add_argument("--faults", type=Path, help="a file for the list of all faults")
    return parser.parse_args(words)


def main(*words: str) -> int:
    """Measure, print the tables, and tell whether anything is wrong."""
    asked = options(words)
    if asked.shots:
        asked.shots.mkdir(parents=True, exist_ok=True)
    bundled = asked.fonts == "bundled"
    looks = [
        Look(language, size, typefaces=bundled)
        for size in asked.sizes
        for language in asked.languages
    ]
    found: dict[Look, list[Measured]] = defaultdict(list)
    began = time.monotonic()
    starts = range(0, len(chosen_prompts(asked.few)), PART)
    with ProcessPoolExecutor(asked.jobs) as pool:
        walks = {
            pool.submit(walk, look, begin, few=asked.few, shots=asked.shots): look
            for look in looks
            for begin in starts
        }
        for number, done in enumerate(as_completed(walks), 1):
            look = walks[done]
            found[look] += done.result()
            hidden = sum(each.hidden for each in found[look])
            name = f"{look.size[0]}×{look.size[1]} {look.language}"
            told = f"{len(found[look])} states so far, {hidden} controls hidden"
            minutes = (time.monotonic() - began) / 60
            print(f"{number}/{len(walks)} {name}: {told} ({minutes:.0f} min)", file=sys.stderr)
    for language in asked.languages:
        mine = [each for look in looks if look.language == language for each in found[look]]
        print(f"\nHidden controls / all controls, {language}\n")
        print("\n".join(table(mine, asked.sizes)))
    faults = [fault for look in looks for each in found[look] for fault in each.faults]
    if faults:
        print("\nFaults of each kind\n")
        print("\n".join(kinds(faults, asked.sizes)))
    if asked.faults:
        asked.faults.write_text("".join(f"{fault}\n" for fault in faults), encoding="utf-8")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
