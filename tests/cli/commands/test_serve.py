"""The command `naqala serve`; `tests/server` starts it for real."""

from __future__ import annotations

import sys
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from queue import Queue

import pytest

from naqala.cli import main
from naqala.cli.commands.serve import has_screen
from naqala.server import serving
from naqala.server.ops import addresses


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--port", "70000"], "there is no port 70000"),
        (["--port", "x"], "--port"),
        (["--pause", "-1"], "bots can wait"),
        (["--away", "-1"], "counts as away after"),
        (["--rate", "0"], "the rate must be above 0"),
        (["--workers", "65"], "the number of bot processes is 1 to 64"),
        (["--sockets", "0"], "each address needs at least 1 socket"),
        (["--proxy", "somewhere"], "somewhere is not an address"),
        (["--monitor", "10.0.0.1/8"], "10.0.0.1/8 is not an address or a network"),
        (["--log", "xml"], "--log"),
        (["--database", "mysql://here"], "is not a database address"),
    ],
)
def test_what_can_never_be_served_is_told_in_a_sentence(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    try:
        status = main(["serve", "--data", str(tmp_path), *arguments, "--lang", "en"])
    except SystemExit as left:  # argparse
        status = int(str(left.code))
    assert status == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--database", "sqlite:///{folder}/notes.txt"], "cannot be opened"),
        (["--host", "256.1.1.1"], "cannot listen on 256.1.1.1"),
        (["--host", "é" * 64], "cannot listen on é"),
    ],
)
def test_what_cannot_be_served_now_is_told_in_a_sentence_and_by_another_code(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("not a database " * 100)
    given = [each.format(folder=tmp_path) for each in arguments]
    assert main(["serve", "--port", "0", "--data", str(tmp_path), *given, "--lang", "en"]) == 1
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "opened"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::", "http://[::1]:80/"),
    ],
)
def test_the_page_is_opened_where_this_machine_finds_it(
    host: str,
    opened: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    asked: Queue[str] = Queue()
    monkeypatch.setattr(webbrowser, "open", asked.put)
    monkeypatch.setattr(serving, "serve", lambda settings, ready: ready(host, 80))
    monkeypatch.setenv("DISPLAY", ":0")
    assert main(["serve", "--open", "--lang", "en"]) == 0
    assert asked.get(timeout=60) == opened
    assert f"Serving tables at {opened}" in capsys.readouterr().out


LAN = ["192.168.1.20", "10.0.0.7", "fd00::7"]


@pytest.mark.parametrize(
    ("host", "own", "told"),
    [
        ("0.0.0.0", LAN, "open http://192.168.1.20:80/ http://10.0.0.7:80/\n"),
        ("::", LAN, "open http://192.168.1.20:80/ http://10.0.0.7:80/ http://[fd00::7]:80/\n"),
        ("0.0.0.0", [], "No address was found"),
        ("0.0.0.0", ["fd00::7"], "No address was found"),
    ],
)
def test_who_listens_everywhere_is_told_what_phones_open(
    host: str,
    own: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(addresses, "own_addresses", lambda: [ip_address(each) for each in own])
    monkeypatch.setattr(serving, "serve", lambda settings, ready: ready(host, 80))
    assert main(["serve", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert told in said
    assert len(said.splitlines()) == 2  # a file has no camera in front of it


def test_a_server_of_this_machine_alone_says_nothing_of_phones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(serving, "serve", lambda settings, ready: ready("127.0.0.1", 80))
    assert main(["serve", "--lang", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_without_a_screen_no_browser_takes_over_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_screen()
