"""`naqala prune`, alone and next to a running server."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from naqala.cli import main
from naqala.server.ops.settings import FILE
from naqala.tables.log.clocks import DAY
from tests.server.servers import Guest, running

OLD = Path(__file__).parents[2] / "tables" / "data" / "tables-1.jsonl"


def age(folder: Path, table: str, days: int) -> None:
    """Make a table look older than it is."""
    with closing(sqlite3.connect(folder / FILE, timeout=30)) as database, database:
        for column, kind in (("at", "entries"), ("changed", "tables")):
            query = f'update {kind} set {column} = {column} - ? where "table" = ?'
            database.execute(query, (days * DAY, table))


def test_old_tables_are_counted_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = ["--data", str(tmp_path), "--lang", "en"]
    main(["import", str(OLD), *here])
    before = (tmp_path / FILE).stat().st_size
    capsys.readouterr()
    assert main(["prune", "--days", "30", "--dry-run", *here]) == 0
    assert "8 of 8 tables would be removed: inactive" in capsys.readouterr().out
    assert main(["prune", "--days", "30", "--finished", *here]) == 0
    told = capsys.readouterr().out
    finished = int(told.split()[0])
    assert 0 < finished < 8
    assert f"{finished} of 8 tables were removed" in told
    assert main(["prune", "--days", "30", "--data", str(tmp_path), "--lang", "fr"]) == 0
    rest = 8 - finished
    assert f"{rest} tables sur {rest} ont été supprimées" in capsys.readouterr().out
    assert (tmp_path / FILE).stat().st_size < before
    assert main(["prune", "--days", "1", *here]) == 0
    assert "There are no tables to remove; the database holds 0." in capsys.readouterr().out


def test_errors_are_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nowhere = tmp_path / "nowhere"
    assert main(["prune", "--days", "9", "--data", str(nowhere), "--lang", "en"]) == 2
    assert "there is no database" in capsys.readouterr().err
    assert not nowhere.exists()
    for days, told in {"0": "from 1 to", "x": "from 1 to", "99999": "from 1 to 36500"}.items():
        with pytest.raises(SystemExit):
            main(["prune", "--days", days, "--lang", "en"])
        assert f"'{days}' is not a number of days {told}" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["prune", "--data", str(tmp_path), "--lang", "en"])
    assert "still missing: --days" in capsys.readouterr().err


def test_a_table_that_is_pruned_while_a_server_runs_is_gone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(tmp_path) as server, Guest(server) as ann:
        old, slow, new = (
            ann.create_table("me", "me"),
            ann.create_table("me", "me", clock={"days": 20}),
            ann.create_table("me", "me"),
        )
        for table in (old, slow):
            age(tmp_path, table, 10)
        with ann.open(old) as page, ann.open(new) as other:
            assert main(["prune", "--days", "7", "--data", str(tmp_path), "--lang", "en"]) == 0
            assert "1 of 3 tables was removed" in capsys.readouterr().out
            act = {"type": "act", "id": "x", "seen": page.number, "action": page.choices[0]}
            answer = ann.post(f"/api/tables/{old}/commands", act)
            assert (answer.status_code, answer.json()["code"]) == (404, "no_table")
            with pytest.raises(ConnectionClosed, match="1013"):
                page.until(lambda message: message["type"] == "news")
            with page.reopen() as again:
                assert again.messages[-1]["code"] == "no_table"
            assert ann.get(f"/api/tables/{old}").status_code == 404
            assert other.act(other.choices[0])["type"] == "accepted"
        listed = [each["table"] for each in ann.get("/api/tables", show="mine").json()["tables"]]
        assert sorted(listed) == sorted([slow, new])
        wrong = {name: value for name, value in server.metrics().items() if "errors_total" in name}
        assert not any(wrong.values())
