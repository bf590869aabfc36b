"""Health, metrics, logs, error reports and graceful shutdown."""

from __future__ import annotations

import asyncio
import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from naqala.server.app import application
from naqala.server.http import health, limits
from naqala.server.ops.logs import TextFormatter
from naqala.server.ops.settings import Settings
from naqala.server.storage.sqlite import Sqlite
from naqala.tables.errors import Refusal
from naqala.tables.memory import MemoryStorage
from tests.server.servers import TIMEOUT, Guest, PageClient, Server, running, wait_until


def test_health_covers_the_server_and_its_database(server: Server) -> None:
    answer = httpx.get(f"{server.address}/health", timeout=TIMEOUT)
    assert answer.status_code == 200
    assert answer.json()["status"] == answer.json()["database"] == "fine"


def test_a_database_that_does_not_answer_is_unhealthy(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unreachable(Sqlite):
        async def ping(self) -> None:
            raise OSError("gone")

    async def status() -> int:
        app = application(Settings(), Unreachable("nowhere"))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as client:
            return (await client.get("/health")).status_code

    assert asyncio.run(status()) == 503


def test_metrics_count_entries_refusals_and_sockets(tmp_path: Path) -> None:
    with running(tmp_path) as server, Guest(server) as guest:
        table = guest.create_table("me", "merchant")
        with guest.open(table) as page:
            page.play(lambda page: page.choices[0], limit=4)
            page.wait_for_turn()
            assert page.act("nonsense")["code"] == "not_possible"
            now = server.metrics()
            assert now["naqala_sockets"] == 1
            assert now["naqala_tables"] == now["naqala_tables_running"] == 1
            acts = sum(entry["kind"] == "act" for entry in page.log)
            assert now['naqala_entries_total{kind="act"}'] == acts
            assert now['naqala_command_seconds_count{kind="act"}'] == 5
            assert now['naqala_refusals_total{code="not_possible"}'] == 1
            assert now['naqala_bot_seconds_count{bot="merchant"}'] > 0
            assert now['naqala_request_seconds_count{call="create_table"}'] == 1
            assert now["process_resident_memory_bytes"] > 1e7
        wait_until(
            lambda: not server.metrics()["naqala_sockets"], "closed sockets are still counted"
        )


@pytest.mark.parametrize(
    ("address", "allowed"),
    [
        ("127.0.0.1", True), ("::1", True), ("10.1.2.3", True), ("192.0.2.9", True),
        ("192.0.2.1", False), ("2001:db8::1", False), ("", False), ("nonsense", False),
    ],
)  # fmt: skip
def test_metrics_are_only_for_monitors(address: str, allowed: bool) -> None:
    assert health.is_monitor(address, ("10.0.0.0/8", "192.0.2.9")) is allowed


def children(pid: int) -> set[int]:
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii")
    return set(map(int, text.split()))


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_shutdown_closes_sockets_with_1012_keeps_accepted_entries_and_stops_workers(
    tmp_path: Path,
) -> None:
    server = Server(tmp_path).start()
    assert server.process is not None
    with Guest(server) as guest:
        pages = [guest.open(guest.create_table("me", "vizier")) for _ in range(4)]
        for page in pages:
            page.play(lambda page: page.choices[0], limit=3)
            page.wait_for_turn()
        workers = children(server.process.pid)
        assert workers
        for nth, page in enumerate(pages):
            page.send({"type": "act", "id": "last", "seen": page.number, "action": page.choices[0]})
            page.send({"type": "say", "id": f"bye {nth}", "text": "bye"})
        process = server.process
        process.send_signal(signal.SIGTERM)
        for page in pages:
            assert page.closing_code() == 1012
        assert process.wait(TIMEOUT) == 0
        server.stop()
        assert not [pid for pid in workers if alive(pid)]
        server.start()
        for page in pages:
            accepted = {
                message["number"] for message in page.messages if message["type"] == "accepted"
            }
            with guest.open(page.info["table"]) as again:
                numbers = [entry["number"] for entry in again.log]
                assert numbers == list(range(1, again.number + 1))
                assert accepted <= set(numbers)
        server.stop()


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    except OSError:
        return False
    return state.rsplit(")", 1)[1].split()[0] != "Z"


def test_a_stopped_server_accepts_no_connections(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    server.stop()
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{server.address}/health")


FULL = """
import resource, sys
from naqala.cli import main
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, 400_000))
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_a_full_disk_is_reported_by_health_and_to_the_page(tmp_path: Path) -> None:
    """A limit on the file size has the same effect as a full disk."""

    class Limited(Server):
        program = ("-c", FULL)

    server = Limited(tmp_path).start()
    try:
        assert httpx.get(f"{server.address}/health").json()["status"] == "fine"
        with Guest(server) as ann:
            page = ann.open(ann.create_table("me", "me"))
            accepted = 0
            refused: dict[str, str] = {}
            while not refused:
                page.send({"type": "say", "id": f"{accepted}", "text": "x" * 400})
                answer = page.until(lambda each: each["type"] in ("accepted", "refused"))
                if answer["type"] == "refused":
                    refused = answer
                else:
                    accepted += 1
            assert refused["code"] == "busy"
            wait_until(lambda: httpx.get(f"{server.address}/health").status_code == 503)
    finally:
        server.stop()


def test_the_result_of_a_database_check_is_reused_for_a_second() -> None:
    now, pings = 0.0, []

    class Broken(MemoryStorage):
        async def ping(self) -> None:
            pings.append(now)
            raise Refusal("busy")

    async def work() -> None:
        nonlocal now
        check = health.DatabaseCheck(Broken(), lambda: now)
        for moment in (0.0, 0.5, 0.9, 1.0, 1.5, 2.0):
            now = moment
            assert await check.is_fine() is False

    asyncio.run(work())
    assert pings == [0.0, 1.0, 2.0]


def test_the_log_is_json_without_secrets(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "naqala", "serve", "--port", "0", "--pause", "0"]
    log = tmp_path / "log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [*command, "--data", str(tmp_path), "--log", "json", "--log-level", "debug"],
            stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        line = process.stdout.readline()
        found = re.search(r"http://\S+/", line)
        assert found, f"{line!r}: {log.read_text(encoding='utf-8')}"
        server = Server(tmp_path)
        server.address = found[0].rstrip("/")
        with Guest(server) as guest:
            created = guest.post("/api/tables", {"seats": [{"kind": "me"}, {"kind": "me"}]}).json()
            with guest.open(created["table"], secrets=[created["secrets"]["0"]]) as page:
                assert page.act(page.choices[0])["type"] == "accepted"
                assert page.ask("act", action="nonsense")["type"] == "refused"
            with PageClient(server, created["table"], secrets=[created["secrets"]["1"]]):
                pass
            token = guest.http.cookies["naqala_guest"]
        process.send_signal(signal.SIGTERM)
        process.wait(TIMEOUT)
        process.stdout.close()
    text = log.read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"listening", "request", "socket closed", "stopped"} <= {line["what"] for line in lines}
    assert token not in text
    assert not any(secret in text for secret in created["secrets"].values())
    (request,) = [line for line in lines if line.get("call") == "create_table"]
    assert request["status"] == 201


def report_errors(*bodies: object) -> list[int]:
    """Report errors of a page with a stopped clock, and return the statuses."""

    async def post() -> list[int]:
        app = application(Settings(), Sqlite("nowhere"))
        app.state.rate_limits = limits.RateLimits(rate=40, sockets=1, clock=lambda: 1000.0)
        transport = httpx.ASGITransport(app, client=("192.0.2.7", 1))
        headers = {"user-agent": "Firefox " + "x" * 500}
        async with httpx.AsyncClient(
            transport=transport, base_url="http://here", headers=headers
        ) as page:
            return [(await page.post("/api/faults", json=body)).status_code for body in bodies]

    return asyncio.run(post())


def test_an_error_report_is_logged_as_one_line_without_secrets(
    caplog: pytest.LogCaptureFixture,
) -> None:
    secret = "Zr1n3Jm0oQx5Xb7dTTw2bq0gW4cXo2Yt"
    fault = {
        "message": f"TypeError: {secret} is undefined",
        "stack": f"show@main.js:1\nrender@main.js:{secret}",
        "path": "/table/6vq9gkp5rhyw3mv9ndkc",
    }
    assert report_errors(fault) == [204]
    (line,) = [each for each in caplog.records if each.levelname == "WARNING"]
    written = TextFormatter().format(line)
    assert "TypeError: … is undefined" in written
    assert "show@main.js:1 < render@main.js:…" in written
    assert "/table/6vq9gkp5rhyw3mv9ndkc" in written
    assert secret not in written
    assert len(written) < 600


def test_error_reports_of_an_address_are_limited(caplog: pytest.LogCaptureFixture) -> None:
    statuses = report_errors(
        *[{"message": f"fault {nth}"} for nth in range(limits.FAULTS_AT_ONCE + 5)]
    )
    assert statuses[: limits.FAULTS_AT_ONCE] == [204] * limits.FAULTS_AT_ONCE
    assert statuses[limits.FAULTS_AT_ONCE :] == [429] * 5
    lines = [each for each in caplog.records if each.levelname == "WARNING"]
    assert len(lines) == limits.FAULTS_AT_ONCE


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({}, 400),
        ({"message": ""}, 400),
        ({"message": "x" * 401}, 400),
        ({"message": "x", "stack": "y" * 4001}, 400),
        ({"message": "x", "cookie": "z"}, 400),
        ({"message": "x" * 17_000}, 413),
    ],
)
def test_an_error_report_that_is_too_long_or_has_unknown_fields_is_refused(
    body: object, status: int
) -> None:
    assert report_errors(body) == [status]
