"""Pictures of learning curves."""

from __future__ import annotations

from pathlib import Path

import pytest

from training import curve


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """A folder with a run of each kind."""
    (tmp_path / "run.jsonl").write_text(
        '{"games": 8, "won": 0.5}\n{"games": 8}\n{"games": 4, "won": 0.75}\n', encoding="utf-8"
    )
    (tmp_path / "ppo.csv").write_text(
        "steps,opponent,margin,wins\n0,traveller,-8,0.5\n0,merchant,-200,0\n"
        "100,traveller,60,1\n100,merchant,-150,0\n",
        encoding="utf-8",
    )
    return tmp_path


def test_a_training_run_is_one_line_over_its_games(runs: Path) -> None:
    (line,) = curve.lines(f"two={runs / 'run.jsonl'}", "won")
    assert line == ("two", [(8, 0.5), (20, 0.75)])


def test_a_learning_curve_has_a_line_for_each_opponent(runs: Path) -> None:
    traveller, merchant = curve.lines(str(runs / "ppo.csv"), "margin")
    assert traveller == ("against the traveller", [(0.0, -8.0), (100.0, 60.0)])
    assert merchant == ("against the merchant", [(0.0, -200.0), (100.0, -150.0)])


def test_the_picture_names_its_axes(runs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = runs / "ppo.svg"
    arguments = ["curve", str(runs / "ppo.csv"), "--what", "margin", "--out", str(out)]
    monkeypatch.setattr("sys.argv", arguments)
    curve.main()
    drawn = out.read_text(encoding="utf-8")
    assert ">steps<" in drawn
    assert ">margin<" in drawn
    assert ">against the merchant<" in drawn
