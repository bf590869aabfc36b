"""Every error raised by the source: its code and the names of its values, found by parsing it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import naqala

SOURCE = Path(naqala.__file__).parent
ROOT = "naqala.rules.errors.NaqalaError"


class Created(NamedTuple):
    """A call that creates an error."""

    where: str
    code: str
    """The code. An f-string has `.+` for its placeholders, an attribute is given as source text."""
    is_pattern: bool
    names: frozenset[str]


class Module:
    """A module of the source: its syntax tree, and the full names of its imports and classes."""

    def __init__(self, path: Path) -> None:
        """Parse a file."""
        parts = ("naqala", *path.relative_to(SOURCE).with_suffix("").parts)
        self.name = ".".join(part for part in parts if part != "__init__")
        self.path = path
        self.nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        self.names: dict[str, str] = {}
        self.constants: dict[str, str] = {}
        for node in self.nodes:
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
            elif isinstance(node, ast.ClassDef):
                self.names[node.name] = f"{self.name}.{node.name}"
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(value))):
                    self.names[name] = f"{self.name}.{name}"
                    self.constants[f"{self.name}.{name}"] = value


@cache
def modules() -> dict[str, Module]:
    """All modules of the source, by name."""
    found = [Module(path) for path in sorted(SOURCE.rglob("*.py"))]
    return {module.name: module for module in found}


@cache
def constants() -> dict[str, str]:
    """All string constants, by full name."""
    return {name: value for each in modules().values() for name, value in each.constants.items()}


def _full_name(module: Module, node: ast.expr) -> str:
    """The full name of what a name or an attribute refers to, through re-exports."""
    match node:
        case ast.Name(id=name):
            found = module.names.get(name, name)
        case ast.Attribute(value=value, attr=attr):
            found = f"{_full_name(module, value)}.{attr}"
        case _:
            return ""
    home, _, last = found.rpartition(".")
    other = modules().get(home, module)
    if other is not module and last in other.names:
        further = other.names[last]
        return found if further == found else further
    return found


@cache
def error_classes() -> set[str]:
    """The full names of all error classes."""
    found = {ROOT}
    while True:
        more = {
            f"{module.name}.{node.name}"
            for module in modules().values()
            for node in module.nodes
            if isinstance(node, ast.ClassDef)
            and any(_full_name(module, base) in found for base in node.bases)
        }
        if more <= found:
            return found
        found |= more


@cache
def created() -> list[Created]:
    """Every error that is created, except for copies of the code and values of another error."""
    found = []
    errors = error_classes()
    for module in modules().values():
        for node in module.nodes:
            if isinstance(node, ast.Call) and _full_name(module, node.func) in errors:
                where = f"{module.path.relative_to(SOURCE)}:{node.lineno}"
                assert node.args, f"{where}: an error without a code"
                names = frozenset(keyword.arg or "**" for keyword in node.keywords)
                if names == {"**"} and ast.unparse(node.args[0]).endswith(".code"):
                    continue
                assert len(node.args) == 1, f"{where}: values have names"
                assert "**" not in names, f"{where}: values are passed by name"
                code, is_pattern = _code(module, node.args[0])
                found.append(Created(where, code, is_pattern, names))
    return found


def without_code() -> Iterator[str]:
    """The places where an error is raised without a code: `raise IllegalAction`."""
    errors = error_classes()
    for module in modules().values():
        for node in module.nodes:
            if isinstance(node, ast.Raise) and node.exc and _full_name(module, node.exc) in errors:
                yield f"{module.path.relative_to(SOURCE)}:{node.lineno}"


def _code(module: Module, node: ast.expr) -> tuple[str, bool]:
    match node:
        case ast.Constant(value=str(code)):
            return code, False
        case ast.JoinedStr(values=parts):
            pattern = (
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+"
                for part in parts
            )
            return "".join(pattern), True
    known = _full_name(module, node)
    return constants().get(known, ast.unparse(node)), False
