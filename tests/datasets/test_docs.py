"""docs/data.md describes every column, and its notebook runs."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from naqala.cli import main
from naqala.cli.arguments import PATIENCE, STRONG_BOTS, UNSEEN
from naqala.datasets import TABLES, all_modes, columns
from tests.docs.code_blocks import DOCS, code_blocks, command_lines

PAGE = (DOCS / "data.md").read_text(encoding="utf-8")
NOTEBOOK = DOCS / "notebooks" / "thousand-games.ipynb"
KINDS = {int: "int", float: "float", bool: "bool", str: "text"}


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_documented_with_its_type(table: str) -> None:
    section = re.split(r"^##+ ", PAGE.split(f"### `{table}`\n")[1], flags=re.MULTILINE)[0]
    documented = re.findall(r"^\| `(\w+)` \| ([\w ]+) \| (.+) \|$", section, re.MULTILINE)
    assert [(name, kind) for name, kind, _ in documented] == [
        (column.name, KINDS[column.kind] + " or empty" * column.optional)
        for column in columns(table)
    ]


def test_the_data_card_agrees_with_the_command() -> None:
    plan = all_modes(STRONG_BOTS, 2000, UNSEEN, PATIENCE, "")
    assert f"{plan.size:,} complete games" in PAGE
    assert f"from {UNSEEN:,} in every mode" in PAGE
    assert f"{PATIENCE:g} seconds per turn" in PAGE
    assert f"{len(plan.sections)}: the solo game" in PAGE
    sizes = [section.size for section in plan.sections]
    seats = sum(section.size * section.options.players for section in plan.sections)
    assert f"{seats:,} scores" in PAGE
    assert f"{min(sizes)} to {max(sizes)} games each" in PAGE
    assert f"{', '.join(STRONG_BOTS[:-1])} and {STRONG_BOTS[-1]}" in PAGE


def test_the_example_reads_the_tables(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the first command of the page, but few games."""
    monkeypatch.chdir(tmp_path)
    (line,) = (line for line in command_lines(DOCS / "data.md") if " simulate " in line)
    words = shlex.split(line.replace("10000", "3").replace("--jobs all", "--jobs 1"))
    assert main(words[1:]) == 0
    capsys.readouterr()
    (code,) = (
        block.text
        for block in code_blocks(DOCS / "data.md")
        if block.language == "python" and ">>>" not in block.text
    )
    exec(compile(code, "data.md", "exec"), {})
    assert re.match(r"players\n2 +\d+", capsys.readouterr().out)


def cells() -> list[str]:
    """The code of the notebook."""
    found = json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in found if cell["cell_type"] == "code"]


def test_the_notebook_has_no_outputs() -> None:
    for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs")
        assert cell.get("execution_count") is None


CHECKED = """
figures = [plt.figure(number) for number in plt.get_fignums()]
print(len(figures), sum(len(axes.lines) + len(axes.patches) + len(axes.collections) > 2
                        for figure in figures for axes in figure.axes))
"""


def test_the_notebook_draws_three_plots(tmp_path: Path) -> None:
    """With eight games instead of a thousand, in a process of its own."""
    code = "\n".join(cells())
    assert "GAMES = 1000\n" in code
    code = code.replace("GAMES = 1000\n", "GAMES = 8\n").replace('"--jobs", "all"', '"--jobs", "1"')
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code + CHECKED],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
        env=os.environ | {"MPLBACKEND": "Agg", "MPLCONFIGDIR": str(tmp_path)},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "3 3"
