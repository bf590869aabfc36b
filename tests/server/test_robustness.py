"""Invalid and hostile input over HTTP and sockets: it is refused and affects no table."""

from __future__ import annotations

import json
import random
import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from naqala import Game
from naqala.server.http import limits
from naqala.server.http.openapi import document
from naqala.tables import tokens
from naqala.tables.live.outbox import MOST_BYTES
from naqala.tables.log.quotas import MOST_TABLES
from naqala.text import catalogue
from tests.server.servers import ROUNDS, TIMEOUT, Guest, PageClient, Server, running, wait_until

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]
CODES = {key.removeprefix("error.") for key in catalogue("en").messages if "error." in key}


def errors(server: Server) -> dict[str, float]:
    """The counters of unexpected errors."""
    return {name: value for name, value in server.metrics().items() if "errors_total" in name}


# --- Over HTTP ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def guest(server: Server) -> Iterator[tuple[str, list[str]]]:
    """A cookie, and tables of its guest in the lobby, during and after a game."""
    with Guest(server) as guest:
        waiting = guest.create_table("me", "open", auto=False)
        playing = guest.create_table("me", "me", options={"expansions": ["whims", "artisans"]})
        finished = guest.create_table("me", "traveller")
        with guest.open(finished) as page:
            page.play(lambda page: page.choices[-1])
        yield guest.http.cookies["naqala_guest"], [waiting, playing, finished]
        assert errors(server) == {}


schema = schemathesis.openapi.from_dict(json.loads(document()))


@schema.parametrize()
@settings(
    max_examples=12,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_responses_conform_to_the_openapi_document(
    case: schemathesis.Case[Any], server: Server, guest: tuple[str, list[str]]
) -> None:
    token, tables = guest
    if tokens.is_table(str(case.path_parameters.get("table", ""))):
        case.path_parameters["table"] = tables[len(repr((case.body, case.query))) % len(tables)]
    response = case.call(base_url=server.address, cookies={"naqala_guest": token}, timeout=TIMEOUT)
    case.validate_response(response, checks=CHECKS)


@pytest.mark.parametrize(
    "raw",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /\x00\xff HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/about HTTP/1.1\r\nhost: [\r\norigin: http://[\r\n\r\n",
        b"GET /api/about HTTP/1.1\r\nhost: x\r\ncookie: " + b"a=b;" * 10_000 + b"\r\n\r\n",
        b"GET /api/about HTTP/1.1\r\nhost: x\r\naccept-language: \xff\xfe\r\n\r\n",
        b"GET /api/about HTTP/1.1\r\nhost: x\r\nnaqala-seats: " + b"," * 50_000 + b"\r\n\r\n",
        b"GET /api/about?language=%ff%00&language=fr HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/tables/%2e%2e%2f%00 HTTP/1.1\r\nhost: x\r\n\r\n",
        b"GET /api/about HTTP/1.1\r\nhost: x\r\nx: " + b"a" * 200_000,
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: -5\r\n\r\n{}",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        b"content-length: 99999999999999999999\r\n\r\n{",
        b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
        b"transfer-encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_a_malformed_request_causes_no_server_error(server: Server, raw: bytes) -> None:
    place = urlsplit(server.address)
    assert place.hostname is not None
    with socket.create_connection((place.hostname, place.port or 0), TIMEOUT) as wire:
        with suppress(OSError):  # the server may close it before the end
            wire.sendall(raw)
            wire.shutdown(socket.SHUT_WR)
        answer = b""
        with suppress(ConnectionResetError):
            while chunk := wire.recv(65536):
                answer += chunk
    assert not answer.startswith(b"HTTP/1.1 5")
    assert httpx.get(f"{server.address}/health", timeout=TIMEOUT).status_code == 200
    assert errors(server) == {}


def test_the_unfinished_tables_of_a_guest_are_limited(ann: Guest) -> None:
    game = ann.create_table("me", "merchant")
    for nth in range(MOST_TABLES - 1):
        seats: list[list[str]] = [["me", "open"], ["open", "open"], ["traveller", "traveller"]]
        ann.create_table(*seats[nth % 3], listed=False)
    answer = ann.post("/api/tables", {"seats": [{"kind": "me"}]})
    assert answer.status_code == 429
    assert answer.json()["code"] == "too_many_tables"
    with Guest(ann.server) as bob:
        bob.create_table("me", "open")
    assert ann.post(
        f"/api/tables/{game}/commands", {"type": "leave", "id": "x", "seat": 0}
    ).is_success
    ann.create_table("me", "open")


def test_a_refusal_does_not_repeat_long_input(ann: Guest) -> None:
    answer = ann.post("/api/tables", {"x" * 200_000: 1})
    assert answer.json()["code"] == "bad_message"
    assert len(answer.text) < 500


def test_a_deck_with_long_dotted_keys_is_refused_quickly(ann: Guest) -> None:
    """Without the limit, parsing it takes minutes and gigabytes."""
    whims = "a." * 49_000 + "a=1"
    options = {"expansions": ["whims"], "whims": whims}
    answer = ann.post("/api/tables", {"options": options, "seats": [{"kind": "me"}]})
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_options"
    assert "keys of 3 parts" in answer.json()["message"]


def test_new_tables_of_an_address_are_rate_limited(tmp_path: Path) -> None:
    with running(tmp_path, "--rate", "3") as server:
        answers: list[httpx.Response] = []

        def limited() -> bool:
            url = f"{server.address}/api/tables"
            answers.append(httpx.post(url, json={}, timeout=TIMEOUT))
            return answers[-1].status_code == 429

        wait_until(limited, answers)
    assert {answer.status_code for answer in answers[:-1]} == {201}
    assert "retry-after" not in answers[0].headers
    assert 1 <= int(answers[-1].headers["retry-after"]) <= 67  # a table every 200 / 3 seconds


@pytest.mark.parametrize("over", ["http", "socket"])
def test_rematches_of_an_address_are_rate_limited(tmp_path: Path, over: str) -> None:
    """The opening is one action before the end, so each game is short."""
    game, last = Game.new(players=1, seed=3), ""
    while not game.over:
        last = str(game.legal()[0])
        game.play(last)
    game.undo()
    with running(tmp_path, "--rate", "3") as server, Guest(server) as ann:
        table, codes = ann.create_table("me", opening=game.record()), []
        for _ in range(5):  # too few to reach the limits of messages and requests
            if over == "http":
                path = f"/api/tables/{table}/commands"
                ann.post(path, {"type": "act", "id": "a", "seen": 99, "action": last})
                answer = ann.post(path, {"type": "rematch", "id": "r", "same": True}).json()
            else:
                with open_when_allowed(ann, table) as page:
                    page.act(last)
                    answer = page.ask("rematch", same=True)
            table = answer.get("table", table)
            codes.append(answer.get("code", ""))
            if codes[-1]:
                break
    assert codes[0] == ""
    assert codes[-1] == "too_many", codes


def open_when_allowed(guest: Guest, table: str) -> PageClient:
    """Open a page as soon as the rate limit of its address allows it."""
    pages: list[PageClient] = []

    def opened() -> bool:
        with suppress(InvalidStatus):
            pages.append(guest.open(table))
        return bool(pages)

    wait_until(opened, "the address stays blocked")
    return pages[0]


# --- Over a socket ------------------------------------------------------------------------------

ODD: list[Any] = [
    None, True, -1, 0, 1, 5, 2**31, 2**63, 2**64, 10**400, -(10**400), 1e308, 0.5, "", "0",
    "a" * 63, "a" * 5000, "\u202e", "\x00", "\ud800", "é" * 41, [], [[]], {}, {"type": "act"},
    ["x"] * 100, "sow c3 " + "d3W " * 90, "bid 99999999999999999999", "take c3", "{0}", "{reason}",
    "%s", "<script>alert(1)</script>", "'; drop table entries; --",
]  # fmt: skip
VALID: list[dict[str, Any]] = [
    {"type": "act", "seen": 99, "action": "bid 0"},
    {"type": "act", "seen": 0, "action": "pass"},
    {"type": "undo", "seen": 99, "turn": True},
    {"type": "sit", "seat": 1, "name": "Eve"},
    {"type": "link", "seat": 0},
    {"type": "rename", "seat": 0, "name": "Eve"},
    {"type": "leave", "seat": 0},
    {"type": "return", "seat": 0},
    {"type": "start"},
    {"type": "say", "text": "hello", "name": "Eve"},
    {"type": "hand", "seat": 0, "bot": "traveller"},
    {"type": "rematch", "same": True},
    {"type": "close"},
    {"type": "ask", "what": "outcomes", "start": "c3", "tile": "d4", "tribe": "W"},
    {"type": "ask", "what": "ways", "start": "c3", "tile": "d4", "tribe": "W"},
    {"type": "ask", "what": "ways", "start": "c3", "tile": "d4", "tribe": "W", "after": ["d3W"]},
    {"type": "ask", "what": "gains", "start": "c3", "tile": "d4", "through": "d3"},
    {"type": "ask", "what": "unreachable", "start": "c3", "tile": "d4", "after": ["d3W"]},
    {"type": "ask", "what": "preview", "actions": ["bid 0", "end", "take c3"]},
    {"type": "ping"},
    {"type": "hello", "since": 3, "language": "fr", "secrets": ["x" * 32]},
]


def random_message(rng: random.Random, nth: int) -> str | bytes:
    """A random message: malformed, forged, repeated or valid."""
    kind = rng.random()
    if kind < 0.1:
        return rng.randbytes(rng.randrange(40))
    if kind < 0.2:
        return "".join(chr(rng.randrange(32, 0x2FFF)) for _ in range(rng.randrange(60)))
    if kind < 0.25:
        return rng.choice(["[", '{"type":', '{"a":[']) * rng.randrange(1, 2000)
    message = dict(rng.choice(VALID), id=rng.choice([f"n{nth}", "again", "again too"]))
    if kind < 0.9:
        for _ in range(rng.randrange(3)):
            field = rng.choice([*message, "seat", "seen", "id", "type", "extra"])
            message[field] = rng.choice(ODD)
    if rng.random() < 0.1:
        message.pop(rng.choice(list(message)))
    text = json.dumps(message, ensure_ascii=rng.random() < 0.9)
    if kind > 0.97:
        text = text[: rng.randrange(len(text))]
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


BATCHES = 40
"""Of 50 messages, with an act of a player after each; a game has about 100 acts."""


@pytest.mark.parametrize("seed", range(2026, 2026 + ROUNDS))
def test_random_messages_of_a_stranger_affect_no_player(
    server: Server, ann: Guest, bob: Guest, seed: int
) -> None:
    """Two thousand messages: malformed, forged, replayed and out of turn."""
    rng = random.Random(seed)
    table = ann.create_table("me", "open", seed="4")
    bob.post(f"/api/tables/{table}/commands", {"type": "sit", "id": "s", "seat": 1, "name": "Bob"})
    pages = [ann.open(table), bob.open(table)]
    before = server.metrics()["process_resident_memory_bytes"]
    counted = {"accepted": 0, "refused": 0, "answer": 0, "pong": 0}
    stranger, sent, codes = PageClient(server, table), 0, set()
    for _ in range(BATCHES):
        batch = [random_message(rng, sent + nth) for nth in range(50)]
        try:
            for message in batch:
                stranger.socket.send(message)
            stranger.send({"type": "ask", "id": "done", "what": "preview"})
            stranger.until(lambda message: message.get("id") == "done")
        except ConnectionClosed as closed:
            codes.add(closed.rcvd.code if closed.rcvd else 0)
        sent += len(batch)
        for message in stranger.messages:
            check_answer(message)
            counted[message["type"]] = counted.get(message["type"], 0) + 1
        stranger.close()
        stranger = PageClient(server, table)
        turn = pages[0].scene["asked"]["seat"]
        answer = pages[turn].act(rng.choice(pages[turn].choices))
        assert answer["type"] == "accepted", answer
        for page in pages:
            page.catch_up(pages[turn].number)
    stranger.close()
    assert codes == {1008}
    assert counted["refused"] > 500
    assert counted["accepted"] > 0  # chat of spectators; how much depends on the seed
    assert pages[0].info["seats"] == [{"kind": "person", "name": "Player 1"},
                                      {"kind": "person", "name": "Bob"}]  # fmt: skip
    check_log(pages[0], BATCHES)
    assert errors(server) == {}
    assert server.metrics()["process_resident_memory_bytes"] - before < 30e6
    for page in pages:
        page.close()


def check_answer(message: Any) -> None:
    if message["type"] == "refused":
        assert message["code"] in CODES, message
        assert not message["message"][0].islower()
        assert message["message"].endswith(".")
        assert len(message["message"]) < 400
        assert message["message"].isprintable()


def check_log(page: PageClient, acts: int) -> None:
    """The log has no gaps or repetitions, and this many acts."""
    assert [entry["number"] for entry in page.log] == list(range(1, page.number + 1))
    assert sum(entry["kind"] == "act" for entry in page.log) == acts


def test_random_messages_of_a_player_still_give_a_legal_game(server: Server, ann: Guest) -> None:
    """The player holds both seats, so many of the messages are accepted."""
    rng = random.Random(7)
    table = ann.create_table("me", "me", seed="4")
    page, sent = ann.open(table), 0
    for _ in range(40):
        try:
            for _ in range(25):
                sent += 1
                page.socket.send(random_message(rng, sent))
            page.send({"type": "ask", "id": f"done {sent}", "what": "preview"})
            page.until(lambda message: message.get("id") == f"done {sent}")  # noqa: B023
        except ConnectionClosed:
            page.close()
            page = ann.open(table)
        for message in page.messages:
            check_answer(message)
        for seat in (0, 1):
            page.ask("return", seat=seat)
        state = ann.get(f"/api/tables/{table}").json()
        if state["info"]["phase"] == "running" and state["private"]:
            page.catch_up(state["number"])
            if page.choices:
                page.act(rng.choice(page.choices))
    page.close()
    with ann.open(table) as whole:
        while not whole.over:
            answer = whole.act(whole.choices[-1])
            assert answer["type"] == "accepted", answer
    assert errors(server) == {}
    record = Game.load(ann.get(f"/api/tables/{table}/record").text)
    assert record.over


@pytest.mark.parametrize("size", [limits.LARGEST_MESSAGE + 1, limits.LARGEST_FRAME - 1])
def test_a_message_that_is_too_large_is_refused(ann: Guest, size: int) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        page.socket.send("x" * size)
        assert page.receive()["code"] == "too_large"
        assert page.act(page.choices[0])["type"] == "accepted"


def test_a_frame_that_is_too_large_closes_the_socket(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        page.socket.send("x" * (limits.LARGEST_FRAME + 1))
        with pytest.raises(ConnectionClosed) as closed:
            page.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_a_binary_frame_is_refused(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        page.socket.send(b'{"type": "ping"}')
        refused = page.receive()
        assert (refused["code"], refused["message"]) == (
            "bad_message",
            "The message cannot be read: messages are text.",
        )


def test_a_page_that_sends_only_invalid_messages_is_closed(ann: Guest) -> None:
    with ann.open(ann.create_table("me", "me")) as page:
        begun, refused = time.monotonic(), 0

        def send_invalid() -> None:
            nonlocal refused
            while True:
                page.socket.send("?")
                assert page.receive()["code"] == "bad_message"
                refused += 1

        with pytest.raises(ConnectionClosed, match="1008"):
            send_invalid()
        forgiven = (time.monotonic() - begun) / limits.FORGIVEN_SECONDS  # while this ran
        assert limits.MOST_BAD <= refused <= limits.MOST_BAD + forgiven


def frame(message: object) -> bytes:
    """A text frame of a client, with a mask of zeros."""
    body = json.dumps(message).encode()
    assert len(body) < 126
    return bytes([0x81, 0x80 | len(body), 0, 0, 0, 0]) + body


def test_a_page_that_never_reads_is_closed_and_uses_little_memory(tmp_path: Path) -> None:
    with running(tmp_path) as server, Guest(server) as ann:
        table = ann.create_table("me", "me", seed="7")
        with ann.open(table) as page:
            while page.scene["asked"]["decision"] == "Bidding":
                page.act(page.choices[0])
        before = server.metrics()["process_resident_memory_bytes"]
        most = flood_without_reading(server, table, ann.http.cookies["naqala_guest"])
        assert most <= MOST_BYTES
        assert server.metrics()['naqala_sockets_closed_total{code="1013"}'] == 1
        assert server.metrics()["process_resident_memory_bytes"] - before < 20e6
        assert errors(server) == {}
        with ann.open(table) as page:
            assert page.act(page.choices[0])["type"] == "accepted"


def flood_without_reading(server: Server, table: str, token: str) -> float:
    """Send queries without reading until the server closes; return the most bytes it queued."""
    place = urlsplit(server.address)
    most, question = 0.0, frame({"type": "ask", "id": "q", "what": "outcomes"})
    with socket.socket() as wire:
        wire.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        wire.settimeout(TIMEOUT)
        wire.connect((place.hostname, place.port))
        wire.sendall(
            f"GET /api/tables/{table}/socket HTTP/1.1\r\nhost: {place.netloc}\r\n"
            f"cookie: naqala_guest={token}\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
            "sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=="
            "\r\n\r\n".encode()
        )
        assert wire.recv(12) == b"HTTP/1.1 101"
        wire.sendall(frame({"type": "hello"}))
        wire.settimeout(0.2)
        left, deadline = b"", time.monotonic() + TIMEOUT
        while (now := server.metrics())["naqala_sockets"]:
            most = max(most, now["naqala_queued_bytes"])
            left = left or question * 10
            with suppress(OSError):  # the server stops reading or has closed the socket
                left = left[wire.send(left) :]  # frames are sent completely
            assert time.monotonic() < deadline, f"not closed, with {most:.0f} bytes queued"
    return most


def test_the_sockets_of_a_guest_and_of_an_address_are_limited(tmp_path: Path) -> None:
    with running(tmp_path, "--sockets", "10") as server, Guest(server) as guest:
        table, other = guest.create_table("me", "me"), guest.create_table("me", "me")
        with guest.open(table):
            with pytest.raises(InvalidStatus) as refused:
                guest.open(table)
            assert refused.value.response.status_code == 429
            assert json.loads(refused.value.response.body)["code"] == "too_many_sockets"
            others = [PageClient(server, other) for _ in range(9)]
            with pytest.raises(InvalidStatus):
                PageClient(server, table)
            for page in others:
                page.close()
        wait_until(
            lambda: not server.metrics()["naqala_sockets"], "closed sockets are still counted"
        )
        with guest.open(table) as page:
            assert page.act(page.choices[0])["type"] == "accepted"


STOPPED_CLOCK = """
import sys

from naqala.server import app
from naqala.server.http.limits import RateLimits

app.RateLimits = lambda rate, sockets: RateLimits(rate, sockets, clock=lambda: 0.0)
from naqala.cli import main

sys.exit(main())
"""
"""A server whose rate limits never recover, so that the test does not depend on speed."""


def test_the_sockets_of_a_guest_share_one_rate_limit(tmp_path: Path) -> None:
    rate = 3
    full = limits.BURST * rate
    server = Server(tmp_path, "--rate", str(rate))
    server.program = ("-c", STOPPED_CLOCK)
    try:
        with Guest(server.start()) as guest:
            table = guest.create_table("me", "me")
            with guest.open(table) as first, guest.open(table) as second:
                codes = [
                    [page.ask("ask", what="ways")["code"] for _ in range(full)]
                    for page in (first, second)
                ]
    finally:
        server.stop()
    # Each socket alone would stay within the limit.
    assert codes == [["bad_question"] * full, ["too_many"] * full]


def test_a_socket_without_hello_is_closed(
    server: Server, ann: Guest, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.create_table("me", "me")
    url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(url, compression=None, open_timeout=TIMEOUT) as bare:
        bare.send("null")
        assert json.loads(bare.recv(TIMEOUT))["code"] == "bad_message"
        with pytest.raises(ConnectionClosed) as closed:
            bare.recv(TIMEOUT)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://["])
def test_pages_of_other_sites_cannot_open_a_socket(ann: Guest, origin: str) -> None:
    table = ann.create_table("me", "me")
    url = f"{ann.server.address.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with (
        pytest.raises(InvalidStatus) as refused,
        connect(url, additional_headers={"Origin": origin}, open_timeout=TIMEOUT),
    ):
        pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["code"] == "wrong_origin"
