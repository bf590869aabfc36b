"""The option `--out`: a data set in a folder, and what is said about it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from rich.console import Console

from naqala.cli.files import BadFile, reason, shown
from naqala.datasets import DataSet, Plan, WriteError
from naqala.text import Catalogue


class DataOutput(NamedTuple):
    """Where the games of a command are written to."""

    folder: str
    format: str
    words: Catalogue
    err: Console

    @contextmanager
    def open(self, plan: Plan) -> Iterator[DataSet]:
        """A data set for the games of a plan; says if it continues an earlier one."""
        try:
            with DataSet(self._path(), plan, self.format) as found:
                if found.stored:
                    self._say("continued", count=found.stored, wanted=plan.size)
                yield found
        except WriteError as error:
            raise self._error(error) from None

    def _path(self) -> Path:
        try:
            return Path(self.folder).expanduser()
        except RuntimeError as error:  # there is no such home
            raise self._error(error) from None

    def _error(self, error: Exception) -> BadFile:
        folder = shown(self.folder, self.words)
        return BadFile("data_unwritable", folder=folder, reason=reason(error))

    def finish(self, data: DataSet) -> None:
        """Write the tables."""
        data.finish()
        self._say("written", count=data.plan.size)

    def report_stop(self) -> None:
        """Say how to go on with a data set that is not complete."""
        self._say("stopped")

    def _say(self, key: str, **values: object) -> None:
        folder = shown(self.folder, self.words)
        self.err.print(self.words.say(f"data.{key}", folder=folder, **values), soft_wrap=True)
