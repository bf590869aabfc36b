"""The extras of the package."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from naqala import __version__
from naqala.cli import EXTRAS

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
ONLY_STANDARD = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top != "naqala" and top not in sys.stdlib_module_names:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Blocked())
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", ONLY_STANDARD + code]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def packages(extra: str) -> set[str]:
    listed = PROJECT["optional-dependencies"][extra]
    return {re.split(r"[^a-z-]", each)[0].replace("-", "_") for each in listed}


def test_rules_and_texts_need_no_dependency() -> None:
    assert PROJECT["dependencies"] == []
    done = run(
        """
from naqala import Game
from naqala.text import catalogue

game = Game.new(players=2, seed=1)
while not game.over:
    for event in game.play(game.legal()[0]):
        catalogue("fr").event(event, ["Ann", "Bob"], None)
print(game)
"""
    )
    assert done.returncode == 0, done.stderr
    assert "round" in done.stdout


def test_the_changelog_begins_with_this_version() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest, _ = re.findall(r"^## (\S+) \((unreleased|\d{4}-\d\d-\d\d)\)$", text, re.M)[0]
    assert newest == __version__
    assert text.count("\n## ") == len(re.findall(r"^## \S+ \(\S+\)$", text, re.M))


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "needs the package rich, which is not installed."),
        ("fr", "a besoin du paquet rich, qui n’est pas installé."),
    ],
)
def test_a_command_says_which_extra_is_missing(language: str, sentence: str) -> None:
    done = run(f"from naqala.cli import main; sys.exit(main(['play', '--lang', '{language}']))")
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "'naqala[play]'" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_version_is_printed_without_any_package() -> None:
    done = run("from naqala.cli import main; sys.exit(main(['--version']))")
    assert (done.returncode, done.stdout) == (0, f"naqala {__version__}\n"), done.stderr


def test_every_extra_that_is_named_brings_the_package() -> None:
    for package, extra in EXTRAS.items():
        assert package in packages(extra), package


def test_the_extra_all_contains_the_extras_for_users() -> None:
    users = ("bots", "play", "serve", "envs", "postgres", "cluster", "data")
    assert packages("all") == set().union(*map(packages, users))


def test_the_version_has_one_source() -> None:
    assert "version" in PROJECT["dynamic"]
    assert re.fullmatch(r"\d+\.\d+\.\d+(\.dev\d+)?", __version__)
    # The page is private and never published on its own, so it has no version.
    package = json.loads((ROOT / "web" / "package.json").read_text(encoding="utf-8"))
    locked = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))
    assert package["private"]
    for place in (package, locked, locked["packages"][""]):
        assert "version" not in place
