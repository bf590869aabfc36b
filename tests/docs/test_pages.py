"""The pages of the documentation: links, navigation, and which of them are run as tests."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from tests.docs.code_blocks import DOCS, FENCED, PAGES, ROOT

LINK = re.compile(r"\]\(([^)\s]+)\)")
RUN_IN_A_FOLDER = ("tutorials", "how-to")
"""Folders with pages whose examples use files; `test_tutorials.py` runs them."""


def slugs(page: Path) -> set[str]:
    """The fragments of the headings of a page, as GitHub and the site write them."""
    text = FENCED.sub("", page.read_text(encoding="utf-8"))
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    plain = (re.sub(r"[^\w\- ]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[\s-]+", "-", heading) for heading in plain} | {""}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    broken = []
    for target in LINK.findall(FENCED.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target:
            continue
        path, _, fragment = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (file.suffix == ".md" and fragment not in slugs(file)):
            broken.append(target)
    assert broken == []


def test_the_navigation_names_every_page_once() -> None:
    text = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    named = re.findall(r": (\S+\.md)$", text, re.M)
    pages = [str(page.relative_to(DOCS)) for page in DOCS.rglob("*.md")]
    assert sorted(named) == sorted(pages)


def test_every_page_with_examples_is_run() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run = {ROOT / path for path in project["tool"]["pytest"]["ini_options"]["testpaths"]}
    with_examples = {page for page in PAGES if "\n>>> " in page.read_text(encoding="utf-8")}
    assert len(with_examples) > 8
    left = {page for page in with_examples - run if page.parent.name not in RUN_IN_A_FOLDER}
    assert left == set()


def test_the_tree_of_errors_is_complete() -> None:
    """docs/library.md names every class below NaqalaError."""
    bases: dict[str, set[str]] = {}
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                names = {base.id for base in node.bases if isinstance(base, ast.Name)}
                bases.setdefault(node.name, set()).update(names)
    errors = {"NaqalaError"}
    while found := {name for name in bases if bases[name] & errors} - errors:
        errors |= found
    text = (DOCS / "library.md").read_text(encoding="utf-8")
    drawn = set(
        re.findall(r"^[│├└─ ]*(\w+) {1,}(?:\(|\w)", text[text.index("\nNaqalaError (") :], re.M)
    )
    assert len(errors) > 15
    assert errors <= drawn
