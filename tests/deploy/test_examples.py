"""The files in deploy/ and docs/operations.md match the server."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from argparse import Namespace
from configparser import ConfigParser
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from naqala.cli.arguments import parser
from naqala.rules.expansions import whims
from naqala.server import serving
from naqala.server.app import application
from naqala.server.http import limits
from naqala.server.http.connection_limits import ConnectionLimiter
from naqala.server.ops.metrics import Metrics
from naqala.server.ops.settings import FILE, Settings
from naqala.server.workers import pool
from naqala.tables.log import initial_game, quotas
from naqala.text import catalogue
from tests.server.servers import Guest, running

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "deploy" / "naqala.service"
DOCS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")


def parse(command: list[str]) -> Namespace:
    """Parse a command line of `naqala`."""
    assert Path(command[0]).name == "naqala"
    return parser(catalogue("en")).parse_args(command[1:])


def unit(path: Path = UNIT) -> ConfigParser:
    found = ConfigParser(strict=False, interpolation=None)
    found.optionxform = str  # type: ignore[assignment, method-assign]
    found.read(path, encoding="utf-8")
    return found


def test_the_unit_starts_a_server_that_trusts_the_local_proxy() -> None:
    service = unit()["Service"]
    arguments = parse(shlex.split(service["ExecStart"]))
    assert arguments.command == "serve"
    assert arguments.proxy == [arguments.host] == ["127.0.0.1"]
    assert arguments.data == f"/var/lib/{service['StateDirectory']}"
    assert int(service["TimeoutStopSec"]) > 10
    assert service["KillSignal"] == "SIGTERM"
    # The server stops its workers itself, so systemd must not signal them.
    assert service["KillMode"] == "mixed"


def test_the_unit_restarts_except_after_a_wrong_option(tmp_path: Path) -> None:
    service = unit()["Service"]
    assert service["Restart"] == "on-failure"
    unusable = str(tmp_path / "file" / "data")
    (tmp_path / "file").touch()
    for options, message, restarts in (
        (["--port", "70000"], "there is no port", False),
        (["--port", "0", "--data", unusable], "cannot be opened", True),
    ):
        command = [sys.executable, "-m", "naqala", "serve", "--lang", "en", *options]
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
        assert message in ended.stderr
        code = str(ended.returncode)
        assert restarts == (code != service["RestartPreventExitStatus"]), options


def test_the_timer_prunes_the_folder_of_the_server_as_the_same_user() -> None:
    served, service = unit()["Service"], unit(UNIT.with_name("naqala-prune.service"))["Service"]
    arguments = parse(shlex.split(service["ExecStart"]))
    assert arguments.command == "prune"
    assert arguments.days >= 30
    assert arguments.data == f"/var/lib/{service['StateDirectory']}"
    assert service["StateDirectory"] == served["StateDirectory"]
    # Without User=, the name of a dynamic user is that of the unit.
    assert service["User"] == UNIT.stem
    assert "User" not in served
    assert unit(UNIT.with_name("naqala-prune.timer"))["Timer"]["OnCalendar"]


def test_the_timer_has_all_restrictions_of_the_server() -> None:
    served = (UNIT.read_text(encoding="utf-8")).splitlines()
    pruned = UNIT.with_name("naqala-prune.service").read_text(encoding="utf-8").splitlines()
    restrictions = ("Protect", "Private", "Restrict", "Lock", "NoNew", "Capability", "SystemCall")
    expected = {line for line in served if line.startswith(restrictions) and "Restart" not in line}
    assert len(expected) > 15
    assert expected <= set(pruned)


def test_shutdown_takes_less_time_than_containers_allow() -> None:
    """Podman and Docker wait for ten seconds, part of which the database and workers need."""
    assert serving.SHUTDOWN_SECONDS <= 8
    assert "ten seconds at most" in DOCS


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    copies = []
    for unit in (UNIT, *UNIT.parent.glob("naqala-prune.*")):
        text = unit.read_text(encoding="utf-8").replace("/opt/naqala/bin/naqala", sys.executable)
        copies.append(tmp_path / unit.name)
        copies[-1].write_text(text, encoding="utf-8")
    result = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, copies)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    messages = [line for line in result.stderr.splitlines() if "naqala" in line]
    assert messages == []


def container() -> list[tuple[str, str]]:
    text = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    text = text.replace("\\\n", " ")
    lines = (line for line in text.splitlines() if line and not line.startswith("#"))
    return [(line.split(" ", 1)[0], line.split(" ", 1)[1]) for line in lines]


def test_the_container_copies_everything_that_the_build_needs() -> None:
    copied = [rest.split() for word, rest in container() if word == "COPY"]
    sources = [name for words in copied if "--from=build" not in words for name in words[:-1]]
    assert {"pyproject.toml", "hatch_build.py", "web", "src"} <= set(sources)
    for source in sources:
        assert (ROOT / source).exists(), source
    # The build also reads the readme and the licence that pyproject.toml names.
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    for named in re.findall(r'^(?:readme|license-files) = \[?"([^"]+)"', project, re.M):
        assert named in sources
    (extras,) = re.findall(r"'\.\[([\w,]+)\]'", "\n".join(rest for _, rest in container()))
    extras = extras.split(",")
    assert {"serve", "postgres"} <= set(extras)
    assert all(f"\n{extra} = [" in project for extra in extras)


def test_the_container_starts_a_reachable_server() -> None:
    parts = dict(container())
    arguments = parse(json.loads(parts["ENTRYPOINT"]))
    assert arguments.host == "0.0.0.0"
    assert str(arguments.port) == parts["EXPOSE"]
    assert arguments.data == parts["VOLUME"]
    assert f":{arguments.port}/health" in parts["HEALTHCHECK"]
    assert parts["USER"] != "0"
    assert f"--uid {parts['USER']} " in parts["RUN"]


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf"])
def test_proxies_forward_to_the_default_port_and_hide_the_metrics(name: str) -> None:
    text = (ROOT / "deploy" / name).read_text(encoding="utf-8")
    assert f"127.0.0.1:{Settings().port}" in text
    assert "/metrics" in text
    assert text.count("{") == text.count("}")


def test_proxy_timeouts_fit_those_of_the_server() -> None:
    nginx, caddy = (
        (ROOT / "deploy" / name).read_text(encoding="utf-8") for name in ("nginx.conf", "Caddyfile")
    )
    app = application(Settings(database="sqlite:///:memory:"))
    limiter = ConnectionLimiter(app.state.rate_limits, app.state.metrics, most=1)
    config = serving.uvicorn_config(app, Settings(), limiter)
    (nginx_seconds,) = re.findall(r"keepalive_timeout (\d+)s", nginx)
    (caddy_seconds,) = re.findall(r"keepalive (\d+)s", caddy)
    assert 0 < int(nginx_seconds) < config.timeout_keep_alive
    assert 0 < int(caddy_seconds) < config.timeout_keep_alive
    (read_timeout,) = re.findall(r"proxy_read_timeout (\d+)s", nginx)
    assert config.ws_ping_interval is not None
    assert int(read_timeout) > 2 * config.ws_ping_interval


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed")
def test_nginx_accepts_its_example(tmp_path: Path) -> None:
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-subj", "/CN=naqala.example.org", "-keyout", key, "-out", certificate],
        check=True, capture_output=True, timeout=60,
    )  # fmt: skip
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/letsencrypt/live/naqala.example.org", str(tmp_path))
    # Ports may be in use or need root, so listen on Unix sockets.
    numbers = count()
    text = re.sub(r"listen [^ ;]+", lambda _: f"listen unix:{next(numbers)}.sock", text)
    (tmp_path / "naqala.conf").write_text(text, encoding="utf-8")
    folders = " ".join(
        f"{each}_temp_path {each};" for each in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    (tmp_path / "nginx.conf").write_text(
        f"pid nginx.pid; events {{}} http {{ access_log off; {folders} include naqala.conf; }}",
        encoding="utf-8",
    )
    result = subprocess.run(
        ["nginx", "-t", "-p", tmp_path, "-c", "nginx.conf", "-e", "stderr"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_accepts_its_example(tmp_path: Path) -> None:
    result = subprocess.run(
        ["caddy", "adapt", "--adapter", "caddyfile", "--config", ROOT / "deploy" / "Caddyfile"],
        capture_output=True, text=True, timeout=60, check=False, env={"HOME": str(tmp_path)},
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert "not formatted" not in result.stderr


def test_nginx_forwards_the_client_address_and_websockets() -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
        assert f"proxy_set_header {header} " in text
    assert "$proxy_add_x_forwarded_for" not in text  # it would forward what clients wrote
    (size,) = re.findall(r"client_max_body_size (\d+)k", text)
    assert int(size) * 1024 >= limits.LARGEST_BODY


def test_the_docs_name_existing_files_options_and_metrics() -> None:
    for link in re.findall(r"\]\((\.\./[^)#]+)\)", DOCS):
        assert (ROOT / "docs" / link).exists(), link
    root = parser(catalogue("en"))
    commands = root._subparsers._group_actions[0].choices  # type: ignore[union-attr]
    known = {each for command in ("serve", "prune") for action in commands[command]._actions  # type: ignore[index]
             for each in action.option_strings}  # fmt: skip
    for option in set(re.findall(r"`(--[a-z-]+)", DOCS)):
        assert option in known, option
    metrics: Metrics = application(Settings(database="sqlite:///:memory:")).state.metrics
    names = {
        f"{family.name}_total" if family.type == "counter" else family.name
        for family in metrics.registry.collect()
        if family.name.startswith("naqala_")
    }
    shown = set(re.findall(r"`(naqala_\w+)[`{]", DOCS)) | set(re.findall(r", `(naqala_\w+)", DOCS))
    assert shown == names


def test_the_commands_of_the_docs_are_valid() -> None:
    lines = DOCS.replace("\\\n", " ").splitlines()
    parsed = [parse(shlex.split(line)) for line in lines if line.startswith("naqala ")]
    assert {each.command for each in parsed} == {"serve", "prune"}
    (run,) = [line for line in lines if line.startswith("podman run ")]
    image = shlex.split(run.partition(" naqala:/data ")[2])
    assert parse([image[0], "serve", *image[1:]]).proxy
    parts = dict(container())
    assert f":{parts['EXPOSE']} -v naqala:{parts['VOLUME']} " in run


def test_the_limits_in_the_docs_match_the_server() -> None:
    settings = Settings()
    assert f"| {settings.rate:g} per second, {settings.rate * limits.BURST:g} at once" in DOCS
    assert f"sockets of an address | {settings.sockets} |" in DOCS
    assert f"tables of a guest | {quotas.MOST_TABLES} |" in DOCS
    assert f"{limits.LARGEST_MESSAGE // 1024} KiB; above {limits.LARGEST_FRAME // 1024}" in DOCS
    assert (
        f"{limits.LARGEST_MESSAGE // 1024} KiB, for a new table "
        f"{limits.LARGEST_BODY // 1024} KiB, within {limits.BODY_SECONDS:g} seconds; "
        f"at most {limits.MOST_RECEIVING // 1024} KiB "
        "at once from one address" in DOCS
    )
    assert (
        f"| 65,536 characters, {initial_game.MOST_LINES:,} lines, {initial_game.MOST_STEPS:,} steps"
        in DOCS
    )
    assert f"| {whims.DECK_LENGTH:,} characters, {whims.MOST_LINES:,} lines, " in DOCS
    assert f"after {limits.MOST_BAD} the socket is closed (1008); the count drops by one " in DOCS
    assert f"drops by one every {limits.FORGIVEN_SECONDS:g} seconds" in DOCS
    assert f"{quotas.MOST_ENTRIES:,} entries" in DOCS
    assert (
        f"each player {quotas.CHAT.own} times at a table, each spectator "
        f"{quotas.WATCHING.own} times, all spectators {quotas.WATCHING.common} times" in DOCS
    )
    assert f"guest {quotas.SITTING.own} times at a table, all {quotas.SITTING.common}" in DOCS
    assert f"names and links | each guest {quotas.CHANGES.own} times at a table" in DOCS
    assert (
        f"undone | each guest {quotas.UNDO.own} at a table, {quotas.UNDO_AT_ONCE} in a turn" in DOCS
    )
    assert f"after a timeout | each guest {quotas.RETURN.own} times at a table" in DOCS
    assert f"queue for {pool.WAIT:g} seconds" in DOCS


def test_the_unit_allows_all_workers_and_threads() -> None:
    """Each worker has one thread; the thread pool of the server has 32 at most."""
    unit = (ROOT / "deploy" / "naqala.service").read_text(encoding="utf-8")
    (tasks,) = re.findall(r"^TasksMax=(\d+)$", unit, re.MULTILINE)
    assert int(tasks) > pool.MOST_WORKERS + 1 + 32 + 8


def test_a_backup_made_during_a_game_can_be_restored(tmp_path: Path) -> None:
    """`.backup` of SQLite, as the docs describe."""
    copied = tmp_path / "restored"
    copied.mkdir()
    with running(tmp_path / "tables") as server, Guest(server) as guest:
        table = guest.create_table("me", "me")
        with guest.open(table) as page:
            page.play(lambda page: page.choices[0], limit=5)
            with (
                closing(sqlite3.connect(server.folder / FILE)) as live,
                closing(sqlite3.connect(copied / FILE)) as backup,
            ):
                live.backup(backup)
            number, scene = page.number, page.scene
            page.act(page.choices[0])
            seen = page.number
        cookies = guest.http.cookies
    with running(copied) as server, Guest(server) as guest:
        guest.http.cookies = cookies
        with guest.open(table, since=seen) as page:
            assert page.number == number
            assert page.scene == scene
            assert page.act(page.choices[0])["type"] == "accepted"
