"""Progress of the adviser, and Ctrl-C."""

import re
import signal
from collections.abc import Callable
from typing import Any

import pytest

from naqala import Game
from naqala.bots.advice.reasons import Advice, Option
from naqala.bots.search.search import Progress
from naqala.cli.ui.thinking import think
from naqala.rules.actions import END
from tests.cli.terminals import ENGLISH, FRENCH, fake_console, output_of

VIEW = Game.new(players=2, seed=1).view(0)
ADVISE = "naqala.cli.ui.thinking.advise"


def advice(stop: Any) -> Advice:
    return Advice(0, (Option((END,), 0.0, 0, ()),), 1, 0, stop)


def test_a_terminal_shows_the_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: object, progress: Callable[[Progress], None], **__: object) -> Advice:
        progress(Progress(1, 4, 7, (END,)))
        return advice("complete")

    monkeypatch.setattr(ADVISE, advise)
    for words, said in (
        (ENGLISH, "played on 4×, 7 options left, best so far: end"),
        (FRENCH, "suite simulée 4×, 7 options restantes, la meilleure"),
    ):
        screen, paper = fake_console(screen=True), fake_console()
        think(VIEW, words, screen, budget=1.0, count=1)
        assert said in output_of(screen).replace("\u00a0", " ")
        think(VIEW, words, paper, budget=1.0, count=1)
        assert output_of(paper) == ""


def test_the_progress_takes_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: object, progress: Callable[[Progress], None], **__: object) -> Advice:
        progress(Progress(1, 4, 7, (END,) * 40))
        return advice("complete")

    monkeypatch.setattr(ADVISE, advise)
    screen = fake_console(80, screen=True)
    think(VIEW, ENGLISH, screen, budget=1.0, count=1)
    shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output_of(screen))
    lines = re.split(r"[\r\n]+", shown)
    assert any("best so far" in line for line in lines)
    assert not any(line.startswith("end") for line in lines)
    assert max(map(len, lines)) < 80


def press_ctrl_c() -> None:
    signal.raise_signal(signal.SIGINT)


def test_ctrl_c_ends_the_search_and_keeps_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: object, interrupted: Callable[[], bool], **__: object) -> Advice:
        assert not interrupted()
        press_ctrl_c()
        assert interrupted()
        return advice("interrupted")

    monkeypatch.setattr(ADVISE, advise)
    before = signal.getsignal(signal.SIGINT)
    assert think(VIEW, ENGLISH, fake_console(), budget=1.0, count=1).stop == "interrupted"
    assert signal.getsignal(signal.SIGINT) is before


def test_a_second_ctrl_c_interrupts_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def advise(*_: object, **__: object) -> Advice:
        press_ctrl_c()
        press_ctrl_c()
        raise AssertionError("not interrupted")

    monkeypatch.setattr(ADVISE, advise)
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        think(VIEW, ENGLISH, fake_console(), budget=1.0, count=1)
    assert signal.getsignal(signal.SIGINT) is before
