"""The tables of docs/envs.md are correct."""

import re
from pathlib import Path

import pytest

from naqala import Options
from naqala.envs import Encoding
from tests.envs.modes import MODES
from tests.envs.test_numbering import as_options

PAGE = Path(__file__).parents[2] / "docs" / "envs.md"


def encoding(mode: str) -> Encoding:
    return Encoding(Options(seed=0, **as_options(MODES[mode])))


@pytest.mark.parametrize("mode", MODES)
def test_every_field_and_section_is_documented(mode: str) -> None:
    documented = set(words(PAGE.read_text(encoding="utf-8")))
    assert set(encoding(mode).layout.fields) <= documented
    assert set(encoding(mode).actions.sections) <= documented


@pytest.mark.parametrize(
    ("line", "modes"),
    [
        ("solo", ["solo"]),
        ("2, 3, 4 players", ["2, base", "3, base", "4, base"]),
        ("Whims, 2 to 5", ["2, whims", "5, whims"]),
        ("Artisans, 2 to 5", ["2, artisans", "5, artisans"]),
        ("both, 2 to 5", ["2, whims and artisans", "5, whims and artisans"]),
    ],
)
def test_the_documented_sizes_of_the_spaces_are_correct(line: str, modes: list[str]) -> None:
    sizes = [encoding(mode) for mode in modes]
    between = " · " if line.startswith("2, 3") else " … "
    actions = between.join(f"{size.actions.size:,}" for size in sizes)
    numbers = between.join(f"{size.layout.size:,}" for size in sizes)
    assert f"| {line} | {actions} | {numbers} |" in PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize(("mode", "column"), [("2, base", 3), ("5, whims and artisans", 4)])
def test_the_documented_sizes_of_the_sections_are_correct(mode: str, column: int) -> None:
    sections = encoding(mode).actions.sections
    documented: list[str] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) == 6:
            names = [name for name in words(cells[1]) if name in sections]
            if names:
                assert cells[column] == f"{sum(len(sections[name]) for name in names):,}"
            documented += names
    assert sorted(documented) == sorted(sections)


def words(text: str) -> list[str]:
    """The words between backquotes."""
    return re.findall(r"`([^`\n]+)`", text)
