"""The whole server: games over sockets, restarts, clocks and secrecy."""

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
from tests.server.servers import TIMEOUT, Guest, PageClient, Server, play_together, running
from tests.tables.table_builder import MODES

SECRETS = {"gold", "hand", "kept"}


def random_choice(seed: int) -> Any:
    rng = random.Random(seed)
    return lambda page: rng.choice(page.choices)


def numbers(page: PageClient) -> list[int]:
    return [entry["number"] for entry in page.log]


def test_a_whole_game_against_a_bot_over_a_socket(ann: Guest) -> None:
    table = ann.create_table("me", "traveller")
    with ann.open(table) as page:
        assert page.info["phase"] == "running"
        page.play(random_choice(1))
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

sys.modules["numpy"] = None  # every later import fails
from naqala.cli import main

sys.exit(main())
"""


def test_only_the_workers_need_numpy(folder: Path) -> None:
    server = Server(folder)
    server.program = ("-c", WITHOUT_NUMPY)
    try:
        with Guest(server.start()) as ann, ann.open(ann.create_table("me", "merchant")) as page:
            page.play(random_choice(2), 20)
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
        play_together([first, second], seed=5, limit=60)


def test_bots_continue_after_a_restart_of_the_server(folder: Path) -> None:
    with running(folder, "--pause", "60") as server, Guest(server) as guest:
        table = guest.create_table("traveller", "traveller")
        assert guest.get(f"/api/tables/{table}").json()["number"] == 2
    with running(folder) as server, Guest(server) as guest, guest.open(table) as page:
        while not page.over:
            page.receive()


def test_only_the_tables_that_a_newer_version_wrote_to_are_refused(
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
        for language, message in (("en", "newer version"), ("fr", "version plus récente")):
            with ann.open(newer, language=language) as page:
                assert page.messages[-1]["code"] == "newer_log"
                assert message in page.messages[-1]["message"]
                with pytest.raises(ConnectionClosed) as closed:
                    page.receive()
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == TRY_AGAIN
        paths = ("", "/log", "/record", "/moments/0", "/curve")
        answers = [ann.get(f"/api/tables/{newer}{path}").status_code for path in paths]
        chat = {"type": "say", "id": "x", "text": "hello"}
        answers.append(ann.post(f"/api/tables/{newer}/commands", chat).status_code)
        assert answers == [409] * 6
        with ann.open(other) as page:
            assert page.act(page.choices[0])["type"] == "accepted"
        assert not any(name.startswith("naqala_errors") for name in server.metrics())


def test_sigterm_closes_the_sockets(folder: Path) -> None:
    server = Server(folder).start()
    with Guest(server) as guest:
        page = guest.open(guest.create_table("me", "traveller"))
        server.stop(signal.SIGTERM)
        with pytest.raises(ConnectionClosed):
            page.until(lambda message: False)


def test_small_messages_are_sent_at_once() -> None:
    """Asyncio disables Nagle's algorithm only for sockets with the protocol TCP."""
    with listening(Settings(port=0)) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_port_in_use_is_reported() -> None:
    first = listening(Settings(port=0))
    first.listen()
    taken = Settings(port=first.getsockname()[1])
    in_use = rf"Port {taken.port} on 127\.0\.0\.1 is in use"
    with pytest.raises(CannotServe, match=in_use) as caught:
        listening(taken)
    assert "est déjà utilisé" in catalogue("fr").error(caught.value)
    first.close()


def test_a_second_server_on_the_same_file_exits_with_a_message(folder: Path) -> None:
    with running(folder):
        command = [sys.executable, "-m", "naqala", "serve", "--port", "0", "--data", str(folder)]
        second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode != 0
    assert "Another naqala already serves the tables" in " ".join(second.stderr.split())
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize("mode", ["base 4", "solo", "both"])
def test_incremental_updates_end_in_the_same_state_as_a_new_connection(
    mode: str, ann: Guest, bob: Guest
) -> None:
    """Over a whole game with chat, renames and undo."""
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
            number = send_command(pages[seat], rng)
            for page in pages.values():
                page.catch_up(number)
            if rng.random() < 0.1 or pages[ann].over:
                for page in pages.values():
                    with page.reopen() as fresh:
                        assert state_of(page) == state_of(fresh)


def send_command(page: PageClient, rng: random.Random) -> int:
    """Send a random command, mostly an action, and return the number of its entry."""
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


def state_of(page: PageClient) -> dict[str, Any]:
    """The state that a page has after its messages."""
    return {
        "info": page.info,
        "land": page.land,
        "whim cards": page.whim_cards,
        "scene": page.scene,
        "seats": page.seats,
        "private": page.private,
        "number": page.number,
        "log": [without_lines(entry) for entry in page.log[-50:]],
    }


def without_lines(entry: Any) -> Any:
    """An entry without its sentences, which contain the names at the time they were sent."""
    return {key: value for key, value in entry.items() if key != "lines"}


@pytest.mark.parametrize("expansions", [["whims", "artisans"], []])
def test_no_message_of_a_whole_game_contains_secrets_of_others(
    ann: Guest, bob: Guest, expansions: list[str]
) -> None:
    """`test_scene` checks the same for each part of a message."""
    table = ann.create_table("me", "traveller", "merchant", options={"expansions": expansions})
    choose = random_choice(4)

    def choose_once_both_have_read(page: PageClient) -> str:
        stranger.catch_up(page.number)  # a page that reads nothing for long is closed
        return str(choose(page))

    with bob.open(table) as stranger, ann.open(table) as page:
        page.play(choose_once_both_have_read)
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


def test_time_runs_out_also_while_the_server_is_stopped(folder: Path) -> None:
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


SHORT_TIMEOUTS = """
import sys

from naqala.server.http import limits

limits.PING_SECONDS, limits.PONG_SECONDS = 0.1, 2.0
from naqala.cli import main

sys.exit(main())
"""


def silent_page(server: Server, table: str, cookie: str) -> socket.socket:
    """A page that sends hello and then nothing, not even pongs, on an open connection."""
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


def test_a_page_that_does_not_answer_pings_counts_as_closed_and_its_player_as_away(
    folder: Path,
) -> None:
    server = Server(folder, "--away", "1")
    server.program = ("-c", SHORT_TIMEOUTS)
    try:
        with Guest(server.start()) as ann, Guest(server) as bob:
            table = ann.create_table("me", "open")
            bob.get("/api/about")
            answer = bob.post(
                f"/api/tables/{table}/commands", {"type": "sit", "id": "s", "seat": 1}
            )
            assert answer.status_code == 200
            with ann.open(table) as page:
                cookie = "; ".join(f"{key}={value}" for key, value in bob.http.cookies.items())
                with silent_page(server, table, cookie):
                    seats = {"type": "presence", "seats": [True, True]}
                    page.until(lambda message: message == seats)
                    page.until(lambda message: message == {**seats, "seats": [True, False]})
                    while page.log[-1]["kind"] != "away":
                        page.receive()
                    assert page.log[-1]["seat"] == 1
    finally:
        server.stop()
