"""The tests of the rules and the texts need no more than their tools, as on macOS and Windows."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FOLDERS = ("tests/rules", "tests/text", "tests/games")
"""What `.github/workflows/tests.yml` runs without installing the package or its extras."""
TOOLS = {"pytest", "hypothesis"}


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also inside of functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)


def files_of(module: str) -> Iterator[Path]:
    """The file of a module of the repository and those of the packages around it."""
    parts = module.split(".")
    base = ROOT / "src" if parts[0] == "naqala" else ROOT
    for end in range(1, len(parts) + 1):
        path = base.joinpath(*parts[:end])
        yield from filter(Path.is_file, (path / "__init__.py", path.with_suffix(".py")))


def test_the_tests_of_rules_and_texts_import_only_their_tools() -> None:
    waiting = [ROOT / "tests" / "conftest.py"]
    waiting += [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py")]
    assert len(waiting) > 40
    seen = set(waiting)
    foreign = set()
    while waiting:
        path = waiting.pop()
        for module in imported(path):
            top = module.partition(".")[0]
            if top in ("naqala", "tests"):
                found = set(files_of(module)) - seen
                seen |= found
                waiting += found
            elif top not in sys.stdlib_module_names | TOOLS:
                foreign.add(f"{path.relative_to(ROOT)}: {top}")
    assert ROOT / "src" / "naqala" / "rules" / "game.py" in seen
    assert foreign == set()
