"""Every rule of docs/rules.md is tested, and every rule id in a test exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parents[1]
RULES = TESTS.parent / "docs" / "rules.md"
DEFINED = re.compile(r"^(?:- \*\*|\| ?|#+ |\*\*)([A-Z]\d{1,2})\b", re.MULTILINE)
NAMED = re.compile(r"\b([A-Z])(\d{1,2})(?:[–-](?:\1)?(\d{1,2}))?\b")


def defined() -> set[str]:
    return set(DEFINED.findall(RULES.read_text(encoding="utf-8")))


@cache
def named() -> frozenset[str]:
    """The ids in the docstrings of tests; `D3–D5` names three."""
    return frozenset(ids_in_docstrings())


def ids_in_docstrings() -> Iterator[str]:
    for path in TESTS.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for letter, first, last in NAMED.findall(ast.get_docstring(node) or ""):
                    for number in range(int(first), int(last or first) + 1):
                        yield f"{letter}{number}"


def test_the_ids_of_the_rules_are_found() -> None:
    found = defined()
    assert len(found) > 100
    assert {"C1", "M3", "D18", "Y13", "N11", "X1"} <= found


def test_every_rule_is_named_by_a_test() -> None:
    assert defined() - named() == set()


def test_every_id_that_a_test_names_is_a_rule() -> None:
    assert named() - defined() == set()
