"""Puzzles are searched anew after the nets have changed."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from naqala.puzzles import Puzzle, judge, puzzle, puzzle_ids
from training import puzzle_check
from training.puzzle_check import digest, main, renewed, result_of, search_all, searched
from training.puzzle_merge import stored, write
from training.puzzle_mining import MiningEffort

SHORT = MiningEffort(evaluations=1500, samples=2, margin=0.0, errors=0.0, bots=("merchant",))
IMPOSSIBLE = MiningEffort(evaluations=400, samples=2, margin=1000.0, bots=())


def checked(effort: MiningEffort, old: Puzzle) -> Puzzle | None:
    return renewed(old, searched(effort, old))


def easy() -> Puzzle:
    """A puzzle that even short searches solve."""
    return next(each for each in map(puzzle, puzzle_ids()) if each and each.level == 1)


def test_a_puzzle_with_one_best_turn_stays() -> None:
    old = easy()
    new = checked(SHORT, old)
    assert new is not None
    assert (new.id, new.position) == (old.id, old.position)
    assert result_of(old, new) == "confirmed"
    game = new.start()
    for action in new.best:
        game.play(action)
    assert judge(old, game).found
    assert min(new.others.values()) >= 0


def test_a_puzzle_whose_best_turn_is_not_clear_is_dropped() -> None:
    assert checked(IMPOSSIBLE, easy()) is None
    assert result_of(easy(), None) == "dropped"


def test_another_turn_may_become_the_solution() -> None:
    old = easy()
    new = checked(SHORT, old)
    assert new is not None
    second = next(iter(new.others))
    game = old.start()
    outcome = next(each for each in game.outcomes() if str(each) == second)
    move = next(iter(game.sowings(outcome)))
    assert result_of(old, new._replace(best=(str(move),))) == "another solution"


def test_a_run_goes_on_where_the_last_one_stopped(tmp_path: Path) -> None:
    log = tmp_path / "data" / "checked.jsonl"
    some = [each for each in map(puzzle, puzzle_ids()[:2]) if each]
    first = list(search_all(some[:1], IMPOSSIBLE, 1, log))
    assert first == [(some[0], None)]
    with log.open("a", encoding="utf-8") as file:
        file.write('{"id": "cut o')  # the run was killed while it wrote
    assert list(search_all(some, IMPOSSIBLE, 1, log)) == [*first, (some[1], None)]
    assert len(log.read_text(encoding="utf-8").splitlines()) == 3


def test_results_of_another_effort_are_kept_but_not_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "checked.jsonl"
    (tmp_path / "checked-1.jsonl").touch()
    old = easy()
    assert list(search_all([old], IMPOSSIBLE, 1, log)) == [(old, None)]
    before = log.read_text(encoding="utf-8")
    assert not capsys.readouterr().out
    [(_, found)] = search_all([old], SHORT, 1, log)
    assert found is not None
    assert (tmp_path / "checked-2.jsonl").read_text(encoding="utf-8") == before
    assert "checked-2.jsonl" in capsys.readouterr().out
    assert len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("file", ["value/weights/players-2.npz", "search/search.py"])
def test_results_of_other_nets_and_code_are_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str
) -> None:
    before = digest(SHORT)
    shutil.copytree(puzzle_check.BOTS, tmp_path / "bots")
    monkeypatch.setattr(puzzle_check, "BOTS", tmp_path / "bots")
    assert digest(SHORT) == before
    with (tmp_path / "bots" / file).open("ab") as changed:
        changed.write(b" ")
    assert digest(SHORT) != before


def test_puzzles_of_other_numbers_of_players_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "puzzles.txt.gz"
    some = [each for each in map(puzzle, puzzle_ids()[:3]) if each]
    write(some, file)
    there = {each.start().options.players for each in some}
    unused = next(number for number in range(1, 6) if number not in there)
    monkeypatch.setattr(
        sys, "argv", ["puzzle_check", "--players", str(unused), "--jobs", "1", "--out", str(file)]
    )
    main()
    assert stored(file) == some
    assert "3 puzzles" in capsys.readouterr().out
