"""A record told again."""

from pathlib import Path

import pytest

from naqala.cli.commands.replay import chapters, replay
from naqala.cli.ui.journal import log
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    LANGUAGES,
    MODES,
    game_after,
    mode_after,
    names_of,
    paper,
    script,
    widest,
    written,
)


def saved(path: Path, actions: int = 10_000) -> str:
    file = path / "game.naqala"
    file.write_text(game_after(actions, 3).record())
    return str(file)


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_replay_tells_every_event_and_the_score(tmp_path: Path, words: Catalogue) -> None:
    console = paper()
    assert replay(saved(tmp_path), words, console) == 0
    shown = " ".join(written(console).split())
    game = game_after(10_000, 3)
    for line in log(game, words, [words.player(seat) for seat in range(3)], None):
        assert " ".join(line.split()) in shown
    assert words.say("terminal.total") in shown
    assert widest(written(console)) <= 100


@pytest.mark.parametrize("mode", MODES)
def test_games_of_every_mode_are_told_again(tmp_path: Path, mode: str) -> None:
    words = LANGUAGES[len(mode) % 2]
    game = mode_after(90, mode)
    file = tmp_path / "game"
    file.write_text(game.record())
    console = paper()
    assert replay(str(file), words, console, step=True, read=lambda _: "") == 0
    shown = " ".join(written(console).split())
    for line in log(game, words, names_of(game, words), None):
        assert " ".join(line.split()) in shown
    assert widest(written(console)) <= 100
    assert not any(line.endswith(" ") for line in written(console).splitlines())


def test_steps_draw_the_board_after_each_turn_and_wait(tmp_path: Path) -> None:
    console = paper()
    asked = 0

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        return ""

    assert replay(saved(tmp_path, 60), ENGLISH, console, step=True, read=read) == 0
    assert written(console).count("┌") == asked + 1 > 5


@pytest.mark.parametrize("lines", [["", "q"], ["", ""], ["go on", "exit"], ["", "quit"]])
def test_steps_can_be_left(tmp_path: Path, lines: list[str]) -> None:
    console = paper()
    assert replay(saved(tmp_path), ENGLISH, console, step=True, read=script(lines)) == 0
    assert written(console).count("┌") == len(lines) + (lines[-1] == "")


def test_chapters_are_the_bids_of_a_round_and_each_turn() -> None:
    game = game_after(10_000, 3)
    told = game.copy()
    told.undo(len(told.history))
    first = [type(chapter[0]).__name__ for chapter in chapters(told, game)]
    turns = ["TurnStarted"] * 3
    assert first[:9] == ["RowRefilled", *turns, "RoundStarted", *turns, "RoundStarted"]
    assert told == game
