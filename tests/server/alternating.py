"""Games whose every act goes to the other of two processes, by somebody who has seen all others.

Every act is legal, so each refusal is wrong: the process judged by what it knew before.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx

from naqala.rules.game import Game
from naqala.tables.commands import Sender
from naqala.tables.errors import Refusal
from naqala.tables.live.registry import TableRegistry
from naqala.tables.protocol.messages import Act, NewTable
from naqala.tables.protocol.types import GameOptions, SeatPlan
from naqala.text import catalogue

CUT = """select count(pg_terminate_backend(pid)) from pg_stat_activity
    where application_name = 'naqala listens'"""
"""Cuts the connections by which processes of a PostgreSQL hear of each other."""
CUT_SECONDS = 0.5

Create = Callable[[int], Awaitable[tuple[str, int]]]
"""Creates a table with a seed; returns its name and the last number of its log."""
Send = Callable[[int, str, Act], Awaitable[str]]
"""Sends an act for a table to one of two processes; returns the code of a refusal, or nothing."""


async def play(create: Create, send: Send, acts: int, tables: int) -> Counter[str]:
    """Play this many acts at so many tables at once; count the answers by code."""
    answers: Counter[str] = Counter()
    seeds = count(1)

    async def one_after_the_other() -> None:
        while answers.total() < acts:
            seed = next(seeds)
            game, rng = Game.new(players=2, seed=seed), random.Random(seed)
            name, number = await create(seed)
            while not game.over and answers.total() < acts:
                action = rng.choice(game.legal())
                act = Act(id=f"act {number}", seen=number, action=str(action))
                code = await send(number % 2, name, act)
                answers[code] += 1
                if code:
                    break
                game.play(action)
                number += 1

    await asyncio.gather(*(one_after_the_other() for _ in range(tables)))
    return answers


async def play_at_registries(both: list[TableRegistry], acts: int, tables: int) -> Counter[str]:
    """Play at two registries with one storage."""
    words, sender = catalogue("en"), Sender("a" * 64)

    async def create(seed: int) -> tuple[str, int]:
        plan = NewTable(GameOptions(2), (SeatPlan("me"),) * 2, seed=str(seed))
        table, _ = await both[0].create(sender, plan, words)
        return table.state.id, table.state.number

    async def send(process: int, name: str, act: Act) -> str:
        try:
            await (await both[process].find(name)).execute(sender, act, words)
        except Refusal as refusal:
            return refusal.code
        return ""

    return await play(create, send, acts, tables)


async def play_at_servers(addresses: list[str], acts: int, tables: int) -> Counter[str]:
    """Play at two servers with one database, over HTTP."""
    cookies: dict[str, str] = {}
    async with httpx.AsyncClient(timeout=60) as http:

        async def create(seed: int) -> tuple[str, int]:
            seats = [{"kind": "me", "name": name} for name in ("Ann", "Bob")]
            asked = {"seats": seats, "seed": str(seed)}
            http.cookies.clear()  # a guest has a limited number of tables
            answer = await http.post(f"{addresses[0]}/api/tables", json=asked)
            laid: Any = answer.raise_for_status().json()
            held = "; ".join(f"{key}={value}" for key, value in answer.cookies.items())
            cookies[laid["table"]] = held
            return laid["table"], laid["number"]

        async def send(process: int, name: str, act: Act) -> str:
            answer = await http.post(
                f"{addresses[process]}/api/tables/{name}/commands",
                json={"type": "act", "id": act.id, "seen": act.seen, "action": act.action},
                headers={"cookie": cookies[name]},
            )
            return "" if answer.is_success else str(answer.json()["code"])

        return await play(create, send, acts, tables)


@asynccontextmanager
async def cutting(cut: Callable[[], Any]) -> AsyncIterator[list[int]]:
    """Cut connections again and again meanwhile; how many were cut each time."""
    cuts: list[int] = []

    async def keep_cutting() -> None:
        while True:
            cuts.append(int(await asyncio.to_thread(cut)))
            await asyncio.sleep(CUT_SECONDS)

    task = asyncio.create_task(keep_cutting())
    try:
        yield cuts
    finally:
        task.cancel()
