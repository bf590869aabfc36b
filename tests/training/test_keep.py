"""A net replaces that of the package only if it is better on seeds that nobody trained with."""

from pathlib import Path
from shutil import copyfile

import pytest

from naqala.bots.value.features import feature_names
from naqala.bots.value.numpy_backend.net import Net
from naqala.rules.state import Options
from training import keep
from training.learning import initial_net
from training.train import Match


def quick_match(task: tuple[Options, Net, int]) -> Match:
    """A match that a net without layers loses."""
    options, net, seed = task
    assert options.seed == seed >= keep.FIRST_SEED
    return Match(1.0, 20.0 + seed % 3) if net.layers else Match(0.0, -20.0 + seed % 2)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    copyfile(keep.FOLDER / "players-2.npz", tmp_path / "players-2.npz")
    monkeypatch.setattr(keep, "FOLDER", tmp_path)
    monkeypatch.setattr(keep, "one_match", quick_match)
    return tmp_path


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> None:
    monkeypatch.setattr("sys.argv", ["keep", *arguments, "--games", "4", "--jobs", "1"])
    keep.main()


def test_a_net_that_is_worse_is_not_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    weak = folder / "weak.npz"
    initial_net(2, feature_names(2)).save(weak)
    before = (folder / "players-2.npz").read_bytes()
    run(monkeypatch, str(weak))
    assert (folder / "players-2.npz").read_bytes() == before
    assert "The net of the package stays." in capsys.readouterr().out


@pytest.mark.parametrize("dry", [True, False])
def test_a_net_that_is_better_replaces_the_other(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], dry: bool
) -> None:
    better = folder / "better.npz"
    copyfile(folder / "players-2.npz", better)
    monkeypatch.setattr(keep, "net_for", lambda _: initial_net(2, feature_names(2)))
    (folder / "players-2.npz").write_bytes(b"")
    run(monkeypatch, str(better), *(["--dry-run"] if dry else []))
    kept = better.read_bytes()
    assert (folder / "players-2.npz").read_bytes() == (b"" if dry else kept)
    assert "new: won 100.0 ± 0.0 %" in capsys.readouterr().out
