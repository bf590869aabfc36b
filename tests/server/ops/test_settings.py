"""The default location of the database."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from naqala.server.ops import settings
from naqala.server.ops.settings import FILE, Settings, data_folder, storage_of
from naqala.server.storage.sqlite import Sqlite


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home folder with `new` as the data folder and `old` as that of earlier versions."""
    monkeypatch.setattr(settings, "user_data_path", lambda *names, **options: tmp_path / "new")
    monkeypatch.setattr(settings, "_earlier_data_folder", lambda: tmp_path / "old")
    return tmp_path


def create_database(folder: Path) -> None:
    folder.mkdir()
    (folder / FILE).touch()


def test_the_default_is_the_data_folder_of_the_platform(home: Path) -> None:
    assert data_folder() == home / "new"
    (home / "old").mkdir()  # without a database
    assert data_folder() == home / "new"


def test_tables_of_an_earlier_version_are_found(home: Path) -> None:
    create_database(home / "old")
    assert data_folder() == home / "old"
    storage = storage_of(Settings())
    assert isinstance(storage, Sqlite)
    assert storage.path == home / "old" / FILE


def test_tables_in_the_new_folder_take_precedence(home: Path) -> None:
    create_database(home / "old")
    create_database(home / "new")
    assert data_folder() == home / "new"


@pytest.mark.parametrize("set_to", ["", "data"])
def test_on_linux_the_folder_has_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_to: str
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / set_to) if set_to else "")
    share = tmp_path / set_to if set_to else tmp_path / ".local" / "share"
    assert settings._earlier_data_folder() == share / "naqala"
    folder = share / "naqala"
    folder.mkdir(parents=True)
    (folder / FILE).touch()
    assert data_folder() == share / "naqala"


def test_on_macos_tables_are_found_even_if_xdg_data_home_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "elsewhere"))
    support = tmp_path / "Library" / "Application Support" / "naqala"
    support.mkdir(parents=True)
    (support / FILE).touch()
    assert data_folder() == support
