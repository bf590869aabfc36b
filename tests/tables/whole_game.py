"""Play a whole game with `naqala.tables` alone; `test_whole_game` runs this in a subprocess.

The packages of the server cannot be imported here, and no module of Naqala may import threading,
process or socket modules. Asyncio itself may.
"""

from __future__ import annotations

import asyncio
import builtins
import random
import sys
import threading
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

MISSING = {"asyncpg", "numpy", "sqlite3", "starlette", "uvicorn"}
FORBIDDEN = {"multiprocessing", "socket", "subprocess", "threading"}
_import = builtins.__import__


class Blocked(MetaPathFinder):
    """Hides the missing packages."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)
        return None


def checked_import(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    importer = str((globals or {}).get("__name__", ""))
    if importer.partition(".")[0] == "naqala" and name.partition(".")[0] in FORBIDDEN:
        raise ImportError(f"{importer} must not import {name}")
    return _import(name, globals, locals, fromlist or (), level)


def block() -> None:
    assert not any(name.partition(".")[0] in {"naqala", *MISSING} for name in sys.modules)
    sys.meta_path.insert(0, Blocked())
    builtins.__import__ = checked_import


async def play() -> None:
    """Play a game of two people and a bot, from the new table to the record."""
    import msgspec

    from naqala.rules.actions import Action
    from naqala.rules.game import Game
    from naqala.tables import replay
    from naqala.tables.bot_runner import BotRequest, InlineBotRunner, Priority
    from naqala.tables.commands import Sender
    from naqala.tables.live.bot_seats import Pace
    from naqala.tables.live.registry import TableRegistry
    from naqala.tables.live.subscribers import Subscriber
    from naqala.tables.live.table import LiveTable
    from naqala.tables.log import fairness
    from naqala.tables.memory import MemoryStorage
    from naqala.tables.protocol.messages import Act, News, NewTable, Presence, Sit, Welcome
    from naqala.tables.protocol.types import GameOptions, Private, Scene, SeatPlan
    from naqala.text import catalogue

    words = catalogue("en")
    message_type = Welcome | News | Presence

    class Person:
        """A player who knows the table only from messages."""

        def __init__(self, guest: str) -> None:
            self.sender = Sender(guest * 64)
            self.subscriber = Subscriber(self.sender, "en")
            self.number = 0
            self.scene: Scene | None = None
            self.private: tuple[Private, ...] = ()

        async def receive(self) -> None:
            frame = await self.subscriber.outbox.frame()
            assert frame is not None
            found = msgspec.json.decode(frame, type=message_type | list[message_type])
            for message in found if isinstance(found, list) else [found]:
                if isinstance(message, Presence):
                    continue
                self.number = message.number
                self.scene = message.scene or self.scene
                self.private = message.private if message.private is not None else self.private

        async def play(self, table: LiveTable, rng: random.Random) -> int:
            """Act whenever it is this player's turn; return how often that was."""
            acts = 0
            while not (self.scene and self.scene.over):
                await self.receive()
                choices = [choice for mine in self.private for choice in mine.choices]
                if choices and self.number == table.state.number:
                    acts += 1
                    action = rng.choice(choices).action
                    command = Act(id=str(acts), seen=self.number, action=action)
                    await table.execute(self.sender, command, words)
            return acts

    chance = random.Random(2)

    class RandomBotRunner(InlineBotRunner):
        """Chooses at random, because creating a real bot loads NumPy."""

        async def choose(self, request: BotRequest, priority: Priority = Priority.PLAYED) -> Action:
            return chance.choice(request.legal)

    storage, rng = MemoryStorage(), random.Random(1)
    registry = TableRegistry(storage, RandomBotRunner(), Pace(0, 0))
    await registry.start()
    ann, bob = Person("a"), Person("b")
    plans = (SeatPlan("me"), SeatPlan("open"), SeatPlan("bot", bot="traveller"))
    plan = NewTable(GameOptions(3), plans, seed="7")
    table, _ = await registry.create(ann.sender, plan, words)
    for person in (ann, bob):
        await table.subscribe(person.subscriber, -1)
        await person.receive()
    await table.execute(bob.sender, Sit(id="sit", seat=1, name="Bob"), words)
    acts = sum(await asyncio.gather(ann.play(table, rng), bob.play(table, rng)))
    state = await registry.load(table.state.id)  # loaded from the storage
    assert state.phase == "over"
    assert state.game is not None
    assert state.started is not None
    assert {type(each.entry.body).__name__ for each in state.log} >= {"Sat", "Started", "Acted"}
    last = len(state.game.history)
    assert replay.moment(state, last, words).scene == ann.scene == bob.scene
    assert replay.moment(state, 0, words).actions == 0
    assert len(replay.curve(state).points) > 10
    record = replay.record(state)
    assert Game.load(record).scores() == state.game.scores()
    assert fairness.verify(record).reason == "chosen"
    await registry.stop()
    print(f"{last} actions, {acts} by people")


if __name__ == "__main__":
    block()
    asyncio.run(asyncio.wait_for(play(), 300))
    assert threading.active_count() == 1
    assert not any(name.partition(".")[0] in MISSING for name in sys.modules)
