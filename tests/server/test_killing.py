"""`kill -9` of the server and crashes of PostgreSQL in the middle of play on thirty tables.

Nothing that was acknowledged is lost, and nothing happens twice.
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
from tests.server.clusters import Cluster
from tests.server.servers import ROUNDS, Server

WITH_PEOPLE, OF_BOTS = 26, 4
KILLS, CRASHES = 2, 2
"""How often the server and PostgreSQL die in each round."""
ACTIONS_BETWEEN = 150
"""How many actions of people are acknowledged, on all tables together, before a kill."""
ACTIONS_AFTER = 3
"""How many each table must play when the server is back for good."""
PATIENCE = 60.0


class Player:
    """A guest who plays against a bot or watches bots, and goes on whatever the server does."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.table = ""
        self.cookie = ""
        self.number = 0
        self.choices: list[str] = []
        self.over = False
        self.sent: dict[str, str] = {}
        """The actions by the ids of their sends."""
        self.acknowledged: dict[str, int] = {}
        """The numbers by the ids of their sends."""
        self.waiting = ""
        """The send whose answer did not come yet."""
        self.resumed: list[tuple[int, list[int]]] = []
        self.cut: list[str] = []
        """Why connections have ended."""

    async def create_table(self, server: Server, *seats: object) -> None:
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
            answer = await http.post("/api/tables", json={"seats": seats})
            assert answer.status_code == 201, answer.text
            self.table = answer.json()["table"]
            self.cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())

    async def play(self, server: Server, most: int) -> None:
        """Play until the connection is cut, or so many actions are acknowledged, or the end."""
        url = f"{server.address.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        headers = {"Cookie": self.cookie}
        target = len(self.acknowledged) + most
        try:
            async with connect(
                url,
                additional_headers=headers,
                compression=None,
                open_timeout=PATIENCE,
                ping_interval=None,  # whoever is slow is still there
            ) as socket:
                hello = {"type": "hello", "since": self.number}
                await socket.send(json.dumps(hello))
                if self.waiting:  # perhaps it was heard before the server died
                    await self._send(socket)
                before = len(self.resumed)
                while len(self.resumed) == before or (
                    len(self.acknowledged) < target and not self.over
                ):
                    frame = json.loads(await socket.recv())
                    for message in frame if isinstance(frame, list) else [frame]:
                        self._take(message)
                    if self.choices and not self.waiting:
                        self.waiting = f"send {len(self.sent)}"
                        self.sent[self.waiting] = self.rng.choice(self.choices)
                        await self._send(socket)
        except (ConnectionClosed, OSError) as error:
            self.cut.append(repr(error))

    async def _send(self, socket: ClientConnection) -> None:
        message = {"type": "act", "id": self.waiting, "seen": self.number,
                   "action": self.sent[self.waiting]}  # fmt: skip
        await socket.send(json.dumps(message))

    def _take(self, message: Any) -> None:
        match message["type"]:
            case "welcome":
                numbers = [entry["number"] for entry in message.get("log", ())]
                self.resumed.append((self.number, numbers))
            case "accepted":
                self.acknowledged[message["id"]] = message["number"]
                self.waiting = ""
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
    """Let everybody play, and kill the server when enough has happened."""
    enough = sum(len(player.acknowledged) for player in players) + ACTIONS_BETWEEN
    welcomed = [len(player.resumed) + 1 for player in players]
    playing = [asyncio.create_task(player.play(server, 10**6)) for player in players]
    async with asyncio.timeout(PATIENCE):
        while (
            sum(len(player.acknowledged) for player in players) < enough
            or [len(player.resumed) for player in players] != welcomed
        ):
            await asyncio.sleep(0.005)
            for each in playing:
                if each.done():
                    each.result()
        await asyncio.to_thread(server.kill)
        await asyncio.gather(*playing)


def check(player: Player, rows: list[EntryRow]) -> None:
    """Everything acknowledged is there, at its number, once; and nobody missed an entry."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    stored = {row.sent: row for row in rows if row.sent}
    assert Counter(row.sent for row in rows if row.sent).most_common(1)[0][1] == 1
    for name, number in player.acknowledged.items():
        body = log.decode(stored[name].body)
        assert stored[name].number == number
        assert body == log.Acted(0, player.sent[name])
    assert stored.keys() <= player.sent.keys()
    assert stored.keys() - player.acknowledged.keys() <= {player.waiting}
    assert state_of(player.table, rows).number == len(rows)
    for since, numbers in player.resumed:
        assert numbers == list(range(since + 1, since + 1 + len(numbers)))


@pytest.mark.parametrize("nth", range(ROUNDS))
def test_nothing_acknowledged_is_lost_or_doubled_when_the_server_is_killed(
    database: str, folder: Path, nth: int
) -> None:
    options = ("--database", database, "--pause", "0.02", "--rate", "10000")
    server = Server(folder, *options)
    players = [Player(seed) for seed in range(WITH_PEOPLE * nth, WITH_PEOPLE * (nth + 1))]
    lonely = [Player(seed) for seed in range(OF_BOTS)]
    bot = {"kind": "bot", "bot": "traveller"}

    async def played() -> None:
        await asyncio.to_thread(server.start)
        for player in players:
            await player.create_table(server, {"kind": "me"}, bot)
        for player in lonely:
            await player.create_table(server, bot, bot)
        for _ in range(KILLS):
            await play_until_killed(server, [*players, *lonely])
            await asyncio.to_thread(server.start)
        killed_at = [len(rows) for rows in await stored(database, lonely)]
        watching = [asyncio.create_task(player.play(server, 10**6)) for player in lonely]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(player.play(server, ACTIONS_AFTER) for player in players))
            while not all(
                len(rows) > before or state_of("", rows).phase == "over"
                for rows, before in zip(await stored(database, lonely), killed_at, strict=True)
            ):
                await asyncio.sleep(0.1)
        for each in watching:
            each.cancel()
        await asyncio.gather(*watching, return_exceptions=True)

    try:
        asyncio.run(played())
    finally:
        server.stop()
    for player, rows in zip(players, asyncio.run(stored(database, players)), strict=True):
        check(player, rows)
        assert len(player.resumed) == KILLS + 1, (player.over, player.cut)
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
        async with asyncio.timeout(PATIENCE):
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
    for player, rows in zip(players, asyncio.run(stored(database, players)), strict=True):
        check(player, rows)


async def stored(database: str, players: list[Player]) -> list[list[EntryRow]]:
    """The logs of the tables as they are in the database."""
    storage = storage_of(Settings(database=database))
    await storage.open()
    try:
        return [await storage.load(player.table) for player in players]
    finally:
        await storage.close()
