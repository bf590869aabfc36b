"""Where tables are stored when nothing is specified."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from naqala.server.ops import settings
from naqala.server.ops.settings import FILE, Settings, data_folder, storage_of
from naqala.server.storage.sqlite import Sqlite


def test_tables_are_stored_in_the_data_folder_of_the_platform(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "user_data_path", lambda *names, **options: tmp_path / "data")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "naqala").mkdir()
    (tmp_path / "naqala" / FILE).touch()  # no other folder is searched
    storage = storage_of(Settings())
    assert isinstance(storage, Sqlite)
    assert storage.path == tmp_path / "data" / FILE


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other folders")
@pytest.mark.parametrize("set_to", ["", "data"])
def test_on_linux_a_variable_can_name_another_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, set_to: str
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / set_to) if set_to else "")
    share = tmp_path / set_to if set_to else tmp_path / ".local" / "share"
    assert data_folder() == share / "naqala"
