"""The whole server: whole games, and what survives when it dies."""

from __future__ import annotations

import json
import random
import signal
import socket
import sqlite3
import subprocess
import sys
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.protocol import State
from websockets.uri import parse_uri

from naqala import Game
from naqala.server.ops.settings import Settings
from naqala.server.serving import CannotServe, listening
from naqala.tables.live.outbox import TRY_AGAIN
from naqala.tables.log.fairness import is_fair
from naqala.text import catalogue
from tests.server.servers import TIMEOUT, Guest, PageClient, Server, running
from tests.tables.table_builder import MODES

SECRETS = {"gold", "hand", "kept"}


def any_choice(seed: int) -> Any:
    rng = random.Random(seed)
    return lambda page: rng.choice(page.choices)


def numbers(page: PageClient) -> list[int]:
    return [entry["number"] for entry in page.log]


def test_a_whole_game_against_a_bot_is_played_over_a_socket(ann: Guest) -> None:
    table = ann.create_table("me", "traveller")
    with ann.open(table) as page:
        assert page.info["phase"] == "running"
        page.play(any_choice(1))
        assert numbers(page) == list(range(1, page.number + 1))
        game = Game.load(ann.get(f"/api/tables/{table}/record").text)
        assert game.over
        assert [player["score"]["total"] for player in page.scene["players"]] == [
            score.total for score in game.scores()
        ]
        assert page.scene["winners"] == list(game.winners)
        assert page.info["seed"] == str(game.options.seed)
        assert is_fair(game.options.seed, page.info["nonce"], page.info["commitment"])
        assert {entry["by"] for entry in page.log if entry["kind"] == "act"} == {"person", "bot"}


WITHOUT_NUMPY = """
import sys

sys.modules["numpy"] = None  # whoever imports it from here on fails
from naqala.cli import main

sys.exit(main())
"""


def test_a_server_needs_no_numpy_because_its_workers_think(folder: Path) -> None:
    server = Server(folder)
    server.program = ("-c", WITHOUT_NUMPY)
    try:
        with Guest(server.start()) as ann, ann.open(ann.create_table("me", "merchant")) as page:
            page.play(any_choice(2), 20)
            assert page.wait_for_turn()
            assert page.ask("ask", what="hint")["hints"]
            assert any(entry.get("by") == "bot" for entry in page.log)
        assert not any(name.startswith("naqala_bot_failures") for name in server.metrics())
    finally:
        server.stop()


def test_two_people_see_each_others_moves(ann: Guest, bob: Guest) -> None:
    table = ann.create_table("me", "open")
    with ann.open(table) as first, bob.open(table) as second:
        assert second.seats == []
        assert second.ask("sit", seat=1, name="Bob")["type"] == "accepted"
        pages = [first, second]
        rng = random.Random(5)
        for _ in range(60):
            for page in pages:
                page.catch_up(max(first.number, second.number))
            turn = first.scene["asked"]["seat"]
            action = rng.choice(pages[turn].choices)
            answer = pages[turn].act(action)
            assert answer["type"] == "accepted", answer
        for page in pages:
            page.catch_up(max(first.number, second.number))
        assert first.scene == second.scene
        assert first.private.keys() == {0}
        assert second.private.keys() == {1}


def test_every_acknowledged_action_survives_a_killed_server(folder: Path) -> None:
    server = Server(folder).start()
    try:
        with Guest(server) as guest:
            table = guest.create_table("me", "traveller")
            page = guest.open(table)
            choose = any_choice(2)
            for _ in range(3):
                page.play(choose, limit=8)
                seen, before = page.number, page.log
                server.kill()
                server.start()
                page = guest.open(table, since=seen)
                assert page.number >= seen
                assert numbers(page) == list(range(seen + 1, page.number + 1))
                page.log = before + page.log
            page.play(choose)
            assert numbers(page) == list(range(1, page.number + 1))
            assert Game.load(guest.get(f"/api/tables/{table}/record").text).over
            page.close()
    finally:
        server.kill()


def test_bots_go_on_when_the_server_starts_again(folder: Path) -> None:
    with running(folder, "--pause", "60") as server, Guest(server) as guest:
        table = guest.create_table("traveller", "traveller")
        assert guest.get(f"/api/tables/{table}").json()["number"] == 2
    with running(folder) as server, Guest(server) as guest, guest.open(table) as page:
        while not page.over:
            page.receive()


def test_a_file_that_a_newer_version_wrote_to_is_served_but_for_its_newer_tables(
    folder: Path,
) -> None:
    with running(folder) as server, Guest(server) as ann:
        newer, other = ann.create_table("me", "me"), ann.create_table("me", "me")
        cookies = ann.http.cookies
    (file,) = folder.glob("*.sqlite3")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute(
            """insert into entries select "table", max(number) + 1, at, '', '', ?, ''
                from entries where "table" = ?""",
            (b'{"type":"danced"}', newer),
        )
    with running(folder) as server, Guest(server) as ann:
        ann.http.cookies = cookies
        for language, told in (("en", "newer version"), ("fr", "version plus récente")):
            with ann.open(newer, language=language) as page:
                assert page.messages[-1]["code"] == "newer_log"
                assert told in page.messages[-1]["message"]
                with pytest.raises(ConnectionClosed) as closed:
                    page.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == TRY_AGAIN
        paths = ("", "/log", "/record", "/moments/0", "/curve")
        answers = [ann.get(f"/api/tables/{newer}{path}").status_code for path in paths]
        said = {"type": "say", "id": "x", "text": "hello"}
        answers.append(ann.post(f"/api/tables/{newer}/sends", said).status_code)
        assert answers == [409] * 6
        with ann.open(other) as page:
            assert page.act(page.choices[0])["type"] == "accepted"
        assert not any(name.startswith("naqala_errors") for name in server.metrics())


def test_a_server_that_is_asked_to_stop_says_goodbye_and_ends(folder: Path) -> None:
    server = Server(folder).start()
    with Guest(server) as guest:
        page = guest.open(guest.create_table("me", "traveller"))
        server.stop(signal.SIGTERM)
        with pytest.raises(ConnectionClosed):
            page.until(lambda message: False)


def test_small_messages_are_sent_at_once() -> None:
    """Asyncio turns Nagle's algorithm off for sockets that are said to be TCP."""
    with listening(Settings(port=0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_that_is_taken_is_told_in_a_sentence() -> None:
    first = listening(Settings(port=0))
    first.listen()
    taken = Settings(port=first.getsockname()[1])
    in_use = rf"Port {taken.port} on 127\.0\.0\.1 is in use"
    with pytest.raises(CannotServe, match=in_use) as caught:
        listening(taken)
    assert "est déjà utilisé" in catalogue("fr").error(caught.value)
    first.close()


def test_a_second_server_on_the_same_file_ends_with_a_sentence(folder: Path) -> None:
    with running(folder):
        command = [sys.executable, "-m", "naqala", "serve", "--port", "0", "--data", str(folder)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode != 0
    assert "Another naqala already serves the tables" in " ".join(second.stderr.split())
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize("mode", ["base 4", "solo", "whims", "artisans", "both"])
def test_what_a_page_was_told_bit_by_bit_is_what_a_page_is_told_that_comes_anew(
    mode: str, ann: Guest, bob: Guest
) -> None:
    """Over a whole game with chat, new names and choices that are taken back."""
    options = msgspec.to_builtins(MODES[mode])
    players, rng = MODES[mode].players, random.Random(mode)
    hot_seat = ann.create_table(*["me"] * players, options=options, seed="11")
    with ExitStack() as stack:
        pages: dict[Guest | int, PageClient] = {ann: stack.enter_context(ann.open(hot_seat))}
        pages[bob] = stack.enter_context(bob.open(hot_seat, language="fr"))
        for seat in range(players):
            secret = pages[ann].ask("link", seat=seat)["secret"]
            pages[seat] = stack.enter_context(PageClient(ann.server, hot_seat, secrets=[secret]))
        while not pages[ann].over:
            seat = pages[ann].scene["asked"]["seat"]
            number = did_something(pages[seat], rng)
            for page in pages.values():
                page.catch_up(number)
            if rng.random() < 0.1 or pages[ann].over:
                for page in pages.values():
                    with page.reopen() as anew:
                        assert known(page) == known(anew)


def did_something(page: PageClient, rng: random.Random) -> int:
    """The number of what a page did: mostly a choice."""
    kind = rng.choices(["act", "undo", "say", "rename", "link"], [90, 8, 2, 1, 1])[0]
    (mine,) = page.private.values()
    if kind == "undo" and mine["undo"].get("steps"):
        answer = page.ask("undo", turn=rng.random() < 0.5)
    elif kind == "say":
        answer = page.ask("say", text="well …")
    elif kind == "rename":
        answer = page.ask("rename", seat=page.seats[0], name=f"Player {page.number}")
    else:
        answer = page.ask("act", action=rng.choice(page.choices))
    assert answer["type"] == "accepted", answer
    return int(answer["number"])


def known(page: PageClient) -> dict[str, Any]:
    """All that a page knows of the table now."""
    return {
        "info": page.info,
        "land": page.land,
        "whim cards": page.whim_cards,
        "scene": page.scene,
        "seats": page.seats,
        "private": page.private,
        "number": page.number,
        "log": [lines_apart(entry) for entry in page.log[-50:]],
    }


def lines_apart(entry: Any) -> Any:
    """An entry without its sentences, which call people by the names that they have now."""
    return {key: value for key, value in entry.items() if key != "lines"}


@pytest.mark.parametrize("expansions", [["whims", "artisans"], []])
def test_nothing_that_a_page_gets_holds_a_secret_of_others(
    ann: Guest, bob: Guest, expansions: list[str]
) -> None:
    """Whole games; the properties of `test_scene` say the same of every part by itself."""
    table = ann.create_table("me", "traveller", "merchant", options={"expansions": expansions})
    with bob.open(table) as stranger, ann.open(table) as page:
        page.play(any_choice(4))
        stranger.catch_up(page.number)
        seed = page.info["seed"]
        assert len(stranger.messages) > 100
        for message in stranger.messages:
            assert "private" not in message
        for raw in (*stranger.raw, *page.raw):
            message = json.loads(raw)
            assert all(mine["seat"] == 0 for mine in message.get("private", ()))
            if '"phase":"over"' not in raw:
                assert seed not in raw
                players = (message.get("scene") or {}).get("players", ())
                assert all(player.keys().isdisjoint(SECRETS) for player in players)


def test_time_runs_out_by_itself_and_also_while_the_server_is_dead(folder: Path) -> None:
    with running(folder) as server, Guest(server) as ann:
        alone = ann.create_table("me", clock={"minutes": 0.001})
        with ann.open(alone) as page:
            while [entry["kind"] for entry in page.log if entry["kind"] != "act"][-1] != "handed":
                page.receive()
            assert page.info["seats"][0]["state"] == "timed out"
            assert page.info["seats"][0]["handed"]
        both = ann.create_table("me", "me", clock={"minutes": 0.02})
        server.kill()
        server.start()
        with ann.open(both) as page:
            while page.log[-1]["kind"] != "timed out":
                page.receive()
            turn = page.scene["asked"]["seat"]
            assert page.scene["clock"]["left"][turn] == 0
            assert page.choices == []
            assert page.ask("act", action="bid 3")["code"] == "time_over"
            page.catch_up(page.ask("return", seat=turn)["number"])
            assert page.scene["clock"]["left"][turn] == 60_000
            assert page.act(page.choices[0])["type"] == "accepted"


IMPATIENT = """
import sys

from naqala.server.http import limits

limits.PING_SECONDS, limits.PONG_SECONDS = 0.1, 2.0
from naqala.cli import main

sys.exit(main())
"""


def silent(server: Server, table: str, cookie: str) -> socket.socket:
    """A page that says hello and is never heard of again, though its connection stays open."""
    address = urlsplit(server.address)
    assert address.hostname is not None
    wire = socket.create_connection((address.hostname, address.port or 0), TIMEOUT)
    protocol = ClientProtocol(parse_uri(f"ws://{address.netloc}/api/tables/{table}/socket"))
    request = protocol.connect()
    request.headers["Cookie"] = cookie
    protocol.send_request(request)
    wire.sendall(b"".join(protocol.data_to_send()))
    while not protocol.handshake_exc and protocol.state is not State.OPEN:
        protocol.receive_data(wire.recv(65536))
    protocol.send_text(b'{"type": "hello"}')
    wire.sendall(b"".join(protocol.data_to_send()))
    return wire


def test_a_page_that_answers_no_ping_is_shown_as_gone_and_away(folder: Path) -> None:
    server = Server(folder, "--away", "1")
    server.program = ("-c", IMPATIENT)
    try:
        with Guest(server.start()) as ann, Guest(server) as bob:
            table = ann.create_table("me", "open")
            bob.get("/api/about")
            answer = bob.post(f"/api/tables/{table}/sends", {"type": "sit", "id": "s", "seat": 1})
            assert answer.status_code == 200
            with ann.open(table) as page:
                cookie = "; ".join(f"{key}={value}" for key, value in bob.http.cookies.items())
                with silent(server, table, cookie):
                    seats = {"type": "presence", "seats": [True, True]}
                    page.until(lambda message: message == seats)
                    page.until(lambda message: message == {**seats, "seats": [True, False]})
                    while page.log[-1]["kind"] != "away":
                        page.receive()
                    assert page.log[-1]["seat"] == 1
    finally:
        server.stop()
