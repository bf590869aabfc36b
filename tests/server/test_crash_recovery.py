"""`kill -9` of the server and crashes of PostgreSQL in the server during games at thirty tables.

Nothing that was acknowledged is lost and nothing executed twice.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from naqala.server.ops.settings import Settings, storage_of
from naqala.tables.log import entries as log
from naqala.tables.log.codec import state_of
from naqala.tables.storage import EntryRow
from tests.server.postgres_cluster import Cluster
from tests.server.servers import ROUNDS, Server

WITH_PEOPLE, OF_BOTS = 26, 4
KILLS, CRASHES = 2, 2
"""How often the server and PostgreSQL die in each round."""
ACTIONS_BETWEEN = 150
"""Acknowledged actions of people, at all tables together, before each kill."""
ACTIONS_AFTER = 3
"""Actions that each person plays after the last restart."""
TIMEOUT = 60.0


class Player:
    """A guest who plays against a bot or watches bots, and reconnects after each kill."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.table = ""
        self.cookie = ""
        self.number = 0
        self.choices: list[str] = []
        self.over = False
        self.sent: dict[str, str] = {}
        """Actions by the ids of their commands."""
        self.acknowledged: dict[str, int] = {}
        """Numbers of entries by the ids of their commands."""
        self.unanswered = ""
        """The id of the command that is not answered yet."""
        self.welcomes: list[tuple[int, list[int]]] = []
        self.disconnects: list[str] = []
        """Why the connections ended."""

    async def create_table(self, server: Server, *seats: object) -> None:
        async with httpx.AsyncClient(base_url=server.address, timeout=TIMEOUT) as http:
            answer = await http.post("/api/tables", json={"seats": seats})
            assert answer.status_code == 201, answer.text
            self.table = answer.json()["table"]
            self.cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())

    async def play(self, server: Server, limit: int) -> None:
        """Play until the connection ends, `limit` actions are acknowledged or the game is over."""
        url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        headers = {"Cookie": self.cookie}
        target = len(self.acknowledged) + limit
        try:
            async with connect(
                url,
                additional_headers=headers,
                compression=None,
                open_timeout=TIMEOUT,
                ping_interval=None,  # a slow client is not disconnected
            ) as socket:
                hello = {"type": "hello", "since": self.number}
                await socket.send(json.dumps(hello))
                if self.unanswered:  # the server may have executed it before it was killed
                    await self._send(socket)
                before = len(self.welcomes)
                while len(self.welcomes) == before or (
                    len(self.acknowledged) < target and not self.over
                ):
                    frame = json.loads(await socket.recv())
                    for message in frame if isinstance(frame, list) else [frame]:
                        self._receive(message)
                    if self.choices and not self.unanswered:
                        self.unanswered = f"send {len(self.sent)}"
                        self.sent[self.unanswered] = self.rng.choice(self.choices)
                        await self._send(socket)
        except (ConnectionClosed, OSError) as error:
            self.disconnects.append(repr(error))

    async def _send(self, socket: ClientConnection) -> None:
        message = {"type": "act", "id": self.unanswered, "seen": self.number,
                   "action": self.sent[self.unanswered]}  # fmt: skip
        await socket.send(json.dumps(message))

    def _receive(self, message: Any) -> None:
        match message["type"]:
            case "welcome":
                numbers = [entry["number"] for entry in message.get("log", ())]
                self.welcomes.append((self.number, numbers))
            case "accepted":
                self.acknowledged[message["id"]] = message["number"]
                self.unanswered = ""
            case "refused" if message["code"] != "busy":  # the database is down
                raise AssertionError(message)
        if message["type"] in ("welcome", "news"):
            self.number = message["number"]
            self.over = self.over or message.get("info", {}).get("phase") == "over"
            if "scene" in message or message["type"] == "welcome":
                private = message.get("private", ())
                self.choices = [
                    each["action"] for mine in private for each in mine.get("choices", ())
                ]


async def play_until_killed(server: Server, players: list[Player]) -> None:
    """Let all players play, and kill the server after `ACTIONS_BETWEEN` actions."""
    enough = sum(len(player.acknowledged) for player in players) + ACTIONS_BETWEEN
    welcomed = [len(player.welcomes) + 1 for player in players]
    playing = [asyncio.create_task(player.play(server, 10**6)) for player in players]
    async with asyncio.timeout(TIMEOUT):
        while (
            sum(len(player.acknowledged) for player in players) < enough
            or [len(player.welcomes) for player in players] != welcomed
        ):
            await asyncio.sleep(0.005)
            for each in playing:
                if each.done():
                    each.result()
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*playing)


def check(player: Player, rows: list[EntryRow]) -> None:
    """Each acknowledged action is stored once with its number, and no page missed an entry."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    stored = {row.sent: row for row in rows if row.sent}
    assert Counter(row.sent for row in rows if row.sent).most_common(1)[0][1] == 1
    for name, number in player.acknowledged.items():
        body = log.decode(stored[name].body)
        assert stored[name].number == number
        assert body == log.Acted(0, player.sent[name])
    assert stored.keys() <= player.sent.keys()
    assert stored.keys() - player.acknowledged.keys() <= {player.unanswered}
    assert state_of(player.table, rows).number == len(rows)
    for since, numbers in player.welcomes:
        assert numbers == list(range(since + 1, since + 1 + len(numbers)))


@pytest.mark.parametrize("nth", range(ROUNDS))
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(
    database: str, folder: Path, nth: int
) -> None:
    options = ("--database", database, "--pause", "0.02", "--rate", "10000")
    server = Server(folder, *options)
    players = [Player(seed) for seed in range(WITH_PEOPLE * nth, WITH_PEOPLE * (nth + 1))]
    watchers = [Player(seed) for seed in range(OF_BOTS)]
    bot = {"kind": "bot", "bot": "traveller"}

    async def run() -> None:
        await asyncio.to_thread(server.start)
        for player in players:
            await player.create_table(server, {"kind": "me"}, bot)
        for player in watchers:
            await player.create_table(server, bot, bot)
        for _ in range(KILLS):
            await play_until_killed(server, [*players, *watchers])
            await asyncio.to_thread(server.start)
        killed_at = [len(rows) for rows in await stored_logs(database, watchers)]
        watching = [asyncio.create_task(player.play(server, 10**6)) for player in watchers]
        async with asyncio.timeout(TIMEOUT):
            await asyncio.gather(*(player.play(server, ACTIONS_AFTER) for player in players))
            while not all(
                len(rows) > before or state_of("", rows).phase == "over"
                for rows, before in zip(
                    await stored_logs(database, watchers), killed_at, strict=True
                )
            ):
                await asyncio.sleep(0.1)
        for each in watching:
            each.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    try:
        asyncio.run(run())
    finally:
        server.stop()
    for player, rows in zip(players, asyncio.run(stored_logs(database, players)), strict=True):
        check(player, rows)
        assert len(player.welcomes) == KILLS + 1, (player.over, player.disconnects)
    assert sum(len(player.acknowledged) for player in players) >= KILLS * ACTIONS_BETWEEN


@pytest.mark.parametrize("nth", range(ROUNDS))
def test_nothing_acknowledged_is_lost_or_doubled_when_the_database_crashes(
    cluster: Cluster, folder: Path, nth: int
) -> None:
    """Pages are disconnected, and send what was not answered again when it is back."""
    database = cluster.new()
    server = Server(folder, "--database", database, "--pause", "0.02", "--rate", "10000")
    players = [Player(seed) for seed in range(WITH_PEOPLE * nth, WITH_PEOPLE * (nth + 1))]

    async def keep_playing(player: Player) -> None:
        while not player.over:
            await player.play(server, 10**6)
            await asyncio.sleep(0.05)

    async def acknowledged(more: int) -> None:
        """Wait until so many more actions are acknowledged."""
        enough = sum(len(player.acknowledged) for player in players) + more
        async with asyncio.timeout(TIMEOUT):
            while sum(len(player.acknowledged) for player in players) < enough:
                await asyncio.sleep(0.005)

    async def played() -> None:
        await asyncio.to_thread(server.start)
        for player in players:
            await player.create_table(server, {"kind": "me"}, {"kind": "bot", "bot": "traveller"})
        playing = [asyncio.create_task(keep_playing(player)) for player in players]
        for _ in range(CRASHES):
            await acknowledged(ACTIONS_BETWEEN)
            await asyncio.to_thread(cluster.crash)
            await asyncio.to_thread(cluster.start)
        await acknowledged(ACTIONS_BETWEEN)
        for each in playing:
            each.cancel()
        for outcome in await asyncio.gather(*playing, return_exceptions=True):
            assert outcome is None or isinstance(outcome, asyncio.CancelledError), outcome

    try:
        asyncio.run(played())
    finally:
        if cluster.process is None:
            cluster.start()
        server.stop()
    for player, rows in zip(players, asyncio.run(stored_logs(database, players)), strict=True):
        check(player, rows)


async def stored_logs(database: str, players: list[Player]) -> list[list[EntryRow]]:
    """The logs of the players' tables in the database."""
    storage = storage_of(Settings(database=database))
    await storage.open()
    try:
        return [await storage.load(player.table) for player in players]
    finally:
        await storage.close()
