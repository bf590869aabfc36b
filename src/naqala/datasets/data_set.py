"""A data set in a folder: its games are played part by part, then its tables are written.

| file | contents |
|---|---|
| `dataset.json` | the plan, and the number of rows once the data set is complete |
| `parts/` | the games played so far, a file for each part; removed at the end |
| `games.*`, `turns.*`, `decisions.*`, `scores.*` | the tables |
| `records.naqala` | a record of each game |

Every file is written under another name and renamed when it is complete, so a process can be
killed at any moment. The next one plays the parts that are missing. Parts do not depend on each
other, nor on the number of workers, and the tables are made from all parts in order; the result
is therefore always the same.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from shutil import rmtree
from typing import Any, BinaryIO

from naqala import __version__
from naqala.bots.arena.parallel import run_all
from naqala.datasets.finished_game import DAMAGED, FinishedGame, decode
from naqala.datasets.plan import Plan
from naqala.datasets.playing import play_part
from naqala.datasets.table_files import FORMATS, check_format
from naqala.datasets.tables import TABLES
from naqala.rules.errors import NaqalaError

VERSION = 1
"""The version of the files in a folder."""
DESCRIPTION, PARTS, RECORDS, LOCK = "dataset.json", "parts", "records.naqala", "lock"
UNFINISHED = ".unfinished"
"""The suffix of files that are being written."""
_OURS = re.compile(rf"\d{{8,}}\.json\.gz|{LOCK}|.+{re.escape(UNFINISHED)}")
"""The names of the files in `parts/`."""


class BadFolder(NaqalaError):
    """A folder that cannot hold this data set."""


class WriteError(OSError):
    """A file of a data set cannot be written or read."""


class DataSet:
    """A data set that is being made; use it in a `with` statement.

    >>> from tempfile import TemporaryDirectory
    >>> from naqala.datasets import DataSet, Plan, RandomGames
    >>> from naqala.rules.state import Options
    >>> plan = Plan((RandomGames(Options(players=2, seed=1), games=3),), command="my games")
    >>> with TemporaryDirectory() as folder, DataSet(folder, plan, "csv") as made:
    ...     numbers = [game.number for game in made.play()]
    ...     made.finish()["games"]
    3
    """

    def __init__(self, folder: str | os.PathLike[str], plan: Plan, format: str) -> None:
        """Check what can be checked without the folder; `format` is `parquet` or `csv`."""
        plan.check()
        check_format(format)
        self.folder, self.plan, self.format = Path(folder), plan, format
        self._parts = self.folder / PARTS
        self._open = ExitStack()
        self.stored = 0
        """How many games earlier runs have played."""

    def __enter__(self) -> DataSet:
        with ExitStack() as stack, _file_errors():
            stack.callback(self._open.close)
            self._begin()
            stack.pop_all()
        return self

    def __exit__(self, *error: object) -> None:
        self._open.close()

    def _begin(self) -> None:
        """Prepare a new folder, or continue with one of the same plan."""
        stored = self._stored()
        if stored is None:
            self.folder.mkdir(exist_ok=True)
        elif stored.get("rows") is not None:
            rmtree(self._parts, ignore_errors=True)  # left by a process killed at the very end
            raise BadFolder("data_exists", folder=str(self.folder))
        elif _plan_of(stored) != _plan_of(self._description()):
            raise BadFolder(
                "data_other", folder=str(self.folder), command=str(stored.get("command"))
            )
        self._parts.mkdir(exist_ok=True)
        self._open.enter_context(_locked(self._parts / LOCK, self.folder))
        self._describe(None)
        self.stored = sum(
            len(part) for part in self.plan.parts() if self._path(part[0].number).exists()
        )

    def _stored(self) -> dict[str, Any] | None:
        """The description in the folder; None if the folder is new."""
        if not self.folder.exists():
            return None
        names = {each.name for each in self.folder.iterdir()}
        if not names or (names == {PARTS} and self._parts_are_ours()):
            return None
        try:
            stored = json.loads((self.folder / DESCRIPTION).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            stored = None
        if not isinstance(stored, dict) or "version" not in stored or not self._parts_are_ours():
            raise BadFolder("data_foreign", folder=str(self.folder))
        return stored

    def _parts_are_ours(self) -> bool:
        """Whether the folder of parts, which is removed at the end, has no other files."""
        if not self._parts.exists():
            return True
        return self._parts.is_dir() and all(
            each.is_file() and _OURS.fullmatch(each.name) for each in self._parts.iterdir()
        )

    def _description(self) -> dict[str, Any]:
        return {
            "version": VERSION,
            "naqala": __version__,
            "command": self.plan.command,
            "format": self.format,
            "games": self.plan.size,
            **self.plan.to_dict(),
        }

    def _describe(self, rows: dict[str, int] | None) -> None:
        text = json.dumps({**self._description(), "rows": rows}, indent=2) + "\n"
        with _whole(self.folder / DESCRIPTION, self._parts) as file:
            file.write(text.encode())

    def play(self, jobs: int = 1, cluster: str | None = None) -> Iterator[FinishedGame]:
        """All games: first those of earlier runs, then the others as they finish, in any order.

        The workers are local processes, or those of a Dask cluster.
        """
        for part in self.plan.parts():
            with _file_errors():
                stored = self._stored_part(part[0].number)
            yield from stored
        missing = ((part,) for part in self.plan.parts() if not self._path(part[0].number).exists())
        with closing(run_all(play_part, missing, jobs, cluster)) as finished:
            for number, content in finished:
                with _file_errors(), _whole(self._path(number), self._parts) as file:
                    file.write(content)
                yield from decode(content)

    def _stored_part(self, number: int) -> list[FinishedGame]:
        """The games of a part, if it is stored; a damaged one is removed."""
        try:
            return decode(self._path(number).read_bytes())
        except FileNotFoundError:
            return []
        except DAMAGED:
            self._path(number).unlink()
            return []

    def _path(self, number: int) -> Path:
        """The file of the part that begins with a game."""
        return self._parts / f"{number:08}.json.gz"

    def finish(self) -> dict[str, int]:
        """Write records and tables from all parts, and return the number of rows of each table."""
        rows = dict.fromkeys(TABLES, 0)
        with _file_errors():
            with ExitStack() as stack:
                records = stack.enter_context(_whole(self.folder / RECORDS, self._parts))
                tables = {}
                for table in TABLES:
                    path = self.folder / f"{table}.{self.format}"
                    file = stack.enter_context(_whole(path, self._parts))
                    tables[table] = FORMATS[self.format](table, file)
                for part in self.plan.parts():
                    for game in decode(self._path(part[0].number).read_bytes()):
                        records.write(game.record.encode())
                        for table, found in game.rows.tables().items():
                            tables[table].write(found)
                            rows[table] += len(found)
                for each in tables.values():
                    each.close()
            self._describe(rows)
            self._open.close()
            rmtree(self._parts)
        return rows


def _plan_of(description: dict[str, Any]) -> dict[str, Any]:
    """What must be equal to continue a data set."""
    return {key: description.get(key) for key in ("version", "naqala", "format", "sections")}


@contextmanager
def _file_errors() -> Iterator[None]:
    """Turn errors of files into WriteError, so that they differ from those of a network."""
    try:
        yield
    except OSError as error:
        raise WriteError(error.errno, error.strerror) from error


@contextmanager
def _whole(path: Path, beside: Path) -> Iterator[BinaryIO]:
    """A file that appears under its name when it is complete; until then it is in `beside`."""
    unfinished = beside / f"{path.name}{UNFINISHED}"
    with unfinished.open("wb") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


@contextmanager
def _locked(path: Path, folder: Path) -> Iterator[None]:
    """A lock that ends with the process, where the system has such locks."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with path.open("wb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BadFolder("data_busy", folder=str(folder)) from None
        yield
