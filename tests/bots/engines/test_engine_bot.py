"""Engines as bots: restart, substitute, and a match of all kinds of bots."""

import os
import signal
import sys
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import pytest

from naqala import Game
from naqala.bots import Bot
from naqala.bots.arena import game as arena_game
from naqala.bots.arena.match import in_order, match, results
from naqala.bots.arena.standings import standings
from naqala.bots.engines.engine_bot import EngineBot, IdleEngines
from naqala.bots.external import BotSpec, known_names, load_bot
from naqala.rules.actions import Action
from naqala.rules.state import Options
from naqala.rules.view import View
from tests.bots.engines.programs import EXAMPLE, program

GAME = Game.new(players=2, seed=5)
VIEW, LEGAL = GAME.view(GAME.seat), GAME.legal()
MERCHANT = load_bot("merchant", 1).answer(VIEW, LEGAL)


def engine_bot(command: str) -> EngineBot:
    found = load_bot(f"engine:{command}", 1)
    assert isinstance(found, EngineBot)
    return found


def test_an_engine_is_a_bot_with_its_own_name(tmp_path: Path) -> None:
    player = engine_bot(program(tmp_path, "sound"))
    assert player.name == "Sound"
    assert player.answer(VIEW, LEGAL) == LEGAL[0]
    player.close()


def test_an_engine_is_used_again_by_the_next_game(tmp_path: Path) -> None:
    command = program(tmp_path, "sound")
    first = engine_bot(command)
    pid = first.pid
    first.close()
    second = engine_bot(command)
    assert second.pid == pid
    second.close()


def test_an_idle_engine_quits_after_a_while(tmp_path: Path) -> None:
    """One that is in use again by then does not."""
    command = program(tmp_path, "sound")
    timers: list[tuple[float, Callable[[], object]]] = []
    idle = IdleEngines(seconds=9, call_later=lambda *timer: timers.append(timer))
    used = idle.take(command)
    idle.give(command, used)
    assert idle.take(command) is used
    assert timers[0][1]() is None
    assert used.running
    idle.give(command, used)
    seconds, close = timers[1]
    assert seconds == 9
    closing = close()
    assert isinstance(closing, Future)
    closing.result(timeout=10)
    assert not used.running
    fresh = idle.take(command)
    assert fresh.pid != used.pid
    fresh.close()


def test_a_killed_engine_is_started_again_once_and_then_replaced(tmp_path: Path) -> None:
    player = engine_bot(program(tmp_path, "sound"))
    player.answer(VIEW, LEGAL)
    os.kill(player.pid, signal.SIGKILL)
    assert player.answer(VIEW, LEGAL) == LEGAL[0]
    assert player.faults == 1
    os.kill(player.pid, signal.SIGKILL)
    assert player.answer(VIEW, LEGAL) == MERCHANT
    assert player.faults == 2
    player.answer(VIEW, LEGAL)
    assert player.faults == 3
    assert "the engine Sound has ended" in player.fault


def test_an_engine_that_lies_is_told_so_and_asked_again(tmp_path: Path) -> None:
    player = engine_bot(program(tmp_path, "corrected"))
    assert player.answer(VIEW, LEGAL) == LEGAL[-1]
    assert player.faults == 1
    assert "'nonsense' is not possible now; possible for p1: bid" in player.fault
    liar = engine_bot(program(tmp_path, "lying"))
    assert liar.answer(VIEW, LEGAL) == MERCHANT
    assert liar.faults == 2
    for each in (player, liar):
        each.close()


class Pilgrim(Bot):
    """Answers with the text of the last legal action."""

    name = "Pilgrim"

    def choose(self, view: View, legal: tuple[Action, ...]) -> str:  # type: ignore[override]
        return str(legal[-1])


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that offers a bot as an entry point."""
    package = tmp_path / "installed"
    info = package / "desert-1.0.dist-info"
    info.mkdir(parents=True)
    (package / "desert.py").write_text(
        "from naqala.bots.merchant import Merchant\n\n"
        "class Hermit(Merchant):\n    name = 'The Hermit'\n"
    )
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: desert\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[naqala.bots]\nhermit = desert:Hermit\n")
    monkeypatch.syspath_prepend(str(package))


@pytest.mark.usefixtures("installed")
def test_four_kinds_of_bots_play_a_match_while_an_engine_is_killed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bot of the package, a class, an entry point and a program in JavaScript."""
    killed: list[int] = []

    def load(spec: BotSpec, seed: int, budget: float | None) -> Bot:
        found = load_bot(spec, seed, budget)
        if isinstance(found, EngineBot):
            choose, choices = found.choose, iter(range(1000))

            def kill_in_the_middle(view: View, legal: tuple[Action, ...]) -> Action | str:
                if next(choices) == 20 and not killed:
                    killed.append(found.pid)
                    os.kill(found.pid, signal.SIGKILL)
                return choose(view, legal)

            monkeypatch.setattr(found, "choose", kill_in_the_middle)
        return found

    monkeypatch.setattr(arena_game, "load_bot", load)
    assert "hermit" in known_names()
    bots: list[BotSpec] = ["merchant", Pilgrim, "hermit", f"engine:{EXAMPLE}"]
    contest = match(bots, Options(4, seed=3), 4, strict=False)
    found = standings(contest, in_order(contest, results(contest)))
    rows = {bot["name"]: bot for bot in found["bots"]}
    assert list(rows) == ["merchant", "Pilgrim", "The Hermit", "Camel Driver"]
    assert len(killed) == 1
    assert {name: row["faults"] for name, row in rows.items()} == {
        "merchant": 0,
        "Pilgrim": 0,
        "The Hermit": 0,
        "Camel Driver": 1,
    }
    assert "the engine Camel Driver has ended" in rows["Camel Driver"]["fault"]
    assert all(row["seats"] == 4 for row in rows.values())
    assert rows["Pilgrim"]["bot"] == f"{__name__}:Pilgrim"


def test_a_program_plays_a_whole_match_in_other_processes() -> None:
    contest = match([f"engine:{EXAMPLE}", "traveller"], Options(2, seed=5), 4, strict=True)
    once, again = (in_order(contest, results(contest, jobs)) for jobs in (1, 2))
    points = [
        [[seat.points for seat in played.seats] for _, played in one] for one in (once, again)
    ]
    assert points[0] == points[1]


def test_a_bot_of_the_package_plays_the_same_through_the_protocol() -> None:
    """The text of a view contains everything that a bot may know."""
    command = f"engine:{sys.executable} -m naqala engine merchant"
    for options in (Options(2, seed=1), Options(3, seed=2, expansions=frozenset({"artisans"}))):
        direct, through = (
            in_order(contest, results(contest))[0][1]
            for contest in (
                match(["merchant", "traveller"], options, 1, strict=True),
                match([command, "traveller"], options, 1, strict=True),
            )
        )
        assert [seat.points for seat in direct.seats] == [seat.points for seat in through.seats]
