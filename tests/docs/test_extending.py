"""The recipes of docs/extending.md work: each is followed in a copy of the repository."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.code_blocks import DOCS, ROOT, code_blocks

PAGE = DOCS / "extending.md"
RECIPE = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.M | re.S)
RECIPES = dict(RECIPE.findall(PAGE.read_text(encoding="utf-8")))
RULES = Path("src/naqala/rules")
TEXTS = [Path("src/naqala/text") / f"{language}.toml" for language in ("en", "fr")]
NAMES = ast.Assign | ast.AnnAssign


def blocks(heading: str, folder: Path) -> list[str]:
    """The code of a recipe: all its blocks in a language, in their order."""
    page = folder / "recipe.md"
    page.write_text(RECIPES[heading], encoding="utf-8")
    return [block.text for block in code_blocks(page) if block.language]


class Clone:
    """A copy of the repository; files are links until they are changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, folder / name, copy_function=os.symlink)
        (folder / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")

    def write(self, path: Path, text: str) -> None:
        """Replace a file, but not what it links to."""
        file = self.folder / path
        file.unlink(missing_ok=True)
        file.write_text(text, encoding="utf-8")

    def replace(self, path: Path, old: str, new: str) -> None:
        """Change a part of a file that occurs once."""
        text = (self.folder / path).read_text(encoding="utf-8")
        assert text.count(old) == 1, old
        self.write(path, text.replace(old, new))

    def append(self, path: Path, text: str) -> None:
        """Add text to the end of a file."""
        before = (self.folder / path).read_text(encoding="utf-8")
        self.write(path, f"{before}\n\n{text}")

    def define(self, path: Path, code: str) -> None:
        """Add definitions to a module; `...` stands for the lines that are there already."""
        text = (self.folder / path).read_text(encoding="utf-8")
        self.write(path, with_definitions(text, code))

    def add_texts(self, texts: str, table: str = "") -> None:
        """Add texts to the catalogues of all languages, in a table that exists or at the end."""
        for path in TEXTS:
            if table:
                self.replace(path, f"\n[{table}]\n", f"\n[{table}]\n{texts}")
            else:
                self.append(path, texts)

    def run(self, *command: str) -> str:
        """The output of a Python command that uses the copy."""
        done = subprocess.run(
            [sys.executable, *command],
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder / "src")},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def test(self, *arguments: str) -> int:
        """Run tests, which must pass; returns their number."""
        options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--no-header"]
        passed = re.search(r"^(\d+) passed", self.run("-m", "pytest", *options, *arguments), re.M)
        assert passed
        return int(passed[1])


def with_definitions(text: str, code: str) -> str:
    """A module with added definitions: those of the code before the constants that it changes."""
    lines = text.splitlines(keepends=True)
    places = {name: node for node in ast.parse(text).body for name in assigned(node)}

    def kept(found: re.Match[str]) -> str:
        node = places[found[2]]
        assert node.end_lineno is not None
        return found[1] + "".join(lines[node.lineno : node.end_lineno - 1])

    code = re.sub(r"^((\w+)[^=\n]*= \{\n) +\.\.\.\n", kept, code, flags=re.M)
    added, at = "", len(lines)
    changed: list[tuple[ast.stmt, str]] = []
    for node in ast.parse(code).body:
        first = min([node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ()))])
        part = "".join(code.splitlines(keepends=True)[first - 1 : node.end_lineno])
        old = [places[name] for name in assigned(node) if name in places]
        if old:
            changed.append((old[0], part))
            at = min(at, old[0].lineno - 1)
        else:
            added += f"{part}\n\n"
    for old_node, part in sorted(changed, key=lambda each: -each[0].lineno):
        lines[old_node.lineno - 1 : old_node.end_lineno] = [part]
    return "".join([*lines[:at], *(["\n\n"] if at == len(lines) else []), added, *lines[at:]])


def assigned(node: ast.stmt) -> list[str]:
    """The names that a statement assigns."""
    if not isinstance(node, NAMES):
        return []
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    return [target.id for target in targets if isinstance(target, ast.Name)]


@pytest.fixture
def clone(tmp_path: Path) -> Clone:
    """A copy of the repository."""
    return Clone(tmp_path)


def test_every_recipe_with_code_is_followed_below() -> None:
    here = Path(__file__).read_text(encoding="utf-8")
    for heading, section in RECIPES.items():
        if "```python" in section or "```toml" in section:
            assert f'blocks("{heading}", ' in here


DEALT = """

def test_namtar_is_dealt_and_has_a_name() -> None:
    from naqala.text import catalogue

    game = Game.new(players=4, seed=1, promos="namtar")
    assert "namtar" in game.position()
    assert catalogue("fr").djinn("namtar") == "Namtar"
"""


def test_a_djinn(clone: Clone) -> None:
    card, promos, texts, test = blocks("A Djinn", clone.folder)
    clone.define(RULES / "djinns.py", card + promos)
    clone.add_texts(texts)
    tests = Path("tests/rules/test_djinns.py")
    clone.append(tests, test + DEALT)
    assert clone.test(str(tests), "-k", "namtar") == 3


SENTENCE = """
from naqala.text import catalogue

def test_a_trade_has_a_sentence() -> None:
    assert catalogue("en").action(Trade(IVORY)) == "Discard ivory"
"""


def test_an_action(clone: Clone) -> None:
    (action,) = blocks("An action", clone.folder)
    clone.define(RULES / "actions.py", action)
    clone.add_texts('trade = "Discard {cards}"\n', "action")
    tests = Path("tests/rules/notation/test_actions.py")
    clone.replace(tests, "WRITTEN = {\n", 'WRITTEN = {\n    "trade ivory": Trade(IVORY),\n')
    clone.replace(tests, "actions import (\n", "actions import (\n    Trade,\n")
    clone.append(tests, SENTENCE)
    assert clone.test(str(tests), "-k", "trade or Trade or kind_of_action") == 4


def test_a_kind_of_tile(clone: Clone) -> None:
    land, effect, test = blocks("A kind of tile", clone.folder)
    clone.define(RULES / "land.py", land)
    clone.define(RULES / "tiles.py", effect)
    for imported, name in (("effects import ", "gain, "), ("land import (", "CARAVANSERAI, ")):
        clone.replace(RULES / "tiles.py", imported, imported + name)
    tests = Path("tests/rules/test_tiles.py")
    clone.append(tests, test)
    assert clone.test(str(tests)) > 20


def test_a_bot(clone: Clone) -> None:
    (module,) = blocks("A bot", clone.folder)
    clone.write(Path("src/naqala/bots/pilgrim.py"), module)
    registry = Path("src/naqala/bots/registry.py")
    clone.replace(registry, '"traveller": 0.0, ', '"traveller": 0.0, "pilgrim": 0.0, ')
    clone.replace(
        registry,
        '        case "merchant":\n',
        '        case "pilgrim":\n            from naqala.bots.pilgrim import Pilgrim\n\n'
        '            return Pilgrim\n        case "merchant":\n',
    )
    clone.add_texts('pilgrim = "Pilgrim"\n', "bot")
    clone.replace(
        Path("tests/known_bots.py"),
        '    "merchant"',
        '    "pilgrim": (0, "Pilgrim"),\n    "merchant"',
    )
    assert clone.test("tests/bots/test_registry.py", "tests/bots/test_games.py", "-k", "pilgrim")
    match = ["pilgrim", "traveller", "--games", "2", "--strict", "--jobs", "1", "--lang", "en"]
    assert "pilgrim" in clone.run("-m", "naqala", "arena", *match)


def test_an_http_endpoint(clone: Clone) -> None:
    answer, endpoint, text, test = blocks("An HTTP endpoint", clone.folder)
    protocol = Path("src/naqala/tables/protocol")
    clone.define(protocol / "messages.py", answer)
    clone.replace(protocol / "schemas.py", "\nBODIES = (\n", "\nBODIES = (\n    DjinnCard,\n")
    imported = "\nfrom naqala.tables.protocol.messages import (\n"
    clone.replace(protocol / "schemas.py", imported, f"{imported}    DjinnCard,\n")
    api = Path("src/naqala/server/http/api.py")
    clone.define(api, endpoint)
    clone.replace(api, imported, f"{imported}    DjinnCard,\n")
    clone.replace(api, "djinns import PROMOS\n", "djinns import DJINNS, PROMOS\n")
    clone.add_texts(text, "error")
    tests = Path("tests/server/http/test_api.py")
    clone.append(tests, test)
    assert clone.test(str(tests), "-k", "djinn_is_shown") == 1


def test_a_lesson(clone: Clone) -> None:
    lesson, sentences = blocks("A lesson", clone.folder)
    clone.write(Path("src/naqala/lessons/025-palms.toml"), lesson)
    clone.add_texts(sentences)
    assert clone.test("tests/lessons", "-k", "palms") > 3
