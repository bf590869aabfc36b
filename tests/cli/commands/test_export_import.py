"""`naqala export` and `naqala import`."""

from __future__ import annotations

import asyncio
import io
import sys
from pathlib import Path

import pytest

from naqala.cli import main
from naqala.server.ops.settings import FILE
from naqala.server.storage.sqlite import Sqlite

OLD = Path(__file__).parents[2] / "tables" / "data" / "tables-1.jsonl"


def names(folder: Path) -> list[str]:
    async def work() -> list[str]:
        storage = Sqlite(folder / FILE)
        await storage.open()
        try:
            return await storage.names()
        finally:
            await storage.close()

    return asyncio.run(work())


def test_imported_tables_can_be_exported_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ["--data", str(tmp_path / "here"), "--lang", "en"]
    assert main(["import", str(OLD), *here]) == 0
    assert "8 tables were imported from" in capsys.readouterr().out
    file = tmp_path / "out.jsonl"
    assert main(["export", str(file), *here]) == 0
    assert "8 tables were written to" in capsys.readouterr().out
    assert file.read_bytes() == OLD.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o600
    assert main(["import", str(file), *here]) == 2
    assert "is already in this database. Nothing was imported." in capsys.readouterr().err
    assert sorted(each.name for each in tmp_path.iterdir()) == ["here", "out.jsonl"]


def test_a_single_table_can_be_moved_to_another_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["import", str(OLD), "--data", str(tmp_path / "here")])
    file, other = tmp_path / "one.jsonl", f"sqlite:///{tmp_path}/there/{FILE}"
    table = "2" * 20
    assert main(["export", str(file), "--data", str(tmp_path / "here"), "--table", table]) == 0
    assert main(["import", str(file), "--database", other, "--lang", "fr"]) == 0
    assert "1 table a été importée de" in capsys.readouterr().out
    assert names(tmp_path / "there") == [table]


def test_a_dash_means_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(OLD.read_bytes())))
    assert main(["import", "-", "--data", str(tmp_path)]) == 0
    assert len(names(tmp_path)) == 8


def test_errors_are_reported_and_leave_no_files(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    full, empty = str(tmp_path / "full"), str(tmp_path / "empty")
    main(["import", str(OLD), "--data", full])
    taken, new = tmp_path / "taken", str(tmp_path / "new")
    taken.write_text("mine")
    before = sorted(tmp_path.iterdir())
    for arguments, told in [
        (["export", str(taken), "--data", full], "already exists"),
        (["export", new, "--data", empty], "no database"),
        (["export", new, "--data", full, "--table", "x"], "no table x in this database"),
        (["export", new, "--database", "mysql://x"], "is not a database address"),
        (["export", f"{new}/file", "--data", full], "cannot be written"),
        (["import", new, "--data", full], "cannot be read"),
        (["import", str(taken), "--data", full], "not a file of games"),
        (["import", str(OLD), "--database", "postgresql://127.0.0.1:1/x"], "cannot be opened"),
    ]:
        assert main([*arguments, "--lang", "en"]) == 2, arguments
        assert told in capsys.readouterr().err
    assert taken.read_text() == "mine"
    assert sorted(tmp_path.iterdir()) == before
    assert main(["export", new, "--data", full, "--table", "x", "--lang", "fr"]) == 2
    assert "rien n’a été exporté" in capsys.readouterr().err
