"""Clients of engines: what they read, and engines that hang, crash, flood or lie."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from naqala import Game, IllegalAction
from naqala.bots.engines import AsyncEngine, Engine, EngineError, async_client
from naqala.bots.engines.protocol import EngineOption
from tests.bots.engines.programs import program

GAME = Game.new(players=2, seed=5)
VIEW, LEGAL = GAME.view(GAME.seat), GAME.legal()
ENOUGH = 50
"""Seconds that are enough on every machine."""


def test_an_engine_introduces_itself_reports_and_answers(tmp_path: Path) -> None:
    with Engine(program(tmp_path, "sound")) as engine:
        assert (engine.name, engine.author) == ("Sound", "Tester")
        assert engine.options == {"level": EngineOption("level", "number", "3", "1", "9")}
        engine.set_option("level", 5)
        with pytest.raises(EngineError, match="no option 'depth'; its options are level"):
            engine.set_option("depth", 5)
        engine.new_game(seed=7)
        thinking = engine.think(VIEW, LEGAL, seconds=ENOUGH)
        (info,) = thinking
        assert (info.seconds, info.evaluations, info.samples, info.value) == (0.01, 12, 3, -1.5)
        assert (info.best, info.others) == (LEGAL[:2], {"depth": "4"})
        assert thinking.steps() == [LEGAL[0]]
        assert engine.choose(VIEW, LEGAL) == LEGAL[0]
        pid = engine.pid
    assert not engine.running
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_the_asynchronous_client_does_the_same(tmp_path: Path) -> None:
    async def run() -> None:
        async with await AsyncEngine.start(program(tmp_path, "sound")) as engine:
            thinking = await engine.think(VIEW, LEGAL, evaluations=100)
            assert [info.samples async for info in thinking] == [3]
            assert await thinking.steps() == [LEGAL[0]]
            assert await engine.choose(VIEW, LEGAL, seconds=ENOUGH) == LEGAL[0]
        assert not engine.running

    asyncio.run(run())


def test_a_whole_position_is_sent_only_for_analysis(tmp_path: Path) -> None:
    """A view has no seed and no deck."""
    command = program(tmp_path, "witness")
    with Engine(command) as engine:
        assert [info.text for info in engine.think(VIEW, LEGAL, seconds=ENOUGH)] == ["view viewer"]
        for game in (GAME, Game.from_position(GAME.position())):
            thinking = engine.analyse(game, evaluations=9)
            assert [info.text for info in thinking] == ["position seed deck"]
            assert thinking.steps() == [LEGAL[-1]]

    async def run() -> None:
        async with await AsyncEngine.start(command) as engine:
            thinking = await engine.analyse(GAME, seconds=ENOUGH)
            assert [info.text async for info in thinking] == ["position seed deck"]
            assert await thinking.steps() == [LEGAL[-1]]

    asyncio.run(run())


def test_a_finished_game_has_nothing_to_think_about(tmp_path: Path) -> None:
    game = Game.new(players=2, seed=5)
    while not game.over:
        game.play(game.legal()[0])
    with Engine(program(tmp_path, "sound")) as engine:
        with pytest.raises(IllegalAction, match="the game is over"):
            engine.analyse(game)
        with pytest.raises(IllegalAction, match="the game is over"):
            engine.choose(game.view(0), game.legal())
        assert engine.choose(VIEW, LEGAL, seconds=ENOUGH) == LEGAL[0]


def test_several_engines_think_at_the_same_time(tmp_path: Path) -> None:
    async def run() -> None:
        command = program(tmp_path, "sound")
        engines = [await AsyncEngine.start(command) for _ in range(3)]
        choices = await asyncio.gather(*(engine.choose(VIEW, LEGAL) for engine in engines))
        assert choices == [LEGAL[0]] * 3
        await asyncio.gather(*(engine.close() for engine in engines))

    asyncio.run(run())


@pytest.mark.parametrize(
    ("kind", "seconds", "said"),
    [
        ("hanging", 0.1, "did not answer in time"),
        ("crashing", ENOUGH, "has ended"),
        ("flooding", ENOUGH, "more than 10000 lines"),
        ("endless", ENOUGH, "a line of more than 8192 bytes"),
    ],
)
def test_an_engine_that_does_not_answer_is_killed(
    kind: str, seconds: float, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For its fault, however slow the machine is: only the one that hangs runs out of time."""
    monkeypatch.setattr(async_client, "GRACE_SECONDS", 0.2)
    engine = Engine(program(tmp_path, kind))
    with pytest.raises(EngineError, match=said) as failed:
        engine.choose(VIEW, LEGAL, seconds=seconds)
    assert not engine.running
    if kind == "crashing":
        assert "a sand storm" in failed.value.__notes__[0]
    with pytest.raises(EngineError, match="has ended"):
        engine.choose(VIEW, LEGAL)
    engine.close()


def test_an_engine_that_is_late_is_asked_to_stop_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a short grace; it has a long one to answer then."""
    with Engine(program(tmp_path, "stubborn")) as engine:
        monkeypatch.setattr(async_client, "GRACE_SECONDS", 0.2)
        thinking = engine.think(VIEW, LEGAL, seconds=0.1)
        monkeypatch.setattr(async_client, "GRACE_SECONDS", ENOUGH)
        assert thinking.steps() == [LEGAL[-1]]


def test_an_illegal_answer_is_refused_with_the_legal_ones(tmp_path: Path) -> None:
    with Engine(program(tmp_path, "lying")) as engine:
        with pytest.raises(
            IllegalAction, match="'take z9' is not possible now; possible for p1: bid"
        ):
            engine.choose(VIEW, LEGAL, seconds=ENOUGH)
        assert engine.running


def test_lines_that_answer_nothing_are_skipped(tmp_path: Path) -> None:
    with Engine(program(tmp_path, "chatty")) as engine:
        for _ in range(3):
            assert engine.choose(VIEW, LEGAL, seconds=ENOUGH) == LEGAL[-1]


def test_reports_that_cannot_be_read_are_left_out(tmp_path: Path) -> None:
    with Engine(program(tmp_path, "garbled")) as engine:
        thinking = engine.think(VIEW, LEGAL, seconds=ENOUGH)
        assert all(info.value is None and info.seconds is None for info in thinking)
        assert thinking.steps() == [LEGAL[0]]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("", "the command of an engine is missing"),
        ("no-such-program --x", "'no-such-program --x' cannot be started"),
        (f"{sys.executable} -c pass", "has ended"),
    ],
)
def test_a_command_that_is_not_an_engine_is_refused(command: str, said: str) -> None:
    with pytest.raises(EngineError, match=said):
        Engine(command)


def test_an_engine_that_never_greets_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(async_client, "START_SECONDS", 0.3)
    with pytest.raises(EngineError, match="did not answer in time"):
        Engine(program(tmp_path, "mute"))
    monkeypatch.undo()
    with pytest.raises(EngineError, match="has ended") as failed:
        Engine(program(tmp_path, "dying"))
    assert "out of water" in failed.value.__notes__[0]
