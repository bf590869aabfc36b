"""Every error that the source makes: its code and the names of its values, read from the code."""

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


class Made(NamedTuple):
    """A call of a kind of error."""

    where: str
    code: str
    """The code; of an f-string, with `.+` for what is filled in; of an attribute, its text."""
    is_pattern: bool
    names: frozenset[str]


class Module:
    """A module of the source: all nodes of its syntax, and what its names mean elsewhere."""

    def __init__(self, path: Path) -> None:
        """Read a file."""
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
    """All constants that are texts, by their full name."""
    return {name: value for each in modules().values() for name, value in each.constants.items()}


def _meaning(module: Module, node: ast.expr) -> str:
    """The full name of what a name or an attribute stands for, also where it is exported again."""
    match node:
        case ast.Name(id=name):
            found = module.names.get(name, name)
        case ast.Attribute(value=value, attr=attr):
            found = f"{_meaning(module, value)}.{attr}"
        case _:
            return ""
    home, _, last = found.rpartition(".")
    other = modules().get(home, module)
    if other is not module and last in other.names:
        further = other.names[last]
        return found if further == found else further
    return found


@cache
def kinds() -> set[str]:
    """The full names of all classes of errors."""
    found = {ROOT}
    while True:
        more = {
            f"{module.name}.{node.name}"
            for module in modules().values()
            for node in module.nodes
            if isinstance(node, ast.ClassDef)
            and any(_meaning(module, base) in found for base in node.bases)
        }
        if more <= found:
            return found
        found |= more


@cache
def made() -> list[Made]:
    """Every error that is made, but for those that only take over code and values of another."""
    found = []
    errors = kinds()
    for module in modules().values():
        for node in module.nodes:
            if isinstance(node, ast.Call) and _meaning(module, node.func) in errors:
                where = f"{module.path.relative_to(SOURCE)}:{node.lineno}"
                assert node.args, f"{where}: an error without a code"
                names = frozenset(keyword.arg or "**" for keyword in node.keywords)
                if names == {"**"} and ast.unparse(node.args[0]).endswith(".code"):
                    continue
                assert len(node.args) == 1, f"{where}: values have names"
                assert "**" not in names, f"{where}: values are passed by name"
                code, is_pattern = _code(module, node.args[0])
                found.append(Made(where, code, is_pattern, names))
    return found


def bare() -> Iterator[str]:
    """Where an error is raised without a code: `raise IllegalAction`."""
    errors = kinds()
    for module in modules().values():
        for node in module.nodes:
            if isinstance(node, ast.Raise) and node.exc and _meaning(module, node.exc) in errors:
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
    known = _meaning(module, node)
    return constants().get(known, ast.unparse(node)), False
