"""Training as a whole: it plays, learns, saves checkpoints and resumes from them."""

import io
import json
import sys
from pathlib import Path

import pytest

from naqala.bots.value.numpy_backend.features import features
from naqala.bots.value.numpy_backend.net import Net, net_for
from naqala.rules.setup import set_up
from training import curve, train

ROW = {"games": 2, "won": 0.5}


def run_training(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr(sys, "argv", ["train", "--jobs", "1", *arguments])
    train.main()


def test_a_short_run_leaves_a_net_that_plays_its_games_and_a_curve(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    run = ["--players", "3", "--games", "2", "--rounds", "1", "--out", str(tmp_path)]
    run_training(monkeypatch, *run)
    net = Net.load(tmp_path / "players-3.npz")
    assert net(features([set_up(train.options_of(3, ["base"], 1))], 0)).shape == (1,)
    row = json.loads(capsys.readouterr().out)
    assert row["games"] == 2
    assert json.loads((tmp_path / "players-3.jsonl").read_text()) == row
    names = {"players-3.npz", "players-3.jsonl", "players-3-games-1.npz"}
    assert {file.name for file in tmp_path.iterdir()} == names


def test_a_run_that_is_started_again_goes_on_after_the_stored_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = ["--players", "2", "--games", "2", "--out", str(tmp_path)]
    run_training(monkeypatch, *run, "--rounds", "1")
    played: list[range] = []
    play_games = train.play_games

    def watched(pool: object, net: Net, modes: object, seeds: range) -> object:
        played.append(seeds)
        return play_games(pool, net, modes, seeds)  # type: ignore[arg-type]

    monkeypatch.setattr(train, "play_games", watched)
    run_training(monkeypatch, *run, "--rounds", "2")
    assert played == [range(2_000_002, 2_000_004)]
    begun = tmp_path / "players-2.npz"
    once = begun.read_bytes()
    run_training(monkeypatch, *run, "--rounds", "2")
    assert (Net.load(begun).linear == Net.load(io.BytesIO(once)).linear).all()


def test_a_net_learns_from_all_modes_that_its_players_can_play() -> None:
    assert train.modes_for(1) == ["base"]
    assert train.modes_for(4) == ["base", "whims", "artisans", "both"]
    assert train.modes_for(5) == ["whims", "artisans", "both"]


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
