"""Choosing puzzles from the files of the miner."""

from __future__ import annotations

import gzip
import json
import sys
from pathlib import Path

import pytest

from naqala.puzzles.puzzle import Puzzle, puzzle_text
from training import puzzle_merge
from training.puzzle_merge import TARGET, stored

BOTS = ("merchant", "vizier", "sultan", "djinn")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file with two puzzles, and a file of the miner with these and four others."""
    puzzles = stored(TARGET)[:6]
    text = "\n".join(map(puzzle_text, puzzles[:2]))
    (tmp_path / "puzzles.txt.gz").write_bytes(gzip.compress(text.encode()))
    lines = [json.dumps(mined(puzzle, nth)) for nth, puzzle in enumerate(puzzles)]
    lines += ['{"finished": 7}', lines[-1][:50]]
    (tmp_path / "run-1-worker-0.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def mined(puzzle: Puzzle, game: int) -> dict[str, object]:
    return {
        "game": game,
        "position": puzzle.position.rstrip("\n"),
        "best": puzzle.best,
        "points": puzzle.points,
        "others": puzzle.others,
        "found_by": BOTS[: game % len(BOTS)],
        "reasons": puzzle.reasons,
        "why": puzzle.why,
        "but": puzzle.but,
        "checked": 5.0,
        "error": 1.0,
    }


def merged(folder: Path, monkeypatch: pytest.MonkeyPatch, *options: str) -> list[Puzzle]:
    out = folder / "puzzles.txt.gz"
    monkeypatch.setattr(sys, "argv", ["merge", str(folder), "--out", str(out), *options])
    puzzle_merge.main()
    return stored(out)


def test_new_puzzles_are_added_to_those_of_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stored(folder / "puzzles.txt.gz")
    after = merged(folder, monkeypatch, "--add", "--count", "5")
    assert len(after) == len({puzzle.id for puzzle in after}) == 5
    assert all(puzzle in after for puzzle in before)


def test_all_puzzles_are_chosen_anew(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    after = merged(folder, monkeypatch, "--count", "9")
    wanted = {puzzle.position for puzzle in stored(TARGET)[:6]}
    assert {puzzle.position for puzzle in after} == wanted


def test_a_file_that_is_too_large_is_not_written(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = folder / "puzzles.txt.gz"
    before = out.read_bytes()
    monkeypatch.setattr(puzzle_merge, "LARGEST", 100)
    with pytest.raises(SystemExit):
        merged(folder, monkeypatch, "--count", "9")
    assert out.read_bytes() == before
