"""The tutorials and how-to pages do what they say: their files are written, their commands run."""

from __future__ import annotations

import doctest
import os
import re
import runpy
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from naqala.cli import main
from naqala.cli.arguments import parser
from naqala.text import catalogue
from tests.docs.code_blocks import DOCS, ROOT, code_blocks
from tests.server.servers import Guest, play_together, running

FEW_GAMES = ["--games", "2"]


def run_examples(page: Path) -> None:
    """Run the examples at the Python prompt."""
    options = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    failed, tried = doctest.testfile(
        str(page), module_relative=False, encoding="utf-8", optionflags=options
    )
    assert tried > 3
    assert not failed


def write_files(page: Path, folder: Path) -> None:
    """Save the blocks with a title under this name."""
    for block in code_blocks(page):
        if block.title:
            (folder / block.title).write_text(block.text, encoding="utf-8")


def shell_lines(page: Path) -> list[str]:
    """The lines of the blocks to be run in a shell."""
    blocks = [block for block in code_blocks(page) if block.language == "sh"]
    return [line for block in blocks for line in block.text.splitlines()]


def run_naqala(line: str) -> None:
    """Run a command, but play only a few games."""
    words = re.sub(r"--games \d+", shlex.join(FEW_GAMES), line)
    assert main([*shlex.split(words)[1:], "--lang", "en"]) == 0


def test_first_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / "tutorials" / "first-position.md"
    write_files(page, tmp_path)
    run_examples(page)
    (line,) = shell_lines(page)
    run_naqala(line)
    shown = capsys.readouterr().out
    expected = [block for block in code_blocks(page) if "right away" in block.text]
    assert expected
    assert expected[0].text in shown


@pytest.mark.slow
def test_first_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    page = DOCS / "tutorials" / "first-bot.md"
    write_files(page, tmp_path)
    run_examples(page)
    for line in shell_lines(page):
        run_naqala(f"{line} --strict")
        assert "nomad" in capsys.readouterr().out


@pytest.mark.slow
def test_first_training(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a tenth of the steps the policy is better than a random player, who gets 85 points."""
    monkeypatch.chdir(tmp_path)
    page = DOCS / "tutorials" / "first-training.md"
    write_files(page, tmp_path)
    run_examples(page)
    train = tmp_path / "train.py"
    shorter = train.read_text(encoding="utf-8").replace("= 32, 64, 40", "= 16, 64, 8")
    train.write_text(shorter, encoding="utf-8")
    script, match = shell_lines(page)
    assert script == "python train.py"
    capsys.readouterr()
    runpy.run_path(str(train))
    shown = re.fullmatch(r"batch 8: (\d+) points on average\n", capsys.readouterr().out)
    assert shown
    assert int(shown[1]) > 110
    run_naqala(f"{match} --strict")
    assert "learner" in capsys.readouterr().out


def test_hosting_for_friends(tmp_path: Path) -> None:
    """Two guests sit down at a table of this server and play; only its address is another."""
    page = DOCS / "how-to" / "host-for-friends.md"
    lines = shell_lines(page)
    serve = next(line for line in lines if " serve " in line)
    arguments = parser(catalogue("en")).parse_args(shlex.split(serve)[1:])
    assert (arguments.command, arguments.host, arguments.data) == ("serve", "0.0.0.0", "tables")
    with running(tmp_path / arguments.data) as server, Guest(server) as ann, Guest(server) as bob:
        table = ann.create_table("me", "open")
        with ann.open(table) as first, bob.open(table) as second:
            assert second.ask("sit", seat=1, name="Bob")["type"] == "accepted"
            play_together([first, second], seed=1, limit=4)


def test_the_ten_lines_of_a_public_server_name_existing_files() -> None:
    page = DOCS / "how-to" / "host-for-friends.md"
    public = [block for block in code_blocks(page) if "caddy" in block.text]
    lines = public[0].text.splitlines()
    assert len(lines) == 10
    for name in re.findall(r"\bdeploy/\S+", public[0].text):
        assert (ROOT / name).is_file()
    (replaced,) = re.findall(r"sed 's/(\S+?)/", public[0].text)
    assert f"\n{replaced} {{" in (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder like a clone, whose texts can be changed; everything else is linked."""
    texts = tmp_path / "src" / "naqala" / "text"
    texts.mkdir(parents=True)
    for source, folder in ((ROOT / "src" / "naqala", texts.parent), (ROOT / "tests", tmp_path)):
        entries = [source] if folder == tmp_path else source.iterdir()
        for entry in entries:
            if entry.name not in ("text", "__pycache__"):
                (folder / entry.name).symlink_to(entry)
    for entry in (ROOT / "src" / "naqala" / "text").glob("*.*"):
        (texts / entry.name).write_bytes(entry.read_bytes())
    return tmp_path


def test_adding_a_language(clone: Path) -> None:
    page = DOCS / "how-to" / "add-a-language.md"
    copy, advise, *_ = shell_lines(page)
    subprocess.run(shlex.split(copy), cwd=clone, check=True)
    before, after = (block.text for block in code_blocks(page) if block.language == "toml")
    file = clone / "src" / "naqala" / "text" / "de.toml"
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1
    file.write_text(text.replace(before, after), encoding="utf-8")

    def run(*command: str) -> str:
        done = subprocess.run(
            [sys.executable, *command], cwd=clone, capture_output=True, text=True, check=True,
            env=os.environ | {"PYTHONPATH": str(clone / "src")},
        )  # fmt: skip
        return done.stdout

    assert "1. " in run("-m", *shlex.split(advise.replace(".venv/bin/", "")))
    assert "{en,de,fr}" in run("-m", "naqala", "play", "--help")
    code = (
        "from naqala.text import catalogue as c; print(c('de').say('count.camels_left', count=2))"
    )
    assert run("-c", code) == "2 Kamele übrig\n"
