"""`naqala serve`; tests/server starts it with a network."""

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
    ("arguments", "message"),
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
        (["--offline", "{folder}/none"], "/none for --offline; 'make site' builds the site"),
        (["--offline", "{folder}"], "is not a site that 'make site' has built"),
        (["--log", "xml"], "--log"),
        (["--database", "mysql://here"], "is not a database address"),
        (["--bot", "nobody"], "there is no bot 'nobody'"),
        (["--bot", "naqala.bots.merchant:Merchant"], "there is already a bot 'merchant'"),
        (["--bot", "A,B=naqala.bots.merchant:Merchant"], "without commas"),
        (["--bot", "engine:no-such-program"], "'no-such-program' cannot be started"),
    ],
)
def test_invalid_arguments_are_refused_with_exit_code_2(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    given = [each.format(folder=tmp_path) for each in arguments]
    try:
        status = main(["serve", "--data", str(tmp_path), *given, "--lang", "en"])
    except SystemExit as left:  # argparse
        status = int(str(left.code))
    assert status == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--database", "sqlite:///{folder}/notes.txt"], "cannot be opened"),
        (["--host", "256.1.1.1"], "cannot listen on 256.1.1.1"),
        (["--host", "é" * 64], "cannot listen on é"),
    ],
)
def test_temporary_errors_have_exit_code_1(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("not a database " * 100)
    given = [each.format(folder=tmp_path) for each in arguments]
    assert main(["serve", "--port", "0", "--data", str(tmp_path), *given, "--lang", "en"]) == 1
    assert message in capsys.readouterr().err


@pytest.mark.parametrize(
    ("host", "opened"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::", "http://[::1]:80/"),
    ],
)
def test_the_browser_opens_an_address_of_this_machine(
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
    ("host", "own", "message"),
    [
        ("0.0.0.0", LAN, "open http://192.168.1.20:80/ http://10.0.0.7:80/\n"),
        ("::", LAN, "open http://192.168.1.20:80/ http://10.0.0.7:80/ http://[fd00::7]:80/\n"),
        ("0.0.0.0", [], "No address was found"),
        ("0.0.0.0", ["fd00::7"], "No address was found"),
    ],
)
def test_a_server_on_all_addresses_prints_the_addresses_for_phones(
    host: str,
    own: list[str],
    message: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(addresses, "own_addresses", lambda: [ip_address(each) for each in own])
    monkeypatch.setattr(serving, "serve", lambda settings, ready: ready(host, 80))
    assert main(["serve", "--lang", "en"]) == 0
    said = capsys.readouterr().out
    assert message in said
    assert len(said.splitlines()) == 2  # no QR code if the output is a file


def test_a_local_server_prints_no_addresses_for_phones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setattr(serving, "serve", lambda settings, ready: ready("127.0.0.1", 80))
    assert main(["serve", "--lang", "en"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a screen")
def test_no_text_browser_is_opened_without_a_screen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)
    assert not has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert has_screen()
