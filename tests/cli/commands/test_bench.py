"""`naqala bench`."""

from pathlib import Path

import pytest

import naqala
from naqala.cli import main
from naqala.cli.commands import bench
from naqala.cli.files import BadFile


def test_the_repository_of_the_package_is_found() -> None:
    root = bench.checkout(Path(naqala.__file__))
    assert root is not None
    assert (root / "benchmarks").is_dir()


def test_an_installed_package_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(naqala, "__file__", str(tmp_path / "lib" / "naqala" / "__init__.py"))
    with pytest.raises(BadFile, match="need a checkout"):
        bench.bench([])


def test_missing_libraries_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "PEERS", ("no_such_library",))
    with pytest.raises(BadFile, match="make bench"):
        bench.bench([])


def test_an_installed_package_does_not_list_the_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    assert "    bench" in capsys.readouterr().out
    monkeypatch.setattr(naqala, "__file__", str(tmp_path / "lib" / "naqala" / "__init__.py"))
    assert main([]) == 0
    assert "bench" not in capsys.readouterr().out
