"""CSV and Parquet have the same content."""

import csv
import io
from collections.abc import Sequence

import pytest
from pyarrow import parquet

from naqala.datasets import table_files
from naqala.datasets.table_files import FORMATS, MissingPackage, check_format
from naqala.datasets.tables import DecisionRow, GameRow, Row, columns

GAMES = [
    GameRow(0, 2**62, 2, "base", "", False, 9, 36, 210, "camels", 1, None),
    GameRow(1, 8, 1, "solo", "dhenim", True, 3, 3, 16, "lost", None, 'gold, "all"'),
]


def written(format: str, table: str, *parts: Sequence[Row]) -> io.BytesIO:
    file = io.BytesIO()
    made = FORMATS[format](table, file)
    for part in parts:
        made.write(part)
    made.close()
    return file


def test_csv_has_a_header_and_nothing_for_empty_values() -> None:
    lines = written("csv", "games", GAMES).getvalue().decode().splitlines()
    assert lines == [
        "game,seed,players,mode,promos,doubled,rounds,turns,decisions,ending,winner,lost",
        f"0,{2**62},2,base,,false,9,36,210,camels,1,",
        '1,8,1,solo,dhenim,true,3,3,16,lost,,"gold, ""all"""',
    ]


def test_parquet_has_types_and_empty_values() -> None:
    table = parquet.read_table(written("parquet", "games", GAMES))
    assert [GameRow(**row) for row in table.to_pylist()] == GAMES
    kinds = {"int64": int, "string": str, "bool": bool, "double": float}
    for field, column in zip(table.schema, columns("games"), strict=True):
        assert kinds[str(field.type)] is column.kind
        assert field.nullable == column.optional


def test_rows_are_written_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory does not grow with the number of rows, and the parts do not change the file."""
    monkeypatch.setattr(table_files, "ROWS_PER_GROUP", 4)
    rows = [DecisionRow(0, n, None, 1, 0, "bidding", 7, 1, f"bid {n}") for n in range(10)]
    file = written("parquet", "decisions", rows[:3], rows[3:9], rows[9:])
    assert parquet.ParquetFile(file).num_row_groups == 3
    assert [row["decision"] for row in parquet.read_table(file).to_pylist()] == [*range(10)]
    assert written("parquet", "decisions", rows).getvalue() == file.getvalue()


def test_a_table_without_rows_can_be_read() -> None:
    assert parquet.read_table(written("parquet", "turns")).num_rows == 0
    assert [*csv.reader(io.StringIO(written("csv", "turns").getvalue().decode()))] == [
        [column.name for column in columns("turns")]
    ]


def test_parquet_without_pyarrow_is_refused_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_files, "find_spec", lambda name: None)
    check_format("csv")
    with pytest.raises(MissingPackage, match=r"pip install 'naqala\[data\]'"):
        check_format("parquet")
