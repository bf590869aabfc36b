"""Writes the files of tables: CSV with the standard library, Parquet with pyarrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from types import MappingProxyType
from typing import BinaryIO, Protocol

from naqala.datasets.tables import Row, Value, columns
from naqala.rules.errors import NaqalaError

CSV, PARQUET = "csv", "parquet"
ROWS_PER_GROUP = 20_000
"""How many rows of a Parquet file are collected in memory before they are written."""


class MissingPackage(NaqalaError):
    """A package that a format needs is not installed."""


class TableFile(Protocol):
    """A table that is being written to a file."""

    def write(self, rows: Sequence[Row]) -> None:
        """Append rows."""

    def close(self) -> None:
        """Write what is left; the file itself stays open."""


class CsvFile:
    """A table as CSV: a header, commas, `true` and `false`, and nothing for an empty value."""

    def __init__(self, table: str, file: BinaryIO) -> None:
        """Write the header."""
        self._text = io.TextIOWrapper(file, encoding="utf-8", newline="", write_through=True)
        self._rows = csv.writer(self._text, lineterminator="\n")
        self._rows.writerow(column.name for column in columns(table))

    def write(self, rows: Sequence[Row]) -> None:
        """Append rows."""
        self._rows.writerows(map(_csv_value, row) for row in rows)

    def close(self) -> None:
        """Write what is left; the file itself stays open."""
        self._text.detach()


def _csv_value(value: Value) -> Value:
    return str(value).lower() if isinstance(value, bool) else value


class ParquetFile:
    """A table as Parquet, compressed with Zstandard."""

    def __init__(self, table: str, file: BinaryIO) -> None:
        """Write the header; `check_format` says whether pyarrow is installed."""
        import pyarrow  # optional, and slow to import
        from pyarrow import parquet

        kinds = {
            int: pyarrow.int64(),
            float: pyarrow.float64(),
            bool: pyarrow.bool_(),
            str: pyarrow.string(),
        }
        self._schema = pyarrow.schema(
            [
                pyarrow.field(column.name, kinds[column.kind], nullable=column.optional)
                for column in columns(table)
            ]
        )
        self._new_table = pyarrow.Table.from_arrays
        self._new_array = pyarrow.array
        self._writer = parquet.ParquetWriter(file, self._schema, compression="zstd")
        self._waiting: list[Row] = []

    def write(self, rows: Sequence[Row]) -> None:
        """Append rows."""
        self._waiting += rows
        while len(self._waiting) >= ROWS_PER_GROUP:
            self._write_group()

    def close(self) -> None:
        """Write what is left; the file itself stays open."""
        if self._waiting:
            self._write_group()
        self._writer.close()

    def _write_group(self) -> None:
        group = self._waiting[:ROWS_PER_GROUP]
        del self._waiting[:ROWS_PER_GROUP]
        arrays = [
            self._new_array(values, kind)
            for values, kind in zip(zip(*group, strict=True), self._schema.types, strict=True)
        ]
        self._writer.write_table(self._new_table(arrays, schema=self._schema))


FORMATS: Mapping[str, type[CsvFile] | type[ParquetFile]] = MappingProxyType(
    {PARQUET: ParquetFile, CSV: CsvFile}
)


def check_format(name: str) -> None:
    """Raise MissingPackage if a format cannot be written."""
    if name == PARQUET and find_spec("pyarrow") is None:
        raise MissingPackage("parquet_extra")
