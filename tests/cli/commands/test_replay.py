"""`naqala replay`."""

from pathlib import Path

import pytest

from naqala.cli.commands.replay import chapters, replay
from naqala.cli.ui.journal import log
from naqala.text import Catalogue
from tests.cli.terminals import (
    ENGLISH,
    LANGUAGES,
    MODES,
    fake_console,
    game_after,
    longest_line,
    mode_after,
    names_of,
    output_of,
    scripted_input,
)


def saved(path: Path, actions: int = 10_000) -> str:
    file = path / "game.naqala"
    file.write_text(game_after(actions, 3).record())
    return str(file)


@pytest.mark.parametrize("words", LANGUAGES)
def test_a_replay_prints_every_event_and_the_score(tmp_path: Path, words: Catalogue) -> None:
    console = fake_console()
    assert replay(saved(tmp_path), words, console) == 0
    shown = " ".join(output_of(console).split())
    game = game_after(10_000, 3)
    for line in log(game, words, [words.player(seat) for seat in range(3)], None):
        assert " ".join(line.split()) in shown
    assert words.say("terminal.total") in shown
    assert longest_line(output_of(console)) <= 100


@pytest.mark.parametrize("mode", MODES)
def test_games_of_every_mode_can_be_replayed(tmp_path: Path, mode: str) -> None:
    words = LANGUAGES[len(mode) % 2]
    game = mode_after(90, mode)
    file = tmp_path / "game"
    file.write_text(game.record())
    console = fake_console()
    assert replay(str(file), words, console, step=True, read=lambda _: "") == 0
    shown = " ".join(output_of(console).split())
    for line in log(game, words, names_of(game, words), None):
        assert " ".join(line.split()) in shown
    assert longest_line(output_of(console)) <= 100
    assert not any(line.endswith(" ") for line in output_of(console).splitlines())


def test_stepping_draws_the_board_after_each_turn_and_waits(tmp_path: Path) -> None:
    console = fake_console()
    asked = 0

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        return ""

    assert replay(saved(tmp_path, 60), ENGLISH, console, step=True, read=read) == 0
    assert output_of(console).count("┌") == asked + 1 > 5


@pytest.mark.parametrize("lines", [["", "q"], ["", ""], ["go on", "exit"], ["", "quit"]])
def test_stepping_can_be_stopped(tmp_path: Path, lines: list[str]) -> None:
    console = fake_console()
    assert replay(saved(tmp_path), ENGLISH, console, step=True, read=scripted_input(lines)) == 0
    assert output_of(console).count("┌") == len(lines) + (lines[-1] == "")


def test_chapters_are_the_bids_of_a_round_and_each_turn() -> None:
    game = game_after(10_000, 3)
    replayed = game.copy()
    replayed.undo(len(replayed.history))
    first = [type(chapter[0]).__name__ for chapter in chapters(replayed, game)]
    turns = ["TurnStarted"] * 3
    assert first[:9] == ["RowRefilled", *turns, "RoundStarted", *turns, "RoundStarted"]
    assert replayed == game
