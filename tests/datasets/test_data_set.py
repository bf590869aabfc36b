"""Data sets in folders: complete, resumable, and the same however they are made."""

import csv
import gzip
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from pyarrow import parquet

from naqala import Game
from naqala.bots.arena.match import match
from naqala.datasets import (
    TABLES,
    BadFolder,
    DataSet,
    Plan,
    RandomGames,
    WriteError,
    columns,
    rows_of,
)
from naqala.datasets import plan as plans
from naqala.rules.errors import BadOptions
from naqala.rules.state import Options

PARTS = 6


@pytest.fixture(autouse=True)
def _small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spread few games over several parts."""
    monkeypatch.setattr(plans, "RANDOM_GAMES_PER_PART", 2)


def mixed() -> Plan:
    """Four parts of random games and two games between bots."""
    duel = match(["merchant", "traveller"], Options(2, 9), 2)
    return Plan((RandomGames(Options(1, 4), 7), duel), "mixed games")


def make(folder: Path, plan: Plan, format: str = "csv", jobs: int = 1) -> dict[str, int]:
    with DataSet(folder, plan, format) as made:
        numbers = [game.number for game in made.play(jobs)]
        assert sorted(numbers) == [*range(plan.size)]
        return made.finish()


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a data set that was made in one go."""
    folder = tmp_path_factory.mktemp("whole") / "set"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plans, "RANDOM_GAMES_PER_PART", 2)
        make(folder, mixed())
    return contents(folder)


def test_a_complete_folder_has_records_tables_and_a_description(whole: dict[str, bytes]) -> None:
    assert whole.keys() == {"dataset.json", "records.naqala", *(f"{name}.csv" for name in TABLES)}
    described = json.loads(whole["dataset.json"])
    assert described["command"] == "mixed games"
    assert described["games"] == described["rows"]["games"] == 9
    for table in TABLES:
        assert described["rows"][table] == len(whole[f"{table}.csv"].splitlines()) - 1


def test_the_tables_are_made_from_the_records(whole: dict[str, bytes]) -> None:
    """Games are in order, whichever worker finished first."""
    games = [*Game.load_all(whole["records.naqala"].decode())]
    assert [game.tags["bots"] for game in games[6:]] == [
        "random",
        "merchant traveller",
        "traveller merchant",
    ]
    read = {
        table: [*csv.reader(whole[f"{table}.csv"].decode().splitlines())][1:] for table in TABLES
    }
    expected: dict[str, list[list[str]]] = {table: [] for table in TABLES}
    for number, game in enumerate(games):
        found = rows_of(game, game.tags["bots"].split(), number)
        for table, rows in found.tables().items():
            expected[table] += [["" if v is None else str(v) for v in row] for row in rows]
    for table in TABLES:
        assert [[cell.title() if cell in ("true", "false") else cell for cell in row]
                for row in read[table]] == expected[table]  # fmt: skip


def test_jobs_do_not_change_a_byte(tmp_path: Path, whole: dict[str, bytes]) -> None:
    make(tmp_path / "set", mixed(), jobs=2)
    assert contents(tmp_path / "set") == whole


def test_parquet_has_the_content_of_csv(tmp_path: Path, whole: dict[str, bytes]) -> None:
    make(tmp_path / "set", mixed(), "parquet")
    for table in TABLES:
        rows = parquet.read_table(tmp_path / "set" / f"{table}.parquet").to_pylist()
        assert rows
        texts = [
            ["" if v is None else str(v).lower() if isinstance(v, bool) else str(v)
             for v in row.values()] for row in rows
        ]  # fmt: skip
        read = [*csv.reader(whole[f"{table}.csv"].decode().splitlines())]
        assert read == [[column.name for column in columns(table)], *texts]
    assert (tmp_path / "set" / "records.naqala").read_bytes() == whole["records.naqala"]


def test_a_stopped_run_is_continued(tmp_path: Path, whole: dict[str, bytes]) -> None:
    with DataSet(tmp_path, mixed(), "csv") as made:
        games = made.play()
        assert [next(games).number for _ in range(5)] == [*range(5)]
    assert {path.name for path in tmp_path.iterdir()} == {"dataset.json", "parts"}
    with DataSet(tmp_path, mixed(), "csv") as made:
        assert made.stored == 6  # three parts
        again = [game.number for game in made.play()]
        assert again == [*range(9)]
        made.finish()
    assert contents(tmp_path) == whole


def test_a_damaged_part_is_played_again(tmp_path: Path, whole: dict[str, bytes]) -> None:
    with DataSet(tmp_path, mixed(), "csv") as made:
        assert len([*made.play()]) == 9
    parts = sorted((tmp_path / "parts").glob("*.gz"))
    assert len(parts) == PARTS
    parts[0].write_bytes(b"")
    parts[1].write_bytes(parts[1].read_bytes()[:-20])
    parts[2].write_bytes(gzip.compress(b"[[1]]"))
    parts[3].write_bytes(b"not a part")
    make(tmp_path, mixed())
    assert contents(tmp_path) == whole


def test_results_of_earlier_runs_have_times_and_faults(tmp_path: Path) -> None:
    duel = match(["merchant", "traveller"], Options(2, 9), 2)
    with DataSet(tmp_path, Plan((duel,), "a duel"), "csv") as made:
        first = [*made.play()]
    with DataSet(tmp_path, Plan((duel,), "a duel"), "csv") as made:
        assert [*made.play()] == first
    assert [game.lineup for game in first] == [*duel.lineups()]
    assert all(seat.turns.total > 0 for game in first for seat in game.result().seats)


KILLED = """
import os, sys
from naqala.bots.arena.match import match
from naqala.datasets import DataSet, Plan, RandomGames, plan
from naqala.rules.state import Options

plan.RANDOM_GAMES_PER_PART = 2
moment, folder = int(sys.argv[1]), sys.argv[2]
duel = match(["merchant", "traveller"], Options(2, 9), 2)
mixed = Plan((RandomGames(Options(1, 4), 7), duel), "mixed games")
fsync, moments = os.fsync, [0]

def dies(file):
    moments[0] += 1
    if moments[0] == moment:
        print("at", flush=True)
        sys.stdin.read()  # until this process is killed
    fsync(file)

os.fsync = dies
with DataSet(folder, mixed, "csv") as made:
    for game in made.play():
        pass
    made.finish()
"""


@pytest.mark.parametrize("moment", [1, 4, 10, 13])
def test_a_killed_process_leaves_nothing_that_cannot_be_read(
    tmp_path: Path, whole: dict[str, bytes], moment: int
) -> None:
    """The moments: the first description, a part, a table, the last description."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(moment), str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "at\n"
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    for name, content in contents_of_files(tmp_path).items():
        if name != "dataset.json":
            assert content == whole[name]
    make(tmp_path, mixed())
    assert contents(tmp_path) == whole


def contents_of_files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def test_a_complete_set_is_not_replaced(tmp_path: Path) -> None:
    plan = Plan((RandomGames(Options(1, 4), 1),), "one game")
    make(tmp_path, plan)
    before = contents(tmp_path)
    with pytest.raises(BadFolder, match="already contains a complete data set"):
        make(tmp_path, plan)
    assert contents(tmp_path) == before


@pytest.mark.parametrize(
    ("other", "format"),
    [
        (RandomGames(Options(1, 5), 3), "csv"),
        (RandomGames(Options(1, 4), 4), "csv"),
        (RandomGames(Options(1, 4), 3), "parquet"),
    ],
)
def test_a_set_of_another_plan_is_not_continued(
    tmp_path: Path, other: RandomGames, format: str
) -> None:
    with DataSet(tmp_path, Plan((RandomGames(Options(1, 4), 3),), "my games"), "csv") as made:
        next(iter(made.play()))
    with (
        pytest.raises(BadFolder, match="games of another command: my games"),
        DataSet(tmp_path, Plan((other,), "other games"), format),
    ):
        pass


@pytest.mark.parametrize("name", ["letter.txt", "dataset.json"])
def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("dear")
    with (
        pytest.raises(BadFolder, match="not empty and not a data set"),
        DataSet(tmp_path, mixed(), "csv"),
    ):
        pass
    assert contents(tmp_path) == {name: b"dear"}


@pytest.mark.parametrize(
    "files",
    [
        {"parts/engine.step": "mine"},
        {"parts/00000000.json.gz": "", "parts/old/00000000.json.gz": ""},
        {"parts/engine.step": "mine", "dataset.json": '{"rows": 3}'},
        {"parts/lock": "", "dataset.json": '{"rows": 3}'},
        {"parts/engine.step": "mine", "dataset.json": '{"version": 1, "rows": {}}'},
    ],
)
def test_a_folder_of_parts_of_somebody_else_is_left_alone(
    tmp_path: Path, files: dict[str, str]
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    with (
        pytest.raises(BadFolder, match="not empty and not a data set"),
        DataSet(tmp_path, mixed(), "csv"),
    ):
        pass
    assert {name: (tmp_path / name).read_text() for name in files} == files
    assert {path for path in tmp_path.rglob("*") if path.is_file()} == {
        tmp_path / name for name in files
    }


@pytest.mark.skipif(sys.platform == "win32", reason="no such locks there")
def test_two_processes_do_not_write_to_the_same_folder(tmp_path: Path) -> None:
    with (
        DataSet(tmp_path, mixed(), "csv"),
        pytest.raises(BadFolder, match="another process is writing"),
        DataSet(tmp_path, mixed(), "csv"),
    ):
        pass
    with DataSet(tmp_path, mixed(), "csv"):
        pass


def test_files_that_cannot_be_written_are_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "missing" / "folder"):
        with pytest.raises(WriteError), DataSet(folder, mixed(), "csv"):
            pass


def test_seeds_that_do_not_fit_in_a_column_are_refused(tmp_path: Path) -> None:
    make(tmp_path / "most", Plan((RandomGames(Options(1, 2**63 - 2), 1),), ""), "parquet")
    with pytest.raises(BadOptions, match="too large"):
        DataSet(tmp_path, Plan((RandomGames(Options(1, 2**63 - 2), 2),), ""), "parquet")
