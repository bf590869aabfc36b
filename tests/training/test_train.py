"""Training as a whole: it plays, learns, saves checkpoints and resumes from them."""

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from naqala.bots.value.numpy_backend.features import features
from naqala.bots.value.numpy_backend.net import Net, net_for
from naqala.rules.setup import set_up
from training import curve, train

ROW = {"games": 2, "won": 0.5}


def run_training(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["train", "--jobs", "1", *arguments])
    train.main()


def stop_after_a_generation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace the clock by one that jumps by a day when a checkpoint is saved."""
    clock = SimpleNamespace(now=0.0)
    clock.time = lambda: clock.now
    save_checkpoint = train.save_checkpoint

    def save_and_jump(net: Net, file: Path) -> None:
        save_checkpoint(net, file)
        clock.now += 86_400

    monkeypatch.setattr(train, "time", clock)
    monkeypatch.setattr(train, "save_checkpoint", save_and_jump)


def test_a_short_run_leaves_a_net_that_plays_and_a_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stop_after_a_generation(monkeypatch)
    run = ["--players", "3", "--games", "1", "--out", str(tmp_path)]
    run_training(monkeypatch, *run)
    net = Net.load(tmp_path / "players-3.npz")
    assert net(features([set_up(train.options_of(3, ["base"], 1))], 0)).shape == (1,)
    run_training(monkeypatch, *run, "--resume", str(tmp_path / "players-3.npz"))
    rows = [json.loads(line) for line in (tmp_path / "players-3.jsonl").read_text().splitlines()]
    assert [row["games"] for row in rows] == [1, 1]
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert {file.name for file in tmp_path.iterdir()} == {"players-3.npz", "players-3.jsonl"}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--modes", "base,desert"], "there is no mode 'desert'; there are base, whims"),
        (["--resume", "nowhere.npz"], "these weights cannot be used"),
    ],
)
def test_invalid_arguments_are_refused_and_write_nothing(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        run_training(monkeypatch, *arguments, "--out", "runs")
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_an_interrupted_save_keeps_the_previous_checkpoint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "players-2.npz"
    train.save_checkpoint(net_for(2), file)
    before = file.read_bytes()

    def interrupted(net: Net, stream: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Net, "save", interrupted)
    with pytest.raises(KeyboardInterrupt):
        train.save_checkpoint(net_for(2), file)
    assert file.read_bytes() == before


def test_a_curve_counts_the_games_of_all_generations(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in (ROW, {"games": 3}, ROW)))
    drawn = curve.series(f"two={file}", "won")
    assert drawn.name == "two"
    assert list(drawn.points) == [(2, 0.5), (7, 0.5)]
