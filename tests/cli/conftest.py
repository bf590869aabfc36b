"""Tests of the command line run in an empty folder, because leaving a game saves it there."""

import pytest


@pytest.fixture(autouse=True)
def empty_folder(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Use a new folder as the current one."""
    monkeypatch.chdir(tmp_path_factory.mktemp("current"))
