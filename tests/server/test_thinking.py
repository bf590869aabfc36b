"""Bots think elsewhere, never for ever, and always answer."""

from __future__ import annotations

import asyncio
import os
import signal

import pytest

from naqala import Game
from naqala.bots import BOTS, bot
from naqala.server import thinking
from naqala.server.thinker import Question
from naqala.server.thinking import Broken, Thinking, Worker


def position() -> Game:
    game = Game.new(players=2, seed=1)
    for _ in range(4):
        game.play(game.legal()[0])
    return game


def test_a_worker_chooses_as_the_bot_would_and_remembers_its_plan() -> None:
    async def played() -> list[str]:
        thoughts, game = Thinking(1), position()
        chosen = []
        while game.seat == 0:
            action = await thoughts.choose("t 0", "merchant", 5, game.view(0), game.legal())
            chosen.append(str(action))
            game.play(action)
        await thoughts.stop()
        return chosen

    game, merchant, direct = position(), bot("merchant", 5), []
    while game.seat == 0:
        legal = game.legal()
        action = legal[0] if len(legal) == 1 else merchant.choose(game.view(0), legal)
        direct.append(str(action))
        game.play(action)
    assert asyncio.run(played()) == direct


def test_a_bot_that_thinks_too_long_is_stopped_and_the_game_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = position()

    async def choose() -> tuple[bool, bool]:
        monkeypatch.setattr(thinking, "GRACE", -BOTS["djinn"].budget)
        monkeypatch.setattr(thinking, "FALLBACK_LIMIT", 0.0)
        thoughts = Thinking(1)
        action = await thoughts.choose("t 0", "djinn", 5, game.view(0), game.legal())
        monkeypatch.undo()
        again = await thoughts.choose("t 0", "traveller", 5, game.view(0), game.legal())
        await thoughts.stop()
        return action == game.legal()[0], again in game.legal()

    assert asyncio.run(choose()) == (True, True)


def test_a_worker_that_dies_is_replaced() -> None:
    game = position()
    question = Question("t 0", "traveller", 5, game.view(0), game.legal())

    async def ask() -> None:
        worker = Worker()
        assert await worker.ask(question, 60) in range(len(game.legal()))
        assert worker.process is not None
        os.kill(worker.process.pid, signal.SIGKILL)
        with pytest.raises(Broken):
            await worker.ask(question, 60)
        assert await worker.ask(question, 60) in range(len(game.legal()))
        await worker.stop()

    asyncio.run(ask())


def test_an_adviser_that_takes_too_long_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> bool:
        monkeypatch.setattr(thinking, "HINT_LIMIT", 0.0)
        thoughts, game = Thinking(1), position()
        advice = await thoughts.advise("t 0", game.view(game.seat))
        await thoughts.stop()
        return advice is None

    assert asyncio.run(ask())


SLOW = """
import time
from naqala.bots.bot import Bot
from naqala.server import thinker

class Sleeper(Bot):
    def choose(self, view, legal):
        time.sleep(3600)

usual = thinker.bot
thinker.bot = lambda name, seed: Sleeper(seed) if name == "djinn" else usual(name, seed)
thinker.main()
"""
"""A worker where a djinn never comes to an end."""


def test_a_slow_bot_delays_those_behind_it_by_its_own_limit_and_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = position()
    done: list[str] = []

    async def choose(thoughts: Thinking, key: str, name: str) -> str:
        action = await thoughts.choose(key, name, 5, game.view(0), game.legal())
        done.append(key)
        return str(action)

    async def run() -> tuple[str, ...]:
        monkeypatch.setattr(thinking, "COMMAND", SLOW)
        thoughts = Thinking(1)
        monkeypatch.setattr(thinking, "GRACE", 0.2 - BOTS["djinn"].budget)
        monkeypatch.setattr(thinking, "START_LIMIT", 3600.0)  # is not the time of the sleeper
        slow = asyncio.create_task(choose(thoughts, "slow", "djinn"))
        await asyncio.sleep(0)  # it asks first
        monkeypatch.setattr(thinking, "GRACE", 60.0)
        others = [choose(thoughts, f"other {nth}", "merchant") for nth in range(3)]
        chosen = await asyncio.gather(*others, slow)
        await thoughts.stop()
        return tuple(chosen)

    async def bounded() -> tuple[str, ...]:
        async with asyncio.timeout(60):
            return await run()

    *others, instead = asyncio.run(bounded())
    expected = str(bot("merchant", 5).choose(game.view(0), game.legal()))
    assert others == [expected] * 3
    assert instead == expected  # the merchant's choice, in place of the sleeper's
    assert done == ["other 0", "other 1", "other 2", "slow"]
