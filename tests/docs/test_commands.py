"""Commands and fragments of code in the documentation are valid."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from examples import learn
from naqala import Game
from naqala.bots.external import GROUP
from naqala.cli.arguments import parser
from naqala.text import catalogue
from tests.docs.code_blocks import DOCS, PAGES, ROOT, code_blocks, command_lines

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = set(PROJECT["project"]["optional-dependencies"])
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))

pages = pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))


@pages
def test_commands_of_naqala_can_be_parsed(page: Path) -> None:
    for line in command_lines(page):
        if re.match(r"(\S*/)?naqala (?!record|position|view)[a-z]", line):
            line = re.sub(r" < .*| &$", "", line).replace("--lang de", "--lang fr")
            words = shlex.split(line, comments=True)
            parser(catalogue("en")).parse_args(words[1:])


@pages
def test_targets_and_extras_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    named = {word for line in command_lines(page) for word in re.findall(r"^make ([a-z-]+)", line)}
    assert named | set(re.findall(r"`make ([a-z-]+)", text)) <= TARGETS
    extras = re.findall(r"(?:naqala|\.)\[([a-z,]+)\]", text)
    assert {extra for group in extras for extra in group.split(",")} <= EXTRAS


@pages
def test_toml_can_be_read_and_python_compiled(page: Path) -> None:
    """Fragments may leave out lines with `...`."""
    for block in code_blocks(page):
        text = re.sub(r"^ *\.\.\.\n", "", block.text, flags=re.M)
        if block.language == "toml":
            assert tomllib.loads(text)
        if block.language == "python" and ">>>" not in text:
            compile(text, str(page), "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)


def toml_of(page: str) -> str:
    """The only TOML block of a page."""
    (text,) = (block.text for block in code_blocks(DOCS / page) if block.language == "toml")
    return text


def test_the_deck_of_whims_can_be_played() -> None:
    deck = toml_of("notation.md")
    game = Game.new(players=3, seed=7, expansions=("whims", "artisans"), whims=deck)
    assert "three-viziers" in game.position()


def test_the_group_of_entry_points_is_the_one_that_is_searched() -> None:
    ((name, place),) = tomllib.loads(toml_of("bots.md"))["project"]["entry-points"][GROUP].items()
    assert f"`{name}`" in (DOCS / "bots.md").read_text(encoding="utf-8")
    assert EntryPoint(name, place, GROUP).attr == "Nomad"


def test_the_scripts_of_the_examples_accept_their_documented_options() -> None:
    lines = [line for page in PAGES for line in command_lines(page) if " examples/" in line]
    found = [line.partition("examples/learn.py ")[2] for line in lines if "python " in line]
    assert any(found)
    for options in filter(None, found):
        learn.arguments().parse_args(shlex.split(options))
