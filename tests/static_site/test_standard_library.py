"""The game runs with the part of the standard library that the site contains."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from zipfile import ZipFile

import hatch_build
from web.site.build import LEFT_OUT as OTHER_PARTS
from web.site.build import LIBRARY, PARTS, ROOT, SITE, WEB, is_outdated
from web.site.standard_library import ENCODINGS, LEFT_OUT, is_kept

PROGRAM = """
import importlib, logging, pkgutil, traceback, warnings
import naqala
from naqala.bots import bot
from naqala.bots.advice import advise

for module in pkgutil.walk_packages(naqala.__path__, "naqala."):
    importlib.import_module(module.name)

for players, expansions in ((1, []), (3, ["artisans", "whims"])):
    game = naqala.Game.new(players=players, seed=1, expansions=expansions)
    for name in ("traveller", "merchant", "vizier", "sultan"):
        game.play(bot(name, budget=0.01).choose(game.view(game.seat), game.legal()))
    assert advise(game.view(game.seat), budget=0.01)
    text = game.record()
    assert naqala.Game.load(text).record() == text
    assert game._repr_svg_()

# What Python itself imports only when something goes wrong.
try:
    game.paly
except AttributeError as error:
    logging.error("not a method", exc_info=True)
    assert "paly" in "".join(traceback.format_exception(error))
warnings.warn("a warning", stacklevel=1)
assert str(7 ** 5000).startswith("309")

try:
    import unittest
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("This is not the library of the site.")
"""


def test_all_modules_and_bots_run() -> None:
    assert not is_outdated(), "The site is missing or older than its sources: run `make site`."
    [folder] = SITE.glob("python-*")
    script = Path(__file__).with_name("run_python.mjs")
    hatch_build.run(WEB, "exec", "--", "node", str(script), str(folder), PROGRAM)


def test_no_function_of_the_package_imports_a_module_that_is_left_out() -> None:
    source = ROOT / "src" / "naqala"
    other = tuple(str(source / name) for name in OTHER_PARTS)
    files = [path for part in PARTS for path in (source / part).rglob("*.py")]
    files = [path for path in files if not str(path).startswith(other)]
    found = {(path.name, name) for path in files for name in imported(path)}
    assert ("catalogue.py", "tomllib") in found
    assert [each for each in found if not is_kept(f"{each[1].replace('.', '/')}.py")] == []


def imported(path: Path) -> Iterator[str]:
    """The modules that a file imports, also within functions."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_the_list_names_only_modules_that_exist() -> None:
    with ZipFile(WEB / "node_modules" / "pyodide" / LIBRARY) as library:
        paths = [name for name in library.namelist() if name.endswith(".py")]
    names = [path.removesuffix(".py").removesuffix("/__init__") for path in paths]
    modules = [name.replace("/", ".") for name in names]
    assert [it for it in LEFT_OUT if not any(fnmatch(name, it) for name in modules)] == []
    kept = {path for path in paths if is_kept(path)}
    assert {f"encodings/{name}.py" for name in ENCODINGS} <= kept
    assert {"typing.py", "asyncio/tasks.py"} <= kept
    assert not {"pdb.py", "unittest/mock.py", "encodings/cp1252.py"} & kept
